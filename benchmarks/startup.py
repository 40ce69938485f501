"""What an install adds to an empty environment, and what starting up costs.

    python benchmarks/startup.py [--json] [--check]

Builds a wheel from a copy of the tree, installs it with the locked base dependencies into a fresh environment (needs a
package index), compiles the bytecode, and measures from outside: size, distributions, CPU seconds (the least of several
runs, user and system, the interpreter's own start included). `--check` ends with 1 where a target is missed.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
N_RUNS = 15


@dataclass(frozen=True)
class Measurement:
    """One measured number beside its target: at most `target`, in `unit`."""

    what: str
    value: float
    target: float | None
    unit: str

    @property
    def met(self) -> bool:
        """Whether the value is within its target."""
        return self.target is None or self.value <= self.target


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--check", action="store_true", help="end with 1 where a target is missed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="raggauge-startup-") as folder:
        rows = measure(Path(folder))
    if options.json:
        print(json.dumps([{**asdict(row), "met": row.met} for row in rows], indent=2))
    else:
        print(table(rows))
    return 1 if options.check and not all(row.met for row in rows) else 0


def measure(folder: Path) -> list[Measurement]:
    """All measurements, with `folder` as the place for the environment and the wheel."""
    python = new_environment(folder / "env")
    compile_all(python)
    before_mb, before_n = size_mb(folder / "env"), n_distributions(python)
    install(python, build_wheel(python, folder / "dist"))
    compile_all(python)
    after_mb, after_n = size_mb(folder / "env"), n_distributions(python)
    command = python.parent / "raggauge"
    bare = cpu_s([python, "-c", "pass"])
    return [
        Measurement("size added by the base install", round(after_mb - before_mb, 1), 110, "MB"),
        Measurement("distributions added", after_n - before_n, 20, ""),
        Measurement("python -c pass", bare, None, "CPU s"),
        Measurement("python -c 'import raggauge'", cpu_s([python, "-c", "import raggauge"]), 0.1, "CPU s"),
        Measurement("raggauge --version", cpu_s([command, "--version"]), 0.2, "CPU s"),
        Measurement("raggauge --help", cpu_s([command, "--help"]), 0.2, "CPU s"),
        Measurement("raggauge run --help", cpu_s([command, "run", "--help"]), 0.2, "CPU s"),
    ]


def new_environment(folder: Path) -> Path:
    """An empty virtual environment; returns its interpreter."""
    run([sys.executable, "-m", "venv", str(folder)])
    return folder / "bin" / "python"


def build_wheel(python: Path, folder: Path) -> Path:
    """The wheel of this tree, built in isolation into `folder`."""
    run([python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
    return next(folder.glob("*.whl"))


def install(python: Path, wheel: Path) -> None:
    """The locked base dependencies and the wheel, as a user gets them."""
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "base.txt")])
    run([*pip, "--no-deps", str(wheel)])


def compile_all(python: Path) -> None:
    """Compile the bytecode of all packages of the environment, as pip does by itself unless it is told not to."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    run([python, "-m", "compileall", "-q", folder])


def n_distributions(python: Path) -> int:
    """How many distributions the environment holds."""
    code = "from importlib.metadata import distributions; print(len({d.metadata['Name'] for d in distributions()}))"
    return int(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout)


def size_mb(folder: Path) -> float:
    """Bytes of all files below a folder, compiled bytecode included, in units of a million."""
    files = (path for path in folder.rglob("*") if not path.is_symlink() and path.is_file())
    return sum(path.stat().st_size for path in files) / 1e6


def cpu_s(command: list[str | Path]) -> float:
    """User and system seconds of a command, the least of several runs; it must succeed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    spent = []
    for _ in range(N_RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True, cwd="/")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return round(min(spent), 3)


def run(command: list[str | Path]) -> None:
    """Run a step that must succeed; bytecode is written."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, env=environment, check=True)


def table(rows: list[Measurement]) -> str:
    """The measurements for a person."""
    lines = [f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}", ""]
    for row in rows:
        target = "" if row.target is None else f"<= {row.target:g} {row.unit}".rstrip()
        lines.append(f"{row.what:<32}{row.value:>8g} {row.unit:<7}{target:<14}{'' if row.met else 'MISSED'}".rstrip())
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
