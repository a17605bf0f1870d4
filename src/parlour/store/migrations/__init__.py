"""How the tables came to be what they are, step by step.

A change of `tables.py` gets a file in `versions/` with the next number, which `tables.KNOWN` and `tables.HEAD` name;
`tests/store/dumps/` keeps an archive of every version, so that each step stays tested with data.
`operations.py` has what the steps share.
"""
