"""What a two-stage run decided: who passed the cheap rule, who was judged all the same, how often the stages differ."""

from html import escape

from raggauge.messages import say
from raggauge.report.html_data import Contents
from raggauge.run.run import Run
from raggauge.run.screening import Stages, stages


def lines(run: Run, /) -> list[str]:
    """The rule and its counts, then a line for each judged metric; nothing for a run without screening."""
    if run.manifest.screen is None:
        return []
    return [_title(run), *(_stages(one) for one in stages(run.scores(), run.manifest.metrics))]


def section(run: Run, contents: Contents, /) -> str:
    """The same as a section of the HTML page, with the mean that stands for the whole set."""
    if run.manifest.screen is None:
        return ""
    head = "".join(
        f"<th>{escape(say(f'screen.head_{name}'))}</th>" for name in ("metric", "mean", "good", "bad", "off")
    )
    rows = "".join(_row(one, contents) for one in stages(run.scores(), run.manifest.metrics))
    return (
        f'<section id="screening"><h2>{escape(say("screen.heading"))}</h2><p>{escape(_title(run))}</p>'
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        f'<p class="note">{escape(say("screen.note"))}</p></section>\n'
    )


def _title(run: Run) -> str:
    settled = run.manifest.screen
    if settled is None:
        return ""
    n_audited = len(settled.audited)
    return say(
        "screen.title",
        rule=settled.rule,
        n_passed=settled.n_passed,
        n_failed=settled.n_failed,
        n_audited=n_audited,
        share=f"{n_audited / settled.n_failed:.0%}" if settled.n_failed else "–",
    )


def _stages(one: Stages) -> str:
    return say(
        "screen.stages",
        metric=one.metric,
        good=one.n_good_failed,
        failed=one.n_failed,
        bad=one.n_bad_passed,
        passed=one.n_passed,
        share=_share(one),
    )


def _row(one: Stages, contents: Contents) -> str:
    row = contents.summary[one.metric]
    mean = "–" if row["mean"] is None else f"{row['mean']:.2f}"
    interval = "" if row["low"] is None else f" [{row['low']:.2f}, {row['high']:.2f}]"
    cells = (
        mean + interval,
        f"{one.n_good_failed}/{one.n_failed}",
        f"{one.n_bad_passed}/{one.n_passed}",
        _share(one),
    )
    return f"<tr><td>{escape(one.metric)}</td>{''.join(f'<td class=number>{cell}</td>' for cell in cells)}</tr>"


def _share(one: Stages) -> str:
    return "–" if one.disagreement is None else f"{one.disagreement:.0%}"
