"""Every metric declares the laws it obeys, and obeys them on random samples with random evidence."""

import itertools
from dataclasses import replace as with_parameters
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from raggauge.evidence import (
    Claim,
    Entity,
    Evidence,
    Finding,
    Grade,
    Needed,
    Nugget,
    Rated,
    Span,
    Useful,
    Verdict,
)
from raggauge.facets import (
    Facet,
    Grades,
    NeededSentences,
    Nuggets,
    Rating,
    Refusals,
    ReverseQuestions,
    Similarity,
    Support,
    Usefulness,
)
from raggauge.metrics import METRICS, class_of
from raggauge.metrics.metric import Law, direction_of, text_of
from raggauge.sample import Context, Sample
from raggauge.score import Score

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
WORDS = ("cat", "sat", "on", "the", "mat", "狗", "在", "床上")
Situation = tuple[Sample, Evidence]
EXAMPLES = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def _variants(name: str) -> list[Any]:
    """The metric with its defaults, and with every allowed value of each parameter that lists its values."""
    kind = class_of(name)
    plain = _made(kind)
    others = [
        with_parameters(plain, **{field.name: value})
        for field in kind.__dataclass_fields__.values()
        for value in field.metadata.get("choices", ())
        if value != getattr(plain, field.name)
    ]
    return [plain, *others]


def _made(kind: Any) -> Any:
    """A metric of a class; rules in words, which have no default, get one."""
    needs = [field.name for field in kind.__dataclass_fields__.values() if field.name == "text"]
    return kind(**dict.fromkeys(needs, "Is it polite?"))


ALL = [(name, metric) for name in METRICS for metric in _variants(name)]


def _obeying(law: Law) -> list[Any]:
    return [metric for _, metric in ALL if law in metric.card.laws]


def _each(law: Law) -> Any:
    return pytest.mark.parametrize("metric", _obeying(law), ids=text_of)


@st.composite
def situations(draw: st.DrawFn, *, refuses: bool | None = False, n_contexts: int | None = None) -> Situation:
    """A sample with complete evidence: joint support, several references, unsure verdicts, uncheckable claims."""
    k = draw(st.integers(0, 3)) if n_contexts is None else n_contexts
    m = draw(st.integers(1, 2))
    text = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
    passages = [Context(draw(text), doc_id=f"d{draw(st.integers(0, 4))}") for _ in range(k)]
    sample = Sample(
        id="s",
        question="who sat where",
        answer=draw(text),
        contexts=tuple(passages),
        references=tuple(draw(text) for _ in range(m)),
        reference_contexts=tuple(Context(draw(text), doc_id=f"d{i}", grade=1) for i in range(2)),
        metadata={"answerable": True} if draw(st.booleans()) else {},
    )
    flag = st.booleans() if refuses is None else st.just(refuses)
    refusals = {"answer": draw(flag)} | {f"reference:{i}": draw(flag) for i in range(m)}
    claims = _claims(draw, k, m)
    return sample, Evidence(
        sample="s",
        claims=claims,
        findings=tuple(_findings(draw, claims, k, m)),
        refusals=refusals,
        **_rest(draw, k, m),
    )


def _claims(draw: st.DrawFn, k: int, m: int) -> tuple[Claim, ...]:
    checkable = st.sampled_from((True, True, True, False))
    cited = st.lists(st.integers(1, k + 1), max_size=2).map(tuple)
    found = [
        Claim(f"a{j}", "answer", f"claim {j}", checkable=draw(checkable), citations=draw(cited))
        for j in range(1, draw(st.integers(0, 3)) + 1)
    ]
    for i in range(m):
        n = draw(st.integers(0, 3))
        found += [Claim(f"r{i}.{j}", f"reference:{i}", f"fact {j}", checkable=draw(checkable)) for j in range(1, n + 1)]
    return tuple(found)


