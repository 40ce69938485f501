"""Ranked retrieval as one HTML page: means with intervals, the comparison with the first run, and who wins where."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Final

from raggauge.ir import Evaluation, Measure
from raggauge.ir.systems import Contrast, intervals
from raggauge.messages import language, say
from raggauge.plot.svg import win_loss

N_NAMED: Final = 5


def page(systems: Mapping[str, Evaluation], found: Sequence[Contrast], /, *, title: str) -> str:
    """The page as text: no script, nothing loaded from elsewhere, everything of the user's escaped."""
    style = resources.files("raggauge.report").joinpath("page/page.css").read_text(encoding="utf-8")
    heading = say("retrieval.page_title", title=title)
    body = "".join((_means(systems), *_contrasts(systems, found)))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_safe(heading)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{_safe(heading)}</h1></header>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _means(systems: Mapping[str, Evaluation]) -> str:
    first = next(iter(systems.values()))
    head = [say("retrieval.system"), *map(str, first.values)]
    rows = [
        [name, *(f"{i.estimate:.4f} [{i.low:.3f}, {i.high:.3f}]" if i else "–" for i in intervals(system).values())]
        for name, system in systems.items()
    ]
    note = say("retrieval.n_queries", n=len(first.queries), no_relevant=int(first.no_relevant.sum()))
    return f'<p class="meta">{_safe(note)}</p>\n{_table(head, rows)}'


def _contrasts(systems: Mapping[str, Evaluation], found: Sequence[Contrast]) -> Iterable[str]:
    for one in found:
        test = one.paired
        title = say("retrieval.plot_title", measure=one.measure, first=one.first, other=one.other)
        numbers = (
            f"{test.difference:+.4f} [{test.interval.low:+.3f}, {test.interval.high:+.3f}], "
            f"{say('retrieval.p')} {test.p_adjusted:.3g}, {say(f'retrieval.{test.verdict}')}"
        )
        differences = _differences(systems, one.measure, one.first, one.other)
        plot = win_loss(list(differences.values()), title=title)
        caption = f"{say('retrieval.plot_axis')}: {numbers}"
        yield (
            f'<h2>{_safe(title)}</h2>\n<figure style="margin:0">{plot}'
            f"<figcaption>{_safe(caption)}</figcaption></figure>\n"
            f"{_extremes(differences)}"
        )


def _differences(systems: Mapping[str, Evaluation], measure: Measure, first: str, other: str) -> dict[str, float]:
    """Query -> what the other run has more than the first."""
    left, right = systems[first].values[measure], systems[other].values[measure]
    both = left.defined & right.defined
    more: list[float] = (right.value - left.value).tolist()
    return {query: more[i] for i, query in enumerate(systems[first].queries) if both[i]}


def _extremes(differences: Mapping[str, float]) -> str:
    """The queries with the greatest gains and losses by name, so that they can be looked into."""
    falling = sorted(differences.items(), key=lambda item: -item[1])
    gains = [item for item in falling[:N_NAMED] if item[1] > 0]
    losses = [item for item in falling[: -N_NAMED - 1 : -1] if item[1] < 0]
    lines = [
        f"{say(key)}: {', '.join(f'{query} {value:+.2f}' for query, value in items)}"
        for key, items in (("retrieval.gains", gains), ("retrieval.losses", losses))
        if items
    ]
    return "".join(f'<p class="meta">{_safe(line)}</p>\n' for line in lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{_safe(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><td>{_safe(row[0])}</td>" + "".join(f"<td class=number>{_safe(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>\n'


def _safe(text: str) -> str:
    return escape("".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text))
