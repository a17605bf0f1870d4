"""Game records: the record itself, its text and JSON formats, and imports of other formats."""
