"""The language is chosen when a text is printed."""

import pytest

from raggauge import messages


def test_the_language_follows_the_environment_until_it_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """RAGGAUGE_LANG beats the locale, and a choice beats both."""
    for name in ("RAGGAUGE_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert messages.language() == "zh"
    monkeypatch.setenv("RAGGAUGE_LANG", "en")
    assert messages.language() == "en"
    messages.choose("zh")
    assert messages.language() == "zh"
    messages.choose(None)
    assert messages.language() == "en"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("abstained", "回答为拒答"),
        ("judge failed: HTTP 429 after 5 tries", "评判失败: HTTP 429 after 5 tries"),
        ("something of a plug-in", "something of a plug-in"),
    ],
)
def test_reasons_are_translated_in_their_fixed_part(text: str, right: str) -> None:
    """What follows the colon, and reasons nobody knows, stay as they are."""
    assert messages.reason(text, lang="zh") == right


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ("a\nb\x1b[31m", "'a\\nb\\x1b[31m'"),
        ("\ud800", "'\\ud800'"),
        ("x" * 100, "'" + "x" * 57 + "…'"),
        (3.5, "3.5"),
    ],
)
def test_values_are_shown_on_one_line_escaped_and_short(value: object, right: str) -> None:
    """Control characters, lone surrogates and long texts are harmless in a message."""
    assert messages.shown(value) == right
