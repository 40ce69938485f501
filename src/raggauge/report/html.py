"""A run as one HTML file: opens offline, asks for nothing, shows hostile texts as text.

The page is made of sections, each a function of the run that gives HTML or nothing; `SECTIONS` is their order. The
samples are in the page as data: an index that the table is made of, and their evidence in compressed packs, unpacked
when one is opened. Every text of the run reaches the page escaped, or as data that the script inserts as text.
"""

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec

from raggauge import __version__
from raggauge.messages import language, say
from raggauge.messages.html import WORDS
from raggauge.plot.svg import Bar, histogram, ranges, triangle
from raggauge.report import html_diagnosis, notes, screened
from raggauge.report.html_data import Contents, collect
from raggauge.run.run import Run
from raggauge.run.summary import counts_text, is_met

TRIAD: Final = ("context_relevance", "faithfulness", "answer_relevance")
MEASURED: Final = ("mean", "counts", "bounds", "goal", "below")
FIRST: Final = 12
"""How many metrics stand in the first table; the others are folded away where there are clearly more."""

Section = Callable[[Run, Contents], str]


def chunks(run: Run, /) -> Iterator[bytes]:
    """The page in pieces, UTF-8."""
    contents = collect(run)
    script, style = (resource(name) for name in ("page.js", "page.css"))
    name = run.manifest.name or run.manifest.dataset.name or run.id
    sources = f"script-src '{policy_hash(script)}'; style-src '{policy_hash(style)}' 'unsafe-inline'; img-src data:"
    policy = f"default-src 'none'; {sources}"
    yield (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_say('title', name=name)}</title>\n<style>{style}</style></head>\n<body>\n"
    ).encode()
    yield _header(run, name).encode()
    yield b"<main>"
    for section in SECTIONS:
        yield section(run, contents).encode("utf-8", "replace")
    yield b"</main>\n"
    for number, pack in enumerate(contents.packs):
        yield f'<script type="text/plain" id="pack-{number}">{pack}</script>\n'.encode()
    yield b'<script type="application/json" id="data">' + _as_data(_page_data(run, contents)) + b"</script>\n"
    yield f"<script>{script}</script>\n</body></html>\n".encode()


def _header(run: Run, name: str) -> str:
    judge = run.manifest.judge
    who = " ".join(part for part in (judge.kind, judge.model) if part) if judge else say("html.no_judge")
    about = _say("about", n=len(run), judge=who, run=run.id or "-", version=__version__)
    lines = [*([say("html.uncalibrated")] if judge and not judge.calibration else []), *notes.judge(run)[1:]]
    lines += [*notes.reasons(run), *notes.marks(run)]
    said = "".join(f'<p class="note">{escape(line)}</p>' for line in lines)
    return (
        f'<header><h1>{escape(name)}</h1><button id="theme" type="button">{_say("theme")}</button>'
        f'<p class="meta">{about}</p><div>{said}</div></header>\n'
    )


def _summary(run: Run, contents: Contents) -> str:
    directions = {entry.text: entry.direction for entry in run.manifest.metrics}
    rows = [_cells(row, directions[metric]) for metric, row in contents.summary.items()]
    columns = [k for k in range(len(MEASURED)) if any(cells[k] for cells in rows)]
    lines = [
        _summary_row(f"{metric}{' ↓' if directions[metric] == 'down' else ''}", cells, columns)
        for metric, cells in zip(contents.summary, rows, strict=True)
    ]
    head = "".join(f"<th>{_say(key)}</th>" for key in ("metric", *(MEASURED[k] for k in columns)))
    n_shown = FIRST if len(lines) > FIRST + 4 else len(lines)
    rest = (
        f"<details><summary>{_say('more_metrics', n=len(lines) - n_shown)}</summary>{_table(head, lines[n_shown:])}"
        "</details>"
        if lines[n_shown:]
        else ""
    )
    not_run = "".join(f'<p class="note">{escape(line)}</p>' for line in notes.not_run(run))
    return f"<section><h2>{_say('summary')}</h2>{_table(head, lines[:n_shown])}{rest}{not_run}</section>\n"


