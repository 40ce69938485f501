"""`raggauge goldens update|diff|split|version|sample`: a set over time, and who read it."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from raggauge.cli.command import Command
from raggauge.cli.goldens import read_set
from raggauge.errors import UsageError
from raggauge.messages import say, shown

_PATH = click.Path(path_type=Path, dir_okay=False)


@click.command("update", cls=Command)
@click.argument("file", type=_PATH, metavar="FILE")
@click.option("--docs", type=click.Path(exists=True, path_type=Path), required=True, help=say("goldens.opt_docs"))
@click.option("--share", default="15%", show_default=True, help=say("goldens.opt_share"))
@click.option("--seed", type=int, default=0, show_default=True, help=say("goldens.opt_seed"))
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=say("goldens.opt_update_output"))
def update(file: Path, docs: Path, share: str, seed: int, output: Path | None) -> None:
    """Bring a set up to date with its documents."""
    from raggauge.formats.writing import write
    from raggauge.goldens import build
    from raggauge.goldens.documents import read_documents
    from raggauge.goldens.update import update as renew

    account = build.read_account(file)
    if account is None:
        click.echo(say("goldens.needs_account", file=str(build.account_path(file))), err=True)
    known = account["passages"] if account else {}
    made = renew(read_set(file), read_documents(docs), known=known, share=_share(share), seed=seed)
    out = output or file
    gone = out.with_name(f"{out.name.split('.')[0]}.retired.jsonl")
    if made.retired:
        before = read_set(gone) if gone.is_file() else []
        fresh = {sample.id for sample in made.retired}
        write([*(sample for sample in before if sample.id not in fresh), *made.retired], gone)
    write(made.samples, out)
    build.write_account(out, made.account(account))
    counts: dict[str, Any] = {"added": len(made.added), "retired": len(made.retired), "moved": made.moved}
    click.echo(say("goldens.updated", file=str(out), n=len(made.samples), **counts))
    if made.retired:
        click.echo(say("goldens.retired_to", file=str(gone)))


@click.command("diff", cls=Command)
@click.argument("old", type=_PATH)
@click.argument("new", type=_PATH)
@click.option(
    "--format", "form", type=click.Choice(["terminal", "json"]), default="terminal", help=say("goldens.opt_format")
)
def diff(old: Path, new: Path, form: str) -> int:
    """Say what changed between two sets."""
    import msgspec

    from raggauge.goldens.history import difference

    after = {sample.id: sample for sample in read_set(new)}
    before = {sample.id: sample for sample in read_set(old)}
    found = difference(list(before.values()), list(after.values()))
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0 if found.equal else 1
    if found.equal:
        click.echo(say("goldens.no_difference", n=found.n_same))
        return 0
    counts: dict[str, Any] = {"added": len(found.added), "removed": len(found.removed), "changed": len(found.changed)}
    click.echo(say("goldens.differs", same=found.n_same, **counts))
    for name in found.removed:
        click.echo(f"- {name}  {shown(before[name].question, limit=100)}")
    for name in found.added:
        click.echo(f"+ {name}  {shown(after[name].question, limit=100)}")
    for change in found.changed:
        click.echo(f"~ {change.id}")
        for field, (then, now) in change.fields.items():
            click.echo(f"    {field}: {shown(then, limit=100)} -> {shown(now, limit=100)}")
    if found.reordered:
        click.echo(say("goldens.reordered"))
    return 1


@click.command("split", cls=Command)
@click.argument("file", type=_PATH, metavar="FILE")
@click.option("--fast", type=click.IntRange(min=1), default=100, show_default=True, help=say("goldens.opt_fast"))
@click.option("--held-out", default="20%", show_default=True, help=say("goldens.opt_held_out"))
@click.option("--seed", type=int, default=0, show_default=True, help=say("goldens.opt_seed"))
def split(file: Path, fast: int, held_out: str, seed: int) -> None:
    """Cut a set into parts."""
    from raggauge.formats.writing import write
    from raggauge.goldens.history import split as cut

    parts = cut(read_set(file), fast=fast, held_out=_share(held_out), seed=seed)
    if not parts.dev:
        raise UsageError("goldens.nothing_left", share=shown(held_out))
    stem = file.name.split(".")[0]
    named = {"fast": parts.fast, "dev": parts.dev, "heldout": parts.held_out}
    files = []
    for name, samples in named.items():
        path = file.with_name(f"{stem}-{name}.jsonl")
        write(samples, path)
        files.append(str(path))
    counts: dict[str, Any] = {"fast": len(parts.fast), "dev": len(parts.dev), "held_out": len(parts.held_out)}
    click.echo(say("goldens.split_into", files=", ".join(files), **counts))


@click.command("version", cls=Command)
@click.argument("file", type=_PATH, metavar="FILE")
@click.option("--note", help=say("goldens.opt_note"))
def version(file: Path, note: str | None) -> None:
    """Record a version of a set, or list them."""
    from raggauge.dataset import Dataset
    from raggauge.goldens.history import read_versions, record_version

    samples = read_set(file)
    if note is not None:
        made = record_version(file, samples, at=_now(), note=note)
        if made is None:
            click.echo(say("goldens.same_version", number=len(read_versions(file))))
            return
        told: dict[str, Any] = {
            "number": made.number,
            "content": made.content,
            "n": made.n,
            "parent": made.parent or "-",
        }
        click.echo(say("goldens.versioned", **told))
        return
    known = [one for one, _ in read_versions(file)]
    if not known:
        raise UsageError("goldens.no_versions", file=shown(str(file), limit=200))
    for one in known:
        counts: dict[str, Any] = {name: len(getattr(one, name)) for name in ("added", "removed", "changed")}
        told = {
            "number": one.number,
            "at": one.at,
            "content": one.content,
            "n": one.n,
            "note": one.note,
        }
        click.echo(say("goldens.version_line", **told, **counts).rstrip())
    same = known[-1].content == Dataset(samples).fingerprint()
    click.echo(say("goldens.same_version", number=known[-1].number) if same else say("goldens.not_recorded"))


@click.command("sample", cls=Command)
@click.argument("file", type=_PATH, metavar="FILE")
@click.option("--share", default="15%", show_default=True, help=say("goldens.opt_share"))
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=say("goldens.opt_part"))
@click.option("--read", "part", type=_PATH, metavar="FILE", help=say("goldens.opt_read"))
@click.option("--by", default="", metavar="NAME", help=say("goldens.opt_by"))
@click.option("--seed", type=int, default=0, show_default=True, help=say("goldens.opt_seed"))
def sample(file: Path, output: Path | None, part: Path | None, **options: Any) -> None:
    """Draw a part for people, or bring their verdicts back."""
    from raggauge.formats.writing import write
    from raggauge.goldens.reading import draw, mark, read_part, write_part

    if (output is None) == (part is None):
        raise UsageError("goldens.draw_or_read")
    samples = read_set(file)
    n_read = sum(bool(one.metadata.get("reviewed_by")) for one in samples)
    if output is not None:
        drawn = draw(samples, share=_share(options["share"]), seed=options["seed"])
        if not drawn:
            click.echo(say("goldens.enough_read", n=n_read, of=len(samples)))
            return
        write_part(drawn, output)
        click.echo(say("goldens.drawn", n=len(drawn), of=len(samples), file=str(output)))
    elif part is not None:
        marks = mark(samples, read_part(part), by=options["by"], at=_now())
        write(marks.samples, file)
        read = sum(bool(one.metadata.get("reviewed_by")) for one in marks.samples)
        counts: dict[str, Any] = {
            "n": marks.n_read,
            "good": marks.n_good,
            "bad": marks.n_bad,
            "read": read,
            "of": len(samples),
        }
        click.echo(say("goldens.marked", share=f"{read / max(1, len(samples)):.0%}", **counts))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _share(text: str) -> float:
    number = text.strip().removesuffix("%")
    try:
        share = float(number) / 100
    except ValueError:
        share = -1.0
    if not text.strip().endswith("%") or not 0 <= share <= 1:
        raise UsageError("goldens.bad_percent", value=shown(text))
    return share
