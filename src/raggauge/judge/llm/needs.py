"""From the facets of an ask to what has to be asked: texts to take apart, rows to decide, questions, ratings."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from raggauge.evidence import Claim, Evidence, Nugget
from raggauge.facets import (
    Claims,
    Entities,
    Facet,
    Grades,
    NeededSentences,
    Nuggets,
    Preference,
    Rating,
    Refusals,
    ReverseQuestions,
    Similarity,
    Support,
    Usefulness,
)
from raggauge.judge.judge import Ask
from raggauge.judge.llm.claims import Part, part
from raggauge.judge.llm.jobs import Piece, Sections, Work
from raggauge.judge.llm.verdicts import Material
from raggauge.llm.tokens import count
from raggauge.sample import Sample

CAN = (
    Claims,
    Refusals,
    Support,
    Usefulness,
    Grades,
    NeededSentences,
    Entities,
    ReverseQuestions,
    Similarity,
    Nuggets,
    Rating,
    Preference,
)


def to_ask(ask: Ask, /) -> frozenset[Facet]:
    """The facets that have to be answered anew.

    What `given` fills is not asked again; on a repeat only its claims and refusals are taken over, since the rest is
    to be judged independently.
    """
    if ask.given is None:
        return ask.facets
    filled = set(ask.given.filled)
    fixed: tuple[type, ...] = (Claims, Refusals, Entities) if ask.repeat else CAN
    return frozenset(facet for facet in ask.facets if facet.key not in filled or not isinstance(facet, fixed))


def sources(sample: Sample, facets: Iterable[Facet], /) -> tuple[str, ...]:
    """The texts whose claims or refusals are needed, in order: `answer`, `reference:0`, ...; blank ones too."""
    claimants = {facet.of for facet in facets if isinstance(facet, Claims | Refusals | Support)}
    if any(isinstance(facet, Entities) for facet in facets):
        claimants.add("references")
    if any(isinstance(facet, Nuggets) for facet in facets) and not sample.metadata.get("nuggets"):
        claimants.add("references")
    found = ["answer"] if "answer" in claimants and sample.answer is not None else []
    if "references" in claimants:
        found += [f"reference:{i}" for i in range(len(sample.references or ()))]
    return tuple(found)


def text_of(sample: Sample, source: str, /) -> str:
    """The text that a source names."""
    if source == "answer":
        return sample.answer or ""
    return (sample.references or ())[int(source.partition(":")[2])]


def parts(sample: Sample, asked: Iterable[str], room: int, /) -> list[list[Part]]:
    """The texts to take apart, in as many calls as needed for `room` tokens a call; blank texts need none."""
    groups: list[list[Part]] = []
    group: list[Part] = []
    used = 0
    for source in asked:
        text = text_of(sample, source)
        if not text.strip():
            continue
        for one in _stretches(part(source, text), room):
            size = sum(count(one.text[span.start : span.end]) for span in one.spans)
            if group and used + size > room:
                groups.append(group)
                group, used = [], 0
            group.append(one)
            used += size
    return [*groups, group] if group else groups


def shown_id(claim: str, /) -> str:
    """A claim's id as the model sees it: references count from 1 (`r0.2` -> `r1.2`)."""
    if claim[:1] != "r":
        return claim
    number, _, rest = claim[1:].partition(".")
    return f"r{int(number) + 1}.{rest}"


def label_of(source: str, /) -> str:
    """How a text is called in a message: `A`, `R1`."""
    return "A" if source == "answer" else f"R{int(source.partition(':')[2]) + 1}"


class Plot(msgspec.Struct, frozen=True):
    """What the verdict calls have to decide: the work, its texts, and the evidence names of the rows."""

    work: Work
    material: Material
    claims: dict[str, str]
    """Shown id -> claim id."""


