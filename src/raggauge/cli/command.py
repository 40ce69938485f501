"""What all commands have in common: lazy import, help in two languages, the options -v, -q, --log-file, --debug.

A command's file begins with

    @click.command("show", cls=Command)
    @click.argument("run")
    @click.option("--worst", type=int, help=say("show.worst"))
    def show(run: str, worst: int | None) -> int | None:

and its texts are messages: `cli.<name>` one line, `<name>.help` the long text with examples. The function
returns an exit code or None (0).
"""

import difflib
import os
import sys
from importlib import import_module
from typing import Any

import click

from raggauge.cli import settings
from raggauge.messages import has, say


class Command(click.Command):
    """A command whose help is in the message catalogue and that takes the common options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", {"help_option_names": ["-h", "--help"], "max_content_width": 100})
        super().__init__(*args, **kwargs)
        self.params.extend(settings.common_options())

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # whoever read our output went away: Python's own flush at exit shall write into nothing
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return result

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), f"{say('cli.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        name = (self.name or "").replace("-", "_")
        within = f"{ctx.parent.command.name}.{name}_help" if ctx.parent is not None else ""
        _write_text(formatter, within if within and has(within) else f"{name}.help", fallback=self.help or "")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [record for param in self.get_params(ctx) if (record := param.get_help_record(ctx)) is not None]
        if rows:
            with formatter.section(say("cli.options")):
                formatter.write_dl(rows)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say("cli.help_option")
        return option


class Group(click.Group):
    """A group that imports a command when it is called; its help needs the table of names alone."""

    def __init__(self, *args: Any, commands_table: dict[str, str], **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", {"help_option_names": ["-h", "--help"], "max_content_width": 100})
        super().__init__(*args, **kwargs)
        self._table = commands_table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._table:
            return None
        module, _, attribute = self._table[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self._table and not args[0].startswith("-"):
            nearest = difflib.get_close_matches(args[0], self._table, n=1)
            hint = say("cli.did_you_mean", name=nearest[0]) if nearest else ""
            raise click.UsageError(say("cli.no_such_command", name=args[0], hint=hint), ctx)
        return super().resolve_command(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, say("cli.group_usage"), f"{say('cli.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        key = "root" if ctx.parent is None else f"{self.name}_group"
        _write_text(formatter, f"cli.{key}", fallback=self.help or "")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        prefix = "cli." if ctx.parent is None else f"cli.{self.name}_"
        with formatter.section(say("cli.commands")):
            formatter.write_dl([(name, say(f"{prefix}{name.replace('-', '_')}")) for name in self._table])
        if ctx.parent is None:
            with formatter.section(say("cli.options")):
                formatter.write_dl([("--lang en|zh", say("cli.lang")), ("-V, --version", say("cli.version"))])

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say("cli.help_option")
        return option


def _write_text(formatter: click.HelpFormatter, message_id: str, *, fallback: str) -> None:
    text = say(message_id) if has(message_id) else fallback
    formatter.write_paragraph()
    with formatter.indentation():
        paragraphs = text.strip("\n").split("\n\n")
        for paragraph in paragraphs:
            # an example block is indented in the catalogue and keeps its lines
            formatter.write_text(f"\b\n{paragraph}" if "\n" in paragraph else paragraph)
            formatter.write("\n" if paragraph is not paragraphs[-1] else "")
