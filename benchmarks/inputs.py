"""How fast and in how much memory files are read and checked, beside plain json.loads and polars.

    python benchmarks/inputs.py --rows 1000000

Makes a JSON Lines file of about 2 KB a row (texts of random words, all different), then reads it in a process of its
own per way, and prints rows per CPU second and the peak memory of that process.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

WORDS = [
    *(
        "the",
        "warranty",
        "of",
        "a",
        "battery",
        "is",
        "limited",
        "to",
        "two",
        "years",
        "from",
        "invoice",
        "and",
        "covers",
    ),
    *("parts", "labour", "shipping", "stays", "with", "buyer", "unless", "returned", "within", "thirty", "days", "in"),
    *("保修期", "为", "两年", "自", "开具", "发票", "之日", "起算", "电池", "除外", "买家", "承担", "运费", "三十天"),
]

MEASURED = """
import resource, sys, time
path = sys.argv[1]
start = time.process_time()
{body}
seconds = time.process_time() - start
print(n, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
WAYS = {
    "json.loads": "import json\nn = sum(1 for line in open(path, encoding='utf-8') if json.loads(line))",
    "msgspec, unchecked": (
        "import msgspec\ndecode = msgspec.json.Decoder().decode\n"
        "n = sum(1 for line in open(path, 'rb') if decode(line))"
    ),
    "polars, whole file": "import polars\nn = polars.read_ndjson(path).height",
    "raggauge read": "from raggauge.formats import read\nn = sum(1 for _ in read(path))",
    "raggauge check": "from raggauge.check import examine\nn = examine(path).n_samples",
    "raggauge run (token_f1, exact_match)": (
        "import os, tempfile, raggauge\nos.chdir(tempfile.mkdtemp())\n"
        "run = raggauge.evaluate(path, metrics=['token_f1', 'exact_match'], progress=False)\n"
        "n = run.summary()['token_f1']['n']"
    ),
}


def rows(n: int) -> Iterator[bytes]:
    """Rows of three passages, an answer and a reference; about 2 KB each."""
    chance = random.Random(7)
    texts = {
        n_words: [" ".join(chance.choices(WORDS, k=n_words)) for _ in range(2000)] for n_words in (12, 25, 40, 100)
    }

    def text(n_words: int) -> str:
        return f"{chance.choice(texts[n_words])} {chance.randrange(10**9)}"

    for k in range(n):
        row = {
            "id": f"q{k}",
            "question": f"{text(12)} {k}?",
            "answer": text(40),
            "contexts": [text(100) for _ in range(3)],
            "reference": text(25),
            "team": chance.choice("abc"),
        }
        yield json.dumps(row, ensure_ascii=False).encode() + b"\n"


def main() -> None:
    """Print one line per way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--only", help="measure only the ways whose name holds this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        with path.open("wb") as file:
            file.writelines(rows(arguments.rows))
        size = path.stat().st_size
        day, version = time.strftime("%Y-%m-%d"), sys.version.split()[0]
        print(f"{day}  Python {version}  {arguments.rows:,} rows, {size / 1e9:.2f} GB")
        print(f"{'':38} {'rows/s':>10} {'MB/s':>7} {'peak MB':>8}", flush=True)
        for name, body in WAYS.items():
            if arguments.only and arguments.only not in name:
                continue
            done = subprocess.run(
                [sys.executable, "-c", MEASURED.format(body=body), str(path)],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                print(f"{name:38} {done.stderr.strip().splitlines()[-1][:60]}")
                continue
            n, seconds, peak = (float(part) for part in done.stdout.split()[-3:])
            print(f"{name:38} {n / seconds:10,.0f} {size / 1e6 / seconds:7,.0f} {peak / 1024:8,.0f}", flush=True)


if __name__ == "__main__":
    main()
