"""`raggauge plan`: what a run would take, before anything is sent."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from raggauge.cli.asked import unconnected_judge
from raggauge.cli.command import Command
from raggauge.errors import UsageError
from raggauge.messages import say, shown

if TYPE_CHECKING:
    from raggauge.config import Settings
    from raggauge.judge.judge import Cost, Judge
    from raggauge.llm.forecast import Needs, Range


@click.command("plan", cls=Command)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
@click.option("-m", "--metrics", multiple=True, metavar="M,...", help=say("run.opt_metrics"))
@click.option("-j", "--judge", metavar="JUDGE", help=say("run.opt_judge"))
@click.option("--judge-option", "judge_options", multiple=True, metavar="KEY=VALUE", help=say("run.opt_judge_option"))
@click.option("--embedder", metavar="NAME", help=say("run.opt_embedder"))
@click.option("--limit", type=int, metavar="N", help=say("run.opt_limit"))
@click.option("--take", type=int, metavar="N", help=say("run.opt_take"))
@click.option("--seed", type=int, metavar="N", help=say("run.opt_seed"))
@click.option("--skip-missing", is_flag=True, help=say("run.opt_skip_missing"))
@click.option("--repeats", type=int, metavar="N", help=say("run.opt_repeats"))
@click.option("--screen", metavar="RULE", help=say("screen.opt_screen"))
@click.option("--audit", type=click.FloatRange(0, 1), default=0.1, metavar="SHARE", help=say("screen.opt_audit"))
@click.option("--models", metavar="all|MODEL,...", help=say("plan.opt_models"))
@click.option("--calls-per-minute", type=float, default=60.0, show_default=True, help=say("plan.opt_calls_per_minute"))
@click.option("--per-day", type=float, metavar="N", help=say("plan.opt_per_day"))
@click.option("--rate", "share", default="100%", show_default=True, metavar="SHARE", help=say("plan.opt_rate"))
@click.option("--system-cost", type=float, metavar="MONEY", help=say("plan.opt_system_cost"))
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help=say("plan.opt_format"))
@click.option("--config", "config_file", type=click.Path(dir_okay=False), metavar="FILE", help=say("run.opt_config"))
def plan(files: tuple[str, ...], config_file: str | None, form: str, **flags: Any) -> None:
    """Count calls and tokens, print what they cost."""
    from raggauge.config import resolve

    known = resolve({name: flags[name] for name in ("judge", "embedder", "repeats", "seed")}, path=config_file)
    if not files and known["dataset"]:
        files = (known["dataset"],)
    if not files:
        raise UsageError("run.no_file")
    judge = unconnected_judge(known, flags["judge_options"])
    metrics, needs, embedded = _counted(files, judge, known, flags)
    facts = _facts(known, flags, needs, embedded, metrics)
    if form == "json":
        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        return
    for name, value in facts.items():
        if name != "models":
            click.echo(f"{say(f'plan.{name}')}: {_worded(name, value)}")
    for row in facts.get("models", ()):
        click.echo(f"  {_worded('price', row['price_per_1000'])}  {row['model']}")


def _counted(
    files: tuple[str, ...], judge: "Judge", known: "Settings", flags: dict[str, Any]
) -> tuple[list[str], "Needs", tuple[int, int]]:
    """The metrics that take part, what all samples need, and how many texts are embedded."""
    from raggauge.judge.judge import Ask, Cost
    from raggauge.judge.llm.judge import LlmJudge
    from raggauge.run.chosen import choose
    from raggauge.run.inputs import as_dataset, select
    from raggauge.run.plan import plan as settle
    from raggauge.run.plan import survey
    from raggauge.run.record import Selection
    from raggauge.run.start import screened

    asked = [part for text in flags["metrics"] for part in text.split(",") if part] or known["metrics"]
    whole, _ = as_dataset([Path(file) for file in files], {})
    seed = known["seed"] if flags["take"] is not None else 0
    data = select(whole, Selection(take=flags["take"], limit=flags["limit"], seed=seed))
    found = survey(data)
    settled = settle(choose(asked), found, judge, skip_missing=flags["skip_missing"])
    if flags["screen"]:
        settled = screened(settled, data, rule=flags["screen"], share=flags["audit"], seed=known["seed"])
    asks = (
        Ask(sample, facets, None, repeat)
        for sample in data
        if (facets := settled.facets(sample))
        for repeat in range(known["repeats"])
    )
    total = judge.plan_all(asks) if isinstance(judge, LlmJudge) else sum(map(judge.plan, asks), Cost())
    return [entry.text for entry in settled.entries], _needs(found.n, total), total.embedded_texts


def _needs(n: int, total: "Cost") -> "Needs":
    from raggauge.llm.forecast import Needs

    return Needs(n, total.calls, total.prompt_tokens, total.completion_tokens)


def _facts(
    known: "Settings", flags: dict[str, Any], needs: "Needs", embedded: tuple[int, int], metrics: list[str]
) -> dict[str, Any]:
    from raggauge.judge import asks_a_model
    from raggauge.llm import forecast
    from raggauge.llm.prices import price_of

    spec = known["judge"]
    facts: dict[str, Any] = {
        "samples": needs.n_samples,
        "metrics": metrics,
        "judge": spec,
        "calls": list(needs.calls),
        "embedded_texts": list(embedded),
        "prompt_tokens": list(needs.prompt_tokens),
        "completion_tokens": list(needs.completion_tokens),
    }
    if not asks_a_model(spec):
        return facts
    rate = price_of(spec, known["prices"])
    share = _share(flags["share"])
    took = forecast.minutes(needs.calls, flags["calls_per_minute"])
    facts["minutes"] = {"calls_per_minute": flags["calls_per_minute"], "low": took.low, "high": took.high}
    if rate is not None:
        facts["price"] = _money(forecast.price(needs, rate), rate.currency) | {"source": rate.source}
        facts["price_per_1000"] = _money(forecast.price(needs, rate) * (1000 / needs.n_samples), rate.currency)
        if flags["per_day"] is not None:
            n, cost = forecast.monthly(needs, rate, per_day=flags["per_day"], share=share)
            facts["monitoring"] = _money(cost, rate.currency) | {"samples_per_month": n}
        if flags["system_cost"] is not None:
            part = forecast.part_of_whole(needs, rate, system=flags["system_cost"], share=share)
            facts["judges_part"] = {"low": part.low, "high": part.high}
    else:
        facts["price"] = None
    if flags["models"]:
        facts["models"] = _models(needs, flags["models"], known["prices"])
    return facts


def _models(needs: "Needs", asked: str, own: dict[str, Any]) -> list[dict[str, Any]]:
    from raggauge.llm import forecast
    from raggauge.llm.prices import price_of

    if asked == "all":
        rows = forecast.by_model(needs)
        return [{"model": spec, "price_per_1000": _money(cost, currency)} for spec, cost, currency in rows]
    found = []
    for spec in asked.split(","):
        rate = price_of(spec.strip(), own)
        if rate is None:
            raise UsageError("plan.unpriced", model=shown(spec.strip()))
        cost = forecast.price(needs, rate) * (1000 / needs.n_samples)
        found.append({"model": spec.strip(), "price_per_1000": _money(cost, rate.currency)})
    return sorted(found, key=lambda row: row["price_per_1000"]["high"])


def _money(cost: "Range", currency: str) -> dict[str, Any]:
    return {"low": round(cost.low, 6), "high": round(cost.high, 6), "currency": currency}


def _share(text: str) -> float:
    try:
        value = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = -1.0
    if not 0 < value <= 1:
        raise UsageError("plan.bad_share", value=shown(text))
    return value


def _worded(name: str, value: Any) -> str:
    """A fact as text."""
    if value is None:
        return say("plan.no_price")
    if isinstance(value, list):
        return ", ".join(value) if value and isinstance(value[0], str) else _span(f"{value[0]:,}", f"{value[-1]:,}")
    if not isinstance(value, dict):
        return f"{value:,}" if isinstance(value, int) else str(value)
    if name == "judges_part":
        return _span(f"{value['low']:.0%}", f"{value['high']:.0%}")
    if name == "minutes":
        took = _span(f"{value['low']:,.1f}", f"{value['high']:,.1f}")
        return say("plan.at_rate", minutes=took, rate=f"{value['calls_per_minute']:g}")
    from raggauge.llm.bill import amount

    low, high = (amount(value[part], value["currency"]) for part in ("low", "high"))
    text = _span(low.removesuffix(f" {value['currency']}"), high)
    if "samples_per_month" in value:
        return say("plan.a_month", price=text, n=f"{value['samples_per_month']:,.0f}")
    return f"{text} ({value['source']})" if value.get("source") else text


def _span(low: str, high: str) -> str:
    return high if low == high.partition(" ")[0] else f"{low} – {high}"
