"""`raggauge goldens build|check|update|diff|split|version|sample`: the questions that every number stands on."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from raggauge.cli.command import Command, Group
from raggauge.errors import UsageError
from raggauge.messages import say, shown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from raggauge.goldens.build import Built, Plan
    from raggauge.goldens.passages import Document
    from raggauge.llm.caller import Caller
    from raggauge.sample import Sample

COMMANDS = {
    "build": "raggauge.cli.goldens:build",
    "check": "raggauge.cli.goldens:check",
    "update": "raggauge.cli.goldens_kept:update",
    "diff": "raggauge.cli.goldens_kept:diff",
    "split": "raggauge.cli.goldens_kept:split",
    "version": "raggauge.cli.goldens_kept:version",
    "sample": "raggauge.cli.goldens_kept:sample",
}


@click.group("goldens", cls=Group, commands_table=COMMANDS, invoke_without_command=False)
def goldens() -> None:
    """Commands about golden datasets."""


@click.command("build", cls=Command)
@click.argument("docs", type=click.Path(exists=True, path_type=Path), metavar="DOCS")
@click.option("-n", "n", type=click.IntRange(min=1), default=200, show_default=True, help=say("goldens.opt_n"))
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help=say("goldens.opt_output"),
)
@click.option("--seed", type=int, default=0, show_default=True, help=say("goldens.opt_seed"))
@click.option("--mix", metavar="KIND=SHARE,...", help=say("goldens.opt_mix"))
@click.option("--styles", metavar="STYLE=SHARE,...", help=say("goldens.opt_styles"))
@click.option("--model", "spec", metavar="MODEL", help=say("goldens.opt_model"))
@click.option("--persona", "personas", multiple=True, metavar="WHO", help=say("goldens.opt_persona"))
@click.option("--max-calls", type=click.IntRange(min=1), help=say("goldens.opt_max_calls"))
@click.option("--max-cost", type=click.FloatRange(0, min_open=True), help=say("goldens.opt_max_cost"))
@click.option("--plan", "only_plan", is_flag=True, help=say("goldens.opt_plan"))
@click.option("--force", is_flag=True, help=say("goldens.opt_force"))
def build(docs: Path, n: int, output: Path, force: bool, **options: Any) -> None:
    """Build a set from documents."""
    from raggauge.formats.writing import write
    from raggauge.goldens import model
    from raggauge.goldens.build import Plan, write_account
    from raggauge.goldens.documents import read_documents
    from raggauge.goldens.drafts import MIX
    from raggauge.goldens.styles import STYLES

    if output.exists() and not force and not options["only_plan"]:
        raise UsageError("goldens.exists", file=shown(str(output), limit=200))
    spec = options["spec"]
    mix: Any = _shares(options["mix"], model.MIX if spec else MIX)
    styles = _shares(options["styles"], model.STYLES if spec else STYLES)
    personas = _personas(options["personas"], spec)
    plan = Plan(n=n, seed=options["seed"], mix=mix, styles=styles, builder=spec or "embedded", personas=personas)
    documents = read_documents(docs)
    if options["only_plan"]:
        _tell_forecast(documents, plan, spec)
        return
    built = _made(documents, plan, options)
    if not built.samples:
        raise UsageError("goldens.nothing_built", n=built.n_drafts)
    write(built.samples, output)
    write_account(output, built.account())
    _tell_built(built, output)


def _personas(named: tuple[str, ...], spec: str | None) -> tuple[str, ...]:
    """Who asks: those that were named, all that are known where none was, nobody without a model."""
    from raggauge.goldens.personas import PERSONAS

    if named and not spec:
        raise UsageError("goldens.persona_needs_model")
    told = tuple(name.strip() for name in named if name.strip())
    return told or (tuple(PERSONAS) if spec else ())


def _made(documents: "list[Document]", plan: "Plan", options: dict[str, Any]) -> "Built":
    from raggauge.goldens.build import build as make

    if not options["spec"]:
        return make(documents, plan)
    from raggauge.goldens import model

    built: Built = _asked(options, lambda caller: model.build(documents, plan, caller))
    return built


def _asked(options: dict[str, Any], work: "Callable[[Caller], Awaitable[Any]]") -> Any:
    """What comes of asking a model within its bounds; the connections are closed afterwards."""
    from raggauge.judge.llm.make import make as reach
    from raggauge.run.loops import run_here

    given = {"max_calls": options["max_calls"], "max_cost": options["max_cost"]}
    judge = reach(options["spec"], {name: value for name, value in given.items() if value is not None})
    if given["max_cost"] is not None and judge.setup.caller.price is None:
        raise UsageError("llm.no_price", judge=options["spec"])

    async def closing() -> Any:
        try:
            return await work(judge.setup.caller)
        finally:
            await judge.aclose()

    return run_here(closing)


def _tell_forecast(documents: "list[Document]", plan: "Plan", spec: str | None) -> None:
    """What a build with a model takes at most, without making a call."""
    from raggauge.goldens import model
    from raggauge.goldens.documents import all_passages
    from raggauge.goldens.slots import slots
    from raggauge.llm.bill import amount
    from raggauge.llm.prices import price_of

    if not spec:
        raise UsageError("goldens.plan_needs_model")
    needs = model.forecast(slots(all_passages(documents), plan))
    price = price_of(spec, {})
    money = amount(price.of(needs.prompt_tokens, needs.completion_tokens, 0), price.currency) if price else "?"
    told: dict[str, Any] = {"prompt": needs.prompt_tokens, "completion": needs.completion_tokens, "money": money}
    click.echo(say("goldens.forecast", calls=needs.calls, **told))


def _shares(text: str | None, known: dict[Any, int]) -> dict[Any, int]:
    """`fact=40,condition=20` as shares; what is not named gets none."""
    if text is None:
        return dict(known)
    found: dict[Any, int] = {}
    for part in text.split(","):
        name, _, share = part.strip().partition("=")
        if name not in known or not share.isdecimal():
            raise UsageError("goldens.bad_share", value=shown(part.strip()), known=", ".join(known))
        found[name] = int(share)
    if not sum(found.values()):
        raise UsageError("goldens.bad_share", value=shown(text), known=", ".join(known))
    return found


def _tell_built(built: "Built", output: Path) -> None:
    n = len(built.samples)
    click.echo(say("goldens.built", n=n, file=str(output), documents=built.n_used, of=built.n_documents))
    click.echo(say("goldens.kinds", kinds=_counted(built.kinds)))
    click.echo(say("goldens.dropped", n=sum(built.dropped.values()), of=built.n_drafts))
    for reason, count in sorted(built.dropped.items(), key=lambda item: -item[1]):
        click.echo(f"  {count:>5}  {say(f'goldens.why_{reason}')}")
    if built.short:
        click.echo(say("goldens.short_kinds", kinds=_counted(built.short)))
    if n < built.plan.n:
        click.echo(say("goldens.shortfall", n=n, wanted=built.plan.n, missing=built.plan.n - n))


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])))


@click.command("check", cls=Command)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--docs", type=click.Path(exists=True, path_type=Path), metavar="DOCS", help=say("goldens.opt_docs"))
@click.option("--model", "spec", metavar="MODEL", help=say("goldens.opt_check_model"))
@click.option("--max-calls", type=click.IntRange(min=1), help=say("goldens.opt_max_calls"))
@click.option("--max-cost", type=click.FloatRange(0, min_open=True), help=say("goldens.opt_max_cost"))
@click.option(
    "--drop", type=click.FloatRange(0, 1, min_open=True), default=0.05, show_default=True, help=say("goldens.opt_drop")
)
@click.option(
    "--plot", "plot_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=say("goldens.opt_plot")
)
@click.option(
    "--format", "form", type=click.Choice(["terminal", "json"]), default="terminal", help=say("goldens.opt_format")
)
def check(file: Path, docs: Path | None, drop: float, plot_file: Path | None, form: str, **options: Any) -> int:
    """Find the faults of a set."""
    import json

    from raggauge import files
    from raggauge.cli.goldens_told import tell_checked
    from raggauge.goldens.check import as_json, contaminated, plot
    from raggauge.goldens.check import check as examine
    from raggauge.goldens.documents import read_documents
    from raggauge.goldens.stale import Library
    from raggauge.plot.svg import standalone

    if plot_file is not None and docs is None:
        raise UsageError("goldens.plot_needs_docs")
    if plot_file is not None and plot_file.suffix.lower() != ".svg":
        raise UsageError("goldens.plot_is_svg", file=shown(str(plot_file), limit=200))
    library = Library(read_documents(docs)) if docs else None
    samples = read_set(file)
    checked = examine(samples, library, drop=drop)
    if options["spec"]:
        from raggauge.goldens import model

        checked = contaminated(checked, samples, _asked(options, lambda caller: model.known(samples, caller)))
    if plot_file is not None and checked.coverage is not None:
        files.write(plot_file, standalone(plot(checked.coverage, title=say("goldens.plot_title"))).encode())
    if form == "json":
        click.echo(json.dumps(as_json(checked), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(tell_checked(checked, docs=docs is not None)))
    return 1 if checked.n_faulty else 0


def read_set(file: Path, /) -> "list[Sample]":
    """All items of a set."""
    from raggauge.formats.reading import read

    return list(read(file))
