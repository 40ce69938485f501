"""Runs are paired by id and content; what cannot be paired is counted, and the word fits the numbers."""

import random
from typing import Any

import msgspec
import pytest

from raggauge.comparison import compare
from raggauge.errors import UsageError
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.judge.scripted import ScriptedJudge
from raggauge.messages import choose
from raggauge.report.difference import evidence as evidence_of
from raggauge.report.difference import notes
from raggauge.run.run import Run
from raggauge.run.start import evaluate


def noisy(n: int, mean: float, seed: int) -> list[float]:
    """Scores around a mean, within the bounds."""
    dice = random.Random(seed)
    return [min(1.0, max(0.0, dice.gauss(mean, 0.1))) for _ in range(n)]


def test_a_drop_beyond_doubt_is_worse(make_run: Any) -> None:
    """The difference is after minus before, its interval excludes zero, and the movers are those that fell."""
    before = noisy(60, 0.8, 1)
    after = [max(0.0, value - 0.2) for value in before]
    found = compare(make_run(before), make_run(after))["planted"]
    assert found.word == "worse"
    assert found.difference == pytest.approx(-0.2, abs=0.01)
    assert found.high is not None
    assert found.high < 0
    assert (found.n, found.n_worse, found.lost) == (60, 60, {})


def test_lower_is_better_where_the_metric_says_so(make_run: Any) -> None:
    """A metric that fell is better when lower is better; the difference keeps the metric's own sign."""
    values = noisy(60, 0.5, 2)
    found = compare(make_run(values, values), make_run(values, [v / 2 for v in values]))["planted_down"]
    assert found.word == "better"
    assert found.difference is not None
    assert found.difference < 0
    assert found.low is not None
    assert found.low <= found.difference <= (found.high or 0)


def test_the_same_twice_is_equivalent_where_there_are_enough(make_run: Any) -> None:
    """Without any difference the word is neither better nor worse; equality within the margin takes samples to show."""
    few, run = make_run(noisy(10, 0.8, 3)), make_run(noisy(300, 0.8, 3))
    assert compare(few, few)["planted"].word == "indistinguishable"
    comparison = compare(run, run)
    assert comparison["planted"].word == "equivalent"
    assert comparison["planted"].difference == 0
    assert comparison.movers == ()


@pytest.mark.parametrize(("judged", "word"), [(True, "within judge noise"), (False, "better")])
def test_a_small_sure_difference_is_judge_noise(make_run: Any, judged: bool, word: str) -> None:
    """A difference under 0.02 of a judged metric is called noise however sure it is; where no judge is, it is none."""
    before = noisy(400, 0.7, 4)
    after = [min(1.0, v + 0.019) for v in before]
    found = compare(make_run(before, judged=judged), make_run(after, judged=judged), margin=0.01)["planted"]
    assert found.p is not None
    assert found.p < 0.001
    assert (found.word, found.noise) == (word, 0.02 if judged else 0.0)


def test_what_fell_most_stands_beside_each_metric(make_run: Any) -> None:
    """At most five samples, the worst first, without those that rose or stayed; also where less is better."""
    up = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]
    found = compare(make_run(up, down=up), make_run([0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.9], down=[1.0, *up[1:]]))
    assert found["planted"].fallen == ("q0", "q1", "q2", "q3", "q5")
    assert found["planted_down"].fallen == ("q0",)
    assert found.movers[0].question == "question 0"


def test_samples_without_a_partner_are_listed(make_run: Any) -> None:
    """Added, removed and changed samples are no pairs; unscored and inapplicable ones are counted by reason."""
    before = make_run([0.5, 0.5, None, "n/a", 0.5])
    after = make_run([0.5, "n/a", 0.5, None, 0.5, 0.5])
    comparison = compare(before, after)
    assert comparison.added == ("q5",)
    assert comparison.removed == ()
    found = comparison["planted"]
    assert (found.n, found.n_common) == (2, 5)
    assert found.lost == {"not applicable in b": 1, "unscored in a": 1, "not applicable in a and unscored in b": 1}


def test_a_slice_that_moved_alone_is_found(make_run: Any) -> None:
    """A drop in one language is seen though the mean hardly moves."""
    before = noisy(120, 0.8, 6)
    lang = ["zh" if i % 6 == 0 else "en" for i in range(120)]
    after = [v - 0.3 if lang[i] == "zh" else v for i, v in enumerate(before)]
    found = compare(make_run(before, lang=lang), make_run(after, lang=lang)).slices
    assert [(one.key, one.value) for one in found] == [("lang", "zh")]
    assert found[0].difference == pytest.approx(-0.3)
    assert found[0].rest == pytest.approx(0.0)
    assert found[0].n == 20


