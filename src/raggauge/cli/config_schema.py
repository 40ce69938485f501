"""The JSON schema of raggauge.yaml, made from the settings, the rules of a gate and the metrics there are.

An editor checks a file with it while it is written (`# yaml-language-server: $schema=...`). What a schema cannot say
(parameters of metrics, two spellings of one metric) is checked when the file is read.
"""

from typing import Any, Final

from raggauge.config import SETTINGS, Setting
from raggauge.gate.rules import KEYS
from raggauge.metrics import ALIASES, METRICS

SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
LIMIT: Final = {"type": "number", "minimum": 0}
_KINDS: Final[dict[str, dict[str, Any]]] = {
    "text": {"type": "string"},
    "text or mapping": {"type": ["string", "object"]},
    "whole number": {"type": "integer"},
    "number": {"type": "number"},
    "list": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
    "mapping": {"type": "object"},
    "yes or no": {"type": "boolean"},
}


def schema() -> dict[str, Any]:
    """The schema, in the form of draft 2020-12."""
    properties = {name: _setting(setting) for name, setting in SETTINGS.items()}
    properties |= {
        "target": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/target"}, {"type": "null"}]},
        "goals": _by_metric(SHARE),
        "thresholds": {"$ref": "#/$defs/thresholds"},
        "gate": {"type": "object", "additionalProperties": False, "properties": {key: _RULES[key] for key in KEYS}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "raggauge.yaml",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "not": {"required": ["thresholds", "gate"], "properties": {"gate": {"required": ["thresholds"]}}},
        "$defs": {
            "threshold": _THRESHOLD,
            "thresholds": _by_metric({"$ref": "#/$defs/threshold"}),
            "tolerance": _TOLERANCE,
            "target": _TARGET,
        },
    }


def _setting(setting: Setting) -> dict[str, Any]:
    """The form of one setting, with its default and its variable; what defaults to nothing may be null."""
    form = dict(_KINDS[setting.kind])
    if setting.default is None:
        form = {"anyOf": [form, {"type": "null"}]}
    elif setting.default != {}:
        form["default"] = setting.default
    return {**form, "description": f"Environment variable {setting.variable}."} if setting.variable else form


def _by_metric(form: dict[str, Any], *, everything: bool = False) -> dict[str, Any]:
    """A mapping of metrics to a form: ours are offered; those of the user's own cannot be known and are taken."""
    names = sorted({*METRICS, *ALIASES})
    every = {"*": form} if everything else {}
    return {
        "type": "object",
        "properties": {**every, **dict.fromkeys(names, form)},
        "additionalProperties": form,
    }


_THRESHOLD: Final[dict[str, Any]] = {
    "anyOf": [
        SHARE,
        {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(("min", "max", "share_above", "share"), SHARE),
            "not": {"required": ["min", "max"]},
        },
    ]
}
_TOLERANCE: Final[dict[str, Any]] = {
    "anyOf": [
        {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
        {"type": "string", "pattern": r"^\s*(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)\s*%\s*$"},
    ]
}
_RULES: Final[dict[str, dict[str, Any]]] = {
    "thresholds": {"$ref": "#/$defs/thresholds"},
    "baseline": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "run": {"type": "string"},
            "tolerance": {
                "anyOf": [
                    {"$ref": "#/$defs/tolerance"},
                    _by_metric({"$ref": "#/$defs/tolerance"}, everything=True),
                ]
            },
            "test": {"enum": ["tolerance", "non-inferiority"]},
        },
    },
    "slices": {
        "type": "object",
        "additionalProperties": {"type": "object", "additionalProperties": {"$ref": "#/$defs/thresholds"}},
    },
    "must_pass": {"type": "array", "items": {"type": ["string", "integer"]}},
    "coverage": SHARE,
    "max_not_applicable": {"anyOf": [SHARE, _by_metric(SHARE, everything=True)]},
    "max_cost": LIMIT,
    "max_latency_p95_s": LIMIT,
}
_TARGET: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "oneOf": [{"required": [kind]} for kind in ("url", "function", "recorded")],
    "properties": {
        **{name: {"type": "string"} for name in ("url", "function", "recorded", "method", "answer", "contexts", "ids")},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
        "body": {},
        "timeout_s": {"type": "number", "exclusiveMinimum": 0},
        **{key: {"type": "integer", "minimum": 1} for key in ("tries", "concurrency")},
        "rate": {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "null"}]},
    },
}
