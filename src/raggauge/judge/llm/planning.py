"""What an ask takes, before anything is sent: the same calls are built as would be, with sentences for claims."""

import hashlib

from raggauge.evidence import Claim, Span
from raggauge.facets import Preference, Rating, ReverseQuestions, Similarity
from raggauge.judge.judge import Ask, Cost
from raggauge.judge.llm import needs, replies
from raggauge.judge.llm.claims import ClaimsQuestion, claim_id, part
from raggauge.judge.llm.examination import CLAIMS_ROOM, Setup, prompts_for
from raggauge.judge.llm.jobs import jobs, pieces
from raggauge.judge.llm.preference import ORDERS, PreferenceQuestion
from raggauge.judge.llm.prompt import prompt
from raggauge.judge.llm.questions import ReverseQuestion
from raggauge.judge.llm.ratings import RatingsQuestion
from raggauge.judge.llm.replies import MOST_CLAIMS
from raggauge.judge.llm.verdicts import VerdictQuestion
from raggauge.llm.embedder import EndpointEmbedder
from raggauge.llm.tokens import count, spread
from raggauge.llm.wire import ChatRequest
from raggauge.sample import Sample


def cost(setup: Setup, ask: Ask, /, *, seen: set[bytes] | None = None) -> Cost:
    """Calls, embedded texts and tokens of an ask, as ranges, without re-asks.

    `seen` remembers the calls of earlier asks: the same call for another sample is made once.
    """
    seen = set() if seen is None else seen
    sample, options = ask.sample, setup.options
    facets = needs.to_ask(ask)
    lang = prompts_for(sample, options)
    total = Cost()
    asked = needs.sources(sample, facets)
    fixed = {source: given for source in asked if (given := needs.given_claims(ask.given, source)) is not None}
    if ask.repeat:  # the claims of the first round, which are not there yet
        fixed = {source: fixed.get(source) or _guessed(sample, source) for source in asked}
    for group in needs.parts(sample, [source for source in asked if source not in fixed], CLAIMS_ROOM):
        question = ClaimsQuestion(prompt("claims", lang, options.prompts), sample.question, group)
        total += _of(seen, ask, question.request(0), replies.claims(group))
    for facet in facets:
        if isinstance(facet, ReverseQuestions) and (sample.answer or "").strip():
            reverse = ReverseQuestion(prompt("questions", lang, options.prompts), sample.answer or "", facet.n)
            total += _of(seen, ask, reverse.request(0), replies.questions(sample.question or "", facet.n))
    for pair in [facet for facet in facets if isinstance(facet, Preference)]:
        for first in ORDERS:
            better = PreferenceQuestion(prompt("preference", lang, options.prompts), sample, pair, first)
            total += _of(seen, ask, better.request(0), replies.GRADE)
    if rated := [facet for facet in facets if isinstance(facet, Rating)]:
        rating = RatingsQuestion(prompt("ratings", lang, options.prompts), sample, rated)
        low, high = replies.GRADE
        total += _of(seen, ask, rating.request(0), (low * len(rated), high * len(rated)))
    claims = {source: fixed.get(source) or _guessed(sample, source) for source in asked}
    return total + _verdicts(setup, ask, claims, seen) + _embedded(setup, ask)


def _verdicts(setup: Setup, ask: Ask, claims: dict[str, tuple[Claim, ...]], seen: set[bytes]) -> Cost:
    sample, options = ask.sample, setup.options
    contexts = [one.text for one in sample.contexts or ()]
    found = needs.plot(sample, needs.to_ask(ask), claims, pieces(contexts, setup.room, count))
    lang = prompts_for(sample, options)
    total = Cost()
    certain = found.work.sections.any and bool(contexts)
    for job in jobs(found.work, options.granularity, setup.room, count):
        question = VerdictQuestion(prompt("verdicts", lang, options.prompts), found.material, job)
        total += _of(seen, ask, question.request(0), replies.verdicts(job))
    if options.granularity == "claim":
        most = round(MOST_CLAIMS * total.calls[1])
        return Cost((1 if certain else 0, most), (0, 0), total.prompt_tokens, total.completion_tokens)
    if not certain and total.calls[1]:
        return Cost((0, total.calls[1]), (0, 0), (0, total.prompt_tokens[1]), (0, total.completion_tokens[1]))
    return total


def _embedded(setup: Setup, ask: Ask) -> Cost:
    if not isinstance(setup.embedder, EndpointEmbedder):
        return Cost()
    texts: set[str] = set()
    extra = 0
    sample = ask.sample
    for facet in needs.to_ask(ask):
        if isinstance(facet, ReverseQuestions) and (sample.answer or "").strip():
            texts.add(sample.question or "")
            extra += facet.n
        if isinstance(facet, Similarity):
            texts.add(getattr(sample, facet.left) or "")
            texts.update([sample.answer or ""] if facet.right == "answer" else sample.references or ())
    n = len(texts) + extra
    size = sum(map(count, texts)) + extra * count(sample.question or "")
    return Cost((0, 0), (n, n), spread(size))


def _guessed(sample: Sample, source: str) -> tuple[Claim, ...]:
    text = needs.text_of(sample, source)
    if not text.strip():
        return ()
    spans: tuple[Span, ...] = part(source, text).spans
    return tuple(Claim(claim_id(source, n), source, text[span.start : span.end]) for n, span in enumerate(spans, 1))


def _of(seen: set[bytes], ask: Ask, request: ChatRequest, completion: tuple[int, int]) -> Cost:
    text = f"{ask.repeat}\0{request.system}\0{request.user}"
    key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()
    if key in seen:
        return Cost()
    seen.add(key)
    low, high = spread(count(request.system) + count(request.user))
    return Cost((1, 1), (0, 0), (low, high), completion)
