"""The system under test: a Python function, a web service, or a file of what it said before."""

from collections.abc import Callable, Mapping
from typing import Any

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.target.target import Target


def make(spec: "str | Mapping[str, Any] | Callable[..., Any]", /) -> Target:
    """The target that a text, a `target` section or a function names.

    `module:function`, `file.py:function`, `http://host/path` (asked with `{"question": ...}`), `recorded:FILE`, or a
    mapping with `url` (a web service with its template), `function` or `recorded`. Raises UsageError for anything
    else.
    """
    if callable(spec):
        from raggauge.target.function import FunctionTarget

        return FunctionTarget(spec)
    if isinstance(spec, Mapping):
        kinds = [kind for kind in ("url", "function", "recorded") if kind in spec]
        if kinds == ["url"]:
            from raggauge.target.http import load as load_service

            return load_service(spec)
        if len(kinds) != 1 or len(spec) != 1:
            raise UsageError("target.bad_section", problem="url, function or recorded")
        spec = f"recorded:{spec['recorded']}" if kinds == ["recorded"] else str(spec["function"])
    if spec.startswith(("http://", "https://")):
        from raggauge.target.http import load as load_service

        return load_service({"url": spec})
    if spec.startswith("recorded:"):
        from raggauge.target.recorded import load as load_file

        return load_file(spec.removeprefix("recorded:"))
    if ":" in spec:
        from raggauge.target.function import load as load_function

        return load_function(spec)
    raise UsageError("target.unknown", spec=shown(spec))
