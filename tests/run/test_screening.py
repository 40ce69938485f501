"""Two stages: a cheap rule, then the judge on what passes it and on an audited share of the rest."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from raggauge.cli.main import call
from raggauge.errors import UsageError
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules, Threshold
from raggauge.judge.judge import Ask
from raggauge.report import html, markdown_page
from raggauge.report.terminal import plain, summary
from raggauge.run.find import load
from raggauge.run.record import ChosenMetric
from raggauge.run.run import Run
from raggauge.run.screening import parsed, settle, stages
from raggauge.run.start import evaluate
from raggauge.sample import Sample
from raggauge.score import unscored

RULE = "rougeL(part=recall) < .5"


def samples(n: int, *, seed: int = 0) -> list[Sample]:
    """A third of the answers share no word with the reference; the judge finds half of those right, most others too."""
    rng = random.Random(seed)
    made = []
    for i in range(n):
        fails = i % 3 == 0
        right = rng.random() < (0.5 if fails else 0.9)
        answer = "nothing of it" if fails else "the ferry leaves at six"
        made.append(
            Sample(
                id=f"s{i}",
                question="when?",
                answer=answer,
                contexts=("c",),  # type: ignore[arg-type]
                references=("the ferry leaves at six",),
                metadata={"right": right},
            )
        )
    return made


class Counting:
    """A judge that says what the sample's metadata says, and counts whom it was asked about."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, ask: Ask) -> Evidence:
        """One claim, supported or not."""
        self.asked.append(ask.sample.id)
        verdict: Any = "supported" if ask.sample.metadata["right"] else "not_found"
        filled = tuple(sorted(facet.key for facet in ask.facets))
        support = (0,) if verdict == "supported" else ()
        return Evidence(
            sample=ask.sample.id,
            claims=(Claim("a1", "answer", "c"),),
            findings=(Finding("a1", "contexts", verdict, support=support),),
            filled=filled,
        )


def screened(data: Sequence[Sample], judge: Any, **options: Any) -> Run:
    """A run of faithfulness behind the rule."""
    return evaluate(data, metrics=["faithfulness", "rougeL"], judge=judge, screen=RULE, out=False, **options)


def test_only_what_passes_and_what_is_audited_is_judged() -> None:
    """Of 100 that fail 20 are judged; the others are unscored, the whole range open, and keep their cheap scores."""
    judge = Counting()
    run = screened(samples(300), judge)
    assert len(judge.asked) == 200 + 20
    out = [scores for _, scores in run.scores() if scores["faithfulness"].reason == "screened out"]
    assert len(out) == 80
    assert all((s["faithfulness"].lowest, s["faithfulness"].highest) == (0.0, 1.0) for s in out)
    assert all(s["rougeL"].state == "scored" for s in out)
    row = run.summary()["faithfulness"]
    assert (row["n"], row["n_scored"], row["n_unscored"], row["n_screened"]) == (300, 220, 0, 80)


def test_the_mean_is_that_of_the_whole_set() -> None:
    """The audited stand for all that failed: the mean is the weighted one, and over many draws it meets the truth."""
    data = samples(300)
    truth = sum(sample.metadata["right"] for sample in data) / 300
    means = []
    for seed in range(40):
        run = screened(data, Counting(), seed=seed)
        row = run.summary()["faithfulness"]
        audited = [s["faithfulness"] for _, s in run.scores() if s["faithfulness"].details.get("screen") == "audited"]
        passed = [
            s["faithfulness"] for _, s in run.scores() if s["faithfulness"].value is not None and s["rougeL"].value == 1
        ]
        by_hand = (sum(s.value or 0 for s in passed) + 5 * sum(s.value or 0 for s in audited)) / 300
        assert row["mean"] == pytest.approx(by_hand)
        assert row["low"] < row["mean"] < row["high"]
        means.append(row["mean"])
    naive = sum(sample.metadata["right"] for i, sample in enumerate(data) if i % 3) / 200
    assert abs(sum(means) / len(means) - truth) < 0.02
    assert abs(naive - truth) > 0.08


def test_a_gate_uses_the_estimate_and_screening_is_no_lack_of_coverage() -> None:
    """The judged samples alone would pass this bound; the estimate for the whole set does not."""
    run = screened(samples(300), Counting())
    estimate = run.summary()["faithfulness"]["mean"]
    values = [s["faithfulness"].value for _, s in run.scores() if s["faithfulness"].value is not None]
    bound = (estimate + sum(values) / len(values)) / 2
    assert bound > estimate + 0.01
    for limit, outcome in ((bound, "inconclusive"), (estimate - 0.01, "pass")):
        decision = decide(run, Rules(thresholds=(Threshold(metric="faithfulness", side="min", bound=limit),)))
        assert decision.outcome == outcome
        assert [ruling.rule for ruling in decision.rulings] == ["threshold"]
        assert decision.rulings[0].value == pytest.approx(estimate)


