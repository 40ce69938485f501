"""A badge: the outcome of the gate, or the first metric's mean, as a small SVG."""

from collections.abc import Iterator
from html import escape
from typing import Final

from raggauge.messages import say
from raggauge.report.verdict import Verdict

COLOURS: Final = {"pass": "#2e7d4f", "fail": "#b3261e", "inconclusive": "#8a6100", "": "#4a5a6a"}


def chunks(verdict: Verdict, /) -> Iterator[bytes]:
    """The SVG, UTF-8."""
    outcome = verdict.decision.outcome if verdict.decision else ""
    words = [say(f"gate.{outcome}")] if outcome else []
    for metric, row in verdict.run.summary().items():
        if row["mean"] is not None:
            words.append(f"{metric} {row['mean']:.2f}")
            break
    yield svg("raggauge", " · ".join(words) or "-", COLOURS[outcome]).encode()


def svg(left: str, right: str, colour: str, /) -> str:
    """Two boxes with a text each; the width is a guess from the letters, wide ones counted double."""
    widths = [12 + sum(12 if ord(letter) > 0x2E7F else 7 for letter in text) for text in (left, right)]
    total = sum(widths)
    texts = "".join(
        f'<text x="{x:.0f}" y="14" text-anchor="middle">{escape(text)}</text>'
        for x, text in ((widths[0] / 2, left), (widths[0] + widths[1] / 2, right))
    )
    said = escape(f"{left}: {right}")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="20" role="img" aria-label="{said}">'
    whole = f'<rect width="{total}" height="20" rx="3" fill="{colour}"/>'
    part = f'<rect width="{widths[0]}" height="20" rx="3" fill="#2b333d"/>'
    group = f'<g fill="#fff" font-family="Verdana, sans-serif" font-size="11">{texts}</g>'
    return f"{head}<title>{said}</title>{whole}{part}{group}</svg>\n"
