"""The complete solution of Pylos with squares and lines, as data for Parlour."""
