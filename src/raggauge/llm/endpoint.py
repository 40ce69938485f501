"""Where a model answers, from the text that names it: `openai:MODEL`, `http://host/v1#MODEL`."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from raggauge.errors import UsageError
from raggauge.llm.models import PROVIDERS, Dialect, Provider
from raggauge.messages import shown

OWN_KEY = "RAGGAUGE_API_KEY"
"""The variable that holds the key for an endpoint given by its address."""


class Endpoint(msgspec.Struct, frozen=True):
    """A model behind an address. `name` is the provider, or `http` for an address; `key` is in no repr and no file."""

    name: str
    url: str
    model: str
    dialect: Dialect = "openai"
    key_header: str = "bearer"
    key_variable: str = ""
    key: str = ""

    def __repr__(self) -> str:
        return f"Endpoint({self.spec!r})"

    @property
    def spec(self) -> str:
        """The text that names it."""
        return f"{self.url}#{self.model}" if self.name == "http" else f"{self.name}:{self.model}"

    @property
    def identity(self) -> str:
        """What tells two endpoints apart in a cache: provider and address without the model, never the key."""
        return f"{self.name} {self.url}"

    def headers(self) -> dict[str, str]:
        """The HTTP headers that prove who is asking."""
        if self.dialect == "anthropic":
            return {"x-api-key": self.key, "anthropic-version": "2023-06-01"}
        if not self.key:
            return {}
        return {"api-key": self.key} if self.key_header == "api-key" else {"Authorization": f"Bearer {self.key}"}


def endpoint(spec: str, /, *, environ: Mapping[str, str] | None = None, needs_key: bool = True) -> Endpoint:
    """The endpoint that a text names.

    Keys come from the environment alone: the provider's own variable, or the file that `<variable>_FILE` names.
    `needs_key=False` makes an endpoint for planning, which never connects.
    Raises UsageError for an unknown provider, an address without a model, or a key that is not there.
    """
    environ = os.environ if environ is None else environ
    if spec.startswith(("http://", "https://")):
        return _by_address(spec, environ)
    name, _, model = spec.partition(":")
    provider = PROVIDERS.get(name)
    if provider is None:
        raise UsageError("llm.unknown_provider", name=shown(name), known=", ".join(PROVIDERS))
    if not model:
        raise UsageError("llm.no_model", spec=shown(spec), example=f"{name}:MODEL")
    url = _url(name, provider, environ, needs_key=needs_key)
    key = _key(provider.key_variable, environ)
    if not key and provider.needs_key and needs_key:
        raise UsageError("llm.no_key", variable=provider.key_variable, provider=name)
    return Endpoint(name, url, model, provider.dialect, provider.key_header, provider.key_variable, key)


def _by_address(spec: str, environ: Mapping[str, str]) -> Endpoint:
    url, _, model = spec.partition("#")
    try:
        parts = urlsplit(url)
        bad = not parts.hostname or (parts.port == 0)
    except ValueError:
        bad = True
    if bad:
        raise UsageError("llm.bad_address", spec=shown(spec))
    if parts.username or parts.password:
        raise UsageError("llm.key_in_address", variable=OWN_KEY)
    if not model:
        raise UsageError("llm.no_model", spec=shown(spec), example=f"{url}#MODEL")
    return Endpoint("http", url.rstrip("/"), model, key_variable=OWN_KEY, key=_key(OWN_KEY, environ))


def _url(name: str, provider: Provider, environ: Mapping[str, str], *, needs_key: bool) -> str:
    url = environ.get(provider.url_variable, "") if provider.url_variable else ""
    if name == "azure" and url and not url.rstrip("/").endswith("/v1"):
        url = f"{url.rstrip('/')}/openai/v1"
    url = url or provider.url
    if not url and needs_key:
        raise UsageError("llm.no_address", variable=provider.url_variable, provider=name)
    return url.rstrip("/")


def _key(variable: str, environ: Mapping[str, str]) -> str:
    if environ.get(variable):
        return _sendable(environ[variable].strip(), variable)
    named = environ.get(f"{variable}_FILE")
    if not named:
        return ""
    try:
        return _sendable(Path(named).read_text(encoding="utf-8-sig").strip(), f"{variable}_FILE")
    except (OSError, UnicodeDecodeError) as problem:
        raise UsageError("llm.bad_key_file", variable=f"{variable}_FILE", file=named, problem=str(problem)) from None


def _sendable(key: str, variable: str) -> str:
    """The key, unless it holds what no HTTP header can carry; the message tells the place and never the key."""
    for place, character in enumerate(key, 1):
        if not " " <= character <= "~":
            raise UsageError("llm.bad_key", variable=variable, what=f"U+{ord(character):04X}", place=place, n=len(key))
    return key
