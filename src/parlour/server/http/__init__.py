"""Cross-cutting HTTP code: authentication, host guard, errors, static files, logging, metrics."""
