"""Evidence answers what metrics ask, and says None for what stayed open."""

import pytest

from raggauge.evidence import Claim, Evidence, Finding, Useful, Verdict


@pytest.mark.parametrize(
    ("verdicts", "right"),
    [
        (["supported", "contradicted"], "supported"),
        (["not_found", "contradicted"], "contradicted"),
        (["not_found", "unsure"], "unsure"),
        (["not_found", "not_found"], "not_found"),
        (["supported", None], "supported"),
        (["contradicted", None], None),
        ([None, None], None),
    ],
)
def test_any_of_several_references_is_enough(verdicts: list[Verdict | None], right: Verdict | None) -> None:
    """One that supports settles it, else an open one leaves it open, else the precedence decides."""
    findings = tuple(Finding("a1", f"reference:{i}", v) for i, v in enumerate(verdicts) if v is not None)
    evidence = Evidence(sample="q", claims=(Claim("a1", "answer", "x"),), findings=findings)
    assert evidence.verdict_of_any("a1", [f"reference:{i}" for i in range(len(verdicts))]) == right


def test_a_claim_that_is_not_supported_has_no_support_set() -> None:
    """J(x) is empty unless the verdict is supported, whatever the finding lists."""
    evidence = Evidence(
        sample="q",
        findings=(
            Finding("a1", "contexts", "supported", support=(0, 2), joint=True),
            Finding("a2", "contexts", "unsure", support=(1,)),
        ),
    )
    assert evidence.support_set("a1") == (0, 2)
    assert evidence.support_set("a2") == ()
    assert evidence.support_set("a3") == ()


def test_unchecked_claims_are_listed_but_do_not_count() -> None:
    """`checkable` leaves greetings and questions out of the denominator and keeps the order."""
    claims = (
        Claim("a1", "answer", "Hello!", checkable=False, why="greeting"),
        Claim("a2", "answer", "It opened in 1911."),
    )
    evidence = Evidence(sample="q", claims=claims)
    assert [c.id for c in evidence.claims_of("answer")] == ["a1", "a2"]
    assert [c.id for c in evidence.checkable("answer")] == ["a2"]


def test_usefulness_left_open_is_absent() -> None:
    """Contexts that the judge said nothing of are in no mapping, and criteria do not mix."""
    evidence = Evidence(sample="q", usefulness=(Useful(0, "reference", True), Useful(1, "answer", False)))
    assert evidence.useful() == {0: True}
    assert evidence.useful("answer") == {1: False}
