"""Importing does nothing, and starting up is cheap."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BEFORE = """
import json, logging, os, signal, sys, threading, warnings
names = sys.argv[1:]
for name in ("aiohttp", "click", "msgspec", "numpy", "rich.console", "yaml") if len(names) > 1 else ():
    __import__(name)
events = []
def watch(event, arguments):
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        if not str(arguments[0]).endswith((".pyc", "__pycache__")) and ".pyc." not in str(arguments[0]):
            events.append(f"writes {arguments[0]}")
    elif event.startswith(("socket.", "subprocess.", "os.system", "os.fork", "os.mkdir", "shutil.")):
        events.append(event)
def state():
    return {
        "environment": dict(os.environ),
        "threads": threading.active_count(),
        "warning filters": [str(row) for row in warnings.filters],
        "logging": [str(handler) for handler in logging.root.handlers] + [logging.root.level],
        "signals": [str(signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)],
        "path": list(sys.path),
        "excepthook": str(sys.excepthook),
    }
before = state()
sys.addaudithook(watch)
for name in names:
    __import__(name)
after = state()
changed = [key for key in before if before[key] != after[key]]
print(json.dumps({"events": sorted(set(events)), "changed": changed, "modules": sorted(sys.modules)}))
"""


def _import(root: Path, *names: str) -> dict[str, list[str]]:
    import json

    environment = {**os.environ, "PYTHONWARNINGS": ""}
    answer = subprocess.run(
        [sys.executable, "-c", BEFORE, *names], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    loaded: dict[str, list[str]] = json.loads(answer.stdout)
    return loaded


def _modules(root: Path) -> list[str]:
    files = (path.relative_to(root / "src").with_suffix("") for path in (root / "src").rglob("*.py"))
    return sorted(".".join(path.parts).removesuffix(".__init__") for path in files if path.name != "__main__.py")


def test_importing_the_package_does_nothing(root: Path) -> None:
    """`import raggauge` starts, writes and changes nothing, and brings in no package but itself."""
    found = _import(root, "raggauge")
    assert found["events"] == []
    assert found["changed"] == []
    assert {"numpy", "aiohttp", "rich", "click", "msgspec", "yaml", "asyncio"} & set(found["modules"]) == set()


def test_importing_any_module_does_nothing(root: Path) -> None:
    """Every module can be imported without its extras, and none has an effect."""
    found = _import(root, *_modules(root))
    assert found["events"] == []
    assert found["changed"] == []


def test_the_idle_plugin_is_light(root: Path) -> None:
    """The pytest plugin is loaded by every pytest run, so it brings in nothing heavy."""
    found = _import(root, "raggauge.pytest_plugin")
    assert {"numpy", "aiohttp", "rich", "click", "msgspec", "yaml", "asyncio"} & set(found["modules"]) == set()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["run", "--help"]], ids=" ".join)
def test_help_is_light(root: Path, arguments: list[str]) -> None:
    """Help and version import neither numpy, nor aiohttp, nor rich."""
    if not (root / "src/raggauge/cli/run.py").exists():
        pytest.skip("no command line yet")
    code = (
        "import sys\n"
        "from raggauge.cli.main import main\n"
        "sys.argv = ['raggauge', *sys.argv[1:]]\n"
        "try:\n    main()\n"
        "except SystemExit as stop:\n    status = stop.code or 0\n"
        "heavy = {'numpy', 'aiohttp', 'rich', 'asyncio'} & set(sys.modules)\n"
        "sys.exit(f'imports {sorted(heavy)}' if heavy else status)\n"
    )
    answer = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "raggauge" in answer.stdout