def _findings(draw: st.DrawFn, claims: tuple[Claim, ...], k: int, m: int) -> list[Finding]:
    found = []
    for claim in claims:
        own = claim.source == "answer"
        premises = ["contexts"] * (k > 0) + ([f"reference:{i}" for i in range(m)] if own else ["answer"])
        cited = [n - 1 for n in dict.fromkeys(claim.citations) if n <= k]
        for premise in premises + ["cited"] * (own and bool(cited)):
            possible = _possible(claim.id, premise, tuple(cited) if premise == "cited" else tuple(range(k)))
            found.append(draw(st.sampled_from(possible)))
    return found


def _possible(claim: str, premise: str, contexts: tuple[int, ...]) -> list[Finding]:
    """Every finding that a judge could make on a claim against a premise."""
    others = [Finding(claim, premise, verdict) for verdict in VERDICTS if verdict != "supported"]
    if premise not in ("contexts", "cited"):
        return [*others, Finding(claim, premise, "supported")]
    sets = [chosen for n in range(1, len(contexts) + 1) for chosen in itertools.combinations(contexts, n)]
    alone = [Finding(claim, premise, "supported", support=chosen) for chosen in sets]
    joint = [Finding(claim, premise, "supported", support=chosen, joint=True) for chosen in sets if len(chosen) > 1]
    return [*others, *alone, *joint]


def _rest(draw: st.DrawFn, k: int, m: int) -> dict[str, Any]:
    cosine = st.floats(-1, 1, allow_nan=False)
    needed = []
    for i in range(k):
        n = draw(st.integers(1, 4))
        needed.append(Needed(i, n, tuple(Span(j, j + 1) for j in range(draw(st.integers(0, n))))))
    grades = st.sampled_from(("supported", "partly", "not_supported"))
    ratings = {facet.key: facet for _, metric in ALL for facet in metric.facets if isinstance(facet, Rating)}
    return {
        "usefulness": tuple(Useful(i, c, draw(st.booleans())) for c in ("reference", "answer") for i in range(k)),
        "grades": tuple(Grade(i, draw(st.integers(0, 3))) for i in range(k)),
        "needed": tuple(needed),
        "entities": tuple(
            Entity(i, f"e{j}", k > 0 and draw(st.booleans())) for i in range(m) for j in range(draw(st.integers(0, 2)))
        ),
        "nuggets": tuple(
            Nugget(f"n{i}.{j}", "fact", draw(st.booleans()), draw(grades), reference=i)
            for i in range(m)
            for j in range(draw(st.integers(0, 2)))
        ),
        "similarities": {
            "question~reverse_questions": tuple(draw(cosine) for _ in range(3)),
            "answer~references": tuple(draw(cosine) for _ in range(m)),
        },
        "ratings": tuple(
            Rated(facet.of, draw(st.integers(0 if facet.scale == 1 else 1, facet.scale)), facet.scale)
            for facet in ratings.values()
        ),
    }


@pytest.mark.parametrize(("name", "metric"), ALL, ids=[f"{name}-{i}" for i, (name, _) in enumerate(ALL)])
def test_every_metric_declares_laws(name: str, metric: Any) -> None:
    """A metric without laws, or without the laws that hold for all metrics, does not belong in the table."""
    laws = set(metric.card.laws)
    assert {"range", "replay", "bounds_hold"} <= laws
    assert laws <= set(get_args(Law))
    assert metric.card.formula
    assert metric.card.citation


@EXAMPLES
@given(situation=situations(refuses=None))
def test_scores_lie_between_0_and_1(situation: Situation) -> None:
    """Whatever the evidence says, there is a value in [0, 1] or a reason; a complete ledger leaves nothing unscored."""
    for metric in _obeying("range"):
        score = metric.score(*situation)
        assert score.state != "unscored", metric
        assert (score.value is None) == (score.state == "not_applicable"), metric
        assert score.value is None or 0.0 <= score.value <= 1.0, metric


