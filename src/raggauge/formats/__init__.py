"""Bytes to Datasets and back: every file that users already have.

from raggauge.formats import read
for sample in read("eval.jsonl", mapping={"question": "my_question"}): ...
"""

from raggauge.formats.plans import Reading
from raggauge.formats.reading import Reader, read
from raggauge.formats.writing import write

__all__ = ["Reader", "Reading", "read", "write"]
