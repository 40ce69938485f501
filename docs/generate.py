"""Writes the pages of docs/reference that are made from code.

    python docs/generate.py            write them
    python docs/generate.py --check    end with 1 and name the pages that are not up to date

The command reference is what `--help` prints, the metric catalogue what `raggauge metrics NAME` prints of each metric.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from raggauge.cli.main import COMMANDS
from raggauge.metrics import catalogue

DOCS = Path(__file__).resolve().parent
NOTE = "<!-- Made by docs/generate.py; `make docs` writes it anew. -->"
TITLES = {
    "commands": {"en": "Commands", "zh": "命令参考"},
    "commands_lead": {
        "en": "What `raggauge COMMAND --help` prints. Exit codes: 0 passed or finished, 1 a gate failed, 2 usage or "
        "data error, 3 inconclusive, budget reached or judge unavailable, 130 interrupted.",
        "zh": "即 `raggauge 命令 --help` 的输出。退出码：0 通过或完成，1 门禁未通过，2 用法或数据错误，"
        "3 无法定论、预算用尽或评判器不可用，130 被中断。",
    },
}


def main() -> int:
    """Write or check all pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where a page is not up to date")
    check = parser.parse_args().check
    old = []
    for name, make in PAGES.items():
        path, text = DOCS / "reference" / name, make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        old.append(name)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in old:
        print(f"docs/reference/{name}: {'not up to date, run make docs' if check else 'written'}")
    return 1 if check and old else 0


def commands(lang: str) -> str:
    """The command reference in a language."""
    parts = [NOTE, f"# {TITLES['commands'][lang]}", TITLES["commands_lead"][lang], _help(lang)]
    for name in COMMANDS:
        parts += [f"## raggauge {name}", _help(lang, name)]
    return "\n\n".join(parts) + "\n"


def _help(lang: str, *command: str) -> str:
    return f"```text\n{printed(lang, *command, '--help').rstrip()}\n```"


def printed(lang: str, *arguments: str) -> str:
    """What the command line prints in a language, 100 columns wide."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "raggauge.cli.main", "--lang", lang, *arguments]
    answer = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    if answer.returncode:
        raise SystemExit(f"raggauge {' '.join(arguments)} ended with {answer.returncode}: {answer.stderr}")
    return answer.stdout


PAGES: dict[str, Callable[[], str]] = {
    "raggauge-config.schema.json": lambda: printed("en", "config", "schema"),
    "commands.md": lambda: commands("en"),
    "commands.zh.md": lambda: commands("zh"),
    "metrics.md": lambda: f"{NOTE}\n\n{catalogue.markdown('en')}",
    "metrics.zh.md": lambda: f"{NOTE}\n\n{catalogue.markdown('zh')}",
}

if __name__ == "__main__":
    sys.exit(main())
