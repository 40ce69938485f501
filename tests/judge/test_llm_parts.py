"""The parts of the LLM judge: cutting up, putting together, quotes, options, prompts, plans, the lock."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.errors import DataError, UsageError
from raggauge.evidence import Evidence, Quote
from raggauge.facets import (
    Claims,
    Entities,
    Facet,
    Grades,
    NeededSentences,
    Nuggets,
    Preference,
    Rating,
    Refusals,
    Similarity,
    Support,
    Usefulness,
)
from raggauge.judge import asks_a_model, lock
from raggauge.judge.judge import Ask, Cost, Fingerprint
from raggauge.judge.llm import merge
from raggauge.judge.llm.claims import cited
from raggauge.judge.llm.jobs import Sections, Work, jobs, pieces
from raggauge.judge.llm.kinship import warnings
from raggauge.judge.llm.make import make
from raggauge.judge.llm.options import options
from raggauge.judge.llm.prompt import LANGUAGES, NAMES, hashes, prompt
from raggauge.judge.llm.quotes import placed
from raggauge.judge.llm.rehearsal import answer
from raggauge.judge.llm.verdicts import Row
from raggauge.llm.testing import ChatServer
from raggauge.llm.tokens import count
from raggauge.sample import Sample

PASSAGES = ("The bridge opened in 1894. It is  long.", "桥于１８９４年通车。", "Nothing here")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("opened in 1894", [("context:0", 11, 25)]),
        ("OPENED IN 1894.", [("context:0", 11, 25)]),
        ("“It is long”", [("context:0", 27, 38)]),
        ("1894年通车", [("context:1", 2, 9)]),
        ("The bridge ... long", [("context:0", 0, 10), ("context:0", 34, 38)]),
        ("opened in 1895", [("context:0", None, None)]),
        ("...", [("context:0", None, None)]),
    ],
)
def test_quotes_are_placed(words: str, found: list[tuple[str, int | None, int | None]]) -> None:
    """A quote is found but for case, width, spaces and marks; gaps are looked for piece by piece; else unverified."""
    sources = {f"context:{k}": text for k, text in enumerate(PASSAGES)}
    quotes = placed(words, sources)
    assert [(quote.source, quote.start, quote.end) for quote in quotes] == found
    for quote in quotes:
        if quote.verified:
            assert sources[quote.source][quote.start : quote.end] == quote.text


@given(st.text(), st.text(), st.integers(0, 20), st.integers(0, 20))
def test_verified_quotes_always_slice(text: str, other: str, start: int, length: int) -> None:
    """Whatever is quoted from whatever, the offsets of a verified quote slice to it."""
    for words in (text[start : start + length], other):
        for quote in placed(words, {"context:0": text}):
            assert not quote.verified or text[quote.start : quote.end] == quote.text


@pytest.mark.parametrize(
    ("rows", "verdict", "support", "joint"),
    [
        ([Row("supported", (0, 2))], "supported", (0, 2), False),
        ([Row("supported", (0, 1), True), Row("supported", (2,))], "supported", (2,), False),
        ([Row("supported", (1, 2), True), Row("supported", (0, 3), True)], "supported", (0, 3), True),
        ([Row("not_found"), Row("contradicted", against=(1,))], "contradicted", (), False),
        ([Row("unsure"), Row("not_found")], "unsure", (), False),
        ([Row("not_found"), None], None, (), False),
        ([Row("supported", (0,)), None], "supported", (0,), False),
        ([], None, (), False),
    ],
)
def test_rows_of_several_calls_become_one_finding(
    rows: list[Row | None], verdict: str | None, support: tuple[int, ...], joint: bool
) -> None:
    """Support alone is joined, joint sets count where there is none, an open row leaves all but support open."""
    found = merge.finding("a1", "contexts", rows, ["p"] * 4)
    assert (found.verdict if found else None) == verdict
    if found:
        assert (found.support, found.joint) == (support, joint)


@given(
    st.lists(st.integers(1, 400), max_size=8),
    st.integers(0, 130),
    st.integers(0, 130),
    st.integers(20, 300),
    st.sampled_from(["sample", "passage", "claim"]),
)
def test_cutting_up_loses_no_cell(sizes: list[int], n_claims: int, n_pairs: int, room: int, granularity: Any) -> None:
    """Every claim meets every piece of every passage, every pair and every passage's decision occurs exactly once."""
    cut = pieces(["word " * size for size in sizes], room, count)
    assert {piece.context for piece in cut} == set(range(len(sizes)))
    for k in range(len(sizes)):
        assert "".join(piece.text for piece in cut if piece.context == k) == "word " * sizes[k]
    claims = tuple(f"a{n}" for n in range(n_claims))
    pairs = tuple(f"a{n}~R1" for n in range(n_pairs))
    found = jobs(Work(tuple(cut), claims, (), pairs, (), Sections(useful=True)), granularity, room, count)
    cells = [(c, p.context, p.start) for job in found for c in job.claims for p in job.pieces]
    assert sorted(cells) == sorted((c, p.context, p.start) for c in claims for p in cut)
    assert sorted(pair for job in found for pair in job.pairs) == sorted(pairs)
    decided = [(p.context, p.start) for job in found if job.sections.any for p in job.pieces]
    assert sorted(decided) == sorted((p.context, p.start) for p in cut)


