"""The scripted judge says what it was told to, and nothing of what it was not."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from raggauge.errors import DataError, UsageError
from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Grades
from raggauge.judge import make
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.sample import Sample

EVIDENCE = Evidence(sample="q1", claims=(Claim("a1", "answer", "x"),), gaps={"grades": "asked for too much"})


def test_what_the_script_holds_is_filled_and_gaps_stay_gaps() -> None:
    """Facets that are no gap count as filled."""
    judge = ScriptedJudge({"q1": EVIDENCE})
    found = asyncio.run(judge.examine([Ask(Sample(id="q1"), frozenset({Claims("answer"), Grades()}))]))[0]
    assert found.filled == ("claims(answer)",)
    assert found.gaps == {"grades": "asked for too much"}
    assert found.judge == judge.fingerprint.id


def test_a_sample_outside_the_script_is_a_gap_not_an_error() -> None:
    """Every facet asked for gets its reason."""
    judge = ScriptedJudge({})
    found = asyncio.run(judge.examine([Ask(Sample(id="q2"), frozenset({Grades()}))]))[0]
    assert found.gaps == {"grades": "not in the script"}
    assert found.filled == ()


def test_a_script_is_read_from_a_file(tmp_path: Path) -> None:
    """`scripted:FILE` reads one Evidence a line."""
    path = tmp_path / "script.jsonl"
    path.write_bytes(msgspec.json.encode(EVIDENCE) + b"\n")
    judge = make(f"scripted:{path}")
    assert asyncio.run(judge.examine([Ask(Sample(id="q1"), frozenset())]))[0].claims == EVIDENCE.claims


def test_a_broken_line_of_a_script_is_named(tmp_path: Path) -> None:
    """File and line are in the error."""
    path = tmp_path / "script.jsonl"
    path.write_text('{"sample": 3}\n')
    with pytest.raises(DataError, match=r"script\.jsonl:1"):
        make(f"scripted:{path}")


def test_a_judge_comes_from_a_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point of `raggauge.judges` makes it from what stands behind the colon; one that cannot says why."""
    (tmp_path / "plugged_judge.py").write_text(
        "from raggauge.judge.scripted import ScriptedJudge\n"
        "def make(rest, options):\n"
        "    return ScriptedJudge({}, name=f'{rest} {options}')\n"
        "def broken(rest, options):\n"
        "    return 1 / 0\n"
        "def none(rest, options):\n"
        "    return 3\n",
        encoding="utf-8",
    )
    info = tmp_path / "plugged_judge-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged-judge\nVersion: 1.0\n", encoding="utf-8")
    points = (
        "mine = plugged_judge:make",
        "broken = plugged_judge:broken",
        "gone = nowhere:make",
        "n = plugged_judge:none",
    )
    (info / "entry_points.txt").write_text("\n".join(["[raggauge.judges]", *points, ""]), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert make("mine:a:b", {"k": "v"}).fingerprint.model == "a:b {'k': 'v'}"
    for name, part in (("broken", "ZeroDivisionError"), ("gone", "nowhere"), ("n", "int lacks fingerprint, batch")):
        with pytest.raises(UsageError, match=f"plug-in judge '{name}'.*{part}"):
            make(name)


def test_unknown_judges_are_refused_with_the_known_ones() -> None:
    """The error lists what there is."""
    with pytest.raises(UsageError, match="embedded"):
        make("embeded")
