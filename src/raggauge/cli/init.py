"""`raggauge init`: a commented raggauge.yaml, a golden set to fill, a CI workflow; nothing there is overwritten.

Comments and examples are in the language in force.
"""

from pathlib import Path
from typing import Final

import click

from raggauge.cli.command import Command
from raggauge.files import write
from raggauge.messages import language, say

FILES: Final[dict[str, dict[str, str]]] = {
    "team": {
        "raggauge.yaml": "raggauge.yaml",
        "goldens.jsonl": "goldens.jsonl",
        ".github/workflows/raggauge.yml": "github.yml",
        "raggauge.gitlab-ci.yml": "gitlab.yml",
    },
    "personal": {"raggauge.yaml": "personal.yaml", "goldens.jsonl": "personal.jsonl"},
}
IGNORED: Final = "".join(f".raggauge/{name}/\n" for name in ("runs", "cache", "answers", "confirmed"))


@click.command("init", cls=Command)
@click.argument("folder", default=".", type=click.Path(file_okay=False))
@click.option("--profile", type=click.Choice(list(FILES)), default="team", show_default=True, help=say("init.profile"))
@click.option("--ci", type=click.Choice(["github", "gitlab", "both", "none"]), default="both", help=say("init.ci"))
def init(folder: str, profile: str, ci: str) -> None:
    """Write the files of a profile."""
    from importlib.resources import files

    home = Path(folder)
    for name, template in FILES[profile].items():
        if template in ("github.yml", "gitlab.yml") and ci not in ("both", template.removesuffix(".yml")):
            continue
        target = home / name
        if target.exists():
            click.echo(say("init.kept", path=str(target)))
            continue
        templates = files("raggauge").joinpath("templates")
        translated = templates.joinpath(language(), template)
        write(target, (translated if translated.is_file() else templates.joinpath(template)).read_bytes())
        click.echo(say("init.written", path=str(target)))
    ignore = home / ".gitignore"
    if (home / ".git").exists() and ".raggauge" not in (ignore.read_text("utf-8") if ignore.exists() else ""):
        write(ignore, (ignore.read_bytes() if ignore.exists() else b"") + IGNORED.encode())
        click.echo(say("init.written", path=str(ignore)))
    click.echo(say("init.next_personal") if profile == "personal" else say("init.next"))