def test_granularity_sets_the_number_of_calls(judged: Any, tower: Sample) -> None:
    """One verdict call a sample, one a passage, or one a claim and one for the passages: the same verdicts."""
    found = {}
    for granularity in ("sample", "passage", "claim"):
        with ChatServer(answer) as server:
            (evidence,) = judged(server, [tower], granularity=granularity)
        found[granularity] = (server.n_chat - 2, evidence.findings, evidence.usefulness)
    assert [found[name][0] for name in ("sample", "passage", "claim")] == [1, 2, 4]
    assert found["sample"][1:] == found["passage"][1:] == found["claim"][1:]


def test_long_input_is_split_and_merged(judged: Any) -> None:
    """Passages over the room of a call and an answer of hundreds of sentences: all are judged, none is lost."""
    sample = Sample(
        id="long",
        question="What colours are there?",
        answer=" ".join(f"Ball {n} is red and round and lies in box {n}." for n in range(300)),
        contexts=(" ".join(f"Ball {n} is red and round and lies in box {n}." for n in range(300)), "Nothing."),
    )
    with ChatServer(answer) as server:
        (found,) = judged(
            server, [Ask(sample, frozenset({Claims("answer"), Support("answer", "contexts")}))], room=1000
        )
    assert found.gaps == {}
    assert [claim.id for claim in found.claims] == [f"a{n}" for n in range(1, 301)]
    assert {found.verdict(claim.id, "contexts") for claim in found.claims} == {"supported"}
    for claim in found.claims:
        (span,) = claim.spans
        assert (sample.answer or "")[span.start : span.end] == claim.text


ALL: frozenset[Facet] = frozenset(
    {
        *(Claims("answer"), Claims("references"), Refusals("answer"), Refusals("references")),
        *(Support("answer", "contexts"), Support("answer", "references"), Support("answer", "cited")),
        *(Support("references", "contexts"), Support("references", "answer")),
        *(Usefulness(), Usefulness("answer"), Grades(), NeededSentences(), Entities(), Nuggets()),
        *(Similarity(), Rating("polite", "Is it polite?", 1), Rating("clear", "Is it clear?")),
    }
)


def test_all_facets_take_one_call_more(judged: Any, tower: Sample, core: frozenset[Facet]) -> None:
    """Everything that can be asked takes the three calls and one for ratings, and fills every facet."""
    with ChatServer(answer) as server:
        (found,) = judged(server, [Ask(tower, ALL | core)])
    assert server.n_chat == 4
    assert found.gaps == {}
    assert {facet.key for facet in ALL | core} == set(found.filled)
    assert found.verdict("a2", "cited") == "not_found"
    assert found.verdict("r0.1", "answer") == "supported"
    assert [nugget.grade for nugget in found.nuggets] == ["supported"]
    assert all(entity.found for entity in found.entities)
    for needed in found.needed:
        text = (tower.contexts or ())[needed.context].text
        assert all(text[span.start : span.end].strip() for span in needed.needed)


@pytest.mark.parametrize(
    "sample",
    [
        Sample(id="blank", question="Why?", answer=" ", contexts=("Text.",), references=("Because.",)),
        Sample(id="nothing", question="Why?", answer="Because.", contexts=(), references=("Because.",)),
        Sample(
            id="empty reference", question="Why?", answer="Because.", contexts=("Text.",), references=("", "Because.")
        ),
        Sample(
            id="surrogate",
            question="Why?",
            answer="Because \ud800 of rain.",
            contexts=("Rain \udfff.",),
            references=("Rain.",),
        ),
        Sample(id="sign", question="Why?", answer="👍", contexts=("Text.",), references=("?",)),
        Sample(
            id="中文", question="为什么？", answer="因为下雨。", contexts=("因为下雨。",), references=("因为下雨。",)
        ),
    ],
)
def test_odd_samples_leave_no_gap(judged: Any, sample: Sample) -> None:
    """Blank answers and references, no passages, no sentences: everything asked is filled."""
    with ChatServer(answer) as server:
        (found,) = judged(server, [Ask(sample, ALL)])
    assert found.gaps == {}


