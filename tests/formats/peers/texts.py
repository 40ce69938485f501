"""What every file of a peer holds: one row in English, one in Chinese, and how a file is made fit to be kept."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

QUESTIONS: Final = ("How long is the warranty?", "运费由谁承担？")
ANSWERS: Final = ("Two years [1].", "满五十元包邮。")
CONTEXTS: Final = (
    ["The warranty is two years.", 'Batteries: six months, "as is".'],
    ["订单满五十元免运费。", "不满五十元的订单，运费由买家承担。"],
)
REFERENCES: Final = ("Two years.", "满五十元免运费，否则由买家承担。")
SCORES: Final = (0.5, 1.0)
NO_TELEMETRY: Final = {
    "RAGAS_DO_NOT_TRACK": "true",
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DEEPEVAL_DISABLE_DOTENV": "1",
    "ERROR_REPORTING": "NO",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "ANONYMIZED_TELEMETRY": "False",
    "LANGSMITH_TRACING": "false",
    "LANGFUSE_TRACING_ENABLED": "false",
    "PHOENIX_TELEMETRY_ENABLED": "false",
    "TRULENS_OTEL_TRACING": "0",
    "DO_NOT_TRACK": "1",
    "HF_HUB_OFFLINE": "1",
    # nothing that speaks HTTP reaches further than this machine
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
}
TIME: Final = "2026-05-04T12:00:00+00:00"
_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_MOMENT = re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?")


def run(write: Callable[[Path], None], /) -> None:
    """Write the files of one peer into the folder that the command line names, and clean them."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ |= NO_TELEMETRY
    os.chdir(folder)
    write(folder)
    for path in folder.iterdir():
        if path.suffix in (".json", ".jsonl", ".csv", ".yaml"):
            path.write_bytes(clean(path.read_bytes().decode("utf-8")).encode("utf-8"))


def clean(text: str, /) -> str:
    """A text with random ids numbered as they come, and with one moment for all."""
    numbers: dict[str, int] = {}

    def numbered(found: re.Match[str]) -> str:
        number = numbers.setdefault(found[0], len(numbers) + 1)
        return f"00000000-0000-4000-8000-{number:012d}"

    return _MOMENT.sub(TIME[:19] + "Z", _UUID.sub(numbered, text))


def dump(rows: list[Any], path: Path, /) -> None:
    """Rows as JSON Lines."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows), encoding="utf-8")
