"""The measures: what each is, and how one is written as text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from raggauge.errors import UsageError

Cutoff = Literal["needed", "optional", "none"]
Gain = Literal["linear", "exponential"]
Dedupe = Literal["keep", "collapse"]
Denominator = Literal["k", "returned"]
Need = Literal["any", "all"]


@dataclass(frozen=True, kw_only=True)
class Definition:
    """What a measure is: whether it takes a cutoff, its parameters with their allowed values, a formula, a source.

    The first allowed value of a parameter is its default. `names` are the names that trec_eval and ir_measures use.
    """

    cutoff: Cutoff
    formula: str
    citation: str
    parameters: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...] = ()


_DEDUPE: Final = {"dedupe": ("keep", "collapse")}
_TREC: Final = "trec_eval 9"

MEASURES: Final[dict[str, Definition]] = {
    "precision": Definition(
        cutoff="needed",
        formula="#{relevant in the first k} / k",
        citation=f"Cleverdon 1967; {_TREC}: P",
        parameters={**_DEDUPE, "denominator": ("k", "returned")},
        names=("p",),
    ),
    "recall": Definition(
        cutoff="needed",
        formula="#{relevant in the first k} / #{relevant}",
        citation=f"Cleverdon 1967; {_TREC}: recall",
        parameters=_DEDUPE,
        names=("r",),
    ),
    "f1": Definition(
        cutoff="needed",
        formula="2 precision@k recall@k / (precision@k + recall@k), 0 if both are 0",
        citation="van Rijsbergen 1979",
        parameters=_DEDUPE,
    ),
    "hit": Definition(
        cutoff="needed",
        formula="1 if a relevant document is in the first k (need=all: if all are), else 0",
        citation=f"{_TREC}: success",
        parameters={"need": ("any", "all"), **_DEDUPE},
        names=("success", "hit_rate"),
    ),
    "mrr": Definition(
        cutoff="optional",
        formula="1 / rank of the first relevant document, 0 if none is in the first k",
        citation=f"Voorhees 1999; {_TREC}: recip_rank",
        parameters=_DEDUPE,
        names=("rr", "recip_rank"),
    ),
    "map": Definition(
        cutoff="optional",
        formula="sum over relevant documents in the first k of precision at their rank / #{relevant}",
        citation=f"Harman 1992; {_TREC}: map, map_cut",
        parameters=_DEDUPE,
        names=("ap", "map_cut"),
    ),
    "ndcg": Definition(
        cutoff="optional",
        formula="sum of gain / log2(1 + rank) over the first k / the same of the best possible order; "
        "gain = grade (linear) or 2^grade - 1 (exponential)",
        citation=f"Järvelin, Kekäläinen 2002; Burges et al. 2005 (exponential); {_TREC}: ndcg, ndcg_cut",
        parameters={"gain": ("linear", "exponential"), **_DEDUPE},
        names=("ndcg_cut",),
    ),
    "r_precision": Definition(
        cutoff="none",
        formula="precision@R with R = #{relevant}",
        citation=f"{_TREC}: Rprec",
        parameters=_DEDUPE,
        names=("rprec",),
    ),
    "bpref": Definition(
        cutoff="none",
        formula="sum over retrieved relevant documents of 1 - min(judged not relevant above it, R) / min(N, R), / R; "
        "R relevant, N judged not relevant (grade 0)",
        citation=f"Buckley, Voorhees 2004; {_TREC}: bpref",
        parameters=_DEDUPE,
    ),
    "judged": Definition(
        cutoff="needed",
        formula="#{judged in the first k} / min(k, length of the list)",
        citation="ir_measures: Judged",
        parameters=_DEDUPE,
    ),
}

_NAMES: Final[dict[str, str]] = {
    **{name: name for name in MEASURES},
    **{other: name for name, definition in MEASURES.items() for other in definition.names},
}
_SHAPE: Final = re.compile(r"([A-Za-z_][A-Za-z_0-9]*?)(?:\(([^()]*)\))?(?:@(\d+|\{[\d,\s]+\})|_(\d+))?")


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One measure with its cutoff and parameters; its text is its identity: `ndcg(gain=exponential)@10`.

    `k` is None for the whole list. `rel` is the least grade that counts as relevant (1; ndcg takes its gains from the
    grades and knows no `rel`). The other parameters are for the measures whose definition lists them. Raises UsageError
    for an unknown name, a cutoff that is missing or too many, or a parameter that the measure does not take.
    """

    name: str
    k: int | None = None
    rel: int = 1
    gain: Gain = "linear"
    dedupe: Dedupe = "keep"
    denominator: Denominator = "k"
    need: Need = "any"

    def __post_init__(self) -> None:
        definition = MEASURES.get(self.name)
        if definition is None:
            raise UsageError("ir.unknown_measure", text=self.name, known=", ".join(MEASURES))
        if definition.cutoff == "needed" and self.k is None:
            raise UsageError("ir.cutoff_missing", measure=self.name)
        if self.k is not None and (definition.cutoff == "none" or self.k < 1):
            raise UsageError("ir.cutoff_wrong", measure=self.name, k=self.k)
        for key in ("gain", "dedupe", "denominator", "need"):
            value, allowed = getattr(self, key), definition.parameters.get(key)
            if value not in allowed if allowed else value != _DEFAULTS[key]:
                raise _no_parameter(self.name, f"{key}={value}")
        if self.rel < 1 or (self.rel != 1 and self.name in _NO_REL):
            raise _no_parameter(self.name, f"rel={self.rel}")

    def __str__(self) -> str:
        shown = [f"{key}={getattr(self, key)}" for key in MEASURES[self.name].parameters if self._differs(key)]
        if self.rel != 1:
            shown.insert(0, f"rel={self.rel}")
        bracket = f"({','.join(shown)})" if shown else ""
        return f"{self.name}{bracket}{'' if self.k is None else f'@{self.k}'}"

    def _differs(self, key: str) -> bool:
        return bool(getattr(self, key) != _DEFAULTS[key])