@EXAMPLES
@given(situation=situations(refuses=None))
def test_the_same_evidence_gives_the_same_score(situation: Situation) -> None:
    """Scoring twice, or evidence that was written and read again, changes nothing; neither does scoring change it."""
    sample, evidence = situation
    before = msgspec.json.encode(evidence)
    again = msgspec.json.decode(before, type=Evidence)
    for metric in _obeying("replay"):
        first = metric.score(sample, evidence)
        assert msgspec.json.encode(metric.score(sample, again)) == msgspec.json.encode(first), metric
    assert msgspec.json.encode(evidence) == before


@EXAMPLES
@given(situation=situations(), seed=st.randoms(use_true_random=False))
def test_the_order_of_claims_does_not_matter(situation: Situation, seed: Any) -> None:
    """Shuffled claims and findings give the same value."""
    sample, evidence = situation
    mixed = {name: list(getattr(evidence, name)) for name in ("claims", "findings", "usefulness", "grades", "entities")}
    for entries in mixed.values():
        seed.shuffle(entries)
    other = msgspec.structs.replace(evidence, **{name: tuple(entries) for name, entries in mixed.items()})
    for metric in _obeying("claim_order_free"):
        assert _same(metric.score(sample, evidence), metric.score(sample, other)), metric


@EXAMPLES
@given(situation=situations(n_contexts=3), order=st.permutations(range(3)))
def test_the_order_of_contexts_does_not_matter(situation: Situation, order: list[int]) -> None:
    """Contexts in another order, with the evidence that goes with them, give the same value."""
    sample, evidence = situation
    other = _reordered(sample, evidence, order)
    for metric in _obeying("context_order_free"):
        assert _same(metric.score(sample, evidence), metric.score(*other)), metric


def _reordered(sample: Sample, evidence: Evidence, order: list[int]) -> Situation:
    contexts = sample.contexts or ()
    place = {old: new for new, old in enumerate(order)}
    other = msgspec.structs.replace(
        evidence,
        claims=tuple(
            msgspec.structs.replace(claim, citations=tuple(place.get(n - 1, n - 1) + 1 for n in claim.citations))
            for claim in evidence.claims
        ),
        findings=tuple(
            msgspec.structs.replace(finding, support=tuple(sorted(place[k] for k in finding.support)))
            for finding in evidence.findings
        ),
        **{
            name: tuple(msgspec.structs.replace(entry, context=place[entry.context]) for entry in entries)
            for name in ("usefulness", "grades", "needed")
            if (entries := getattr(evidence, name))
        },
    )
    return msgspec.structs.replace(sample, contexts=tuple(contexts[old] for old in order)), other


@EXAMPLES
@given(situation=situations(), data=st.data())
def test_more_support_is_never_worse(situation: Situation, data: st.DataObject) -> None:
    """Turning one verdict to supported makes the score no worse."""
    sample, evidence = situation
    assume(evidence.findings)
    i = data.draw(st.integers(0, len(evidence.findings) - 1))
    old = evidence.findings[i]
    support = (0,) if old.premise in ("contexts", "cited") else ()
    new = Finding(old.claim, old.premise, "supported", support=old.support or support)
    better = msgspec.structs.replace(evidence, findings=(*evidence.findings[:i], new, *evidence.findings[i + 1 :]))
    for metric in _obeying("monotone_in_support"):
        before, after = metric.score(sample, evidence).value, metric.score(sample, better).value
        gain = 0.0 if before is None or after is None else after - before
        assert gain <= 1e-12 if direction_of(metric) == "down" else gain >= -1e-12, metric


