"""Count in how many passages each token stands, and write the table of rarities that the package ships.

Run: ``python training/rarity.py [--data DIR]`` (default ``$RAGGAUGE_DATA/judge``). Only rows marked ``train_ok`` of
the train parts are read. What is written are 32-bit hashes of tokens with 8-bit rarities: no text.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from raggauge.text.folding import normalise
from raggauge.text.script import is_cjk
from raggauge.text.segment import folded_tokens
from raggauge.text.words import stem

N_KEPT = {"en": 14000, "zh": 14000}
TARGET = Path(__file__).parents[1] / "src/raggauge/text/data/rarity.npz"


def passages(data: Path) -> Iterator[tuple[str, str]]:
    """Give each distinct passage of the train rows with its language."""
    seen: set[str] = set()
    for path in sorted(data.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if row["use"] != "train_ok" or row["split"] != "train":
                continue
            for text in (*row["contexts"], row.get("answer") or "", row.get("answer_a") or ""):
                if len(text) > 80 and text not in seen:
                    seen.add(text)
                    yield row["language"], text[:1500]


def units(text: str) -> set[str]:
    """Give the stems, CJK characters and CJK pairs of one passage."""
    words = [stem(word) for word in folded_tokens(normalise(text))[0]]
    pairs = {a + b for a, b in pairwise(words) if is_cjk(a[0]) and is_cjk(b[0])}
    return {word for word in words if not word[0].isdigit()} | pairs


def main() -> int:
    """Write the table and print its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("RAGGAUGE_DATA", ".")) / "judge")
    data = parser.parse_args().data
    counts: dict[str, Counter[str]] = {"en": Counter(), "zh": Counter()}
    n = Counter[str]()
    for language, text in passages(data):
        n[language] += 1
        counts[language].update(units(text))
    table: dict[int, int] = {}
    for language, counter in counts.items():
        scale = math.log(n[language] + 1)
        ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))[: N_KEPT[language]]
        for token, count in ranked:
            if count > 1 and is_cjk(token[0]) == (language == "zh"):
                value = round(255 * math.log((n[language] + 1) / (count + 0.5)) / scale)
                code = zlib.crc32(token.encode())
                table[code] = min(value, table.get(code, 255))
    codes = np.array(sorted(table), np.uint32)
    values = np.array([table[int(code)] for code in codes], np.uint8)
    np.savez_compressed(TARGET, codes=codes, values=values)
    print(f"{dict(n)} passages, {len(codes)} tokens, {TARGET.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
