"""Settings: a flag beats an environment variable, which beats raggauge.yaml (or pyproject), which beats the default.

The file is `raggauge.yaml` in the working directory or the nearest one above it; without one, the table
`[tool.raggauge]` of `pyproject.toml`. Sections that belong to one part (`gate`, `goals`, `monitor`, ...) are handed
to that part as they are, which checks them itself.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge.errors import DataError
from raggauge.messages import say, shown

FILE: Final = "raggauge.yaml"


class Setting(msgspec.Struct, frozen=True):
    """One setting:

    Its default, its type as text (`text, whole number, number, list, mapping, yes or no`), its variable.
    """

    default: Any
    kind: str
    variable: str = ""


SETTINGS: Final[dict[str, Setting]] = {
    "dataset": Setting(None, "text", "RAGGAUGE_DATASET"),
    "target": Setting(None, "text or mapping", "RAGGAUGE_TARGET"),
    "judge": Setting("embedded", "text", "RAGGAUGE_JUDGE"),
    "judge_options": Setting({}, "mapping"),
    "embedder": Setting(None, "text", "RAGGAUGE_EMBEDDER"),
    "metrics": Setting(["default"], "list", "RAGGAUGE_METRICS"),
    "concurrency": Setting(64, "whole number", "RAGGAUGE_CONCURRENCY"),
    "jobs": Setting(1, "whole number", "RAGGAUGE_JOBS"),
    "repeats": Setting(1, "whole number", "RAGGAUGE_REPEATS"),
    "seed": Setting(0, "whole number", "RAGGAUGE_SEED"),
    "prices": Setting({}, "mapping"),
    "goals": Setting({}, "mapping"),
    "thresholds": Setting({}, "mapping"),
    "gate": Setting({}, "mapping"),
    "goldens": Setting({}, "mapping"),
    "monitor": Setting({}, "mapping"),
}

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "text": (str,),
    "text or mapping": (str, dict),
    "whole number": (int,),
    "number": (int, float),
    "list": (list,),
    "mapping": (dict,),
    "yes or no": (bool,),
}


class Settings(msgspec.Struct, frozen=True):
    """The settings in force: `values` by name, `origins` says where each came from, `file` is the file read, if any."""

    values: dict[str, Any]
    origins: dict[str, str]
    file: Path | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def resolve(flags: Mapping[str, Any] | None = None, *, path: str | Path | None = None) -> Settings:
    """The settings in force. `flags` are those given on the command line (None = not given), `path` a named file.

    Raises DataError for a file that cannot be read, an unknown setting or a wrong type, naming the file and the
    nearest name.
    """
    file, from_file = _file(path)
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name, setting in SETTINGS.items():
        values[name], origins[name] = setting.default, "default"
        if name in from_file:
            values[name], origins[name] = _checked(name, from_file[name], str(file)), str(file)
        if setting.variable and os.environ.get(setting.variable):
            values[name] = _from_text(name, os.environ[setting.variable])
            origins[name] = setting.variable
        if flags and flags.get(name) is not None:
            values[name], origins[name] = flags[name], "flag"
    return Settings(values, origins, file)


def _file(path: str | Path | None) -> tuple[Path | None, dict[str, Any]]:
    if path is not None:
        return Path(path), _parsed(Path(path))
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / FILE).is_file():
            return folder / FILE, _parsed(folder / FILE)
        project = folder / "pyproject.toml"
        if project.is_file():
            table = _toml(project).get("tool", {}).get("raggauge")
            if table is not None:
                return project, _known(table, project)
        if (folder / ".git").exists():
            break
    return None, {}


def _parsed(path: Path) -> dict[str, Any]:
    import yaml

    try:
        text = path.read_text(encoding="utf-8-sig")
        content = _toml(path).get("tool", {}).get("raggauge", {}) if path.suffix == ".toml" else _yaml(text, path)
    except FileNotFoundError:
        raise DataError("config.no_file", file=str(path)) from None
    except (OSError, UnicodeDecodeError) as problem:
        raise DataError("config.unreadable", file=str(path), problem=str(problem)) from None
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        place = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        raise DataError("config.broken", place=place, file=str(path), problem=problem.problem or "?") from None
    except (yaml.YAMLError, RecursionError) as problem:
        raise DataError("config.broken", place=str(path), file=str(path), problem=str(problem)) from None
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise DataError("config.no_mapping", place=str(path), file=str(path))
    return _known(content, path)


def _yaml(text: str, path: Path) -> Any:
    """What a YAML text holds. Raises DataError where a mapping names a key twice: one of the two would be lost."""
    import yaml

    class Strict(yaml.SafeLoader):
        """Refuses what YAML forbids and the safe loader overlooks."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            seen: set[str] = set()
            for key, _ in node.value:
                if isinstance(key, yaml.ScalarNode) and key.value in seen:
                    place = f"{path}:{key.start_mark.line + 1}:{key.start_mark.column + 1}"
                    raise DataError("config.twice", place=place, name=shown(key.value))
                seen.add(str(key.value))
            return super().construct_mapping(node, deep=deep)

    loader = Strict(text)
    try:
        return loader.get_single_data()
    finally:
        loader.dispose()


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as problem:
        raise DataError("config.broken", place=str(path), file=str(path), problem=str(problem)) from None


def _known(content: dict[str, Any], path: Path) -> dict[str, Any]:
    for name in content:
        if name not in SETTINGS:
            nearest = difflib.get_close_matches(str(name), SETTINGS, n=1, cutoff=0.0)[0]
            raise DataError("config.unknown", place=str(path), name=shown(name), nearest=nearest)
    return content


def _checked(name: str, value: Any, place: str) -> Any:
    setting = SETTINGS[name]
    if setting.kind == "list" and isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    wrong = not isinstance(value, _TYPES[setting.kind]) or (isinstance(value, bool) and setting.kind != "yes or no")
    if wrong and not (value is None and setting.default is None):
        expected = say(f"config.{setting.kind.replace(' ', '_')}")
        raise DataError("config.wrong_type", place=place, name=name, expected=expected, value=shown(value))
    return value


def _from_text(name: str, text: str) -> Any:
    setting = SETTINGS[name]
    if setting.kind == "whole number":
        try:
            return int(text)
        except ValueError:
            return _checked(name, text, setting.variable)
    return _checked(name, text, setting.variable)
