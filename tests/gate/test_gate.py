"""Gates pass, fail, or say that they cannot tell; every ruling has a sentence in both languages."""

import random
from typing import Any

import pytest

from raggauge.errors import DataError, UsageError
from raggauge.gate.baseline import thresholds_from
from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules, Threshold, Tolerance, read
from raggauge.gate.ruling import Decision
from raggauge.messages import has, say
from raggauge.report.decision import sentence
from raggauge.run.start import evaluate


def rules(**fields: Any) -> Rules:
    """Rules on the planted metrics, which no table knows."""
    return Rules(**fields)


def at_least(bound: float) -> tuple[Threshold, ...]:
    """A threshold on the planted metric."""
    return (Threshold(metric="planted", bound=bound),)


def outcomes(decision: Decision) -> dict[str, str]:
    """Outcome by rule and subject, each sentence said in both languages."""
    for ruling in decision.rulings:
        assert has(ruling.message)
        values = {
            "about": ruling.about,
            "value": ruling.value,
            "bound": ruling.bound,
            "low": ruling.low,
            "high": ruling.high,
        }
        for lang in ("en", "zh"):
            assert "{" not in say(ruling.message, lang=lang, **{**values, **ruling.values})  # type: ignore[arg-type]
    return {f"{ruling.rule} {ruling.about}": ruling.outcome for ruling in decision.rulings}


@pytest.mark.parametrize(
    ("values", "bound", "outcome", "code"),
    [
        ([0.9] * 50, 0.85, "pass", 0),
        ([0.5] * 40 + [0.6] * 40, 0.85, "fail", 1),
        ([0.0, 1.0, 1.0, 1.0], 0.85, "inconclusive", 3),
        (["n/a"] * 5, 0.85, "inconclusive", 3),
    ],
)
def test_a_mean_below_its_threshold_fails_only_beyond_doubt(
    make_run: Any, values: list[Any], bound: float, outcome: str, code: int
) -> None:
    """Reached: pass. The whole interval below: fail. Below but within reach, or nothing scored: inconclusive."""
    decision = decide(make_run(values), rules(thresholds=at_least(bound)))
    assert outcomes(decision)["threshold planted"] == outcome
    assert decision.exit_code == code


def test_one_unscored_sample_keeps_a_gate_from_passing(make_run: Any) -> None:
    """Seven failures and one perfect score are no pass."""
    decision = decide(make_run([1.0] + [None] * 7), rules(thresholds=at_least(0.85)))
    assert outcomes(decision)["coverage planted"] == "inconclusive"
    assert decision.outcome == "inconclusive"


def test_a_lower_coverage_floor_can_be_allowed(make_run: Any) -> None:
    """With a floor of a half, one of four unscored is fine."""
    decision = decide(make_run([1.0, 1.0, 1.0, None]), rules(thresholds=at_least(0.8), coverage=0.5))
    assert outcomes(decision) == {"threshold planted": "pass"}


def test_too_many_inapplicable_samples_fail(make_run: Any) -> None:
    """A system that refuses everything does not slip through."""
    decision = decide(make_run([1.0] + ["n/a"] * 9), rules(thresholds=at_least(0.8), max_not_applicable={"*": 0.2}))
    assert outcomes(decision)["not_applicable planted"] == "fail"


def test_lower_is_better_metrics_have_a_ceiling(make_run: Any) -> None:
    """A threshold with side max fails above."""
    ceiling = (Threshold(metric="planted_down", side="max", bound=0.1),)
    run = make_run([1.0] * 60, [0.5] * 60)
    assert outcomes(decide(run, rules(thresholds=ceiling)))["threshold planted_down"] == "fail"


