"""The files of promptfoo, by its command line: one prompt in four forms, two prompts as a table.

Needs node; the environment variable PROMPTFOO names the script (`node_modules/.bin/promptfoo`).
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from texts import run

HERE = Path(__file__).parent / "promptfoo"
QUIET = {
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
}
_MACHINE = re.compile(r"((?:nodeVersion|platform|arch|host|hostname|author)\"?: \"?)[\w.-]+")
WANTED = ("one.json", "one.jsonl", "one.csv", "one.yaml", "two.csv")


def write(folder: Path, /) -> None:
    """Evaluate a target that answers from a table, without a network."""
    with tempfile.TemporaryDirectory() as settings:
        environment = {**os.environ, **QUIET, "PROMPTFOO_CONFIG_DIR": settings}
        for name in WANTED:
            path = folder / name
            config = HERE / f"{path.stem}.yaml"
            command = ["node", os.environ["PROMPTFOO"], "eval", "-c", str(config), "--no-cache", "--no-write"]
            # it exits with 100 where an assertion failed, as one of these shall
            subprocess.run([*command, "-o", str(path)], env=environment, cwd=HERE, check=False, capture_output=True)
            text = path.read_text(encoding="utf-8").replace(str(folder), "").replace(str(HERE), "")
            path.write_text(_MACHINE.sub(r"\1x", text), encoding="utf-8")


if __name__ == "__main__":
    run(write)
