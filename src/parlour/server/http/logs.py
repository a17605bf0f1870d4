"""Configure logging: JSON lines on standard error, plain lines in a terminal."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec
from litestar.logging import LoggingConfig

STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLinesFormatter(logging.Formatter):
    """Format a record as a JSON object: time, level, logger, text, extra fields, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def dict_config(level: str) -> dict[str, Any]:
    """Return the configuration of Python's logging, which uvicorn uses as well."""
    terminal = sys.stderr.isatty()
    plain = {"()": "logging.Formatter", "fmt": "%(asctime)s %(levelname)s %(message)s", "datefmt": "%H:%M:%S"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": plain if terminal else {"()": f"{__name__}.JsonLinesFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {name: {"level": level.upper()} for name in ("parlour", "uvicorn")},
    }


def log_config(level: str) -> LoggingConfig:
    """Return the same configuration for Litestar; exceptions are logged by the error handlers."""
    config = dict_config(level)
    return LoggingConfig(
        formatters=config["formatters"],
        handlers=config["handlers"],
        root=config["root"],
        loggers=config["loggers"],
        log_exceptions="never",
        configure_root_logger=True,
        disable_existing_loggers=False,
    )
