"""From the rows of one or several calls to findings: one a claim and premise, nothing lost, nothing made up."""

from collections.abc import Mapping, Sequence

from raggauge.evidence import PRECEDENCE, Finding, Grade, Needed, Nugget, Quote, Span, Useful
from raggauge.judge.llm.jobs import Sections
from raggauge.judge.llm.quotes import placed
from raggauge.judge.llm.verdicts import Decision, Row, VerdictQuestion


def finding(claim: str, premise: str, rows: Sequence[Row | None], contexts: Sequence[str], /) -> Finding | None:
    """The finding on a claim from its rows, one for each group of passages; None where it stays open.

    Passages that support alone are joined over all groups; a joint set counts only where none supports alone, the
    smallest one (ties: lowest ranks). An open row leaves the claim open unless another one supports it.
    """
    known = [row for row in rows if row is not None]
    supporting = [row for row in known if row.verdict == "supported"]
    if not supporting and (len(known) < len(rows) or not rows):
        return None
    against = tuple(sorted({k for row in known for k in row.against}))
    if supporting:
        alone = sorted({k for row in supporting if not row.joint for k in row.by})
        together = sorted((row.by for row in supporting if row.joint), key=lambda by: (len(by), by))
        support = tuple(alone) if alone else together[0]
        chosen = [row for row in supporting if (set(row.by) & set(support))]
        quotes = _quotes(chosen, support, contexts)
        return Finding(claim, premise, "supported", support, not alone, against, quotes)
    verdict = next(word for word in PRECEDENCE if any(row.verdict == word for row in known))
    chosen = [row for row in known if row.verdict == verdict]
    shown = against or tuple(range(len(contexts)))
    return Finding(claim, premise, verdict, (), False, against, _quotes(chosen, shown, contexts))


def of_text(claim: str, premise: str, row: Row, /) -> Finding:
    """The finding on a claim against one text."""
    return Finding(claim, premise, row.verdict)


def usefulness(asked: Sequence[VerdictQuestion], n_contexts: int, /) -> tuple[tuple[Useful, ...], tuple[Grade, ...]]:
    """Usefulness and grades of passages; one in several pieces is as good as its best piece.

    A passage with an open piece is left out, unless another piece settles it.
    """
    sections = next((one.job.sections for one in asked if one.job.sections.any), Sections())
    found: list[Useful] = []
    grades: list[Grade] = []
    for context in range(n_contexts):
        decisions = [one.decisions.get(context) for one in asked if _decides(one, context)]
        for criterion, there in (("reference", sections.useful), ("answer", sections.used)):
            value = _any([_flag(decision, criterion) for decision in decisions]) if there else None
            if value is not None:
                found.append(Useful(context, "reference" if criterion == "reference" else "answer", value))
        if sections.grade and decisions and None not in decisions:
            grades.append(Grade(context, max(d.grade for d in decisions if d is not None and d.grade is not None)))
    return tuple(found), tuple(grades)


def needed(asked: Sequence[VerdictQuestion], n_contexts: int, /) -> tuple[Needed, ...]:
    """The needed sentences of each passage whose pieces were all decided."""
    found: list[Needed] = []
    for context in range(n_contexts):
        spans: list[Span] = []
        n_sentences = 0
        whole = True
        for one in asked:
            if not _decides(one, context) or not one.job.sections.needed:
                continue
            decision = one.decisions.get(context)
            whole = whole and decision is not None
            there = one.needed_spans(context)
            n_sentences += len(there)
            start = next(piece.start for piece in one.job.pieces if piece.context == context)
            numbers = decision.needed or () if decision else ()
            spans += [Span(start + there[n - 1][0], start + there[n - 1][1]) for n in numbers]
        if whole:
            found.append(Needed(context, n_sentences, tuple(spans)))
    return tuple(found)


def nuggets(listed: Sequence[Nugget], asked: Sequence[VerdictQuestion], /) -> tuple[Nugget, ...]:
    """The nuggets with their grades; None for one that stays open."""
    grades = {name: grade for one in asked for name, grade in one.nuggets.items()}
    return tuple(_graded(nugget, grades) for nugget in listed)


def _graded(nugget: Nugget, grades: Mapping[str, str]) -> Nugget:
    grade = grades.get(nugget.id)
    known = next((word for word in ("supported", "partly", "not_supported") if word == grade), None)
    return Nugget(nugget.id, nugget.text, nugget.vital, known, nugget.reference)


def _quotes(rows: Sequence[Row], passages: Sequence[int], contexts: Sequence[str]) -> tuple[Quote, ...]:
    sources = {f"context:{k}": contexts[k] for k in passages}
    found = [quote for row in rows for text in row.quotes for quote in placed(text, sources)]
    return tuple(dict.fromkeys(found)) if found else ()


def _decides(one: VerdictQuestion, context: int) -> bool:
    return one.job.sections.any and any(piece.context == context for piece in one.job.pieces)


def _flag(decision: Decision | None, criterion: str) -> bool | None:
    if decision is None:
        return None
    return decision.useful if criterion == "reference" else decision.used


def _any(values: Sequence[bool | None]) -> bool | None:
    if True in values:
        return True
    return None if None in values or not values else False
