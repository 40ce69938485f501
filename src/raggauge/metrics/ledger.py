"""A sample with what a judge found in it, as lines of text: the part that a metric looks at."""

from collections.abc import Callable

from raggauge.evidence import Evidence
from raggauge.facets import (
    Entities,
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
from raggauge.messages import Language, say
from raggauge.metrics.metric import Metric
from raggauge.metrics.ratings import grade_of
from raggauge.sample import Sample


def ledger(metric: Metric, sample: Sample, evidence: Evidence, lang: Language, /) -> list[str]:
    """The fields that a metric needs, and below them the replies to the questions that it asks."""
    found = _fields(metric, sample, lang)
    shown = sorted(metric.facets, key=lambda facet: facet.key)
    supports = [facet for facet in shown if isinstance(facet, Support)]
    for claimant in ("answer", "references"):
        premises = {str(facet.premises) for facet in supports if facet.of == claimant}
        if premises:
            found += _claims(claimant, premises, evidence, lang)
    for facet in shown:
        found += _REPLIES[type(facet)](facet, evidence, lang) if type(facet) in _REPLIES else []
    if all(isinstance(facet, Refusals) for facet in metric.facets) and metric.facets:
        flag = "yes" if evidence.refusals.get("answer") else "no"
        found.append(f"{say('metric.refuses', lang=lang)} = {say(f'metric.{flag}', lang=lang)}")
    return found


def _fields(metric: Metric, sample: Sample, lang: Language) -> list[str]:
    shown = []
    for field in metric.fields:
        value = getattr(sample, field)
        texts = value if isinstance(value, tuple) else (value,)
        for rank, text in enumerate(texts, 1):
            number = f" {rank}" if len(texts) > 1 else ""
            shown.append(f"{say(f'metric.field.{field}', lang=lang)}{number}: {getattr(text, 'text', text)}")
    return shown


def _claims(claimant: str, premises: set[str], evidence: Evidence, lang: Language) -> list[str]:
    rows = []
    for claim in evidence.claims:
        if (claim.source == "answer") != (claimant == "answer"):
            continue
        if not claim.checkable:
            rows.append(f"{claim.id}  {claim.text}  {say('metric.not_checkable', lang=lang)}")
            continue
        verdicts = []
        for finding in evidence.findings:
            premise = finding.premise.partition(":")[0]
            wanted = {"reference": "references"}.get(premise, premise) in premises
            if finding.claim == claim.id and wanted:
                ranks = "".join(f" {k + 1}" for k in (*finding.support, *finding.against))
                verdict = say(f"metric.verdict.{finding.verdict}", lang=lang)
                verdicts.append(f"{say(f'metric.premise.{premise}', lang=lang)}: {verdict}{ranks}")
        marks = "".join(f"[{n}]" for n in claim.citations) if "cited" in premises else ""
        rows.append(f"{claim.id.replace('r0.', 'r')}{marks}  {claim.text}  {'; '.join(verdicts)}")
    return rows


def _usefulness(facet: Facet, evidence: Evidence, lang: Language) -> list[str]:
    criterion = facet.criterion if isinstance(facet, Usefulness) else "reference"
    flags = [str(int(entry.useful)) for entry in evidence.usefulness if entry.criterion == criterion]
    return [f"u = {', '.join(flags)}"]


def _grades(_: Facet, evidence: Evidence, lang: Language) -> list[str]:
    return [f"{say('metric.grade', lang=lang)} = {', '.join(str(entry.grade) for entry in evidence.grades)}"]


def _needed(_: Facet, evidence: Evidence, lang: Language) -> list[str]:
    shares = [f"{len(entry.needed)}/{entry.n_sentences}" for entry in evidence.needed]
    return [f"{say('metric.needed', lang=lang)} = {', '.join(shares)}"]


def _entities(_: Facet, evidence: Evidence, lang: Language) -> list[str]:
    return [
        f"{entity.text}: {say('metric.yes' if entity.found else 'metric.no', lang=lang)}"
        for entity in evidence.entities
    ]


def _questions(_: Facet, evidence: Evidence, lang: Language) -> list[str]:
    cosines = evidence.similarities.get("question~reverse_questions", ())
    return [
        f"q{i}: {text}  cos = {cosine}"
        for i, (text, cosine) in enumerate(zip(evidence.reverse_questions, cosines, strict=True), 1)
    ]


def _similarity(_: Facet, evidence: Evidence, lang: Language) -> list[str]:
    return [f"cos = {', '.join(map(str, evidence.similarities.get('answer~references', ())))}"]


def _nuggets(_: Facet, evidence: Evidence, lang: Language) -> list[str]:
    return [
        f"{nugget.id}  {nugget.text}  {say('metric.vital' if nugget.vital else 'metric.okay', lang=lang)}: "
        f"{say(f'metric.verdict.{nugget.grade}', lang=lang)}"
        for nugget in evidence.nuggets
    ]


def _rating(facet: Facet, evidence: Evidence, lang: Language) -> list[str]:
    if not isinstance(facet, Rating):
        return []
    grade = grade_of(facet, evidence)
    least = 0 if facet.scale == 1 else 1
    return [f"{facet.text}  {say('metric.grade', lang=lang)} = {grade} ({least}..{facet.scale})"]


_REPLIES: dict[type, Callable[[Facet, Evidence, Language], list[str]]] = {
    Usefulness: _usefulness,
    Grades: _grades,
    NeededSentences: _needed,
    Entities: _entities,
    ReverseQuestions: _questions,
    Similarity: _similarity,
    Nuggets: _nuggets,
    Rating: _rating,
}
