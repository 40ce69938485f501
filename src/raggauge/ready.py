"""The go-live checklist: what is there, what is missing, what cannot be known, each with proof and remedy."""

import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from raggauge.config import Settings, resolve
from raggauge.errors import RaggaugeError
from raggauge.gate.baseline import Baseline, read_baseline
from raggauge.gate.rules import Rules, read
from raggauge.judge import lock, make
from raggauge.messages import say
from raggauge.metrics import GROUPS
from raggauge.run.chosen import choose
from raggauge.sample import Sample

State = Literal["ok", "missing", "unknown"]
ENOUGH_SAMPLES: Final = 100
ENOUGH_KINDS: Final = 3
ENOUGH_REVIEWED: Final = 0.15
ENOUGH_REPEATS: Final = 3
CHECKED_WITHIN: Final = timedelta(days=90)
WATCHED: Final = ("faithfulness", "answer_relevance")


class Line(msgspec.Struct, frozen=True):
    """One line of the checklist: `proof` is what was found, `remedy` what to do about it (empty where it is ok)."""

    name: str
    state: State
    proof: str
    remedy: str = ""


class Project(msgspec.Struct, frozen=True):
    """What the checklist looks at. `goldens` is None where there are none to read."""

    home: Path
    settings: Settings
    rules: Rules
    goldens: Sequence[Sample] | None
    path: str


def check(home: Path | None = None, /) -> list[Line]:
    """The checklist of a project folder (the working directory). Raises DataError for a broken raggauge.yaml."""
    project = _project(home or Path.cwd())
    return [line(project) for line in LINES]


def exit_code(lines: Iterable[Line], /) -> int:
    """0 all ok, 1 something is missing, 3 something is unknown and nothing missing."""
    states = {line.state for line in lines}
    return 1 if "missing" in states else 3 if "unknown" in states else 0


def _project(home: Path) -> Project:
    settings = resolve()
    known = [chosen.entry for chosen in choose(settings["metrics"])]
    rules = read(settings["gate"], settings["thresholds"], place=str(settings.file or ""), known=known)
    path = settings["dataset"] or ""
    return Project(home, settings, rules, _goldens(home, path), path)


def _goldens(home: Path, path: str) -> Sequence[Sample] | None:
    from raggauge.formats import read as read_file

    if not path or not (home / path).is_file():
        return None
    try:
        return list(read_file(home / path))
    except RaggaugeError:
        return None


def _size(project: Project) -> Line:
    if project.goldens is None:
        return _line("size", "missing", say("ready.no_goldens", path=project.path or "-"))
    n = len(project.goldens)
    return _line("size", "ok" if n >= ENOUGH_SAMPLES else "missing", say("ready.n_goldens", n=n, path=project.path))