def plot(
    sample: Sample, facets: Iterable[Facet], claims: Mapping[str, Sequence[Claim]], pieces: Sequence[Piece], /
) -> Plot:
    """The verdict work for a sample whose claims are known."""
    asked = list(facets)
    supports = [facet for facet in asked if isinstance(facet, Support)]
    listed = {shown_id(claim.id): claim for source in claims for claim in claims[source] if claim.checkable}
    against: list[str] = []
    pairs: list[str] = []
    cited: list[tuple[str, tuple[int, ...]]] = []
    n_contexts = len(sample.contexts or ())
    for name, claim in listed.items():
        mine = [facet.premises for facet in supports if (facet.of == "answer") == (claim.source == "answer")]
        if "contexts" in mine:
            against.append(name)
        if "cited" in mine:
            among = tuple(sorted({n - 1 for n in claim.citations if 1 <= n <= n_contexts}))
            cited += [(f"{name}c", among)] if among else []
        pairs += [f"{name}~{label_of(source)}" for source in _texts(sample, mine)]
    nuggets = nuggets_of(sample, claims) if any(isinstance(facet, Nuggets) for facet in asked) else ()
    blank = not (sample.answer or "").strip()
    work = Work(
        tuple(pieces),
        tuple(against),
        tuple(cited),
        tuple(pairs),
        () if blank else tuple(nugget.id for nugget in nuggets),
        sections(asked),
    )
    texts = {"A": sample.answer or "", **{f"R{i + 1}": text for i, text in enumerate(sample.references or ())}}
    material = Material(
        sample.question or "",
        texts,
        {name: claim.text for name, claim in listed.items()},
        {nugget.id: nugget.text for nugget in nuggets},
    )
    return Plot(work, material, {name: claim.id for name, claim in listed.items()})


def sections(facets: Iterable[Facet], /) -> Sections:
    """What is asked of passages themselves."""
    asked = list(facets)
    criteria = {facet.criterion for facet in asked if isinstance(facet, Usefulness)}
    return Sections(
        "reference" in criteria,
        "answer" in criteria,
        any(isinstance(facet, Grades) for facet in asked),
        any(isinstance(facet, NeededSentences) for facet in asked),
    )


def nuggets_of(sample: Sample, claims: Mapping[str, Sequence[Claim]], /) -> tuple[Nugget, ...]:
    """The nuggets to grade: those of the metadata, else the claims of the references, all vital."""
    given = sample.metadata.get("nuggets")
    if isinstance(given, list) and given:
        entries = [entry if isinstance(entry, dict) else {"text": entry} for entry in given]
        return tuple(
            Nugget(f"n{n}", str(entry.get("text", "")), bool(entry.get("vital", True)))
            for n, entry in enumerate(entries, 1)
        )
    from_references = [
        (claim.text, int(source.partition(":")[2]))
        for source in claims
        if source != "answer"
        for claim in claims[source]
        if claim.checkable
    ]
    return tuple(Nugget(f"n{n}", text, True, None, i) for n, (text, i) in enumerate(from_references, 1))


def given_claims(given: Evidence | None, source: str, /) -> tuple[Claim, ...] | None:
    """The claims that are fixed for a source; None where they have to be found."""
    if given is None:
        return None
    of = Claims("answer" if source == "answer" else "references").key
    found = given.claims_of(source)
    return found if found or of in given.filled else None


def _texts(sample: Sample, premises: Sequence[str]) -> list[str]:
    found = ["answer"] if "answer" in premises and (sample.answer or "").strip() else []
    if "references" in premises:
        found += [f"reference:{i}" for i, text in enumerate(sample.references or ()) if text.strip()]
    return found


def _stretches(whole: Part, room: int) -> list[Part]:
    """A text in stretches of whole sentences that fit into a call."""
    found: list[Part] = []
    start = used = 0
    for number, span in enumerate(whole.spans):
        size = count(whole.text[span.start : span.end])
        if number > start and used + size > room:
            found.append(Part(whole.source, whole.label, whole.text, whole.spans[start:number], start + 1))
            start, used = number, 0
        used += size
    return [*found, Part(whole.source, whole.label, whole.text, whole.spans[start:], start + 1)]