def test_the_same_seed_audits_the_same(tmp_path: Path) -> None:
    """What is audited is drawn once, and kept in the manifest."""
    data = samples(90)
    first, second = (settle(RULE, data, share=0.1, seed=seed) for seed in (0, 0))
    assert first == second
    assert (first.n_passed, first.n_failed, len(first.audited), first.weight) == (60, 30, 20, 1.5)
    assert settle(RULE, data, share=0.1, seed=1).audited != first.audited
    assert settle(RULE, data, share=0.9, seed=0).weight == 30 / 27
    assert settle("rougeL < 0", data, share=0.1, seed=0).audited == ()
    run = evaluate(data, metrics=["faithfulness"], judge=Counting(), screen=RULE, out=tmp_path / "r")
    assert load(tmp_path / "r").manifest.screen == first
    assert load(tmp_path / "r").summary() == run.summary()


def test_the_stages_are_compared() -> None:
    """How many the judge finds good among those that failed, bad among those that passed, and the share of all."""
    data = samples(300)
    run = screened(data, Counting(), audit=1.0)
    (found,) = stages(run.scores(), run.manifest.metrics)
    good = sum(sample.metadata["right"] for sample in data[::3])
    bad = sum(not sample.metadata["right"] for i, sample in enumerate(data) if i % 3)
    assert (found.n_failed, found.n_good_failed, found.n_passed, found.n_bad_passed) == (100, good, 200, bad)
    assert found.disagreement == pytest.approx((good + bad) / 300)
    assert f"finds {good} of 100 audited good" in plain(summary(run), width=200)
    assert "80 screened out" in plain(summary(screened(data, Counting())), width=200)


def test_pages_and_markdown_say_what_each_stage_decided() -> None:
    """The rule, the audited share, the mean of the whole set, how often the stages differ; nothing without a rule."""
    data = samples(300)
    run = screened(data, Counting())
    (found,) = stages(run.scores(), run.manifest.metrics)
    page = b"".join(html.chunks(run)).decode()
    section = page.partition('<section id="screening">')[2].partition("</section>")[0]
    row = run.summary()["faithfulness"]
    assert "rougeL(part=recall) &lt; .5: 200 passed, 100 failed, of which 20 (20%) were judged too" in section
    assert f"{row['mean']:.2f} [{row['low']:.2f}, {row['high']:.2f}]" in section
    assert f"{found.n_good_failed}/20" in section
    assert f"<td class=number>{found.disagreement:.0%}</td>" in section
    text = b"".join(markdown_page.chunks(run)).decode()
    assert "of which 20 (20%) were judged too" in text
    assert f"the two would differ on {found.disagreement:.0%} of all" in text
    plain_run = evaluate(data, metrics=["faithfulness"], judge=Counting(), out=False)
    assert 'id="screening"' not in b"".join(html.chunks(plain_run)).decode()


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("rougeL", "is not a screening rule"),
        ("rougeL = 1", "is not a screening rule"),
        ("faithfulness < .5", "needs a judge itself"),
        ("rouge9 < .5", "no metric"),
    ],
)
def test_rules_that_cannot_screen(rule: str, said: str) -> None:
    """A rule names a metric without a judge, a sign and a number."""
    with pytest.raises(UsageError, match=said):
        parsed(rule)


@pytest.mark.parametrize(("rule", "fails"), [("rougeL >= 1", True), ("rougeL > 1", False), ("rougeL <= 1.0", True)])
def test_signs(rule: str, fails: bool) -> None:
    """All four signs mean what they say."""
    sample = Sample(id="s", answer="a", references=("a",))
    assert (settle(rule, [sample], share=0.1, seed=0).n_failed == 1) is fails


def test_screening_without_a_judge_is_refused() -> None:
    """There is nothing to save."""
    with pytest.raises(UsageError, match="saves nothing"):
        evaluate(samples(3), metrics=["rougeL"], screen=RULE, out=False)


def test_nothing_judged_gives_no_disagreement() -> None:
    """Where no sample has two opinions there is no share."""
    entry = ChosenMetric(text="faithfulness", facets=("claims",))
    assert stages([("s", {"faithfulness": unscored("screened out")})], [entry])[0].disagreement is None


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """`--screen` and `--audit`."""
    monkeypatch.chdir(tmp_path)
    rows = [
        f'{{"id": "{i}", "question": "q", "answer": "a{i % 2}", "contexts": ["a1"], "reference": "a1"}}'
        for i in range(60)
    ]
    (tmp_path / "d.jsonl").write_text("\n".join(rows))
    assert call(["run", "d.jsonl", "-m", "faithfulness", "--screen", "exact_match < 1", "--audit", "0.5", "-q"]) == 0
    out = capsys.readouterr().out
    assert "30 passed, 30 failed, of which 20 (67%) were judged too" in out


def test_a_plan_counts_what_the_rule_leaves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """`raggauge plan --screen` prices the judge on what passes and on what is audited."""
    monkeypatch.chdir(tmp_path)
    rows = [
        f'{{"id": "{i}", "question": "q{i}", "answer": "a{i % 2}", "contexts": ["c{i}"], "reference": "a1"}}'
        for i in range(60)
    ]
    (tmp_path / "d.jsonl").write_text("\n".join(rows))
    lowest = []
    for more in ((), ("--screen", "exact_match < 1")):
        asked = ["plan", "d.jsonl", "-m", "faithfulness", "--judge", "openai:gpt-4.1-mini", "--format", "json", *more]
        assert call(asked) == 0
        lowest.append(json.loads(capsys.readouterr().out)["calls"][0])
    assert lowest == [60, 50]
