"""`raggauge judge lock`: settle on a judge, and hold runs to it."""

from typing import Any

import click

from raggauge.cli.asked import unconnected_judge
from raggauge.cli.command import Command, Group
from raggauge.messages import say

COMMANDS = {
    "lock": "raggauge.cli.judge:lock",
    "benchmark": "raggauge.cli.agreement:benchmark",
    "calibrate": "raggauge.cli.agreement:calibrate",
    "canary": "raggauge.cli.judge:canary",
}


@click.group("judge", cls=Group, commands_table=COMMANDS, invoke_without_command=False)
def judge() -> None:
    """Commands about the judge itself."""


@click.command("lock", cls=Command)
@click.option("-j", "--judge", "spec", metavar="JUDGE", help=say("run.opt_judge"))
@click.option("--judge-option", "judge_options", multiple=True, metavar="KEY=VALUE", help=say("run.opt_judge_option"))
@click.option("--embedder", metavar="NAME", help=say("run.opt_embedder"))
@click.option("--show", is_flag=True, help=say("judge.opt_show"))
@click.option("--ask", is_flag=True, help=say("judge.opt_ask"))
@click.option("--config", "config_file", type=click.Path(dir_okay=False), metavar="FILE", help=say("run.opt_config"))
def lock(spec: str | None, judge_options: tuple[str, ...], show: bool, ask: bool, **flags: Any) -> None:
    """Write raggauge.lock, or say how the judge differs from it."""
    from raggauge.config import resolve
    from raggauge.judge import lock

    known = resolve({"judge": spec, "embedder": flags["embedder"]}, path=flags["config_file"])
    name, made = known["judge"], unconnected_judge(known, judge_options)
    path = lock.place(known.file)
    if show:
        differing = lock.check(path, made.fingerprint, force=True)
        click.echo("\n".join(differing) if differing else say("judge.same", judge=name))
        return
    snapshot = _snapshot(name) if ask else ""
    lock.write(path, lock.Lock(judge=name, fingerprint=made.fingerprint, snapshot=snapshot))
    click.echo(say("judge.locked", file=path, judge=name, id=made.fingerprint.id))
    if snapshot:
        click.echo(say("judge.snapshot", snapshot=snapshot))


def _snapshot(spec: str) -> str:
    """Which model a server says it is, from one call of a few tokens."""
    import asyncio

    from raggauge.llm.client import Client
    from raggauge.llm.endpoint import endpoint
    from raggauge.llm.limits import Limits
    from raggauge.llm.wire import ChatRequest

    async def ask() -> str:
        client = Client(endpoint(spec), Limits())
        try:
            return (await client.chat(ChatRequest("Answer with one word.", "Say: ready", max_tokens=16)))[0].model
        finally:
            await client.aclose()

    return asyncio.run(ask())


@click.command("canary", cls=Command)
@click.option("-j", "--judge", "spec", metavar="JUDGE", help=say("run.opt_judge"))
@click.option("--judge-option", "judge_options", multiple=True, metavar="KEY=VALUE", help=say("run.opt_judge_option"))
@click.option("--config", "config_file", type=click.Path(dir_okay=False), metavar="FILE", help=say("run.opt_config"))
def canary(spec: str | None, judge_options: tuple[str, ...], config_file: str | None) -> None:
    """Print how far hostile passages and answers move the judge."""
    import asyncio

    from raggauge.cli.asked import judge_options as asked_options
    from raggauge.config import resolve
    from raggauge.judge import make
    from raggauge.judge.llm.canary import by_kind, mean, shifts

    known = resolve({"judge": spec}, path=config_file)
    found = asyncio.run(shifts(make(known["judge"], asked_options(known, judge_options))))
    for kind, (n, middle, worst) in by_kind(found).items():
        click.echo(say("judge.canary_kind", kind=kind, n=n, mean=f"{middle:.3f}", worst=f"{worst:.2f}"))
    moved = [f"{one.canary.id} ({one.worst:.2f})" for one in found if one.worst > 0]
    click.echo(say("judge.canary_all", n=len(found), mean=f"{mean(found):.3f}", moved=", ".join(moved) or "-"))