_DEFAULTS: Final = {"gain": "linear", "dedupe": "keep", "denominator": "k", "need": "any"}
_NO_REL: Final = ("ndcg", "judged")


def parse_measure(text: str, /) -> Measure:
    """The one measure that a text names: `recall@5`, `ndcg(gain=exponential)@10`, `map`.

    The names of trec_eval and ir_measures are understood too (`P_5`, `ndcg_cut_10`, `nDCG@10`, `RR`). Raises UsageError
    where the text names none, or several (`recall@{1,3}`).
    """
    found = parse_measures(text)
    if len(found) != 1:
        raise UsageError("ir.not_one_measure", text=text, n=len(found))
    return found[0]


def parse_measures(text: str, /) -> tuple[Measure, ...]:
    """All measures of a text, in its order, each once: `"ndcg@10 recall@{1,3,5} map"`; blanks or commas stand between.

    Raises UsageError for a text that names no measure.
    """
    found: dict[Measure, None] = {}
    for part in _split(text):
        for measure in _expand(part):
            found.setdefault(measure)
    if not found:
        raise UsageError("ir.no_measure", known=", ".join(MEASURES))
    return tuple(found)


def _split(text: str) -> list[str]:
    """The parts between blanks and commas that stand outside brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "({") - (char in ")}")
        if depth == 0 and (char.isspace() or char == ","):
            parts.append("")
        elif not char.isspace():
            parts[-1] += char
    return [part for part in parts if part]


def _expand(part: str) -> list[Measure]:
    match = _SHAPE.fullmatch(part)
    name = _NAMES.get(match[1].lower()) if match else None
    if match is None or name is None:
        raise UsageError("ir.unknown_measure", text=part, known=", ".join(MEASURES))
    given: dict[str, str | int] = {}
    for item in filter(None, (match[2] or "").split(",")):
        key, equals, value = item.partition("=")
        if not equals or key not in (*_DEFAULTS, "rel") or key in given:
            raise _no_parameter(name, item)
        given[key] = int(value) if key == "rel" and value.isdecimal() else value
    if not isinstance(given.get("rel", 1), int):
        raise _no_parameter(name, f"rel={given['rel']}")
    cutoffs = re.findall(r"\d+", match[3] or match[4] or "")
    return [Measure(name=name, k=k, **given) for k in (map(int, cutoffs) if cutoffs else [None])]  # type: ignore[arg-type]


def _no_parameter(name: str, item: str) -> UsageError:
    allowed = [f"{key}={'|'.join(values)}" for key, values in MEASURES[name].parameters.items()]
    if name not in _NO_REL:
        allowed.insert(0, "rel=1|2|...")
    return UsageError("ir.no_parameter", measure=name, item=item, allowed=", ".join(allowed) or "-")
