"""What a file holds and which metrics it allows, before anything is spent on it.

from raggauge.check import examine
found = examine("eval.jsonl")
"""

from raggauge.check.examine import examine
from raggauge.check.findings import Checkup, Column, FieldCount, Remark

__all__ = ["Checkup", "Column", "FieldCount", "Remark", "examine"]
