"""Every kind of rule, from a system's recorded answers to an exit code: one that passes, one that does not."""

import json
from pathlib import Path
from typing import Any

import pytest

from raggauge.cli.main import call
from raggauge.judge.llm.rehearsal import answer
from raggauge.llm.testing import ChatServer
from raggauge.messages import choose

N = 40


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Forty goldens, half of them Chinese; the system's answers are recorded, with latencies of 0.01 s to 0.40 s."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    rows = [
        {"id": f"q{i}", "question": f"Who is {i}?", "reference": f"Ada {i}", "lang": "zh" if i % 2 else "en"}
        for i in range(N)
    ]
    Path("goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    choose("en")
    yield
    choose(None)


def scored(name: str, *, wrong: int = 0, silent: int = 0, metrics: str = "exact_match,token_f1") -> None:
    """A run in which the system errs on the last `wrong` questions and knows nothing of the first `silent`."""
    told = [
        {
            "id": f"q{i}",
            "question": f"Who is {i}?",
            "answer": "Bob" if i >= N - wrong else f"Ada {i}",
            "latency_s": (i + 1) / 100,
        }
        for i in range(silent, N)
    ]
    Path("told.jsonl").write_text("".join(json.dumps(row) + "\n" for row in told))
    command = ["run", "goldens.jsonl", "--target", "recorded:told.jsonl", "-m", metrics, "--name", name, "-q"]
    assert call(command) == 0


RULES: list[tuple[str, dict[str, int], int, str]] = [
    ("thresholds: {exact_match: 0.9}", {}, 0, "✓ exact_match: mean 1.000 [0.912, 1.000] over 40 samples reaches 0.9"),
    ("thresholds: {exact_match: 0.9}", {"wrong": 20}, 1, "is below 0.9, and so is its whole interval"),
    ("thresholds: {exact_match: 0.9}", {"wrong": 5}, 3, "too few samples to tell"),
    ("thresholds: {exact_match: {share_above: 1, share: 0.8}}", {"wrong": 4}, 0, "90.0% of 40 samples reach 1"),
    ("thresholds: {exact_match: {share_above: 1, share: 0.8}}", {"wrong": 20}, 1, "only 50.0%"),
    ("gate: {coverage: 0.9, slices: {lang: {zh: {exact_match: 0.5}}}}", {"silent": 4}, 0, "(lang=zh): mean 1.000"),
    ("gate: {slices: {lang: {zh: {exact_match: 0.9}}}}", {"wrong": 30}, 1, "exact_match (lang=zh): mean 0.250"),
    ("{thresholds: {exact_match: 0.1}, gate: {must_pass: [q0]}}", {"wrong": 1}, 0, "q0 reaches every threshold"),
    ("{thresholds: {exact_match: 0.1}, gate: {must_pass: [q39]}}", {"wrong": 1}, 1, "q39, which must pass, misses"),
    ("{thresholds: {exact_match: 0.1}, gate: {must_pass: [q0]}}", {"silent": 1}, 3, "q0, which must pass, has no"),
    ("{thresholds: {exact_match: 0.1}, gate: {coverage: 0.9}}", {"silent": 4}, 0, "PASS"),
    ("{thresholds: {exact_match: 0.1}, gate: {coverage: 0.9}}", {"silent": 5}, 3, "5 of 40 samples are unscored"),
    ("gate: {max_latency_p95_s: 0.38}", {}, 0, "latency_p95_s: 0.38 over 40 of 40 questions is within 0.38"),
    ("gate: {max_latency_p95_s: 0.37}", {"silent": 4}, 1, "latency_p95_s: 0.39 over 36 of 40 questions is over 0.37"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "run", "code", "said"), RULES)
def test_each_rule_passes_and_does_not(
    text: str, run: dict[str, int], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code, and the sentence with what was found, what was asked and over how many."""
    scored("now", **run)
    Path("raggauge.yaml").write_text(text)
    capsys.readouterr()
    assert call(["gate", "now"]) == code
    assert said in capsys.readouterr().out


LOSSES: list[tuple[str, int, int, str]] = [
    ("tolerance: 10%", 1, 0, "within the tolerance of 10%"),
    ("tolerance: 10%", 20, 1, "beyond the tolerance of 10%"),
    ("tolerance: 0.05", 3, 3, "but may be chance"),
    ("{tolerance: 0.2, test: non-inferiority}", 1, 0, "within the tolerance of 0.2"),
    ("{tolerance: 0.1, test: non-inferiority}", 2, 3, "too few samples to show that nothing was lost"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wrong", "code", "said"), LOSSES)
def test_losses_against_a_baseline(
    text: str, wrong: int, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Relative or absolute, by the loss itself or by the end of its interval."""
    scored("before")
    scored("now", wrong=wrong)
    assert call(["baseline", "set", "before"]) == 0
    inner = text.strip("{}")
    Path("raggauge.yaml").write_text(f"gate: {{baseline: {{{inner}}}}}")
    capsys.readouterr()
    assert call(["gate", "now"]) == code
    assert said in capsys.readouterr().out


def test_a_metric_that_was_dropped_does_not_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """The baseline had two metrics, the run has one of them."""
    scored("before")
    scored("now", metrics="exact_match")
    Path("raggauge.yaml").write_text("gate: {baseline: {run: before, tolerance: 5%}}")
    capsys.readouterr()
    assert call(["gate", "now"]) == 3
    assert "? token_f1: the baseline has it, this run did not score it" in capsys.readouterr().out


@pytest.mark.parametrize(("limit", "code"), [(0.3, 0), (0.2, 1)])
def test_a_system_that_refuses_everything_does_not_pass(
    limit: float, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refusals leave the mean of faithfulness, so that their share has a limit of its own."""
    rows = [
        {
            "id": f"q{i}",
            "question": "When did it open?",
            "answer": "The documents do not say." if i % 4 == 0 else "It opened in 1911.",
            "contexts": ["It opened in 1911."],
        }
        for i in range(N)
    ]
    Path("outputs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert call(["run", "outputs.jsonl", "-m", "faithfulness", "--name", "now", "-q"]) == 0
    Path("raggauge.yaml").write_text(f"thresholds: {{faithfulness: 0.9}}\ngate: {{max_not_applicable: {limit}}}")
    capsys.readouterr()
    assert call(["gate", "now"]) == code
    assert "10 of 40 samples not applicable" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("limit", "prices", "code", "said"),
    [
        ("1", "{m: {input: 1.0, output: 2.0}}", 0, "is within 1"),
        ("0.000001", "{m: {input: 1.0, output: 2.0}}", 1, "is over 1e-06"),
        ("1", "{}", 3, "was not measured"),
    ],
)
def test_what_the_judge_cost_has_a_limit(
    limit: str, prices: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Within it, over it, and unknown where nobody knows the price."""
    row = {"id": "q", "question": "What?", "answer": "Ball 1 is red.", "contexts": ["Ball 1 is red."]}
    Path("outputs.jsonl").write_text(json.dumps(row) + "\n")
    Path("raggauge.yaml").write_text(f"prices: {prices}\ngate: {{max_cost: {limit}}}\n")
    with ChatServer(answer) as server:
        judge = ["--judge", f"{server.url}#m", "--judge-option", "cache="]
        assert call(["run", "outputs.jsonl", "-m", "faithfulness", "--name", "now", *judge, "-q"]) == 0
    capsys.readouterr()
    assert call(["gate", "now"]) == code
    assert said in capsys.readouterr().out


def test_a_run_says_over_how_many_questions_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """Nearest ranks over what was timed, and how many failed."""
    scored("now", silent=4)
    out = capsys.readouterr().out
    assert "latency p50 0.22 s, p95 0.39 s over 36 questions, 4 failed" in out
    assert "target failed: not in the recorded outputs" in out


def test_a_part_of_the_set_holds_the_samples_that_must_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """A fast set at random takes them along, whatever the seed, and is no larger for it."""
    Path("raggauge.yaml").write_text("thresholds: {exact_match: 0.1}\ngate: {must_pass: [q7, q31]}")
    told = [{"id": f"q{i}", "question": f"Who is {i}?", "answer": f"Ada {i}"} for i in range(N)]
    Path("told.jsonl").write_text("".join(json.dumps(row) + "\n" for row in told))
    for seed in ("0", "1"):
        command = ["run", "goldens.jsonl", "--target", "recorded:told.jsonl", "-m", "exact_match", "--name", "part"]
        assert call([*command, "--take", "5", "--seed", seed, "-q"]) == 0
        assert "5/5 scored" in capsys.readouterr().out
        assert call(["gate", "part"]) == 0
        out = capsys.readouterr().out
        assert "q7 reaches every threshold" in out
        assert "q31 reaches every threshold" in out


def test_confirming_keeps_both_results_and_the_last_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The further judgements stand in a folder of their own; `last` is still the run that was gated."""
    rows = [
        {"id": f"q{i}", "question": f"What is {i}?", "answer": f"It is {i}. It is old.", "contexts": [f"It is {i}."]}
        for i in range(20)
    ]
    Path("outputs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("raggauge.yaml").write_text("thresholds: {faithfulness: 0.9}\n")
    with ChatServer(answer) as server:
        judge = ["--judge", f"{server.url}#m", "--judge-option", "cache="]
        assert call(["run", "outputs.jsonl", "-m", "faithfulness", "--name", "now", *judge, "-q"]) == 0
        n = server.n_chat
        assert call(["gate", "last", "--confirm", "2"]) == 1
        assert server.n_chat > n
    said = capsys.readouterr().err
    assert "20 deciding samples were judged 2 further times" in said
    (further,) = Path(".raggauge/confirmed").iterdir()
    assert str(further) in said
    assert call(["show", str(further)]) == 0
    assert call(["show", "last"]) == 0
    assert "20 samples · now" in capsys.readouterr().out