@pytest.mark.parametrize(("share", "outcome"), [(0.5, "pass"), (0.99, "fail"), (0.75, "inconclusive")])
def test_shares_of_samples(make_run: Any, share: float, outcome: str) -> None:
    """So many of the samples must reach a value."""
    threshold = (Threshold(metric="planted", share_above=0.7, share=share),)
    decision = decide(make_run([1.0] * 29 + [0.0] * 11), rules(thresholds=threshold))
    assert outcomes(decision)["share planted"] == outcome


def test_slices_are_held_by_themselves(make_run: Any) -> None:
    """A good mean does not hide a bad slice."""
    run = make_run([1.0] * 50 + [0.2] * 20, lang=["en"] * 50 + ["zh"] * 20)
    decision = decide(run, rules(slices={"lang": {"en": at_least(0.8), "zh": at_least(0.8)}}))
    assert [ruling.outcome for ruling in decision.rulings] == ["pass", "fail"]


def test_samples_that_must_pass(make_run: Any) -> None:
    """A single sample fails a gate when it was named; a name that is not there is an error."""
    run = make_run([1.0, 0.1, 1.0])
    decision = decide(run, rules(thresholds=at_least(0.5), must_pass=("q0", "q1")))
    assert outcomes(decision) == {"threshold planted": "pass", "must_pass q0": "pass", "must_pass q1": "fail"}
    with pytest.raises(UsageError, match="must_pass names gone"):
        decide(run, rules(thresholds=at_least(0.5), must_pass=("gone",)))


@pytest.mark.parametrize(
    ("drop", "tolerance", "test", "outcome"),
    [
        (0.0, Tolerance(0.05, True, "5%"), "tolerance", "pass"),
        (0.2, Tolerance(0.05, True, "5%"), "tolerance", "fail"),
        (0.2, Tolerance(0.3, False, "0.3"), "tolerance", "pass"),
        (0.04, Tolerance(0.05, False, "0.05"), "non-inferiority", "inconclusive"),
        (0.02, Tolerance(0.1, False, "0.1"), "non-inferiority", "pass"),
    ],
)
def test_losses_against_a_baseline(make_run: Any, drop: float, tolerance: Tolerance, test: Any, outcome: str) -> None:
    """Within the tolerance passes, beyond it and beyond doubt fails."""
    dice = random.Random(5)
    before = [dice.uniform(0.5, 1.0) for _ in range(80)]
    run, baseline = make_run([value - drop for value in before]), make_run(before)
    decision = decide(run, rules(tolerance={"planted": tolerance}, test=test), baseline=baseline)
    assert outcomes(decision)["baseline planted"] == outcome


def test_an_a_a_gate_does_not_fail(make_run: Any) -> None:
    """Two noisy runs of the same system: over 200 seeded pairs at most 5% fail."""
    failed = 0
    for seed in range(200):
        dice = random.Random(seed)
        true = [dice.uniform(0.4, 1.0) for _ in range(40)]
        one, two = ([min(1.0, max(0.0, t + dice.gauss(0, 0.15))) for t in true] for _ in range(2))
        verdict = decide(make_run(two), rules(tolerance={"*": Tolerance(0.0, False, "0")}), baseline=make_run(one))
        failed += verdict.outcome == "fail"
    assert failed <= 10


def test_limits_on_what_was_not_measured_are_inconclusive(make_run: Any) -> None:
    """No latency was recorded, so none is within its limit."""
    decision = decide(make_run([1.0]), rules(max_latency_p95_s=1.0, max_cost=1.0))
    assert outcomes(decision) == {"latency latency_p95_s": "inconclusive", "cost cost": "pass"}


def test_rules_on_what_the_run_lacks_are_errors(make_run: Any) -> None:
    """A metric that was not scored, a tolerance without baseline, no rule at all."""
    run = make_run([1.0])
    with pytest.raises(UsageError, match="rule on faithfulness, which the run did not score"):
        decide(run, read({}, {"faithfulness": 0.8}))
    alone = decide(run, rules(tolerance={"planted": Tolerance(0.1, False, "0.1")}))
    assert outcomes(alone) == {"baseline *": "inconclusive"}
    with pytest.raises(UsageError, match="the gate has no rule"):
        decide(run, rules())


