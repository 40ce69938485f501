"""A run's evidence says which stage is at fault, in which samples, and what it costs."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import raggauge
from raggauge.cli.main import call
from raggauge.diagnosis import RunDiagnosis, diagnose, signs
from raggauge.errors import UsageError
from raggauge.evidence import Claim, Evidence, Finding, Grade, Needed, Span, Useful
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.run import Run
from raggauge.sample import Context, Sample

METRICS = [
    "faithfulness",
    "answer_relevance",
    "context_precision",
    "context_recall",
    "context_utilization",
    "context_density",
    "factual_correctness",
    "abstention",
    "hallucination",
]
Case = tuple[Sample, Evidence]


def _case(name: str, **change: Any) -> Case:
    """A sample where all is well, with the changes asked for.

    `useful` flags by rank; `missing` reference claims not retrieved; `unused` ones not in the answer; `invented` answer
    claims; `wrong` answer claims that only a useless passage supports; `relevance`; `refuses`; `grades`; `answerable`;
    `needed` sentences of ten; `contexts`.
    """
    useful = change.get("useful", (True, False))
    claims, findings = [], []
    for j in range(4):
        claims += [Claim(f"a{j}", "answer", f"statement {j}"), Claim(f"r0.{j}", "reference:0", f"fact number {j}")]
        known, misled = j >= change.get("invented", 0), j < change.get("wrong", 0)
        found, used = j >= change.get("missing", 0), j >= change.get("unused", 0)
        first = len(useful) - 1 if misled else useful.index(True) if True in useful else 0
        findings += [
            Finding(f"a{j}", "contexts", "supported" if known else "not_found", support=(first,) if known else ()),
            Finding(f"a{j}", "reference:0", "supported" if known and not misled else "not_found"),
            Finding(f"r0.{j}", "contexts", "supported" if found else "not_found", support=(first,) if found else ()),
            Finding(f"r0.{j}", "answer", "supported" if used and not change.get("refuses") else "not_found"),
        ]
    grades = change.get("grades", tuple(3 if flag else 1 for flag in useful))
    evidence = Evidence(
        sample=name,
        claims=tuple(claims),
        findings=tuple(findings),
        usefulness=tuple(Useful(k, "reference", flag) for k, flag in enumerate(useful)),
        grades=tuple(Grade(k, grade) for k, grade in enumerate(grades)),
        needed=tuple(Needed(k, 10, (Span(0, 1),) * change.get("needed", 6)) for k in range(len(useful))),
        similarities={"question~reverse_questions": (change.get("relevance", 0.95),) * 3},
        refusals={"answer": change.get("refuses", False), "reference:0": False},
    )
    answerable = change.get("answerable")
    metadata = dict(change.get("metadata", {})) | ({} if answerable is None else {"answerable": answerable})
    contexts = change.get("contexts", tuple(f"passage {k}." for k in range(len(useful))))
    sample = Sample(id=name, question=f"Question {name}?", answer="An answer.", contexts=contexts,
                    references=("A reference.",), metadata=metadata,
                    reference_contexts=change.get("reference_contexts"))  # fmt: skip
    return sample, evidence


def _run(cases: list[Case], metrics: list[str] | None = None) -> Run:
    judge = ScriptedJudge({sample.id: evidence for sample, evidence in cases})
    return raggauge.evaluate([sample for sample, _ in cases], metrics=metrics or METRICS, judge=judge, out=False)


def _planted(n_bad: int, **change: Any) -> RunDiagnosis:
    """A set of 40 of which the first ones have a fault."""
    return diagnose(_run([_case(f"q{i}", **(change if i < n_bad else {})) for i in range(40)]))


@pytest.mark.parametrize(
    ("cause", "change"),
    [
        ("retrieval_misses", {"missing": 4, "useful": (False, False), "refuses": True}),
        ("retrieval_misses", {"missing": 3}),
        ("generation_invents", {"invented": 3}),
        ("noise", {"useful": (False, False, False, True)}),
        ("off_the_point", {"relevance": 0.2, "invented": 2}),
        ("off_the_point", {"relevance": 0.2, "invented": 4, "unused": 4}),
        ("found_not_used", {"unused": 3}),
        ("misled_by_distractors", {"wrong": 2}),
        ("too_much_context", {"needed": 0}),
        ("too_cautious", {"refuses": True}),
        ("knowledge_gap", {"answerable": False}),
    ],
)
def test_a_planted_fault_is_found(cause: str, change: dict[str, Any]) -> None:
    """Where most samples have one fault it is found, with those samples, and at the top if nothing hides it."""
    found = _planted(30, **change)
    faults = {fault.cause: fault for fault in found}
    assert cause in faults
    assert faults[cause].n_samples == 30
    assert set(faults[cause].samples) == {f"q{i}" for i in range(30)}
    assert len(faults[cause].instances) == 3
    if change != {"relevance": 0.2, "invented": 2}:
        assert found.faults[0].cause == cause


def test_a_clean_run_has_no_fault() -> None:
    """Where all is well nothing is blamed."""
    found = _planted(0)
    assert (found.faults, found.at_fault, found.redesign) == ((), {}, False)
    assert found.lines("en")[0] == "No stage is at fault by the goals set."


def test_refusals_are_no_answers_off_the_point() -> None:
    """A refusal scores 0 in relevance and utilization; its cause is caution or retrieval, and only that is named."""
    assert [fault.cause for fault in _planted(12, refuses=True)] == ["too_cautious"]
    causes = [fault.cause for fault in _planted(30, refuses=True, missing=4, useful=(False, False))]
    assert causes[0] == "retrieval_misses"
    assert not set(causes) & {"too_cautious", "off_the_point", "found_not_used"}


def test_another_question_answered_is_no_invention() -> None:
    """An answer to another question is unfaithful too; the cause that explains both is named, and says so."""
    (fault,) = _planted(8, relevance=0.2, invented=4, unused=4)
    assert (fault.cause, fault.wording) == ("off_the_point", "elsewhere")


def test_courtesies_are_no_inventions() -> None:
    """Where all that the passages do not hold are courtesies, the answer is padded, not invented."""
    cases = []
    for i in range(20):
        sample, evidence = _case(f"q{i}", invented=2)
        words = {"a0": "We hope that you enjoy your stay with us", "a1": "祝您旅途愉快"}
        claims = tuple(msgspec.structs.replace(c, text=words.get(c.id, c.text)) for c in evidence.claims)
        cases.append((sample, msgspec.structs.replace(evidence, claims=claims)))
    (fault,) = diagnose(_run(cases))
    assert (fault.cause, fault.wording, fault.n_samples) == ("off_the_point", "padded", 20)


def test_facts_cut_apart_are_put_down_to_chunking() -> None:
    """A missing fact that stands where a chunk breaks off is the chunking's fault, not the search's."""
    whole = "The meter was built in Lund. It weighs four kilograms and fact number zero to three is here."
    cut = _planted(
        20,
        missing=2,
        contexts=(whole[: whole.index(" four")], "passage 1."),
        reference_contexts=(Context(whole),),
    )
    assert [fault.cause for fault in cut] == ["cut_by_chunking"]
    whole_chunks = _planted(20, missing=2, contexts=("The meter was built in Lund.", "passage 1."))
    assert [fault.cause for fault in whole_chunks] == ["retrieval_misses"]


def test_late_passages_are_a_matter_of_ranking() -> None:
    """Useful passages behind useless ones: noise, and ranking beside it."""
    faults = {fault.cause: fault for fault in _planted(30, useful=(False, True))}
    assert set(faults) == {"noise", "ranking"}
    assert faults["ranking"].mean == pytest.approx(0.625)
    assert set(_planted(30, useful=(False, False)).at_fault.values()) == {"noise"}


def test_a_fault_says_what_it_costs() -> None:
    """The cost is by how much the mean would rise if the faulty samples were perfect."""
    (fault,) = _planted(20, invented=2)
    assert fault.cost == pytest.approx(0.25)
    assert fault.mean == pytest.approx(0.75)
    assert fault.instances[0].said == ("statement 0", "statement 1")
    assert fault.stage == "generation"


def test_depth_comes_from_the_same_evidence() -> None:
    """Precision and recall for each k, and the k from which on recall grows no more."""
    found = diagnose(_run([_case(f"q{i}", useful=(False, True, False, False)) for i in range(6)]))
    assert [depth.precision for depth in found.depths] == [0.0, 0.5, pytest.approx(1 / 3), 0.25]
    assert [depth.recall for depth in found.depths] == [0.0, 1.0, 1.0, 1.0]
    assert found.enough_k == 2
    joint = _case("q")
    findings = tuple(
        msgspec.structs.replace(one, support=(0, 1), joint=True) if one.premise == "contexts" else one
        for one in joint[1].findings
    )
    found = diagnose(_run([(joint[0], msgspec.structs.replace(joint[1], findings=findings))]))
    assert [depth.recall for depth in found.depths] == [0.0, 1.0]


def test_slices_gaps_and_composites() -> None:
    """A bad slice is found by itself, unanswered questions are grouped, and one number can be had on top."""
    cases = [
        _case(f"q{i}", invented=4 if i % 2 else 0, metadata={"topic": "odd" if i % 2 else "even"}) for i in range(30)
    ]
    cases += [_case(f"g{i}", answerable=False) for i in range(4)]
    found = diagnose(_run(cases), composite="product")
    assert {(one.key, one.value) for one in found.slices if one.metric == "faithfulness"} == {
        ("topic", "odd"),
        ("topic", "even"),
    }
    assert sorted(name for topic in found.gaps for name in topic.samples) == ["g0", "g1", "g2", "g3"]
    assert found.moved_by == "faithfulness"
    assert found.composite == pytest.approx(0.95 * 19 / 34, abs=0.02)
    text = "\n".join(found.lines("en"))
    assert "topic = odd: faithfulness 0.00" in text
    assert "faithfulness moves it most" in text


def test_against_a_run_only_what_is_worse_is_a_fault() -> None:
    """A judge that finds fault everywhere is measured against what it found before; other judges are refused."""
    before = _run([_case(f"q{i}", invented=2) for i in range(40)])
    assert [fault.cause for fault in diagnose(before)] == ["generation_invents"]
    assert diagnose(before).uncalibrated
    assert diagnose(before, against=before).faults == ()
    after = _run([_case(f"q{i}", invented=2, **({"missing": 4} if i < 30 else {})) for i in range(40)])
    assert [fault.cause for fault in diagnose(after, against=before)] == ["retrieval_misses"]
    cases = [_case(f"q{i}") for i in range(3)]
    other = ScriptedJudge({sample.id: evidence for sample, evidence in cases}, name="other")
    run = raggauge.evaluate([sample for sample, _ in cases], metrics=METRICS, judge=other, out=False)
    with pytest.raises(UsageError, match="different judges"):
        diagnose(run, against=before)


def test_one_sample_names_its_stage() -> None:
    """The cause that explains the others is the one at fault in a sample."""
    run = _run([_case("a"), _case("b", missing=4, invented=4, useful=(False, False))])
    assert signs(run["a"]).at_fault is None
    assert signs(run["b"]).at_fault == "retrieval_misses"
    assert set(signs(run["b"]).found) == {"retrieval_misses", "noise", "generation_invents"}


def test_without_evidence_the_means_decide() -> None:
    """With a single metric only what it shows is said."""
    (fault,) = diagnose(_run([_case(f"q{i}", invented=3) for i in range(20)], ["faithfulness"]))
    assert (fault.cause, fault.wording) == ("generation_invents", "")


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ("narrow", {"retrieval_misses", "cut_by_chunking", "too_cautious"}),
        ("wide", {"noise", "ranking", "misled_by_distractors"}),
        ("chatty", {"generation_invents", "off_the_point", "knowledge_gap"}),
    ],
)
def test_the_example_shows_its_planted_faults(root: Path, outputs: str, expected: set[str]) -> None:
    """The faults planted in the example project are named, with the embedded judge."""
    run = raggauge.evaluate(root / f"examples/tidewell/outputs/{outputs}.jsonl", judge="embedded", out=False)
    assert expected <= {fault.cause for fault in diagnose(run)}


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`raggauge diagnose` prints the findings of a run, or of means, as text or JSON."""
    monkeypatch.chdir(tmp_path)
    cases = [_case(f"q{i}", invented=3) for i in range(12)]
    judge = ScriptedJudge({sample.id: evidence for sample, evidence in cases})
    raggauge.evaluate([sample for sample, _ in cases], metrics=METRICS, judge=judge, name="mine")
    assert call(["diagnose", "mine"]) == 0
    text = capsys.readouterr().out
    assert "1. The answer invents: faithfulness 0.25" in text
    assert "· q0 (0.25): statement 0 | statement 1" in text
    assert call(["diagnose", "mine", "--format", "json", "--composite", "mean"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["faults"][0]["cause"] == "generation_invents"
    assert call(["diagnose", "--mean", "context_recall=0.5", "--mean", "faithfulness=0.9"]) == 0
    assert "Retrieval misses" in capsys.readouterr().out
    assert call(["diagnose"]) == 0
    assert "1. The answer invents" in capsys.readouterr().out
    assert call(["diagnose", "--mean", "faithfulness"]) == 2


def test_the_demo_finds_every_planted_fault(root: Path, tmp_path: Path) -> None:
    """The demo of the example project ends well, and each planted fault is named by a finding."""
    script = root / "examples/tidewell/demo.py"
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "NOT FOUND" not in done.stdout
    assert done.stdout.count("   · ") == 10
    assert (tmp_path / ".raggauge/chatty.html").is_file()


def _refusing(n: int, **change: Any) -> RunDiagnosis:
    """A set of 40 of which some answers refuse, without references."""
    cases = [_case(f"q{i}", refuses=i < n, **change) for i in range(40)]
    bare = [(msgspec.structs.replace(sample, references=None), evidence) for sample, evidence in cases]
    return diagnose(_run(bare, ["faithfulness", "context_relevance"]))


@pytest.mark.parametrize(("n", "change", "told"), [(30, {}, True), (1, {}, False), (30, {"answerable": True}, False)])
def test_refusals_that_nobody_can_judge_are_told(n: int, change: dict[str, Any], told: bool) -> None:
    """Where nothing says whether many refusals are right, the diagnosis says so instead of passing over them."""
    found = _refusing(n, **change)
    assert any("30 of 40 answers refuse" in line for line in found.lines("en")) == told
