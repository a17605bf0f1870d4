"""Cross-cutting HTTP code: authentication, host guard, errors, static files, logging, metrics.

`limits/` refuses requests that are too much, `transport/` has the connections below the application.
"""
