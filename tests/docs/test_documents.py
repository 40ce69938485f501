"""Every block of code in the documents runs, in order, in an empty folder that holds a copy of `examples/`.

`python` blocks of a page share their names; `bash` blocks must succeed; in `console` blocks, lines that begin with `$ `
are run and what stands below them must be printed (`...` stands for anything). A comment on the line above a block
changes that:

    <!-- no-run: why -->     is not run
    <!-- exit: 1 -->         ends with this status
    <!-- file: name -->      is written to a file of this name
    <!-- output -->          a `text` block: what the block above printed (`...` stands for anything)

Pages in Chinese (`*.zh.md`, `zh/`) run with RAGGAUGE_LANG=zh.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(
    r"^(?:<!-- *(?P<mark>no-run|exit|file|output)(?:: *(?P<value>.*?))? *-->\n)?"
    r"^```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?!https?:|mailto:)(?P<target>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
NOT_RUN = {"CHANGELOG.md"}


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    line: int
    language: str
    body: str
    mark: str
    value: str


def _blocks(text: str) -> list[Block]:
    return [
        Block(
            line=text.count("\n", 0, match.start("body")),
            language=match["language"],
            body=match["body"],
            mark=match["mark"] or "",
            value=(match["value"] or "").strip(),
        )
        for match in FENCE.finditer(text)
    ]


def _pages() -> list[str]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found if path.name not in NOT_RUN)


def _matches(expected: str, printed: str) -> bool:
    lines = [re.escape(line.rstrip()).replace(r"\.\.\.", ".*") for line in expected.strip("\n").split("\n")]
    got = "\n".join(line.rstrip() for line in printed.strip("\n").split("\n"))
    return re.fullmatch("\n".join(lines), got, re.DOTALL) is not None


def _commands(body: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that stands below it."""
    pieces = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    found = []
    for piece in pieces:
        lines = piece.split("\n")
        n_continued = next(number for number, line in enumerate(lines) if not line.endswith("\\"))
        found.append(("\n".join(lines[: n_continued + 1]), "\n".join(lines[n_continued + 1 :])))
    return found


class Page:
    """Runs the blocks of one page."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.printed = ""

    def check(self, block: Block) -> None:
        """Run one block; AssertionError says what went otherwise than the page says."""
        status = int(block.value) if block.mark == "exit" else 0
        if block.mark == "file":
            Path(block.value).parent.mkdir(parents=True, exist_ok=True)
            Path(block.value).write_text(block.body, encoding="utf-8")
        elif block.mark == "output":
            assert _matches(block.body, self.printed), f"{self.name}:{block.line} prints\n{self.printed}"
        elif block.mark == "no-run":
            assert block.value, f"{self.name}:{block.line} says no reason"
        elif block.language == "python":
            self._python(block)
        elif block.language in ("bash", "sh"):
            self._shell(block, block.body, status)
        elif block.language == "console":
            for command, expected in _commands(block.body):
                self._shell(block, command, status)
                assert not expected.strip() or _matches(expected, self.printed), (
                    f"{self.name}:{block.line} $ {command} prints\n{self.printed}"
                )

    def _python(self, block: Block) -> None:
        out = io.StringIO()
        code = compile("\n" * block.line + block.body, self.name, "exec")
        with contextlib.redirect_stdout(out):
            exec(code, self.names)
        self.printed = out.getvalue()

    def _shell(self, block: Block, command: str, status: int) -> None:
        answer = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command], capture_output=True, text=True, check=False, timeout=300
        )
        self.printed = answer.stdout + answer.stderr
        assert answer.returncode == status, f"{self.name}:{block.line} ends with {answer.returncode}\n{self.printed}"


@pytest.mark.parametrize("name", _pages())
def test_page_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block of the page does what the page says."""
    blocks = _blocks((ROOT / name).read_text(encoding="utf-8"))
    if (ROOT / "examples").is_dir():
        shutil.copytree(
            ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns(".raggauge", "__pycache__")
        )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("RAGGAUGE_LANG", "zh" if re.search(r"(^|[./])zh([./])", name) else "en")
    page = Page(name)
    for block in blocks:
        page.check(block)


@pytest.mark.parametrize("name", _pages())
def test_links_lead_somewhere(name: str) -> None:
    """Every link of the page to another page, and to a heading in it, has an aim."""
    page = ROOT / name
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for link in LINK.finditer(text):
        target = (page.parent / link["target"]).resolve() if link["target"] else page
        if not target.exists():
            broken.append(link[0])
        elif link["anchor"] and target.suffix == ".md":
            headings = re.findall(r"^#+ +(.*)$", target.read_text(encoding="utf-8"), flags=re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
            if link["anchor"] not in anchors:
                broken.append(link[0])
    assert broken == []


@pytest.mark.parametrize(
    ("body", "fails"),
    [
        ("```bash\ntrue\n```\n", False),
        ("```bash\nfalse\n```\n", True),
        ("<!-- exit: 3 -->\n```bash\nexit 3\n```\n", False),
        ("<!-- exit: 3 -->\n```bash\ntrue\n```\n", True),
        ("```console\n$ echo one\none\n$ printf 'a\\nb\\nc\\n'\na\n...\n```\n", False),
        ("```console\n$ echo one\ntwo\n```\n", True),
        ("```console\n$ echo one \\\n    two\none two\n```\n", False),
        ("```python\nx = 2\n```\ntext\n```python\nprint(x + 1)\n```\n\n<!-- output -->\n```text\n3\n```\n", False),
        ("```python\nprint(1)\n```\n\n<!-- output -->\n```text\n3\n```\n", True),
        ("<!-- file: a/b.txt -->\n```yaml\nk: 1\n```\n```bash\ngrep -q 'k: 1' a/b.txt\n```\n", False),
        ("<!-- no-run: needs a key -->\n```bash\nfalse\n```\n", False),
        ("<!-- no-run -->\n```bash\ntrue\n```\n", True),
    ],
)
def test_blocks_are_read_as_stated(body: str, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of pages runs what it says it runs, and fails where a page is wrong."""
    monkeypatch.chdir(tmp_path)
    blocks = _blocks(body)
    assert blocks
    page = Page("page.md")
    if fails:
        with pytest.raises(AssertionError):
            [page.check(block) for block in blocks]
    else:
        [page.check(block) for block in blocks]
