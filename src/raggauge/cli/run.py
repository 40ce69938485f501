"""`raggauge run`: score files of RAG outputs, or go on with a run that was broken off."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from raggauge.cli import settings as common
from raggauge.cli.asked import judge_options as asked_options
from raggauge.cli.command import Command
from raggauge.cli.runs import complete_judge, complete_metrics, complete_run
from raggauge.errors import UsageError
from raggauge.messages import say

if TYPE_CHECKING:
    from raggauge.run.run import Run

UNFINISHED: Final = "the last unfinished one"
WHILE_RESUMING: Final = ("concurrency", "jobs", "max_calls", "max_cost")
"""Settings that a resumed run may be given anew; all others are those it was begun with."""


@click.command("run", cls=Command)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
@click.option(
    "-m", "--metrics", multiple=True, metavar="M,...", shell_complete=complete_metrics, help=say("run.opt_metrics")
)
@click.option("-j", "--judge", metavar="JUDGE", shell_complete=complete_judge, help=say("run.opt_judge"))
@click.option("--judge-option", "judge_options", multiple=True, metavar="KEY=VALUE", help=say("run.opt_judge_option"))
@click.option("--embedder", metavar="NAME", help=say("run.opt_embedder"))
@click.option("-t", "--target", metavar="TARGET", help=say("run.opt_target"))
@click.option("--limit", type=int, metavar="N", help=say("run.opt_limit"))
@click.option("--take", type=int, metavar="N", help=say("run.opt_take"))
@click.option("--seed", type=int, metavar="N", help=say("run.opt_seed"))
@click.option("--filter", "filters", multiple=True, metavar="KEY=VALUE", help=say("run.opt_filter"))
@click.option("--skip-missing", is_flag=True, help=say("run.opt_skip_missing"))
@click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help=say("run.opt_map"))
@click.option("--id", "id_column", metavar="COLUMN", help=say("check.opt_id"))
@click.option("--metadata", "metadata_columns", multiple=True, metavar="COL,...", help=say("check.opt_metadata"))
@click.option("--encoding", metavar="NAME", help=say("run.opt_encoding"))
@click.option("--on-bad-row", type=click.Choice(["stop", "skip", "report"]), help=say("run.opt_on_bad_row"))
@click.option("--repeats", type=int, metavar="N", help=say("run.opt_repeats"))
@click.option("--repeat-rule", type=click.Choice(["mean", "majority", "pass^k"]), help=say("run.opt_repeat_rule"))
@click.option("--concurrency", type=int, metavar="N", help=say("run.opt_concurrency"))
@click.option("--max-calls", type=int, metavar="N", help=say("run.opt_max_calls"))
@click.option("--max-cost", type=float, metavar="MONEY", help=say("run.opt_max_cost"))
@click.option("--force", is_flag=True, help=say("judge.opt_force"))
@click.option("--jobs", type=int, metavar="N", help=say("run.opt_jobs"))
@click.option("--screen", metavar="RULE", help=say("screen.opt_screen"))
@click.option("--audit", type=click.FloatRange(0, 1), metavar="SHARE", help=say("screen.opt_audit"))
@click.option("--name", metavar="NAME", help=say("run.opt_name"))
@click.option("-o", "--out", type=click.Path(file_okay=False), metavar="DIR", help=say("run.opt_out"))
@click.option(
    "--resume",
    is_flag=False,
    flag_value=UNFINISHED,
    metavar="[RUN]",
    shell_complete=complete_run,
    help=say("run.opt_resume"),
)
@click.option("--config", "config_file", type=click.Path(dir_okay=False), metavar="FILE", help=say("run.opt_config"))
def run(files: tuple[str, ...], resume: str | None, config_file: str | None, **flags: Any) -> None:
    """Run, then print the summary."""
    from raggauge.config import resolve

    names = ("target", "judge", "embedder", "concurrency", "jobs", "repeats", "seed")
    known = resolve({name: flags[name] for name in names}, path=config_file)
    found = _resumed(files, resume, known, flags) if resume is not None else _begun(files, known, flags)
    from raggauge.report import terminal

    terminal.print_out(terminal.summary(found))
    _say_the_noise(found)
    _say_the_bill(found)
    if not common.quiet():
        _say_what_next(found)


def _begun(files: tuple[str, ...], known: Any, flags: dict[str, Any]) -> "Run":
    from raggauge.run.start import evaluate

    if not files and known["dataset"]:
        files = (known["dataset"],)
    if not files:
        raise UsageError("run.no_file")
    metrics = _listed(flags["metrics"]) or known["metrics"]
    must_pass = _checked_gate(known, metrics)
    files = tuple(_spooled() if file == "-" else file for file in files)
    judge_options = asked_options(known, flags["judge_options"])
    unlocked = _checked_against_lock(known, judge_options, force=flags["force"])
    _expect_snapshot(known, judge_options, force=flags["force"])
    return evaluate(
        [Path(file) for file in files],
        metrics=metrics,
        judge=known["judge"],
        target=known["target"],
        judge_options=judge_options,
        goals=known["goals"],
        reading=_reading(flags),
        filters=common.pairs("--filter", flags["filters"]),
        seed=known["seed"],
        concurrency=known["concurrency"],
        jobs=known["jobs"],
        prices=known["prices"],
        unlocked=unlocked,
        repeats=known["repeats"],
        always=must_pass,
        progress=not common.quiet(),
        **{
            name: flags[name]
            for name in (
                "limit",
                "take",
                "skip_missing",
                "repeat_rule",
                "name",
                "out",
                "max_calls",
                "max_cost",
                "screen",
                "audit",
            )
            if flags[name] is not None
        },
    )


def _checked_gate(known: Any, metrics: list[str]) -> tuple[str, ...]:
    """The samples that must pass a gate, which a part of the set holds first.

    Raises DataError for rules that cannot be meant, before anything is paid for.
    """
    if not (known["gate"] or known["thresholds"]):
        return ()
    from raggauge.gate.rules import read
    from raggauge.run.chosen import choose

    own = [chosen.entry for chosen in choose(metrics)]
    return read(known["gate"], known["thresholds"], place=str(known.file or ""), known=own).must_pass


def _checked_against_lock(known: Any, judge_options: dict[str, Any], *, force: bool) -> tuple[str, ...]:
    """How the judge differs from raggauge.lock. Raises UsageError where it does, unless forced."""
    from raggauge.judge import lock, make

    path = lock.place(known.file)
    if not path.is_file():
        return ()
    return lock.check(path, make(known["judge"], judge_options).fingerprint, force=force)


def _expect_snapshot(known: Any, judge_options: dict[str, Any], *, force: bool) -> None:
    """Let the judge end the run when its server says it is another model than the one of the lock."""
    from raggauge.judge import asks_a_model, lock

    locked = lock.read(lock.place(known.file)) if asks_a_model(known["judge"]) and not force else None
    if locked is not None and locked.snapshot and locked.judge == known["judge"]:
        judge_options.setdefault("snapshot", locked.snapshot)


def _spooled() -> str:
    """Standard input as a file, so that it can be read twice and again when resuming."""
    import hashlib
    import os
    import sys

    from raggauge.run.files import failure
    from raggauge.run.folder import HOME

    spool = HOME / "cache" / f"stdin-{os.getpid()}.part"
    content = hashlib.sha256()
    try:
        spool.parent.mkdir(parents=True, exist_ok=True)
        with spool.open("wb") as file:
            while part := sys.stdin.buffer.read(1 << 20):
                content.update(part)
                file.write(part)
        path = spool.with_name(f"stdin-{content.hexdigest()[:12]}")
        spool.replace(path)
    except OSError as problem:
        raise failure(problem, spool) from problem
    return str(path)


def _resumed(files: tuple[str, ...], which: str, known: Any, flags: dict[str, Any]) -> "Run":
    from raggauge.run.find import find, last_unfinished
    from raggauge.run.start import resume

    given = [
        param.opts[-1]
        for param in click.get_current_context().command.params
        if param.name not in WHILE_RESUMING and flags.get(param.name or "")
    ]
    if files or given:
        raise UsageError("run.resume_alone", given=", ".join([*files, *given]))
    path = last_unfinished() if which == UNFINISHED else find(which)
    kept: Any = {name: flags[name] for name in WHILE_RESUMING if flags[name] is not None}
    return resume(path, progress=not common.quiet(), prices=known["prices"], **kept)


def _say_the_noise(found: "Run") -> None:
    """How much the judge differs from itself, where it was asked more than once."""
    if found.manifest.repeats > 1:
        from raggauge.run.noise import judge_noise

        noise = judge_noise(scores for _, scores in found.scores())
        listed = ", ".join(f"{name} {value:.3f}" for name, value in noise.items())
        click.echo(say("run.noise", n=found.manifest.repeats, noise=listed or "-"))


def _say_the_bill(found: "Run") -> None:
    """What the judge's calls took, where the judge is one that makes calls."""
    from raggauge.llm import bill
    from raggauge.run.folder import measures

    judge = found.manifest.judge
    if judge is None or not judge.endpoint or found.path is None:
        return
    total = bill.summed(one.purposes for one in measures(found.path))
    click.echo(f"{say('llm.bill')}: " + "\n".join(bill.lines(total, found.manifest.dataset.n)))


def _say_what_next(found: "Run") -> None:
    from shlex import quote

    from raggauge.run.folder import RUNS

    entries = found.manifest.metrics
    judged = next((entry.text for entry in entries if entry.goal is not None), entries[0].text)
    which = "last" if found.path and found.path.parent == RUNS else str(found.path)
    click.echo(say("run.where", path=found.path))
    click.echo(say("run.next", command=f"raggauge show {quote(which)} --worst 10 --metric {quote(judged)}"))


def _listed(metrics: Iterable[str]) -> list[str]:
    from raggauge.run.chosen import split

    return [part for text in metrics for part in split(text)]


def _reading(flags: dict[str, Any]) -> dict[str, Any]:
    mapping = common.pairs("--map", flags["mapping"])
    columns = [part.strip() for text in flags["metadata_columns"] for part in text.split(",") if part.strip()]
    given = {
        "mapping": mapping,
        "id_column": flags["id_column"],
        "metadata_columns": columns,
        "encoding": flags["encoding"],
        "on_bad_row": flags["on_bad_row"],
    }
    return {name: value for name, value in given.items() if value}
