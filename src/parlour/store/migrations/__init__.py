"""Database migrations, one file per step.

A change of `tables.py` gets a file in `versions/` with the next number, which `tables.KNOWN` and `tables.HEAD` name;
`tests/store/dumps/` keeps an archive of every version, so that each step stays tested with data.
`operations.py` has the operations that the steps share.
"""
