#!/bin/sh
# Add Parlour to the menu of the desktop, for this user. Run it again after moving the folder.
set -e
folder=$(cd "$(dirname "$0")" && pwd)
menu=${XDG_DATA_HOME:-$HOME/.local/share}/applications
mkdir -p "$menu"
# Desktop entries: a backslash before characters that quotes do not protect, every backslash twice, and %% for %.
program=$(printf '%s' "$folder/parlour" | sed 's/["`$\\]/\\&/g; s/\\/\\\\/g; s/%/%%/g')
icon=$(printf '%s' "$folder/parlour.svg" | sed 's/\\/\\\\/g')
replacement() { printf '%s' "$1" | sed 's/[\\&|]/\\&/g'; }
sed "s|@PROGRAM@|$(replacement "$program")|; s|@ICON@|$(replacement "$icon")|" "$folder/parlour.desktop" \
    > "$menu/parlour.desktop"
echo "Parlour is in the menu now: $menu/parlour.desktop"
