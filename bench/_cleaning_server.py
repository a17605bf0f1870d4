"""Parlour with a clean-up every second that removes deleted games at once."""

from parlour.cli import main
from parlour.server.process import background_tasks
from parlour.store.library import library

if __name__ == "__main__":
    background_tasks.PURGE_INTERVAL_SECONDS = 1.0
    library.UNDO_WINDOW_MS = 0
    main()