@_each("perfect_is_one")
def test_perfection_is_exact(metric: Any) -> None:
    """An answer that is right in every respect, from passages that are all useful, scores exactly 1.0 (0.0 if down)."""
    ratings = [facet for facet in metric.facets if isinstance(facet, Rating)]
    down = direction_of(metric) == "down"
    claims = [Claim(f"a{j}", "answer", "c", citations=(1, 2)) for j in range(1, 8)]
    claims += [Claim(f"r0.{j}", "reference:0", "c") for j in range(1, 4)]
    premises = {"answer": ("contexts", "reference:0", "cited"), "reference:0": ("contexts", "answer")}
    text = "the cat sat on the mat 狗在床上"
    passages = tuple(Context(text, doc_id=f"d{i}", grade=1) for i in range(2))
    sample = Sample(id="s", question=text, answer=text, contexts=passages, references=(text,),
                    reference_contexts=passages)  # fmt: skip
    evidence = Evidence(
        sample="s",
        claims=tuple(claims),
        findings=tuple(
            Finding(claim.id, premise, "supported", support=(0, 1))
            for claim in claims
            for premise in premises[claim.source]
        ),
        usefulness=tuple(Useful(i, c, True) for c in ("reference", "answer") for i in range(2)),
        grades=(Grade(0, 3), Grade(1, 3)),
        needed=(Needed(0, 1, (Span(0, 1),)), Needed(1, 1, (Span(0, 1),))),
        entities=(Entity(0, "cat", True, "exact", 0),),
        nuggets=(Nugget("n1", "c", True, "supported"), Nugget("n2", "c", False, "supported")),
        similarities={"question~reverse_questions": (1.0000000002,) * 3, "answer~references": (0.99999,)},
        ratings=tuple(
            Rated(facet.of, 0 if down and facet.scale == 1 else 1 if down else facet.scale, facet.scale)
            for facet in ratings
        ),
    )
    assert metric.score(sample, evidence).value == (0.0 if down else 1.0)


def test_an_unread_context_leaves_its_share_open() -> None:
    """How long a context is that the judge did not read is unknown, so its density may be anything."""
    sample = Sample(id="s", question="q", contexts=("c", "d"))  # type: ignore[arg-type]
    score = class_of("context_density")().score(sample, Evidence(sample="s", needed=(Needed(0, 2, (Span(0, 1),)),)))
    assert (score.state, score.lowest, score.highest) == ("unscored", 0.0, 1.0)


@pytest.mark.parametrize("metric", [m for m in _obeying("bounds_hold") if m.facets - {NeededSentences()}], ids=text_of)
@settings(EXAMPLES, max_examples=25)
@given(situation=situations(), data=st.data())
def test_bounds_are_those_of_all_fillings(metric: Any, situation: Situation, data: st.DataObject) -> None:
    """With some replies missing the bounds are the least and the greatest value over all ways of filling them."""
    sample, full = situation
    holes = _holes(metric.facets, full, sample)
    assume(holes)
    chosen = data.draw(st.lists(st.integers(0, len(holes) - 1), min_size=1, max_size=3, unique=True))
    gap = data.draw(st.sampled_from(({}, {facet.key: "HTTP 500" for i in chosen for facet in holes[i][0]})))
    part = msgspec.structs.replace(full, gaps=gap)
    for i in sorted(chosen, reverse=True):
        part = _without(part, holes[i])
    score = metric.score(sample, part)
    fillings = [holes[i][2] for i in chosen]
    full = msgspec.structs.replace(part, gaps={})
    scores = [metric.score(sample, _filled(full, [holes[i] for i in chosen], ways)) for ways in _product(fillings)]
    values = [other.value for other in scores if other.value is not None]
    if score.state == "not_applicable":
        assert values == []
    elif score.state == "scored":
        assert values == pytest.approx([score.value] * len(scores))
    else:
        assert (score.lowest, score.highest) == pytest.approx((min(values), max(values)))


Hole = tuple[tuple[Facet, ...], tuple[str, Any], list[Any]]
"""The facets a reply belongs to, its field and entry, and what could stand there."""


def _holes(facets: frozenset[Facet], evidence: Evidence, sample: Sample) -> list[Hole]:
    asked = sorted(facets, key=lambda facet: facet.key)
    return [
        ((facet,), entry, ways)
        for facet in asked
        for entry, ways in _replies(facet, evidence, len(sample.contexts or ()))
    ]


