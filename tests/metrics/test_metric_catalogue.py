"""The catalogue holds every metric, its examples come out as stated, and its pages are up to date."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from raggauge.evidence import Finding, Needed
from raggauge.facets import Facet, ReverseQuestions, Similarity
from raggauge.messages import Language, has, say
from raggauge.metrics import ALIASES, GOALS, GROUPS, METRICS, get
from raggauge.metrics.catalogue import CALLS, NO_VALUE, entries, entry, examples_of, lines, made_of, markdown
from raggauge.metrics.examples import EVIDENCE, EXAMPLES, SAMPLE, Example


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.metric)
def test_worked_examples_come_out_as_stated(example: Example) -> None:
    """The value in the catalogue is the value that the metric computes."""
    score = get(example.metric).score(example.sample, example.evidence)
    assert score.value == pytest.approx(example.value, abs=1e-9)


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_is_explained(name: str) -> None:
    """A question, a formula, a worked example, when it misleads and a source, in both languages."""
    assert examples_of(name)
    for lang in get_args(Language):
        titles = [title for title, _ in lines(entry(name, lang), lang)]
        needed = ("formula", "range", "needs", "cost", "misleads", "source", "example")
        assert {say(f"metric.title.{part}", lang=lang) for part in needed} <= set(titles)
    assert say(f"metric.{name}.question", lang="en") != say(f"metric.{name}.question", lang="zh")


def test_no_metric_is_explained_that_does_not_exist() -> None:
    """Examples, names, goals, aliases and groups speak of metrics of the table only."""
    assert {example.metric.partition("(")[0].partition("@")[0] for example in EXAMPLES} <= set(METRICS)
    assert set(NO_VALUE) <= set(METRICS)
    assert {name for name in METRICS if not has(f"metric.{name}.question")} == set()
    assert all(made_of(name) for name in METRICS)


def _situation(part: str) -> tuple[Any, Any]:
    """The worked example, changed into the situation that a part of the catalogue names."""
    sample: dict[str, dict[str, Any]] = {
        "empty": {"answer": ""},
        "no_context": {"contexts": ()},
        "unanswerable": {"metadata": {"answerable": False}},
        "right_refusal": {"metadata": {"answerable": False}},
        "unknown": {"references": None},
    }
    refusing = {"refusals": {"answer": True}}
    not_found = [
        Finding(found.claim, found.premise, "not_found") if found.claim.startswith("r") else found
        for found in EVIDENCE.findings
    ]
    uncited = tuple(msgspec.structs.replace(claim, citations=()) for claim in EVIDENCE.claims)
    evidence: dict[str, dict[str, Any]] = {
        "abstained": refusing,
        "right_refusal": refusing,
        "no_claim": {"claims": tuple(claim for claim in EVIDENCE.claims if claim.source != "answer")},
        "no_reference_claim": {"claims": tuple(claim for claim in EVIDENCE.claims if claim.source == "answer")},
        "no_citation": {"claims": uncited},
        "no_entity": {"entities": ()},
        "nothing_found": {"findings": tuple(not_found)},
        "no_sentence": {"needed": tuple(Needed(k, 0) for k in range(3))},
        "no_nugget": {"nuggets": ()},
    }
    return (
        msgspec.structs.replace(SAMPLE, **sample.get(part, {})),
        msgspec.structs.replace(EVIDENCE, **evidence.get(part, {})),
    )


@pytest.mark.parametrize(("name", "part"), [(name, part) for name, parts in NO_VALUE.items() for part in parts])
def test_there_is_no_value_where_the_catalogue_says_so(name: str, part: str) -> None:
    """Each situation of which the catalogue says that there is no value has none."""
    assert made_of(name).score(*_situation(part)).state == "not_applicable"


def test_every_facet_has_a_call() -> None:
    """It is known for every question which call of a model judge answers it, or that embeddings do."""
    names = {facet.name for facet in get_args(Facet)}
    assert names - set(CALLS) == {ReverseQuestions.name, Similarity.name, "preference"} - set(CALLS)


def test_calls_are_those_of_the_four_core_metrics() -> None:
    """The four core metrics take three calls together: claims, questions, verdicts."""
    calls = {call for name in GROUPS["core"] for call in entry(name, "en").calls}
    assert calls == {"claims", "questions", "verdicts"}


@pytest.mark.parametrize(("page", "lang"), [("metrics.md", "en"), ("metrics.zh.md", "zh")])
def test_the_pages_are_up_to_date(root: Path, page: str, lang: Language) -> None:
    """`docs/reference/metrics.md` is what the code says today; `make docs` writes it anew."""
    text = (root / "docs/reference" / page).read_text(encoding="utf-8")
    assert text.partition("\n\n")[2] == markdown(lang), "run make docs"


def test_aliases_and_goals_name_no_metric_of_their_own() -> None:
    """Another tool's spelling is never the name of one of our metrics."""
    assert set(ALIASES) & set(METRICS) == set()
    assert {name: goal for name, goal in GOALS.items() if not 0 < goal < 1} == {}
    assert len(entries("en")) == len(METRICS)
