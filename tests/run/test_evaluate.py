"""evaluate: from data to a Run, wherever it is called."""

import asyncio
import threading
from typing import Any

import pytest

import raggauge
from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.judge.judge import Ask
from raggauge.run.folder import RUNS

KEYS = [
    *("mean", "low", "high", "n", "n_scored", "n_not_applicable", "n_unscored", "n_refused"),
    *("lowest", "highest", "goal", "share_below_goal"),
]


def test_a_list_of_dicts_is_scored(scripted: Any) -> None:
    """Rows with the usual column names become scores, found by id and by position."""
    rows = [{"id": "x", "question": "?", "answer": "A.", "contexts": ["c"]}, {"question": "?", "answer": "B."}]
    run = raggauge.evaluate(rows, metrics=["faithfulness"], judge=scripted, skip_missing=True, out=False)
    assert run["x"].scores["faithfulness"].state == "scored"
    assert run["row-2"].scores["faithfulness"].reason == "missing contexts"
    assert [sampled.id for sampled in run] == ["x", "row-2"]
    assert len(run) == 2
    assert "x" in run
    assert "y" not in run


def test_the_summary_has_the_published_keys(scripted: Any, make_samples: Any) -> None:
    """Mean, interval, counts, bounds and goal of every metric, in this order."""
    run = raggauge.evaluate(make_samples(40), metrics=["faithfulness"], judge=scripted, out=False)
    row = run.summary()["faithfulness"]
    values = [scores["faithfulness"].value for _, scores in run.scores()]
    assert list(row) == KEYS
    assert row["mean"] == pytest.approx(sum(values) / 40, abs=1e-15)
    assert row["low"] < row["mean"] < row["high"]
    assert (row["n"], row["n_scored"], row["n_unscored"], row["goal"]) == (40, 40, 0, 0.85)
    assert row["share_below_goal"] == sum(value < 0.85 for value in values) / 40
    assert row["lowest"] == row["highest"] == pytest.approx(row["mean"])


def test_by_default_a_folder_is_written(scripted: Any, make_samples: Any) -> None:
    """The run lies under .raggauge/runs and is read back equal."""
    run = raggauge.evaluate(make_samples(5), metrics=["faithfulness"], judge=scripted, name="first")
    assert run.path is not None
    assert run.path.parent == RUNS
    again = raggauge.load("last")
    assert again.complete
    assert list(again) == list(run)
    assert again.summary() == run.summary()
    assert list(again.summary()["faithfulness"]) == KEYS
    assert sorted(path.name for path in run.path.iterdir()) == [
        "end.json",
        "manifest.json",
        "samples.jsonl",
        "volatile.jsonl",
    ]


def test_in_memory_nothing_is_written(scripted: Any, make_samples: Any, in_empty_folder: Any) -> None:
    """out=False leaves no trace on the disk."""
    run = raggauge.evaluate(make_samples(5), metrics=["faithfulness"], judge=scripted, out=False)
    assert list(in_empty_folder.iterdir()) == []
    assert run.path is None
    assert run.complete


def test_inside_a_running_loop(scripted: Any, make_samples: Any) -> None:
    """As in a notebook: the caller's loop goes on running, the result is the same."""

    async def cell() -> raggauge.Run:
        return raggauge.evaluate(make_samples(5), metrics=["faithfulness"], judge=scripted, out=False)

    outside = raggauge.evaluate(make_samples(5), metrics=["faithfulness"], judge=scripted, out=False)
    assert asyncio.run(cell()).summary() == outside.summary()


def test_in_threads(script: Any, make_samples: Any) -> None:
    """Several runs at once in threads of one process do not disturb each other."""
    from raggauge.judge.scripted import ScriptedJudge

    runs: dict[int, raggauge.Run] = {}

    def work(n: int) -> None:
        runs[n] = raggauge.evaluate(make_samples(n), metrics=["faithfulness"], judge=ScriptedJudge(script))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(10, 14)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {n: len(run) for n, run in runs.items()} == {n: n for n in range(10, 14)}
    assert len({run.path for run in runs.values()}) == 4


def test_an_async_function_is_a_judge(script: Any, make_samples: Any) -> None:
    """The smallest judge of one's own: ask in, evidence out."""

    async def mine(ask: Ask) -> Evidence:
        return script(ask)

    run = raggauge.evaluate(make_samples(5), metrics=["faithfulness"], judge=mine, out=False)
    assert run.summary()["faithfulness"]["n_scored"] == 5
    assert run.manifest.judge is not None
    assert run.manifest.judge.kind == "python"