@pytest.mark.parametrize(
    ("section", "part"),
    [
        ({"treshold": {}}, "no rule 'treshold'; did you mean thresholds"),
        ({"thresholds": {"faithfulnes": 0.8}}, "did you mean faithfulness"),
        ({"thresholds": {"faithfulness": 1.5}}, "thresholds.faithfulness.min must be a number from 0 to 1, not 1.5"),
        ({"thresholds": {"faithfulness": True}}, "not True"),
        ({"thresholds": {"faithfulness": "0.8"}}, "not '0.8'"),
        ({"thresholds": {"faithfulness": {"min": 0.1, "max": 0.2}}}, "both min and max"),
        ({"thresholds": {"faithfulness": {"mean": 0.1}}}, "no rule 'thresholds.faithfulness.mean'"),
        ({"thresholds": [0.8]}, "thresholds must be names with values"),
        ({"baseline": {"tolerance": 5}}, "tolerance is 5; write 5%"),
        ({"baseline": {"tolerance": {"faithfulness": "5"}}}, "write 5%"),
        ({"baseline": {"test": "vibes"}}, "baseline.test is 'vibes'"),
        ({"baseline": {"name": "x"}}, "baseline.name"),
        ({"coverage": -1}, "coverage must be a number from 0 to 1"),
        ({"max_cost": "cheap"}, "max_cost must be a number that is not negative"),
        ({"must_pass": "q1"}, "must_pass must be a list"),
        ({"must_pass": ["q1"]}, "no metric has a threshold that they could reach"),
        ({"thresholds": {"faithfulness": None}}, "thresholds.faithfulness is {'min': None}, which asks nothing"),
        ({"thresholds": {"faithfulness": {}}}, "which asks nothing; write a number, {min: 0.8}"),
        ({"thresholds": {"faithfulness": {"min": 0.5, "share": 0.9}}}, "which asks nothing"),
    ],
)
def test_wrong_rules_are_refused_before_anything_runs(section: dict[str, Any], part: str) -> None:
    """The sentence names the key, the value and what to write."""
    with pytest.raises((DataError, UsageError)) as refused:
        read(section, place="raggauge.yaml")
    assert part in str(refused.value)


def test_thresholds_may_stand_at_the_top_but_not_twice() -> None:
    """The short form is enough; both forms are an error."""
    assert read({}, {"faithfulness": 0.85}).thresholds == (Threshold(metric="faithfulness", bound=0.85),)
    with pytest.raises(DataError, match="keep one"):
        read({"thresholds": {"faithfulness": 0.8}}, {"faithfulness": 0.8})


def test_thresholds_take_the_spellings_of_other_tools() -> None:
    """A peer's name stands for ours everywhere in the rules; two names of one metric are refused."""
    found = read(
        {"baseline": {"tolerance": {"groundedness": "5%"}}, "max_not_applicable": {"contextual_recall": 0.1}},
        {"answer_relevancy": 0.8, "hit_rate@5": 0.7},
    )
    assert [threshold.metric for threshold in found.thresholds] == ["answer_relevance", "hit@5"]
    assert (set(found.tolerance), set(found.max_not_applicable)) == ({"faithfulness"}, {"context_recall"})
    with pytest.raises(DataError, match=r"thresholds.groundedness. names faithfulness, which has a threshold already"):
        read({}, {"faithfulness": 0.8, "groundedness": 0.9})


