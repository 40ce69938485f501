"""Order, batch size, concurrency and processes change nothing but speed."""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import raggauge
from raggauge.errors import StoreError
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge


def _files(path: str) -> dict[str, bytes]:
    return {name: Path(path, name).read_bytes() for name in ("manifest.json", "samples.jsonl", "end.json")}


@pytest.mark.parametrize("concurrency", [1, 3, 64, 500])
@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_batch_and_concurrency_change_nothing(batch: int, concurrency: int, script: Any, make_samples: Any) -> None:
    """Every file but the volatile one has the same bytes."""
    options: Any = {"metrics": ["faithfulness", "contradiction"]}
    raggauge.evaluate(make_samples(60), judge=ScriptedJudge(script), out="plain", **options)
    judge = ScriptedJudge(script)
    judge.batch = batch
    raggauge.evaluate(make_samples(60), judge=judge, out="other", concurrency=concurrency, **options)
    assert _files("other") == _files("plain")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("concurrency", [2, 8])
def test_replies_in_any_order_change_nothing(seed: int, concurrency: int, paid_judge: Any, make_samples: Any) -> None:
    """Calls that finish in random order leave in input order, and no more are in flight than allowed."""
    chance = random.Random(seed)
    in_flight = most = 0

    async def pace(ask: Ask) -> None:
        nonlocal in_flight, most
        in_flight += 1
        most = max(most, in_flight)
        for _ in range(chance.randrange(30)):
            await asyncio.sleep(0)
        in_flight -= 1

    options: Any = {"metrics": ["faithfulness"], "repeats": 2}
    raggauge.evaluate(make_samples(50), judge=paid_judge(), out="plain", **options)
    raggauge.evaluate(make_samples(50), judge=paid_judge(pace), out="other", concurrency=concurrency, **options)
    assert _files("other") == _files("plain")
    assert most == concurrency


def test_a_slow_first_sample_holds_back_a_bounded_number(paid_judge: Any, make_samples: Any) -> None:
    """While the first sample is waited for, only a window of later ones is begun."""
    begun: list[str] = []
    release = asyncio.Event()

    async def pace(ask: Ask) -> None:
        begun.append(ask.sample.id)
        if ask.sample.id == "q0":
            for _ in range(2_000):
                await asyncio.sleep(0)
            assert len(begun) <= 8 * 4 + 1
            release.set()

    raggauge.evaluate(make_samples(300), judge=paid_judge(pace), metrics=["faithfulness"], concurrency=4, out=False)
    assert release.is_set()
    assert len(begun) == 300


def test_the_order_of_samples_does_not_change_their_scores(script: Any, make_samples: Any) -> None:
    """Each sample's row is a function of the sample."""
    samples = make_samples(30)
    there = raggauge.evaluate(samples, metrics=["faithfulness"], judge=ScriptedJudge(script), out=False)
    back = raggauge.evaluate(samples[::-1], metrics=["faithfulness"], judge=ScriptedJudge(script), out=False)
    assert {one.id: one.scores for one in there} == {one.id: one.scores for one in back}
    assert there.summary()["faithfulness"]["mean"] == pytest.approx(back.summary()["faithfulness"]["mean"], abs=1e-12)


def test_processes_change_nothing(script: Any, make_samples: Any) -> None:
    """Two processes give the bytes of one, with a judge that only computes and a metric from a file."""
    import msgspec

    samples = make_samples(150)
    Path("data.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, samples)))
    evidence = (script(Ask(sample, frozenset())) for sample in samples)
    Path("script.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, evidence)))
    Path("mine.py").write_text(
        "from dataclasses import dataclass\n"
        "from raggauge.score import scored\n"
        "@dataclass(frozen=True)\n"
        "class Loud:\n"
        "    fields = ('answer',)\n"
        "    facets = frozenset()\n"
        "    def score(self, sample, evidence):\n"
        "        print('noise on standard output')\n"
        "        return scored(float(len(sample.answer) % 2))\n",
        encoding="utf-8",
    )
    options: Any = {"metrics": ["faithfulness", "mine.py:Loud"], "judge": "scripted:script.jsonl"}
    raggauge.evaluate("data.jsonl", out="one", **options)
    raggauge.evaluate("data.jsonl", out="two", jobs=2, **options)
    assert _files("two") == _files("one")


def test_a_process_that_dies_ends_the_run_with_a_sentence_and_leaves_it_to_be_resumed(tmp_path, monkeypatch):
    """When one of several processes is gone, the run stops, says so, and goes on later where it was."""
    monkeypatch.chdir(tmp_path)
    samples = [{"id": f"s{i}", "question": "q", "answer": "a" * i} for i in range(60)]
    Path("data.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, samples)))
    Path("deadly.py").write_text(
        "import os\n"
        "from dataclasses import dataclass\n"
        "from raggauge.score import scored\n"
        "@dataclass(frozen=True)\n"
        "class Deadly:\n"
        "    fields = ('answer',)\n"
        "    facets = frozenset()\n"
        "    def score(self, sample, evidence):\n"
        f"        if os.getpid() != {os.getpid()}:\n"
        "            os._exit(3)\n"
        "        return scored(1.0)\n",
        encoding="utf-8",
    )
    with pytest.raises(StoreError, match="process"):
        raggauge.evaluate("data.jsonl", out="run", metrics=["deadly.py:Deadly"], jobs=2)
    run = raggauge.evaluate("data.jsonl", out="run", metrics=["deadly.py:Deadly"])
    assert [entry["n_scored"] for entry in run.summary().values()] == [60]
