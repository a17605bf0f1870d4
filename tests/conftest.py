"""For all tests: the machine's own language must not matter to what programs say that a test starts."""

import os

for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
