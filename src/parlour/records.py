"""Game records: read and write their text and JSON forms, and import files of other programs.

>>> from parlour import game, records
>>> position = game("surakarta").start()
>>> position.play("4,0-3,0")
>>> print(records.write(records.Record.of(position)), end="")
[Game "surakarta"]
<BLANKLINE>
1. 4,0-3,0
*
>>> record = records.read("4,0-3,0 1,1-2,1", game="surakarta")[0]
>>> [move.text for move in record.moves]
['4,0-3,0', '1,1-2,1']
>>> records.read_json(records.write_json(record)) == record
True
"""

from collections.abc import Sequence

from parlour.match.records.imports import read_any
from parlour.match.records.json_format import read_json, read_json_records, write_json
from parlour.match.records.record import Record, RecordedMove
from parlour.match.records.text_format import read_record, read_records, write_record, write_records

__all__ = [
    "Record",
    "RecordedMove",
    "read",
    "read_any",
    "read_json",
    "read_json_records",
    "read_record",
    "read_records",
    "write",
    "write_json",
    "write_record",
    "write_records",
]

read = read_any


def write(records: Record | Sequence[Record]) -> str:
    """Return one record or several as text."""
    return write_record(records) if isinstance(records, Record) else write_records(records)
