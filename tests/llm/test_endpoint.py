"""Endpoints, model tables, failures and prices: what is known before anything is sent."""

from pathlib import Path
from typing import Any

import pytest

from raggauge.errors import UsageError
from raggauge.llm.endpoint import endpoint
from raggauge.llm.failures import retry_after, said_by
from raggauge.llm.models import PROVIDERS, Abilities, abilities, corrected
from raggauge.llm.prices import price_of, table
from raggauge.llm.tokens import count, spread


@pytest.mark.parametrize("name", sorted(PROVIDERS))
def test_every_provider_needs_only_its_variables(name: str) -> None:
    """With its key (and address, where it has none of its own) set, every provider can be spoken to."""
    provider = PROVIDERS[name]
    environ = {provider.key_variable: " secret\n", provider.url_variable: "https://example.test/v1"}
    found = endpoint(f"{name}:some/model:free", environ=environ)
    assert (found.model, found.url, found.key) == ("some/model:free", "https://example.test/v1", "secret")
    assert "secret" in str(found.headers())
    assert "secret" not in repr(found)


def test_a_key_may_stand_in_a_file(tmp_path: Path) -> None:
    """OPENAI_API_KEY_FILE names a file that holds the key; a file that is not there is said."""
    (tmp_path / "key").write_text("from-file\n", encoding="utf-8")
    assert endpoint("openai:m", environ={"OPENAI_API_KEY_FILE": str(tmp_path / "key")}).key == "from-file"
    with pytest.raises(UsageError, match="cannot be read"):
        endpoint("openai:m", environ={"OPENAI_API_KEY_FILE": str(tmp_path / "none")})


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nobody:m", "no judge or provider"),
        ("openai:", "names no model"),
        ("openai:m", "OPENAI_API_KEY"),
        ("http://host/v1", "names no model"),
        ("http:///v1#m", "no address"),
        ("http://host:99999/v1#m", "no address"),
        ("http://me:secret@host/v1#m", "no user name or password"),
        ("azure:m", "AZURE_OPENAI_ENDPOINT"),
    ],
)
def test_what_cannot_be_spoken_to_is_said(spec: str, words: str) -> None:
    """A wrong text for a model is one sentence that says what to do, and never repeats a password."""
    with pytest.raises(UsageError, match=words) as problem:
        endpoint(spec, environ={})
    assert "secret" not in str(problem.value)


def test_an_address_gets_no_key_of_a_provider() -> None:
    """A key that was meant for a provider is not sent to any other address."""
    found = endpoint("http://127.0.0.1:1/v1#m", environ={"OPENAI_API_KEY": "theirs", "RAGGAUGE_API_KEY": "own"})
    assert found.headers() == {"Authorization": "Bearer own"}


def test_a_plan_needs_no_key() -> None:
    """An endpoint that is only planned for is made without a key."""
    assert endpoint("openai:gpt-4.1", environ={}, needs_key=False).key == ""


@pytest.mark.parametrize(
    ("problem", "changed"),
    [
        (
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            {"limit": "max_completion_tokens"},
        ),
        ("'temperature' does not support 0 with this model", {"temperature": False}),
        ("Invalid parameter: 'response_format' of type 'json_schema' is not supported", {"structure": "object"}),
        ("unknown field max_tokens", {"limit": ""}),
        ("the model is busy", None),
    ],
)
def test_a_refusal_teaches(problem: str, changed: dict[str, Any] | None) -> None:
    """A complaint about a parameter changes what is sent; one about something else changes nothing."""
    now = Abilities()
    found = corrected(now, problem)
    assert (found is None) == (changed is None)
    for name, value in (changed or {}).items():
        assert getattr(found, name) == value


@pytest.mark.parametrize(
    ("model", "temperature"),
    [("gpt-4.1-mini", True), ("o3", False), ("gpt-5-mini", False), ("openai/o1", False), ("olmo", True)],
)
def test_models_are_known_by_name(model: str, temperature: bool) -> None:
    """The table knows which models take a temperature; unknown ones are taken to."""
    assert abilities(model).temperature is temperature


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, b'{"choices": []}', None),
        (200, b'{"error": {"message": "overloaded"}}', "retry"),
        (200, b"<html>", "page"),
        (200, b"", "retry"),
        (401, b'{"error": {"message": "bad key"}}', "fatal"),
        (402, b'{"error": {"message": "Insufficient Balance"}}', "fatal"),
        (404, b"not found", "fatal"),
        (400, b'{"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}', "fatal"),
        (400, b'{"error": {"message": "temperature"}}', "parameter"),
        (429, b'{"error": {"message": "slow down"}}', "retry"),
        (429, b'{"error": {"message": "You exceeded your current quota"}}', "fatal"),
        (408, b"", "retry"),
        (500, b"", "retry"),
        (500, b'{"error": {"message": "1 validation error: response_format type"}}', "parameter"),
        (529, b"", "retry"),
        (413, b"too large", "bad"),
    ],
)
def test_what_a_response_means(status: int, body: bytes, kind: str | None) -> None:
    """Every status and body has one consequence."""
    found = said_by(status, "application/json", body, None)
    assert (found.kind if found else None) == kind


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"Retry-After": "3"}, 3.0), ({"retry-after-ms": "1500"}, 1.5), ({}, None), ({"Retry-After": "soon"}, None),
     ({"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0)],
)  # fmt: skip
def test_retry_after_is_read(headers: dict[str, str], seconds: float | None) -> None:
    """The wait a server asks for is read in all its forms."""
    assert retry_after(headers) == seconds


def test_prices_are_dated_and_found() -> None:
    """The table says of when it is; a snapshot has the price of its model, an address none."""
    assert table().date >= "2026-11-29"
    known = price_of("openai:gpt-4.1-mini")
    assert known is not None
    assert price_of("openai:gpt-4.1-mini-2025-04-14") == known
    assert price_of("azure:gpt-4.1-mini") == known
    assert price_of("http://127.0.0.1:1/v1#gpt-4.1-mini") is None
    assert price_of("openai:gpt-4.1-minimal") is None


def test_own_prices_win() -> None:
    """A user's price is used as it is; one that is no number is refused."""
    own = {"m": {"input": 2, "output": 8, "cached": 0.5, "currency": "CNY"}}
    found = price_of("http://127.0.0.1:1/v1#m", own)
    assert found is not None
    assert found.of(1_000_000, 1_000_000, 500_000) == pytest.approx(1.0 + 0.25 + 8.0)
    assert found.currency == "CNY"
    with pytest.raises(UsageError, match="price of 'm'"):
        price_of("openai:m", {"m": {"input": "free"}})


@pytest.mark.parametrize(
    ("text", "low", "high"), [("", 0, 0), ("a", 1, 1), ("word " * 100, 90, 130), ("汉字" * 100, 120, 180)]
)
def test_tokens_are_estimated(text: str, low: int, high: int) -> None:
    """English counts by letters, Chinese by ideographs."""
    assert low <= count(text) <= high
    assert spread(count(text))[0] <= count(text) <= spread(count(text))[1]
