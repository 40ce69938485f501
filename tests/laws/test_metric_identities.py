"""Metrics over the same claims add up to 1, with joint support and with two references."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raggauge.evidence import Claim, Evidence, Finding, Useful
from raggauge.metrics import get
from raggauge.sample import Sample

Situation = tuple[Sample, Evidence]


@st.composite
def answers(draw: st.DrawFn, n_contexts: st.SearchStrategy[int]) -> Situation:
    """An answer with claims and all verdicts: none, single or joint support, two references, any usefulness."""
    k, n = draw(n_contexts), draw(st.integers(1, 6))
    verdicts = st.sampled_from(("supported", "contradicted", "unsure", "not_found"))
    findings: list[Finding] = []
    for j in range(n):
        findings += [Finding(f"a{j}", f"reference:{i}", draw(verdicts)) for i in range(2)]
        if k:
            verdict = draw(verdicts)
            chosen = draw(st.sets(st.integers(0, k - 1), min_size=1)) if verdict == "supported" else ()
            joint = len(chosen) > 1 and draw(st.booleans())
            findings.append(Finding(f"a{j}", "contexts", verdict, support=tuple(sorted(chosen)), joint=joint))
    claims = [Claim(f"a{j}", "answer", "c") for j in range(n)] + [Claim("a9", "answer", "hello", checkable=False)]
    useful = tuple(Useful(i, "reference", draw(st.booleans())) for i in range(k))
    sample = Sample(
        id="s",
        question="q",
        answer="a",
        contexts=("c",) * k,  # type: ignore[arg-type]
        references=("g1", "g2"),
        metadata=draw(st.sampled_from(({}, {"answerable": True}, {"answerable": False}))),
    )
    return sample, Evidence(sample="s", claims=tuple(claims), findings=tuple(findings), usefulness=useful)


def _sum(situation: Situation, *metrics: str) -> float:
    return sum(get(name).score(*situation).value or 0.0 for name in metrics)


@settings(max_examples=200)
@given(answers(st.integers(0, 4)))
def test_every_claim_is_faithful_hallucinated_or_known(situation: Situation) -> None:
    """faithfulness + hallucination + self_knowledge = 1, also where nothing was retrieved."""
    assert _sum(situation, "faithfulness", "hallucination", "self_knowledge") == pytest.approx(1.0, abs=1e-12)


@settings(max_examples=200)
@given(answers(st.integers(1, 4)))
def test_every_claim_is_right_misled_or_hallucinated(situation: Situation) -> None:
    """Factual precision + both noise sensitivities + hallucination = 1, where something was retrieved."""
    precision: Any = get("factual_correctness(part=precision)")
    sample, evidence = situation
    references = tuple(Claim(f"r{i}.1", f"reference:{i}", "c") for i in range(2))
    findings = tuple(Finding(claim.id, "answer", "supported") for claim in references)
    whole = Evidence(
        sample="s",
        claims=evidence.claims + references,
        findings=evidence.findings + findings,
        usefulness=evidence.usefulness,
    )
    value = precision.score(sample, whole).value
    rest = ("noise_sensitivity(mode=relevant)", "noise_sensitivity(mode=irrelevant)", "hallucination")
    assert value + _sum((sample, whole), *rest) == pytest.approx(1.0, abs=1e-12)
