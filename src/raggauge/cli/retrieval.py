"""`raggauge retrieval`: ranked lists against relevance judgements, without a judge."""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from raggauge.cli.command import Command
from raggauge.errors import DataError, UsageError
from raggauge.messages import say, shown

if TYPE_CHECKING:
    from raggauge.ir import Evaluation
    from raggauge.ir.evaluate import NoRelevant
    from raggauge.ir.systems import Contrast

FORMS = {".json": "json", ".csv": "csv", ".txt": "terminal"}
PAGES = (".html", ".htm")
DEFAULT = "ndcg@10 recall@100 map mrr@10"
Systems = Mapping[str, "Evaluation"]


@click.command("retrieval", cls=Command)
@click.argument("qrels", type=click.Path(exists=True), metavar="QRELS")
@click.argument("runs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False), metavar="RUN...")
@click.option(
    "-m", "--measures", default=DEFAULT, show_default=True, metavar="MEASURES", help=say("retrieval.measures")
)
@click.option("--format", "form", type=click.Choice(["terminal", "json", "csv"]), help=say("retrieval.format"))
@click.option("--per-query", is_flag=True, help=say("retrieval.per_query"))
@click.option(
    "--no-relevant",
    type=click.Choice(["not-applicable", "zero"]),
    default="not-applicable",
    show_default=True,
    help=say("retrieval.no_relevant"),
)
@click.option(
    "--missing", type=click.Choice(["zero", "skip"]), default="zero", show_default=True, help=say("retrieval.missing")
)
@click.option("--needs", is_flag=True, help=say("retrieval.needs"))
@click.option("--encoding", metavar="NAME", help=say("run.opt_encoding"))
@click.option("-o", "--output", type=click.Path(), metavar="FILE|FOLDER", help=say("retrieval.output"))
def retrieval(
    qrels: str, runs: tuple[str, ...], measures: str, form: str | None, output: str | None, **options: Any
) -> None:
    """Measure ranked lists."""
    from raggauge import files
    from raggauge.ir.systems import contrasts

    systems = _evaluated(qrels, runs, measures, options)
    found = contrasts(systems)
    target = Path(output) if output else None
    ending = target.suffix.lower() if target else ""
    if target and ending in PAGES:
        from raggauge.report.retrieval_page import page

        files.write(target, page(systems, found, title=Path(qrels).name).encode())
        return
    text = _text(systems, found, form or FORMS.get(ending, "terminal"), per_query=bool(options["per_query"]))
    if target and (ending in FORMS or form in ("json", "csv")):
        files.write(target, text.encode())
        return
    click.echo(text, nl=False)
    if target:
        for path in _kept(systems, target, qrels, runs, options):
            click.echo(say("retrieval.kept", path=path), err=form is not None)


def _text(systems: Systems, found: "Sequence[Contrast]", form: str, *, per_query: bool) -> str:
    if form == "json":
        return json.dumps(as_json(systems, found), ensure_ascii=False, indent=2) + "\n"
    if form == "csv":
        return as_csv(systems, per_query=per_query)
    return as_text(systems, found, per_query=per_query)


def _kept(
    systems: Systems, target: Path, qrels: str, runs: Sequence[str], options: Mapping[str, Any]
) -> Iterable[Path]:
    """Write a run folder for each system; several stand below the folder that was named."""
    from raggauge.run.ranked import keep

    reading = {name: options[name] for name in ("needs", "no_relevant", "missing")}
    for (name, system), run in zip(systems.items(), runs, strict=True):
        path = target / re.sub(r"[^\w.-]+", "_", name).strip("._") if len(systems) > 1 else target
        keep(system, path, name=name, inputs=(qrels, run), reading=reading)
        yield path


def as_json(systems: Systems, found: "Sequence[Contrast]") -> dict[str, Any]:
    """Means, intervals and every query's values of each system; null where a query has no value."""
    from raggauge.ir.systems import intervals

    described = []
    for name, system in systems.items():
        means = {str(measure): interval for measure, interval in intervals(system).items()}
        columns = {
            str(measure): [v if d else None for v, d in zip(x.value.tolist(), x.defined.tolist(), strict=True)]
            for measure, x in system.values.items()
        }
        described.append(
            {
                "name": name,
                "mean": {measure: interval and interval.estimate for measure, interval in means.items()},
                "interval": {
                    measure: interval and [interval.low, interval.high] for measure, interval in means.items()
                },
                "n": {measure: interval.n if interval else 0 for measure, interval in means.items()},
                "n_queries": len(system.queries),
                "n_missing": int(system.missing.sum()),
                "n_no_relevant": int(system.no_relevant.sum()),
                "n_unjudged": system.n_unjudged,
                "per_query": {
                    query: {measure: column[i] for measure, column in columns.items()}
                    for i, query in enumerate(system.queries)
                },
            }
        )
    return {"systems": described, "comparisons": [_contrast_json(one) for one in found]}


def as_csv(systems: Systems, *, per_query: bool) -> str:
    """One row for each system and measure, or for each system, query and measure; empty where there is no value."""
    from raggauge.ir.systems import intervals

    target = io.StringIO()
    rows = csv.writer(target, lineterminator="\n")
    if per_query:
        rows.writerow(["system", "query", "measure", "value"])
        for name, system in systems.items():
            for i, query in enumerate(system.queries):
                for measure, values in system.values.items():
                    rows.writerow([name, query, measure, repr(float(values.value[i])) if values.defined[i] else ""])
        return target.getvalue()
    rows.writerow(["system", "measure", "mean", "low", "high", "n"])
    for name, system in systems.items():
        for measure, interval in intervals(system).items():
            numbers = [interval.estimate, interval.low, interval.high, interval.n] if interval else ["", "", "", 0]
            rows.writerow([name, measure, *numbers])
    return target.getvalue()


def as_text(systems: Systems, found: "Sequence[Contrast]", *, per_query: bool) -> str:
    """The tables for a terminal, without colour, in aligned columns."""
    from raggauge.ir.systems import intervals

    first = next(iter(systems.values()))
    head = [say("retrieval.system"), *map(str, first.values)]
    rows = [
        [name, *(f"{i.estimate:.4f} [{i.low:.3f}, {i.high:.3f}]" if i else "-" for i in intervals(system).values())]
        for name, system in systems.items()
    ]
    parts = [_table([head, *rows]), "\n".join(_notes(systems)) + "\n"]
    if found:
        parts.append(_contrast_table(found))
    if per_query:
        for name, system in systems.items():
            values = [
                [query, *(f"{x.value[i]:.4f}" if x.defined[i] else "-" for x in system.values.values())]
                for i, query in enumerate(system.queries)
            ]
            parts.append(_table([[name, *map(str, system.values)], *values]))
    return "\n".join(parts)


def _evaluated(qrels: str, runs: Sequence[str], measures: str, options: Mapping[str, Any]) -> dict[str, "Evaluation"]:
    from raggauge.formats.trec import read_qrels, read_run
    from raggauge.ir import evaluate, parse_measures
    from raggauge.ir.systems import distinct_names

    chosen = parse_measures(measures)
    names = distinct_names(runs)
    if len(set(names)) < len(names):
        raise UsageError("retrieval.same_run", run=max(names, key=names.count))
    encoding = options["encoding"]
    judgements = read_qrels(qrels, needs=options["needs"], encoding=encoding)
    none: NoRelevant = "zero" if options["no_relevant"] == "zero" else "not_applicable"
    found = {}
    for name, path in zip(names, runs, strict=True):
        run = read_run(path, encoding=encoding)
        if set(judgements.queries).isdisjoint(run.queries):
            one, other = shown(run.queries[0]), shown(judgements.queries[0])
            raise DataError("ir.nothing_shared", run=path, qrels=qrels, query=one, judged=other)
        found[name] = evaluate(judgements, run, chosen, no_relevant=none, missing=options["missing"])
    return found


def _notes(systems: Systems) -> Iterable[str]:
    first = next(iter(systems.values()))
    yield say("retrieval.n_queries", n=len(first.queries), no_relevant=int(first.no_relevant.sum()))
    for name, system in systems.items():
        if system.missing.any():
            yield say("retrieval.n_missing", system=name, n=int(system.missing.sum()))
        if system.n_unjudged:
            yield say("retrieval.n_unjudged", system=name, n=system.n_unjudged)


def _contrast_table(found: "Sequence[Contrast]") -> str:
    head = [say(f"retrieval.{name}") for name in ("contrast", "measure", "difference", "p", "queries", "verdict")]
    rows = []
    for one in found:
        test = one.paired
        difference = f"{test.difference:+.4f} [{test.interval.low:+.3f}, {test.interval.high:+.3f}]"
        counts = f"{test.n_better}/{test.n_equal}/{test.n_worse}"
        verdict = say(f"retrieval.{test.verdict}")
        rows.append(
            [f"{one.other} - {one.first}", str(one.measure), difference, f"{test.p_adjusted:.3g}", counts, verdict]
        )
    return _table([head, *rows])


def _contrast_json(one: "Contrast") -> dict[str, Any]:
    test = one.paired
    return {
        "first": one.first,
        "other": one.other,
        "measure": str(one.measure),
        "difference": test.difference,
        "interval": [test.interval.low, test.interval.high],
        "p": test.p,
        "p_adjusted": test.p_adjusted,
        "method": test.method,
        "n": test.n,
        "n_better": test.n_better,
        "n_equal": test.n_equal,
        "n_worse": test.n_worse,
        "n_left_out": one.left_out,
        "verdict": test.verdict,
    }


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns; rich would do it too, but its import costs as much as reading 500,000 lines."""
    shown = [
        ["".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cell) for cell in row] for row in rows
    ]
    widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
    lines = []
    for row in shown:
        cells = [cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def _width(text: str) -> int:
    return len(text) if text.isascii() else sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text)
