#!/bin/sh
# Add Parlour to the menu of the desktop, for this user. Run it again after moving the folder.
set -e
folder=$(cd "$(dirname "$0")" && pwd)
menu=${XDG_DATA_HOME:-$HOME/.local/share}/applications
mkdir -p "$menu"
escaped=$(printf '%s' "$folder" | sed 's/[\\&|]/\\&/g')
sed "s|@FOLDER@|$escaped|" "$folder/parlour.desktop" > "$menu/parlour.desktop"
echo "Parlour is in the menu now: $menu/parlour.desktop"