def _replies(facet: Facet, evidence: Evidence, k: int) -> list[tuple[tuple[str, Any], list[Any]]]:
    """What a judge replied to a facet, each with all it could have replied."""
    if isinstance(facet, Support):
        return _verdicts(facet, evidence, k)
    if isinstance(facet, Rating):
        values = range(0 if facet.scale == 1 else 1, facet.scale + 1)
        rated = [entry for entry in evidence.ratings if (entry.of, entry.scale) == (facet.of, facet.scale)]
        return [(("ratings", entry), [Rated(entry.of, value, entry.scale) for value in values]) for entry in rated]
    if isinstance(facet, ReverseQuestions | Similarity):
        name = "question~reverse_questions" if isinstance(facet, ReverseQuestions) else "answer~references"
        cosines = evidence.similarities[name]
        return [(("similarities", name), [(*cosines[:-1], cosine) for cosine in (-1.0, 0.3, 1.0)])]
    if isinstance(facet, Refusals):
        names = [name for name in evidence.refusals if (name == "answer") == (facet.of == "answer")]
        return [(("refusals", tuple(names)), list(itertools.product((True, False), repeat=len(names))))]
    values_of: dict[type, tuple[str, str, tuple[Any, ...]]] = {
        Usefulness: ("usefulness", "useful", (True, False)),
        Grades: ("grades", "grade", (0, 1, 2, 3)),
        Nuggets: ("nuggets", "grade", ("supported", "partly", "not_supported")),
    }
    if type(facet) not in values_of:
        return []
    field, attribute, possible = values_of[type(facet)]
    entries = [
        entry
        for entry in getattr(evidence, field)
        if not isinstance(facet, Usefulness) or entry.criterion == facet.criterion
    ]
    return [
        ((field, entry), [msgspec.structs.replace(entry, **{attribute: value}) for value in possible])
        for entry in entries
    ]


def _verdicts(facet: Support, evidence: Evidence, k: int) -> list[tuple[tuple[str, Any], list[Any]]]:
    premise = {"references": "reference:"}.get(facet.premises, facet.premises)
    cited = {claim.id: tuple(dict.fromkeys(n - 1 for n in claim.citations if n <= k)) for claim in evidence.claims}
    return [
        (
            ("findings", entry),
            _possible(entry.claim, entry.premise, cited[entry.claim] if premise == "cited" else tuple(range(k))),
        )
        for entry in evidence.findings
        if entry.claim.startswith("a") == (facet.of == "answer") and entry.premise.startswith(premise)
    ]


def _without(evidence: Evidence, hole: Hole) -> Evidence:
    _, (field, entry), _ = hole
    if field == "similarities":
        similarities = {**evidence.similarities, entry: evidence.similarities[entry][:-1]}
        return msgspec.structs.replace(evidence, similarities=similarities)
    if field == "refusals":
        refusals = {name: flag for name, flag in evidence.refusals.items() if name not in entry}
        gaps = {**evidence.gaps, hole[0][0].key: "HTTP 500"}
        return msgspec.structs.replace(evidence, refusals=refusals, gaps=gaps)
    if field == "nuggets":
        kept = tuple(msgspec.structs.replace(n, grade=None) if n.id == entry.id else n for n in evidence.nuggets)
        return msgspec.structs.replace(evidence, nuggets=kept)
    kept = tuple(other for other in getattr(evidence, field) if other is not entry)
    return msgspec.structs.replace(evidence, **{field: kept})


def _filled(evidence: Evidence, holes: list[Hole], ways: tuple[Any, ...]) -> Evidence:
    for (_, (field, entry), _), way in zip(holes, ways, strict=True):
        value: Any
        if field == "similarities":
            value = {**evidence.similarities, entry: way}
        elif field == "refusals":
            value = {**evidence.refusals, **dict(zip(entry, way, strict=True))}
        elif field == "nuggets":
            value = tuple(way if nugget.id == entry.id else nugget for nugget in evidence.nuggets)
        else:
            value = (*getattr(evidence, field), way)
        evidence = msgspec.structs.replace(evidence, **{field: value})
    return evidence


def _product(fillings: list[list[Any]]) -> Any:
    return itertools.product(*fillings)


def _same(left: Score, right: Score) -> bool:
    return left.state == right.state and left.reason == right.reason and left.value == pytest.approx(right.value)