def test_fixed_claims_are_used_as_they_are(judged: Any, tower: Sample) -> None:
    """Claims that are given are judged under their own ids and words, and no claims call is made."""
    with ChatServer(answer) as server:
        (first,) = judged(server, [tower])
        given_part = Evidence(
            sample="tower", claims=first.claims, refusals=first.refusals,
            filled=("claims(answer)", "claims(references)", "refusals(answer)", "refusals(references)"),
        )  # fmt: skip
        asked: frozenset[Facet] = frozenset({Claims("answer"), Refusals("answer"), Support("answer", "contexts")})
        n = server.n_chat
        (again,) = judged(server, [Ask(tower, asked, given_part, 1)])
    assert server.n_chat - n == 1
    assert (again.claims, again.repeat, again.gaps) == (first.claims, 1, {})


def test_what_is_filled_is_not_asked_again(judged: Any, tower: Sample, core: frozenset[Facet]) -> None:
    """A new question over old evidence costs only the calls it needs, and the old evidence stays."""
    with ChatServer(answer) as server:
        (first,) = judged(server, [tower])
        n = server.n_chat
        (more,) = judged(server, [Ask(tower, core | {Rating("clear", "Is it clear?")}, first)])
    assert server.n_chat - n == 1
    assert more.findings == first.findings
    assert set(first.filled) < set(more.filled)


@pytest.mark.parametrize(
    ("text", "numbers"), [("Yes [1].", (1,)), ("So [2, 3] and [2].", (2, 3)), ("[1-3]", (1, 2, 3)), ("[a] [1999x]", ())]
)
def test_citation_marks_are_read(text: str, numbers: tuple[int, ...]) -> None:
    """Marks, lists and ranges of marks."""
    assert cited(text) == numbers


@pytest.mark.parametrize(
    ("given_options", "words"),
    [
        ({"granularty": "sample"}, "no setting 'granularty'"),
        ({"granularity": "word"}, "granularity cannot be 'word'"),
        ({"tries": 0}, "tries"),
        ({"temperature": -1}, "temperature"),
        ({"max_calls": "many"}, "max_calls"),
    ],
)
def test_wrong_options_are_said(given_options: dict[str, Any], words: str) -> None:
    """An option that does not exist or cannot be is one sentence with its name."""
    with pytest.raises(UsageError, match=words):
        options(given_options)


def test_options_may_be_texts() -> None:
    """From the command line all values are texts."""
    found = options({"tries": "3", "temperature": "0.5", "max_calls": "10"})
    assert (found.tries, found.temperature, found.max_calls) == (3, 0.5, 10)


def test_prompts_say_the_same_in_both_languages() -> None:
    """Both languages have the same pieces, a version, and the same places to fill in."""
    for name in NAMES:
        one, two = (prompt(name, lang) for lang in LANGUAGES)
        assert list(one.pieces) == list(two.pieces)
        assert one.version == two.version != ""
        for piece, text in one.pieces.items():
            assert [f"{{{word}}}" in text for word in ("n", "ids", "id", "scale", "text")] == [
                f"{{{word}}}" in two.pieces[piece] for word in ("n", "ids", "id", "scale", "text")
            ]


def test_an_own_prompt_changes_the_fingerprint(tmp_path: Path, judged: Any, tower: Sample) -> None:
    """A file of the user's is used and seen in the fingerprint; one that lacks a piece is refused."""
    text = prompt("questions", "en").pieces["system"]
    (tmp_path / "questions.en.txt").write_text('version: own\n[[system]]\nAsk kindly. "questions"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"\[\[again\]\]"):
        hashes(str(tmp_path))
    (tmp_path / "questions.en.txt").write_text(
        f"version: own\n[[system]]\nAsk kindly. {text}\n[[user]]\nWrite {{n}}.\n[[again]]\n{{n}} more.\n",
        encoding="utf-8",
    )
    prompt.cache_clear()
    own = make("http://127.0.0.1:1/v1#m", {"prompts": str(tmp_path)}).fingerprint
    plain = make("http://127.0.0.1:1/v1#m", {}).fingerprint
    assert lock.differences(plain, own)[0].startswith("prompts.questions.en")
    with ChatServer(answer) as server:
        judged(server, [tower], prompts=str(tmp_path))
    assert any("Ask kindly." in str(request.body) for request in server.requests)


def test_the_plan_is_exact_in_calls(judged: Any, tower: Sample, core: frozenset[Facet]) -> None:
    """Calls are counted exactly, tokens within their range."""
    for facets in (core, core | ALL):
        with ChatServer(answer) as server:
            judged(server, [Ask(tower, facets)])
            planned = make(f"{server.url}#m", {}).plan(Ask(tower, facets))
        assert planned.calls == (server.n_chat, server.n_chat)
        assert planned.prompt_tokens[0] <= server.prompt_tokens <= planned.prompt_tokens[1]
        assert planned.embedded_texts == (0, 0)


def test_the_plan_of_nothing_is_nothing(tower: Sample) -> None:
    """No questions, no calls."""
    assert make("http://127.0.0.1:1/v1#m", {}).plan(Ask(tower, frozenset())) == Cost()


def test_the_lock_says_what_differs(tmp_path: Path) -> None:
    """A lock is written, read, and names each difference; without a file there is none."""
    path = tmp_path / lock.FILE
    one = Fingerprint(kind="openai", model="m", parameters={"temperature": 0.0})
    assert lock.check(path, one) == ()
    lock.write(path, lock.Lock(judge="openai:m", fingerprint=one))
    assert lock.check(path, one) == ()
    other = Fingerprint(kind="openai", model="n", parameters={"temperature": 1.0})
    with pytest.raises(UsageError, match=r"model: m -> n; parameters.temperature: 0.0 -> 1.0"):
        lock.check(path, other)
    assert len(lock.check(path, other, force=True)) == 2
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="no lock"):
        lock.read(path)