def _table(head: str, lines: Sequence[str]) -> str:
    return (
        f'<div class="scroll"><table class="stack"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _cells(row: Mapping[str, Any], direction: str) -> tuple[str, ...]:
    """What MEASURED says of a metric, as HTML; empty where there is nothing to say."""
    mean = "–" if row["mean"] is None else f"{row['mean']:.2f}"
    interval = "" if row["low"] is None else f" [{row['low']:.2f}, {row['high']:.2f}]"
    counts = escape(counts_text({**row, "lowest": None}))  # the bounds have a column of their own
    bounds = f"{row['lowest']:.2f} – {row['highest']:.2f}" if row["n_unscored"] and row["lowest"] is not None else ""
    met = is_met(row, direction)
    goal = "" if row["goal"] is None else f"{'≤' if direction == 'down' else '≥'} {row['goal']:.2f} "
    verdict = (
        "" if met is None else f'<span class="{"met" if met else "unmet"}">{_say("met" if met else "unmet")}</span>'
    )
    below = "" if row["share_below_goal"] is None else f"{row['share_below_goal']:.0%}"
    return mean + interval, counts, bounds, goal + verdict, below


def _summary_row(name: str, cells: Sequence[str], columns: Sequence[int]) -> str:
    numbers = "".join(f'<td class="number" data-label="{_say(MEASURED[k])}">{cells[k]}</td>' for k in columns)
    return f'<tr><th scope="row">{escape(name)}</th>{numbers}</tr>'


def _plots(run: Run, contents: Contents) -> str:
    figures = [_figure(plot, caption) for plot, caption in overview(contents)]
    return f'<section><div class="panels">{"".join(figures)}</div></section>\n' if figures else ""


def overview(contents: Contents, /) -> Iterator[tuple[str, str]]:
    """The plots of the whole run with their captions: means with intervals, and the triad where it was scored."""
    bars = [Bar(m, row["mean"], row["low"], row["high"], row["goal"]) for m, row in contents.summary.items()]
    if bars:
        yield ranges(bars, title=say("html.ranges")), say("html.ranges")
    if all(metric in contents.summary for metric in TRIAD):
        yield triangle([(m, contents.summary[m]["mean"]) for m in TRIAD], title=say("html.triad")), say("html.triad")


def _distributions(run: Run, contents: Contents) -> str:
    figures = "".join(_figure(plot, caption) for _, plot, caption in distributions(contents))
    return (
        f'<section><h2>{_say("distributions")}</h2><div class="panels">{figures}</div></section>\n' if figures else ""
    )


def distributions(contents: Contents, /) -> Iterator[tuple[str, str, str]]:
    """Metric, plot and caption of each distribution."""
    for metric, row in contents.summary.items():
        values = contents.values[metric]
        if values:
            caption = say("html.distribution", metric=metric, n=len(values))
            yield metric, histogram(values, title=caption, goal=row["goal"]), caption


def _scatter(run: Run, contents: Contents) -> str:
    if len(contents.summary) < 2:
        return ""
    return (
        f'<section id="scatter"><h2>{_say("scatter")}</h2><div class="tools">'
        f'<label>{_say("x_axis")} <select id="x"></select></label> '
        f'<label>{_say("y_axis")} <select id="y"></select></label>'
        f'<span id="dots" class="meta"></span></div><canvas id="plot" width="520" height="520"></canvas></section>\n'
    )


def _samples(run: Run, contents: Contents) -> str:
    left_out = f'<p class="note">{_say("n_left_out", n=contents.n_left_out)}</p>' if contents.n_left_out else ""
    search = _say("search")
    return (
        f'<section><h2>{_say("samples")}</h2><noscript><p class="note">{_say("needs_script")}</p></noscript>{left_out}'
        f'<div class="tools"><input id="search" type="search" placeholder="{search}" aria-label="{search}">'
        f'<select id="filter" aria-label="{_say("all")}"><option value="">{_say("all")}</option></select>'
        '<span id="count" class="meta" aria-live="polite"></span></div>'
        '<div id="rows" role="table" tabindex="-1"><div class="head" role="row"></div><div id="body"></div></div>'
        '<div id="detail" class="detail" hidden></div></section>\n'
    )


def _imported(run: Run, contents: Contents) -> str:
    if not contents.imported:
        return ""
    rows = "".join(
        f"<tr><td>{escape(tool)}</td><td>{escape(name)}</td>"
        f"<td class=number>{total / n:.3f}</td><td class=number>{n}</td></tr>"
        for (tool, name), (total, n) in contents.imported.items()
    )
    head = "".join(f"<th>{_say(key)}</th>" for key in ("tool", "metric", "mean", "n"))
    return (
        f'<section><h2>{_say("imported")}</h2><div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>\n"
    )


SECTIONS: list[Section] = [
    _summary,
    screened.section,
    html_diagnosis.section,
    _plots,
    _distributions,
    _scatter,
    _samples,
    _imported,
]


def _page_data(run: Run, contents: Contents) -> dict[str, Any]:
    metrics = [
        {"text": entry.text, "goal": entry.goal, "down": entry.direction == "down"} for entry in run.manifest.metrics
    ]
    first = next((k for k, entry in enumerate(run.manifest.metrics) if contents.values[entry.text]), -2)
    return {
        "words": {key: say(f"html.{key}") for key in WORDS},
        "metrics": metrics,
        "samples": contents.index,
        "sort": first,
        "descending": bool(first >= 0 and metrics[first]["down"]),
    }


def _as_data(value: Any) -> bytes:
    """JSON that cannot end the script element it stands in."""
    encoded = msgspec.json.encode(value)
    return encoded.replace(b"<", b"\\u003c").replace(b">", b"\\u003e").replace(b"&", b"\\u0026")


def _figure(plot: str, caption: str) -> str:
    return f"<figure>{plot}<figcaption>{escape(caption)}</figcaption></figure>"


def _say(key: str, **values: object) -> str:
    return escape(say(f"html.{key}", **values))  # type: ignore[arg-type]


def resource(name: str, /) -> str:
    """The text of a file of the page."""
    return files("raggauge.report").joinpath("page", name).read_text(encoding="utf-8")


def policy_hash(text: str, /) -> str:
    """How a content security policy names a script or style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
