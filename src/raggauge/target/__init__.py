"""The system under test: a Python function, a web service, or a file of what it said before."""

from collections.abc import Callable, Mapping
from typing import Any

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.target.target import Target


def make(spec: "str | Mapping[str, Any] | Callable[..., Any]", /) -> Target:
    """The target that a text, a `target` section or a function names.

    `module:function`, `file.py:function`, `http://host/path` (asked with `{"question": ...}`), `recorded:FILE`, or a
    mapping with `url` (a web service with its template), `function` (with `timeout_s`) or `recorded`. Raises UsageError
    for anything else.
    """
    if callable(spec):
        from raggauge.target.function import FunctionTarget

        return FunctionTarget(spec)
    if isinstance(spec, Mapping):
        if "url" in spec:
            from raggauge.target.http import load as load_service

            return load_service(spec)
        if set(spec) in ({"function"}, {"function", "timeout_s"}):
            return _function(str(spec["function"]), spec.get("timeout_s"))
        if set(spec) != {"recorded"}:
            raise UsageError("target.bad_section", problem="url, function or recorded")
        spec = f"recorded:{spec['recorded']}"
    if spec.startswith(("http://", "https://")):
        from raggauge.target.http import load as load_service

        return load_service({"url": spec})
    if spec.startswith("recorded:"):
        from raggauge.target.recorded import load as load_file

        return load_file(spec.removeprefix("recorded:"))
    if ":" in spec and "://" not in spec:
        return _function(spec)
    raise UsageError("target.unknown", spec=shown(spec))


def _function(spec: str, timeout_s: Any = None) -> Target:
    from raggauge.target.function import TIMEOUT_S, load

    limit = TIMEOUT_S if timeout_s is None else timeout_s
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit < float("inf"):
        raise UsageError("target.bad_section", problem=f"timeout_s {shown(limit)}")
    return load(spec, timeout_s=float(limit))
