"""The diagnosis of a run as a section of the HTML page: faults with buttons for their samples, depth, slices, gaps."""

from html import escape

from raggauge.diagnosis import Fault, Instance, RunDiagnosis, diagnose, headline
from raggauge.diagnosis.causes import CORE
from raggauge.diagnosis.depth import Depth
from raggauge.diagnosis.whole import scale_line
from raggauge.messages import say
from raggauge.report.html_data import Contents, safe
from raggauge.run.run import Run


def section(run: Run, contents: Contents, /) -> str:
    """The section; nothing for a run in which no metric has a value."""
    if not any(row["n_scored"] for row in contents.summary.values()):
        return ""
    found = diagnose(run)
    faults = "".join(_fault(number, fault) for number, fault in enumerate(found, 1))
    body = faults if faults else f"<p>{escape(say('diagnosis.nothing'))}</p>"
    redesign = f'<p class="note">{escape(say("diagnosis.redesign"))}</p>' if found.redesign else ""
    if note := found.open_refusals():
        body += f'<p class="note">{escape(note)}</p>'
    more = _scales(found) + _depths(found.depths, found.enough_k) + _slices(found) + _gaps(found)
    return f'<section id="diagnosis"><h2>{escape(say("html.diagnosis"))}</h2>{body}{redesign}{more}</section>\n'


def _fault(number: int, fault: Fault) -> str:
    shown = "".join(f"<p>{_instance(instance)}</p>" for instance in fault.instances)
    return (
        f'<div class="finding"><strong>{number}. {escape(headline(fault))}</strong><p>{escape(fault.sign())}</p>'
        f"<p>→ {escape(fault.knob())}</p>{shown}</div>"
    )


def _instance(instance: Instance) -> str:
    value = "" if instance.value is None else f" ({instance.value:.2f})"
    said = "".join(f" <q>{safe(text)}</q>" for text in instance.said)
    return f"{_link(instance.id)}{value}{said}"


def _scales(found: RunDiagnosis) -> str:
    """How the goals were taken, folded away; what the judge's goals are worth stands above."""
    if not found.uncalibrated:
        return ""
    lines = [scale_line(scale).strip() for scale in found.scales if scale.metric in CORE]
    lead = escape(say("diagnosis.scaled" if found.scales else "diagnosis.uncalibrated"))
    if not lines:
        return f'<p class="note">{lead}</p>'
    rows = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<details><summary>{escape(say('html.scales'))}</summary><p>{lead}</p><ul>{rows}</ul></details>"


def _depths(found: tuple[Depth, ...], enough_k: int | None) -> str:
    if len(found) < 2:
        return ""
    rows = "".join(
        f"<tr><td class=number>{depth.k}</td><td class=number>{_number(depth.precision)}</td>"
        f"<td class=number>{_number(depth.recall)}</td></tr>"
        for depth in found
    )
    last = f"<p>{escape(say('diagnosis.enough', k=enough_k).strip())}</p>" if enough_k is not None else ""
    lead = f"<h3>{escape(say('diagnosis.depths'))}</h3>"
    head = "".join(f'<th class="number">{escape(say(f"html.{key}"))}</th>' for key in ("k", "precision", "recall"))
    return f'{lead}<table class="slim"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{last}'


def _slices(found: RunDiagnosis) -> str:
    rows = "".join(f"<li>{escape(line)}</li>" for line in found.slice_lines())
    lead = escape(say("diagnosis.slices", n=found.n_slices_tested))
    return f"<h3>{lead}</h3><ul>{rows}</ul>" if rows else ""


def _gaps(found: RunDiagnosis) -> str:
    rows = "".join(
        f"<li>{escape(', '.join(topic.words))}: {', '.join(_link(name) for name in topic.samples)}</li>"
        for topic in found.gaps
    )
    return f"<h3>{escape(say('diagnosis.gaps'))}</h3><ul>{rows}</ul>" if rows else ""


def _link(name: str) -> str:
    return f'<button type="button" data-sample="{escape(name)}">{safe(name)}</button>'


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