@pytest.mark.parametrize(
    ("spec", "model"), [("embedded", False), ("scripted:f", False), ("openai:m", True), ("http://h/v1#m", True)]
)
def test_models_are_told_from_other_judges(spec: str, model: bool) -> None:
    """What names a language model is known by its form."""
    assert asks_a_model(spec) is model


def test_a_quote_of_nothing_is_unverified() -> None:
    """Blank words stand nowhere."""
    assert placed(" ", {"context:0": "text"}) == (Quote("context:0", " "),)


@pytest.mark.parametrize(
    ("judge", "generator", "words"),
    [
        ("gpt-4.1-mini", "gpt-4.1", ["both OpenAI", "smaller"]),
        ("gpt-4.1", "gpt-4.1-mini", ["both OpenAI"]),
        ("qwen3-8b", "llama-3-70b", ["smaller"]),
        ("claude-sonnet-4-5", "gpt-4.1", []),
        ("my-model", "my-model", []),
    ],
)
def test_kin_and_smaller_judges_are_told(judge: str, generator: str, words: list[str]) -> None:
    """A judge of the generator's family, or smaller than it, gets a sentence of warning."""
    found = warnings(judge, generator)
    assert len(found) == len(words)
    assert all(word in sentence for word, sentence in zip(words, found, strict=True))


def test_the_warning_comes_once(judged: Any, tower: Sample, caplog: pytest.LogCaptureFixture) -> None:
    """Samples that name what generated them are enough, and it is said once."""
    samples = [
        Sample(id=f"s{n}", question="Why?", answer="So.", contexts=(), metadata={"generator": "gpt-5"})
        for n in range(3)
    ]
    with ChatServer(answer) as server:
        judge = make(f"{server.url}#gpt-5-mini", {"cache": ""})
        asyncio.run(_examined(judge, samples))
    assert [record.getMessage()[:26] for record in caplog.records].count("the judge gpt-5-mini and t") == 1


async def _examined(judge: Any, samples: list[Sample]) -> None:
    try:
        await judge.examine([Ask(sample, frozenset({Claims("answer")})) for sample in samples])
    finally:
        await judge.aclose()


@pytest.mark.parametrize(("rival", "winner"), [("It stands.", "sample"), ("x" * 200, "rival")])
def test_a_preference_is_asked_in_both_orders(judged: Any, tower: Sample, rival: str, winner: str) -> None:
    """Two calls, the answers changing places, each with its own winner."""
    facet = Preference("more complete", rival)
    with ChatServer(answer) as server:
        (found,) = judged(server, [Ask(tower, frozenset({facet}))])
        planned = make(f"{server.url}#m", {}).plan(Ask(tower, frozenset({facet})))
    assert [(one.first, one.winner) for one in found.preferences] == [("sample", winner), ("rival", winner)]
    assert (found.gaps, planned.calls, server.n_chat) == ({}, (2, 2), 2)


@pytest.mark.parametrize("reply", ['{"better": 3}', '{"better": "both"}', '{"better": 1} or {"better": 2}', "answer 1"])
def test_an_unclear_preference_is_none(judged: Any, tower: Sample, reply: str) -> None:
    """What names no side, or two, is asked for again and then stays open."""
    with ChatServer(lambda *_: reply) as server:
        (found,) = judged(server, [Ask(tower, frozenset({Preference("better", "Other.")}))])
    assert (found.preferences, len(found.gaps), server.n_chat) == ((), 1, 6)
