"""Whether a facet was answered in full: every id that was to be answered, counted against what came back."""

from collections.abc import Collection, Mapping

from raggauge.evidence import Evidence
from raggauge.facets import (
    Claimant,
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
from raggauge.sample import Sample

LEFT_OUT = "judge left ids out"


def gap(facet: Facet, sample: Sample, found: Evidence, reasons: Mapping[str, str], /) -> str:
    """Why a facet is not filled; "" when it is."""
    missing = _missing(facet, sample, found)
    if not missing:
        return ""
    why = next((reasons[call] for call in _calls(facet) if reasons.get(call)), "")
    if isinstance(facet, Support) and missing == ["claims"]:
        why = reasons.get("claims", "")
    if why and not why.startswith(LEFT_OUT):
        return why
    return f"{LEFT_OUT}: {', '.join(missing)}"


def premises(sample: Sample, of: str, asked: Collection[tuple[str, str]], /) -> tuple[str, ...]:
    """The premises against which the claims of a claimant are held."""
    found = [name for name in ("contexts", "cited", "answer") if (of, name) in asked]
    if (of, "references") in asked:
        found += [f"reference:{i}" for i in range(len(sample.references or ()))]
    return tuple(found)


def _sources(sample: Sample, of: Claimant) -> list[str]:
    return ["answer"] if of == "answer" else [f"reference:{i}" for i in range(len(sample.references or ()))]


def _missing(facet: Facet, sample: Sample, found: Evidence) -> list[str]:
    match facet:
        case Claims(of):
            return [source for source in _sources(sample, of) if not _taken_apart(sample, found, source)]
        case Refusals(of):
            return [source for source in _sources(sample, of) if source not in found.refusals]
        case Support(of, premise):
            return _open_findings(sample, found, of, premise)
        case Usefulness(criterion):
            return _open_passages(sample, set(found.useful(criterion)))
        case Grades():
            return _open_passages(sample, {grade.context for grade in found.grades})
        case NeededSentences():
            return _open_passages(sample, {one.context for one in found.needed})
        case _:
            return _missing_rest(facet, sample, found)


def _missing_rest(facet: Facet, sample: Sample, found: Evidence) -> list[str]:
    match facet:
        case ReverseQuestions():
            return [] if "question~reverse_questions" in found.similarities else ["questions"]
        case Similarity(left, right):
            return [] if f"{left}~{right}" in found.similarities else [f"{left}~{right}"]
        case Nuggets():
            if not (sample.answer or "").strip():
                return []
            open_sources = [] if sample.metadata.get("nuggets") else _sources(sample, "references")
            claims = [source for source in open_sources if not _taken_apart(sample, found, source)]
            return claims or [nugget.id for nugget in found.nuggets if nugget.grade is None]
        case Entities():
            return [s for s in _sources(sample, "references") if not _taken_apart(sample, found, s)]
        case Rating(of):
            return [] if any(one.of == of for one in found.ratings) else [of]
        case Preference(criterion):
            asked = {one.first for one in found.preferences if one.criterion == criterion}
            return [f"{criterion}, {first} first" for first in ("sample", "rival") if first not in asked]
        case _:
            return ["?"]


def _taken_apart(sample: Sample, found: Evidence, source: str) -> bool:
    """Whether the claims of a source are known: no text without blank stays without a claim, checkable or not."""
    text = sample.answer if source == "answer" else (sample.references or ())[int(source.partition(":")[2])]
    return bool(found.claims_of(source)) or not (text or "").strip()


def _open_findings(sample: Sample, found: Evidence, of: Claimant, premise: str) -> list[str]:
    sources = _sources(sample, of)
    if not all(_taken_apart(sample, found, source) for source in sources):
        return ["claims"]
    against = premises(sample, of, {(of, premise)})
    ids = [claim.id for source in sources for claim in found.checkable(source)]
    return [claim for claim in ids if any(found.finding(claim, name) is None for name in against)]


def _open_passages(sample: Sample, known: set[int]) -> list[str]:
    return [f"passage {k + 1}" for k in range(len(sample.contexts or ())) if k not in known]


def _calls(facet: Facet) -> tuple[str, ...]:
    """The calls on which a facet rests, by the names under which their reasons are kept."""
    if isinstance(facet, Claims | Refusals | Entities):
        return ("claims",)
    if isinstance(facet, ReverseQuestions):
        return ("questions", "question~reverse_questions")
    if isinstance(facet, Similarity):
        return (f"{facet.left}~{facet.right}",)
    if isinstance(facet, Preference):
        return (facet.key,)
    return ("ratings",) if isinstance(facet, Rating) else ("verdicts",)
