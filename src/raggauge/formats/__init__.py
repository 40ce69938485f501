"""Bytes to Datasets and back: every file that users already have.

from raggauge.formats import read
for sample in read("eval.jsonl", mapping={"question": "my_question"}): ...
"""

from raggauge.formats.reading import read

__all__ = ["read"]
