"""A comparison of two runs as one HTML file: opens offline, runs no script, shows hostile texts as text."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

from raggauge import __version__
from raggauge.comparison import Change, Comparison, Mover, Side
from raggauge.messages import language, say
from raggauge.plot.svg import Gap, gaps
from raggauge.report.difference import COLUMNS, as_markdown, as_terminal, losses, notes, row, title
from raggauge.report.html import policy_hash, resource
from raggauge.report.html_data import safe
from raggauge.report.terminal import plain

MOST_NAMED: Final = 200
LONGEST: Final = 20_000
"""Characters of one text in the page: what is longer is cut, and says so."""
TONES: Final = {"better": "met", "worse": "unmet", "equivalent": "met"}


def written(comparison: Comparison, form: str, /) -> bytes:
    """The comparison as the content of a file: `html`, `json`, `terminal` (plain text) or `md`."""
    if form == "html":
        return page(comparison)
    if form == "json":
        return msgspec.json.format(msgspec.json.encode(comparison), indent=2) + b"\n"
    text = plain(as_terminal(comparison)) if form == "terminal" else as_markdown(comparison)
    return text.encode("utf-8", "replace")


def page(comparison: Comparison, /) -> bytes:
    """The page, UTF-8."""
    style = resource("page.css")
    policy = f"default-src 'none'; style-src '{policy_hash(style)}' 'unsafe-inline'; img-src data:"
    name = f"{comparison.a} → {comparison.b}"
    parts = [
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">\n',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        f"<title>{_say('title', name=name)}</title>\n<style>{style}</style></head>\n<body>\n",
        _header(comparison, name),
        f"<main>{_metrics(comparison)}{_sets(comparison)}{_movers(comparison)}</main>\n</body></html>\n",
    ]
    return "".join(parts).encode("utf-8", "replace")


def _header(comparison: Comparison, name: str) -> str:
    lost = set(losses(comparison))
    said = "".join(f'<p class="note">{escape(line)}</p>' for line in notes(comparison) if line not in lost)
    about = f"{escape(title(comparison))} · raggauge {__version__}"
    return (
        f'<header><h1>{escape(name)}</h1><p class="meta">{about}</p>{_verdicts(comparison)}<div>{said}</div></header>\n'
    )


def _verdicts(comparison: Comparison) -> str:
    """How many metrics are worse, better and so on, in one line."""
    counts = Counter(change.word for change in comparison.metrics)
    parts = [
        f'<span class="chip {TONES.get(word, "")}">{n} {escape(_word(word))}</span>' for word, n in counts.most_common()
    ]
    return f'<p class="chips">{"".join(parts)}</p>' if parts else ""


def _metrics(comparison: Comparison) -> str:
    if not comparison.metrics:
        return f"<section><h2>{_say('summary')}</h2><p>{_say('nothing_compared')}</p></section>\n"
    shown = [
        Gap(change.metric, change.difference, change.low, change.high, change.noise, TONES.get(change.word, ""))
        for change in comparison.metrics
    ]
    plot = gaps(shown, title=say("html.gaps"))
    heads = [escape(say(f"compare.{name}")) for name in COLUMNS]
    head = "".join(f"<th>{text}</th>" for text in heads)
    rows = "".join(_row(change, heads) for change in comparison.metrics)
    return (
        f'<section><h2>{_say("summary")}</h2><figure class="wide">{plot}'
        f"<figcaption>{_say('gaps')}</figcaption></figure>"
        f'<div class="scroll"><table class="stack"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        "</section>\n"
    )


def _row(change: Change, heads: Sequence[str]) -> str:
    name, *cells, word = (escape(text) for text in row(change))
    arrow = " ↓" if change.direction == "down" else ""
    tone = TONES.get(change.word, "")
    numbers = "".join(
        f'<td class="number" data-label="{label}">{cell}</td>' for label, cell in zip(heads[1:], cells, strict=False)
    )
    said = f'<span class="{tone}">{word}</span>' if tone else word
    why = f' title="{escape(change.reason)}"' if change.reason else ""
    return f'<tr><th scope="row">{name}{arrow}</th>{numbers}<td data-label="{heads[-1]}"{why}>{said}</td></tr>'


def _sets(comparison: Comparison) -> str:
    """Samples that only one of the runs has, or whose content changed, folded away."""
    lists = [(key, getattr(comparison, key)) for key in ("added", "removed", "changed")]
    parts = [
        f"<details><summary>{_say(key, n=len(names))}</summary><p>{escape(_named(names))}</p></details>"
        for key, names in lists
        if names
    ]
    lost = "".join(f"<li>{escape(line)}</li>" for line in losses(comparison))
    if lost:
        parts.insert(0, f"<details><summary>{_say('unpaired')}</summary><ul>{lost}</ul></details>")
    return f"<section>{''.join(parts)}</section>\n" if parts else ""


def _named(names: Sequence[str]) -> str:
    more = [say("compare.more", n=len(names) - MOST_NAMED)] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])


def _movers(comparison: Comparison) -> str:
    if not comparison.movers:
        return f"<section><h2>{_compare('movers_title')}</h2><p>{_say('nothing_moved')}</p></section>\n"
    grouped: dict[str, list[Mover]] = {}
    for mover in comparison.movers:
        grouped.setdefault(mover.id, []).append(mover)
    shown = "".join(_sample(movers) for movers in grouped.values())
    return f"<section><h2>{_compare('movers_title')}</h2>{shown}</section>\n"


def _sample(movers: Sequence[Mover]) -> str:
    """One sample with all its scores that moved; the evidence of both runs is the same for each."""
    first = movers[0]
    scores = "".join(
        f"<span>{escape(mover.metric)} "
        f'<span class="number {_tone(mover)}">{mover.before:.2f} → {mover.after:.2f}</span></span>'
        for mover in movers
    )
    question = f'<p class="text">{_cut(first.question)}</p>' if first.question else ""
    return (
        f'<article class="detail"><h3 class="mover"><span>{escape(first.id)}</span>{scores}</h3>{question}'
        f'<div class="sides">{_side(first.was, "before")}{_side(first.now, "after")}</div></article>'
    )


def _tone(mover: Mover) -> str:
    return "unmet" if mover.gain < 0 else "met"


def _side(side: Side, name: str) -> str:
    claims = "".join(
        f'<li class="{verdict if verdict.isidentifier() else "open"}">{_cut(text)}'
        f"<small>{escape(_verdict(verdict))}</small></li>"
        for text, verdict in side.claims.items()
    )
    passages = "".join(f'<div class="text">{_cut(text)}</div>' for text in side.passages)
    parts = [f'<div><h3>{_compare(name)}</h3><div class="text long">{_cut(side.answer) or "–"}</div>']
    if claims:
        parts.append(f'<h3>{_say("claims")}</h3><ul class="claims">{claims}</ul>')
    if passages:
        parts.append(f"<h3>{_say('only_here')}</h3>{passages}")
    return "".join(parts) + "</div>"


def _verdict(verdict: str) -> str:
    known = ("supported", "contradicted", "unsure", "not_found", "open")
    return say(f"html.{verdict}") if verdict in known else verdict


def _word(word: str) -> str:
    return say(f"compare.{word.replace(' ', '_')}")


def _cut(text: str) -> str:
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}… {say('html.cut', n=len(text))}"
    return safe(shown)


def _compare(key: str) -> str:
    return escape(say(f"compare.{key}"))


def _say(key: str, **values: object) -> str:
    return escape(say(f"html.{key}", **values))  # type: ignore[arg-type]