def test_a_metric_without_its_like_in_the_baseline_is_inconclusive() -> None:
    """Neither a named metric that the baseline lacks nor recall at another k passes in silence."""
    row = {"id": "q", "question": "?", "contexts": [{"text": "x", "doc_id": "d1"}]}
    row["reference_contexts"] = [{"text": "x", "doc_id": "d1"}]
    before = evaluate([row], metrics=["mrr@10", "recall@5"], out=False)
    after = evaluate([row], metrics=["mrr@10", "recall@10", "map"], out=False)
    rules = read({"baseline": {"tolerance": {"*": 0.05, "map": 0.05}}})
    found = {ruling.about: ruling for ruling in decide(after, rules, baseline=before).rulings}
    assert {about: ruling.message for about, ruling in found.items()} == {
        "mrr@10": "gate.baseline_kept",
        "recall@10": "gate.baseline_other",
        "map": "gate.baseline_lacks",
    }
    assert found["map"].outcome == found["recall@10"].outcome == "inconclusive"
    assert "the baseline has recall@5" in sentence(found["recall@10"])


def test_a_metric_that_the_run_dropped_is_inconclusive(make_run: Any) -> None:
    """What the baseline had and the run did not score does not pass in silence, unless only others are asked for."""
    values = [0.5, 0.9, 0.8]
    run, baseline = make_run(values), make_run(values, down=values)
    everything = decide(run, rules(tolerance={"*": Tolerance(0.1, False, "0.1")}), baseline=baseline)
    assert outcomes(everything) == {"baseline planted": "pass", "baseline planted_down": "inconclusive"}
    assert "the baseline has it, this run did not score it" in sentence(everything.rulings[1])
    one = decide(run, rules(tolerance={"planted": Tolerance(0.1, False, "0.1")}), baseline=baseline)
    assert outcomes(one) == {"baseline planted": "pass"}


def test_the_mean_of_a_gate_is_that_of_the_summary(make_run: Any) -> None:
    """Samples count with their weights; one of weight 0 counts in no mean and in no share."""
    run = make_run([1.0, 0.5, 0.0], weights=[3.0, 1.0, 0.0])
    threshold = Threshold(metric="planted", bound=0.5, share_above=0.75, share=0.5)
    mean, share = decide(run, rules(thresholds=(threshold,))).rulings
    assert mean.value == pytest.approx(run.summary()["planted"]["mean"]) == pytest.approx(0.875)
    assert (mean.low, mean.high) == pytest.approx((run.summary()["planted"]["low"], run.summary()["planted"]["high"]))
    assert share.value == pytest.approx(0.75)


@pytest.mark.parametrize(("bound", "outcome"), [(0.2, "pass"), (0.9, "fail")])
def test_a_value_of_the_set_is_held_as_the_summary_prints_it(bound: float, outcome: str) -> None:
    """BLEU of a corpus is no mean of its sentences; it has no interval, and the sentence says so."""
    rows = [
        {"id": "a", "question": "?", "answer": "the line opened in May of 1911 they say",
         "reference": "the line opened in May of 1911"},
        {"id": "b", "question": "?", "answer": "no", "reference": "the line was closed again"},
    ]  # fmt: skip
    run = evaluate(rows, metrics=["bleu"], out=False)
    decision = decide(run, read({}, {"bleu": bound}))
    assert outcomes(decision) == {"threshold bleu": outcome}
    assert decision.rulings[0].value == run.summary()["bleu"]["mean"]
    assert decision.rulings[0].low is None


def test_thresholds_are_a_share_of_what_is_good(make_run: Any) -> None:
    """95% of a mean; where lower is better, of what is left to the best: 0 may rise to .05, 1 stays."""
    found = thresholds_from(make_run([0.8, 0.8], down=[0.2, 0.2]), share=0.95)
    assert found == {"planted": 0.76, "planted_down": 0.24}
    assert thresholds_from(make_run([1.0], down=[0.0]), share=0.95) == {"planted": 0.95, "planted_down": 0.05}
    assert thresholds_from(make_run([None], down=[1.0]), share=0.95) == {"planted_down": 1.0}
    assert thresholds_from(make_run([0.2, 1.0], weights=[3.0, 1.0]), share=0.5) == {"planted": 0.2}
