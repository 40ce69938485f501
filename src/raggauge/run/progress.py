"""A bar with rate and remaining time, on the standard error of a terminal and nowhere else."""

import sys
from typing import Any

from raggauge.messages import say


class Bar:
    """Called with (finished, total). Shows nothing where standard error is no terminal."""

    def __init__(self) -> None:
        self._shown: Any = None
        self._task: Any = None
        self._silent = not sys.stderr.isatty()

    def __call__(self, finished: int, total: int) -> None:
        if self._silent:
            return
        if self._shown is None:
            self._begin(finished, total)
        self._shown.update(self._task, completed=finished, total=total)

    def close(self) -> None:
        """Take the bar off the screen."""
        if self._shown is not None:
            self._shown.stop()

    def _begin(self, finished: int, total: int) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Rate(ProgressColumn):
            """Samples per second, of those finished by this process."""

            def render(self, task: Any) -> Text:
                speed = (task.completed - finished) / task.elapsed if task.elapsed else 0.0
                return Text(say("run.rate", rate=f"{speed:.0f}" if speed >= 10 else f"{speed:.1f}"))

        self._shown = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._shown.add_task(say("run.scoring"), total=total, completed=finished)
        self._shown.start()