def _versioned(project: Project) -> Line:
    if project.goldens is None:
        return _line("versioned", "missing", say("ready.no_goldens", path=project.path or "-"))
    try:
        done = subprocess.run(
            ["git", "-C", str(project.home), "ls-files", "--error-unmatch", "--", project.path],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return _line("versioned", "unknown", say("ready.no_git"))
    proof = f"git ls-files {project.path}: {(done.stdout or done.stderr).strip().splitlines()[0]}"
    return _line("versioned", "ok" if done.returncode == 0 else "missing", proof)


def _kinds(project: Project) -> Line:
    found = {str(sample.metadata["kind"]) for sample in project.goldens or () if sample.metadata.get("kind")}
    refused = any(sample.answerable is False for sample in project.goldens or ())
    enough = len(found) >= ENOUGH_KINDS and refused
    proof = ", ".join(sorted(found)) or "-"
    return _line("kinds", "ok" if enough else "missing", say("ready.kinds_found", kinds=proof))


def _reviewed(project: Project) -> Line:
    goldens = project.goldens or ()
    n = sum(1 for sample in goldens if sample.metadata.get("reviewed_by") and sample.metadata.get("reviewed_at"))
    share = n / len(goldens) if goldens else 0.0
    proof = say("ready.n_reviewed", n=n, total=len(goldens), share=share)
    return _line("reviewed", "ok" if share >= ENOUGH_REVIEWED else "missing", proof)


def _baseline(project: Project) -> Line:
    found = read_baseline(project.rules.baseline or "main")
    if found is None:
        return _line("baseline", "missing", say("ready.no_baseline"))
    lacking = [metric for metric in GROUPS["core"] if found.means.get(metric) is None]
    repeats = _repeats(found)
    if repeats is None:
        return _line("baseline", "unknown", say("ready.baseline_gone", run=found.run))
    proof = say("ready.baseline_found", run=found.run, repeats=repeats, lacking=", ".join(lacking) or "-")
    return _line("baseline", "ok" if not lacking and repeats >= ENOUGH_REPEATS else "missing", proof)


def _repeats(found: Baseline) -> int | None:
    from raggauge.run.find import load

    try:
        return load(found.path).manifest.repeats
    except RaggaugeError:
        return None


def _locked(project: Project) -> Line:
    path = lock.place(project.settings.file)
    found = lock.read(path)
    if found is None:
        return _line("locked", "missing", say("ready.no_lock", path=str(path)))
    try:
        now = make(project.settings["judge"], project.settings["judge_options"]).fingerprint
    except RaggaugeError as problem:
        return _line("locked", "unknown", problem.say())
    differing = lock.differences(found.fingerprint, now)
    proof = "; ".join(differing) or f"{path}: {found.judge}"
    return _line("locked", "missing" if differing else "ok", proof)


def _workflow(project: Project) -> Line:
    folder = project.home / ".github" / "workflows"
    candidates = [*sorted(folder.glob("*.y*ml")), *sorted(project.home.glob("*gitlab-ci.yml"))]
    for path in candidates:
        text = path.read_text(encoding="utf-8", errors="replace")
        if "raggauge gate" in text:
            events = [event for event in ("pull_request", "merge_request_event", "schedule") if event in text]
            proof = f"{path.relative_to(project.home)}: {', '.join(events) or '-'}"
            return _line("workflow", "ok" if len(events) >= 2 else "missing", proof)
    return _line("workflow", "missing", say("ready.no_workflow"))


def _thresholds(project: Project) -> Line:
    bound = {threshold.metric for threshold in project.rules.thresholds if threshold.bound is not None}
    lacking = [metric for metric in GROUPS["core"] if metric not in bound]
    proof = say("ready.thresholds_found", found=", ".join(sorted(bound)) or "-", lacking=", ".join(lacking) or "-")
    return _line("thresholds", "missing" if lacking else "ok", proof)


def _regression(project: Project) -> Line:
    rules = {metric: tolerance.text for metric, tolerance in project.rules.tolerance.items()}
    proof = ", ".join(f"{metric}: {text}" for metric, text in rules.items()) or "-"
    return _line("regression", "ok" if rules else "missing", f"gate.baseline.tolerance: {proof}")


def _monitored(project: Project) -> Line:
    monitor: Mapping[str, Any] = project.settings["monitor"]
    sampling, windows = monitor.get("sampling"), monitor.get("windows")
    rate = sampling.get("rate") if isinstance(sampling, Mapping) else sampling
    sampled = isinstance(rate, int | float) and 0 < rate <= 1
    watched = [name for name in WATCHED if isinstance(windows, Mapping) and windows.get(name)]
    proof = say("ready.monitor_found", rate=rate if sampled else "-", windows=", ".join(watched) or "-")
    return _line("monitored", "ok" if sampled and len(watched) == len(WATCHED) else "missing", proof)


def _budgeted(project: Project) -> Line:
    if project.settings["judge"] == "embedded":
        return _line("budgeted", "ok", say("ready.judge_is_free"))
    limits = {"max_cost": project.rules.max_cost, "budget": project.settings["monitor"].get("budget")}
    known = [f"{name}: {value}" for name, value in limits.items() if isinstance(value, int | float)]
    return _line("budgeted", "ok" if known else "missing", ", ".join(known) or "-")


def _judge_checked(project: Project) -> Line:
    """People's labels behind a calibration, not older than 90 days."""
    newest, name = None, ""
    for path in (project.home / ".raggauge" / "calibrations").glob("*.json"):
        at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        if newest is None or at > newest:
            newest, name = at, path.name
    if newest is None:
        return _line("judge_checked", "missing", say("ready.no_calibration"))
    fresh = datetime.now(UTC) - newest <= CHECKED_WITHIN
    return _line("judge_checked", "ok" if fresh else "missing", f"{name}: {newest:%Y-%m-%d}")


LINES: Final[tuple[Callable[[Project], Line], ...]] = (
    *(_size, _versioned, _kinds, _reviewed, _baseline, _locked, _workflow, _thresholds),
    *(_regression, _monitored, _budgeted, _judge_checked),
)


def _line(name: str, state: State, proof: str) -> Line:
    return Line(name, state, proof, "" if state == "ok" else say(f"ready.remedy_{name}"))