def test_what_is_no_judge_is_refused(make_samples: Any) -> None:
    """A function that is not async, or any other object, gets one sentence."""
    with pytest.raises(UsageError, match="is no judge"):
        raggauge.evaluate(make_samples(1), metrics=["faithfulness"], judge=lambda ask: None)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"concurrency": 0}, "concurrency must be a whole number of at least 1, not 0"),
        ({"limit": -1}, "limit"),
        ({"repeats": 1.5}, "repeats"),
        ({"repeat_rule": "best"}, "repeat rule"),
        ({"jobs": 2}, "exists only as an object of this program"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], part: str, scripted: Any, make_samples: Any) -> None:
    """One sentence that names option and value, before anything is asked."""
    with pytest.raises(UsageError, match=part):
        raggauge.evaluate(make_samples(2), metrics=["faithfulness"], judge=scripted, out=False, **options)
    assert scripted.asked == []


def test_the_table_in_a_notebook_is_escaped(scripted: Any) -> None:
    """A name from the data cannot put markup into the page."""
    data = raggauge.Dataset([raggauge.Sample(id="1", answer="a", contexts=("c",))], name="<script>x</script>")
    page = raggauge.evaluate(data, metrics=["faithfulness"], judge=scripted, out=False)._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "faithfulness" in page


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ({"limit": 3}, ["q0", "q1", "q2"]),
        ({"filters": {"kind": "odd"}, "limit": 2}, ["q1", "q3"]),
        ({"filters": {"flag": "true"}}, ["q0"]),
        ({"filters": {"metadata.deep.key": "7"}}, ["q5"]),
        ({"filters": {"id": "q9"}}, ["q9"]),
    ],
)
def test_selection(options: dict[str, Any], ids: list[str], scripted: Any) -> None:
    """Filters go by metadata (nested with dots), id or cluster; then the first `limit`."""
    samples = [
        raggauge.Sample(
            id=f"q{i}",
            answer="a",
            contexts=("c",),
            metadata={
                "kind": "odd" if i % 2 else "even",
                **({"flag": True} if not i else {}),
                **({"deep": {"key": 7}} if i == 5 else {}),
            },
        )
        for i in range(10)
    ]
    run = raggauge.evaluate(samples, metrics=["faithfulness"], judge=scripted, out=False, **options)
    assert [sampled.id for sampled in run] == ids


def test_a_random_part_is_the_same_for_a_seed(scripted: Any, make_samples: Any) -> None:
    """`take` depends on ids and seed alone, not on where a sample stands in the file."""

    def ids(samples: Any, seed: int) -> list[str]:
        run = raggauge.evaluate(samples, metrics=["faithfulness"], judge=scripted, take=10, seed=seed, out=False)
        return [sampled.id for sampled in run]

    samples = make_samples(100)
    first = ids(samples, 1)
    assert ids(samples, 1) == first
    assert sorted(ids(samples[::-1], 1)) == sorted(first)
    assert ids(samples, 2) != first
    assert len(first) == 10


def test_progress_is_told(scripted: Any, make_samples: Any) -> None:
    """The callable gets (finished, total), at last with all finished."""
    told: list[tuple[int, int]] = []
    raggauge.evaluate(
        make_samples(70),
        metrics=["faithfulness"],
        judge=scripted,
        out=False,
        progress=lambda n, of: told.append((n, of)),
    )
    assert told[-1] == (70, 70)
    assert told == sorted(told)


class Frame:
    """Has what a data frame has: columns, and rows as dicts in which an empty cell is NaN."""

    columns = ("id", "answer", "contexts")

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        return [{"id": "1", "answer": "a", "contexts": ["c"]}, {"id": "2", "answer": float("nan"), "contexts": ["c"]}]


def test_other_forms_of_data(scripted: Any) -> None:
    """A data frame, a generator of dicts, a dict of columns; an empty cell of a frame is a missing field."""
    options: Any = {"metrics": ["faithfulness"], "judge": scripted, "out": False, "skip_missing": True}
    framed = raggauge.evaluate(Frame(), **options)
    assert [framed[id].scores["faithfulness"].reason for id in ("1", "2")] == [None, "missing answer"]
    rows = [{"id": str(i), "answer": "a", "contexts": ["c"]} for i in range(3)]
    assert len(raggauge.evaluate((row for row in rows), **options)) == 3


def test_a_wrong_option_is_met_with_the_right_one() -> None:
    """`concurency` is no option; the nearest is named."""
    with pytest.raises(UsageError, match="no option 'concurency'; did you mean concurrency"):
        raggauge.evaluate([{"id": "1", "answer": "x"}], metrics=["exact_match"], concurency=3)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="no option 'metric'; did you mean metrics"):
        raggauge.evaluate([{"id": "1", "answer": "x"}], metrics=["exact_match"], metric=3)  # type: ignore[call-arg]