def test_a_sample_with_another_question_is_changed(make_run: Any) -> None:
    """The same id with another question is no pair."""
    comparison = compare(make_run([0.5]), make_run([0.9], asking="another"))
    assert comparison.changed == ("q0",)
    assert comparison["planted"].word == "not compared"


def test_different_judges_are_refused_unless_forced() -> None:
    """The refusal names both judges; insisting marks the result."""
    row = {"id": "q", "question": "x", "answer": "y", "contexts": ["z"]}
    runs = [
        evaluate(
            [row], metrics=["faithfulness"], judge=ScriptedJudge({"q": Evidence(sample="q")}, name=name), out=False
        )
        for name in ("one", "two")
    ]
    with pytest.raises(UsageError, match=r"scripted one and scripted two; they differ in: model"):
        compare(*runs)
    assert compare(*runs, force=True).forced


def ranked(*names: str) -> Run:
    """A run of ranking measures over two passages."""
    row = {"id": "q", "question": "?", "contexts": [{"text": "x", "doc_id": "d1"}, {"text": "y", "doc_id": "d2"}]}
    row["reference_contexts"] = [{"text": "y", "doc_id": "d2"}]
    return evaluate([row], metrics=list(names), out=False)


def test_recall_at_unequal_k_is_refused() -> None:
    """With nothing else in common it is an error, beside other metrics the pair is named and left out."""
    with pytest.raises(UsageError, match="recall@5 of one run cannot be compared with recall@10"):
        compare(ranked("recall@5"), ranked("recall@10"))
    found = compare(ranked("recall@5", "mrr@10"), ranked("recall@10", "mrr@10"))
    assert [change.metric for change in found.metrics] == ["mrr@10"]
    assert found.unequal == (("recall@5", "recall@10"),)
    assert list(notes(found)) == ["recall@5 and recall@10 are not comparable: their parameters differ (not compared)"]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "1 not applicable in both, 1 unscored after"), ("zh", "1 两次均不适用, 1 之后未评分")]
)
def test_why_samples_are_no_pair_is_said_in_the_language_in_force(lang: Any, said: str, make_run: Any) -> None:
    """The counts by state and side."""
    found = compare(make_run([0.5, "n/a", 0.6, 0.7]), make_run([0.5, "n/a", None, 0.7]))
    choose(lang)
    try:
        assert said in "".join(notes(found))
    finally:
        choose(None)


def test_the_evidence_of_both_runs_stands_side_by_side() -> None:
    """Answers, claims whose verdicts differ and passages that one run lacks, on the side that has them."""

    def ran(name: str, verdict: Any) -> Run:
        row = {"id": "q", "question": "?", "answer": f"a {name}", "contexts": ["both", f"only {name}"]}
        evidence = Evidence(sample="q", claims=(Claim("a1", "answer", "a claim"),))
        evidence = msgspec.structs.replace(evidence, findings=(Finding("a1", "contexts", verdict),))
        return evaluate([row], metrics=["faithfulness"], judge=ScriptedJudge({"q": evidence}), out=False)

    (mover,) = compare(ran("before", "supported"), ran("after", "not_found")).movers
    assert evidence_of(mover.was) == ["a before", "✓ a claim", "+ only before"]
    assert evidence_of(mover.now) == ["a after", "✗ a claim", "+ only after"]


def test_a_change_that_only_stands_alone_is_explained(make_run: Any) -> None:
    """Its interval leaves 0 out, and the correction for two metrics takes the verdict back: the note says so."""
    up, down = [0.5] * 20, [0.5] * 20
    comparison = compare(make_run(up, down=down), make_run([0.6] * 6 + up[6:], down=down))
    found = comparison["planted"]
    assert (found.p, found.p_adjusted) == (2 / 64, 4 / 64)
    assert found.low is not None
    assert (found.low > 0, found.word) == (True, "indistinguishable")
    assert [note for note in notes(comparison) if "corrected for 2 metrics p is 0.062" in note]
    alone = compare(make_run(up), make_run([0.6] * 6 + up[6:]))
    assert (alone["planted"].word, list(notes(alone))) == ("better", [])


def test_means_of_a_comparison_are_those_of_the_summaries(make_run: Any) -> None:
    """Samples count with their weights; one of weight 0 is no pair, and is counted."""
    before, after = (make_run(values, weights=[3, 1, 0]) for values in ([1.0, 0.5, 0.0], [0.5, 0.5, 1.0]))
    comparison = compare(before, after)
    found = comparison["planted"]
    assert found.mean_a == pytest.approx(before.summary()["planted"]["mean"]) == pytest.approx(0.875)
    assert found.mean_b == pytest.approx(after.summary()["planted"]["mean"]) == pytest.approx(0.5)
    assert found.difference == pytest.approx(-0.375)
    assert (found.n, found.lost) == (2, {"weight 0": 1})
