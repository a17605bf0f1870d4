"""Game records: read and write their text and JSON forms, and import files of other programs.

>>> from parlour import records
>>> record = records.read_any("4,0-3,0 1,1-2,1", game="surakarta")[0]
>>> [move.text for move in record.moves]
['4,0-3,0', '1,1-2,1']
>>> records.read_json(records.write_json(record)) == record
True
"""

from parlour.match.records.imports import read_any
from parlour.match.records.json_format import read_json, read_json_records, write_json
from parlour.match.records.record import Record, RecordedMove
from parlour.match.records.text_format import read_record, read_records, write_record, write_records

__all__ = [
    "Record",
    "RecordedMove",
    "read_any",
    "read_json",
    "read_json_records",
    "read_record",
    "read_records",
    "write_json",
    "write_record",
    "write_records",
]
