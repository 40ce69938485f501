"""English questions from English sentences, by the form of the sentence. What fits no form gives none."""

import re
from collections.abc import Iterator
from typing import Final

from raggauge.goldens.drafts import Kind
from raggauge.goldens.prose import Listing
from raggauge.text import tokens

_WORD = r"[\w`.\-()@/+]"
_NOUN = rf"(?:(?:The|A|An|the|a|an) )?[A-Za-z`@]{_WORD}*(?: (?!and\b|or\b|is\b|are\b|to\b|that\b|which\b|will\b){_WORD}+){{0,4}}?"
_THING = rf"(?P<thing>{_NOUN})"


def _with_dots(pattern: str) -> str:
    """What runs to the end of a sentence may hold the full stops of names and numbers."""
    return re.sub(r"\[\^([^\]]*)\.([^\]]*)\](\{[\d,]+\}\??|\*\??)", r"(?:[^\1.\2]|\\.(?=\\w))\3", pattern)


_ACT = (
    r"(?P<what>(?:you (?:can|could|should|need|have|must)|use|set|pass|add|declare|install|create|import|put|make|"
    r"run|define|write|call|include|configure|hold|press|choose|register|open|select|click|follow|start|enable|disable|change|replace|remove|move|copy|apply|ensure|upgrade|update|deploy|build|return|override)\b[^.]{8,})"
)
_COUNT = (
    r"(?:(?:about|around|up to|at most|at least|less than|more than|only|between) )?"
    r"(?:\d[\d,.]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?: (?:to|and|or) \d[\d,.]*)?"
)
_TIME = r"(?:(?:working|business|calendar) )?(?:second|minute|hour|day|week|month|year)s?"
_MONEY = r"(?:euros?|dollars?|pounds?|yuan|cents?|EUR|USD|GBP|CNY)"
# What rules, contracts and manuals allow, demand and forbid.
_MODAL = r"(?P<modal>may|must|can|should|shall)"
_DO = (
    r"(?P<act>Descale|Clean|Replace|Change|Empty|Rinse|Shake|Discard|Run|Restart|Reset|Return|Refill|Charge|Lubricate|Test|Check|"
    r"Tighten|Drain|Unplug|Inspect|Submit|Renew|Remove|Wash|Close|Leave|Report|Send|Pay|File|Disconnect|Turn off)"
)
_FORMS: Final[tuple[tuple[Kind, str, str], ...]] = (
    ("fact", rf"^{_THING} (?P<verb>may|can) (?P<goal>[a-z]+) up to {_COUNT} (?P<unit>(?!days?\b|hours?\b|times?\b|weeks?\b|months?\b)[a-z]+s)(?: [^.,]*)?\.$", "How many {unit} {verb} {thing} {goal} at most?"),
    ("fact", rf"^{_DO} (?P<object>(?:the|your|all|every|an?) [^.,]{{3,40}}?) within (?P<what>{_COUNT} {_TIME})[^.,]*\.$", "Within what time should you {act} {object}?"),
    ("fact", rf"^{_DO} (?P<object>[^.,:]{{3,60}}?) (?P<what>(?:(?:once|twice|{_COUNT} times) (?:every|a|per) |every (?:\w+ )?(?:day|week|month|year))[^.,:]{{0,30}})\.$", "How often should you {act} {object}?"),
    ("reason", rf"^{_DO} (?P<object>[^.,]{{3,60}}?),? (?P<what>(?:because|since|so that) [^.]{{8,}})\.$", "Why should you {act} {object}?"),
    ("condition", r"^(?P<when>If) (?P<cond>(?!you\b|it\b|necessary|possible|needed)[^,.]{8,80}), (?P<what>(?:please )?(?:turn|switch|call|contact|press|replace|stop|remove|unplug|consult|seek|close|open) [^.]{6,})\.$", "What should you do if {cond}?"),
    ("fact", r"^(?:Anyone|Everyone|Persons|People|Those) who (?P<what>[^.,]{5,60}?) (?P<verb>may|can|must) (?P<goal>[^.,]{6,80})\.$", "Who {verb} {goal}?"),
    ("fact", rf"^{_THING} must be (?P<what>(?:between|at least|at most|below|above|under|over) [^.]*\d[^.]*)\.$", "What must {thing} be?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>open|closed|available|reachable) (?P<what>(?:from|on|at|between|daily|every) [^.]{{6,}})\.$", "When {be} {thing} {part}?"),
    ("condition", rf"^{_THING} (?P<be>is|are) (?P<part>(?:not )?(?:refunded|covered|paid|reimbursed|insured|accepted|allowed|replaced)) (?P<what>(?:only (?:in|if|when|for|after)|if|when) [^.]{{6,}})\.$", "When {be} {thing} {part}?"),
    ("fact", rf"^{_THING} (?P<verb>weighs?|consumes?) (?P<what>{_COUNT} [^.]{{2,}})\.$", "How much {do} {thing} {base}?"),
    ("fact", rf"^{_THING} (?P<verb>may|can) (?P<goal>[^.,]*?) ?up to {_COUNT} (?P<unit>days?|hours?|times?|weeks?|months?) (?P<per>(?:per|a) \w+)(?: [^.]*)?\.$", "How many {unit} {per} {verb} {thing} {goal}?"),
    ("fact", rf"^{_THING} {_MODAL} be (?P<part>\w+(?:ed|en|n|t)(?: (?:to|by|at|in|with) [^.,]{{3,40}}?)?) (?P<what>(?:at least |at the latest )?within {_COUNT} {_TIME})(?: of [^.,]*|(?P<tail>[^.,]*))\.$", "Within what time {modal} {thing} be {part}{tail}?"),
    ("fact", rf"^{_THING} {_MODAL} be (?P<part>\w+(?:ed|en|n|t)) for (?P<what>{_COUNT} {_TIME})[^.]*\.$", "For how long {modal} {thing} be {part}?"),
    ("fact", rf"^{_THING} {_MODAL} be (?P<part>carried over|submitted|paid|returned|announced|reported|claimed|cancelled) (?P<what>(?:by|until|before|no later than|at least) [^.]{{4,}})\.$", "By when {modal} {thing} be {part}?"),
    ("fact", rf"^{_THING} {_MODAL} (?P<goal>(?!be\b)[a-z][^.,]{{3,60}}?) within (?P<what>{_COUNT} {_TIME})(?: of [^.,]*|(?P<tail>[^.,]*))\.$", "Within what time {modal} {thing} {goal}{tail}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>payable|due|refundable|returnable) (?P<what>within {_COUNT} {_TIME})[^.]*\.$", "Within what time {be} {thing} {part}?"),
    ("condition", rf"^{_THING} {_MODAL} (?P<goal>(?!only\b)[a-z][^.,]{{8,80}}?) (?:only )?(?P<what>(?:if|when|unless|after) [^.,]{{8,}})\.$", "When {modal} {thing} {goal}?"),
    ("condition", r"^(?P<when>If) (?P<cond>(?:the|an?|more than|fewer than) (?!(?:problem|process|issue|result|value|same)\b)[^,.]{8,80}), (?P<what>(?:the|an?) (?![^.]*\b(?:is|are) (?:recommended|required|needed|possible|available|used)\b)[^.]{12,})\.$", "What happens if {cond}?"),
    ("condition", r"^(?:Do not|Don't|Never) (?P<goal>[^.,]{4,60}?) (?P<what>(?:if|when|while) [^.,]{8,80})\.$", "When should you not {goal}?"),
    ("condition", rf"^{_DO} (?P<object>(?:the|your|all|every|an?) [^.,]{{3,40}}?) (?P<what>(?:when|before|if|(?:{_COUNT} {_TIME} )?after) [^.]{{5,}})\.$", "When should you {act} {object}?"),
    ("fact", r"^(?P<act>Store|Keep) (?P<object>(?:the|your) [^.,]{3,40}?) (?P<what>(?:below|above|at|between|away|in|upright|dry) [^.]{4,})\.$", "How should you {act} {object}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>reimbursed|covered|paid|insured|refunded|liable) (?P<what>[^.]{{0,60}}?up to (?:{_COUNT} {_MONEY}|[€$£¥] ?\d)[^.]*)\.$", "Up to what amount {be} {thing} {part}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>limited|entitled) to (?P<what>[^.]{{6,}})\.$", "What {be} {thing} {part} to?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>required|permitted|allowed|free of charge) (?P<what>(?:from|when|if|for|during|until|between) [^.]{{6,}})\.$", "When {be} {thing} {part}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?:about )?(?P<what>{_COUNT} {_TIME})\b(?! old)[^.]*\.$", "How long {be} {thing}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<what>(?:{_COUNT} {_MONEY}|[€$£¥] ?\d))[^.]*\.$", "How much {be} {thing}?"),
    ("fact", rf"^{_THING} (?P<verb>continues?|applies|remains valid|stays valid|is valid|are valid) for (?P<what>{_COUNT} {_TIME})\b[^.]*\.$", "For how long {do} {thing} {base}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>governed|caused) by (?P<what>[^.]{{6,}})\.$", "What {be} {thing} {part} by?"),
    ("fact", rf"^{_THING} (?P<verb>covers|supplies|offers|erases|prevents|relaxes|disturbs?) (?P<what>[^.]{{8,}})\.$", "What {do} {thing} {base}?"),
    ("fact", rf"^{_THING} (?P<verb>costs?) (?P<what>{_COUNT} {_MONEY}|[€$£¥] ?\d)[^.]*\.$", "How much {do} {thing} cost?"),
    ("fact", rf"^{_THING} (?P<verb>takes?|lasts?|runs?) (?:for )?(?P<what>{_COUNT} {_TIME})\b[^.]*\.$", "How long {do} {thing} {base}?"),
    ("fact", rf"^{_THING} (?P<verb>serves?|supports?|holds?|connects?|handles?|carry|carries|accepts?|allows?|includes?|stores?) (?:up to|at most|no more than) {_COUNT} (?P<unit>[a-z]+(?: [a-z]+)?s|people)\b[^.]*\.$", "How many {unit} {do} {thing} {base} at most?"),
    ("fact", rf"^(?:Up to|At most|No more than) {_COUNT} (?P<unit>[a-z ]{{3,30}}?) can (?P<goal>[^.,]{{6,60}})\.$", "How many {unit} can {goal} at most?"),
    ("fact", rf"^{_THING} (?P<verb>(?!is\b|are\b|was\b|can\b|will\b|may\b|must\b)[a-z]+) (?P<object>(?:[^.,:]{{3,50}}? )?)within (?P<what>{_COUNT} {_TIME})(?P<tail>[^.,]*)\.$", "Within what time {do} {thing} {base}{object}{tail}?"),
    ("fact", rf"^You (?:may|can) (?P<goal>[a-z][^.,]{{5,60}}?) within (?P<what>{_COUNT} {_TIME})\b[^.]*\.$", "Within what time can you {goal}?"),
    ("fact", rf"^(?P<act>Test|Check|Clean|Replace|Change|Update|Renew|Rotate|Back up|Restart|Review|Inspect|Charge) (?P<object>[^.,:]{{3,40}}?) (?P<what>(?:once|twice|{_COUNT} times) (?:every|a|per) [^.,:]{{3,30}})\b[^.]*\.$", "How often should you {act} {object}?"),
    ("reason", r"^(?:Do not|Don't|Never) (?P<goal>[^.,]{8,80}),? (?:since|because) (?P<why>[^.]{8,})\.$", "Why should you not {goal}?"),
    ("fact", r"^Only (?P<what>[^.,]{0,30}(?:owner|admin|administrator|member|user|manager|customer|staff|operator|employee|people|person|installer|team|maintainer|author|subscriber|guest|buyer)s?) can (?P<goal>[^.,]{6,80})(?:, [^.]*)?\.$", "Who can {goal}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>stored|kept|hosted|located|saved|held) (?P<what>(?:on|at|in) [^.]{{4,}})\.$", "Where {be} {thing} {part}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) (?P<part>sent|delivered|billed|charged|paid|signed|encrypted|shipped|reported|settled|processed|calculated) (?P<what>(?:by|with|via) [^.]{{4,}})\.$", "How {be} {thing} {part}?"),
    ("fact", rf"^{_THING} must be (?P<part>[a-z]+ed) (?P<what>[^.]{{6,}})\.$", "How must {thing} be {part}?"),
    ("fact", rf"^{_THING} can be (?P<part>cancelled|changed|moved|opened|closed|deleted|renewed|paid|ordered|returned|reset|updated|reached|installed|switched off|turned off|turned on) (?P<what>(?:at|in|by|from|with|under|on|to|through|via) [^.]{{6,}})\.$", "How can {thing} be {part}?"),
    ("comparison", r"^The (?:main |key |only )?difference between (?P<a>[^,.]{3,40}) and (?P<b>[^,.]{3,40}) is [^.]{8,}\.$", "What is the difference between {a} and {b}?"),
    ("comparison", rf"^{_THING} (?P<be>is|are) (?P<rest>[^.,]*(?:faster|slower|simpler|better|easier|more \w+|less \w+)) than (?P<b>[^.,]{{3,40}})[^.]*\.$", "How {be_do} {thing} compare with {b}?"),
    ("condition", rf"^If (?P<cond>you (?:want|need|have|are|use|don't|do not|prefer|would like|already)\b [^,.]{{8,90}}), (?:then )?{_ACT}\.$", "What should you do if {cond}?"),
    ("condition", rf"^(?P<when>When|If) (?P<cond>[^,.]{{10,90}}), (?:then )?{_THING} will (?P<what>(?!be )[^.]{{10,}})\.$", "What will {thing} do {when} {cond}?"),
    ("condition", r"^(?P<when>When|If|Once) (?P<cond>[^,.]{10,90}), (?:then )?you(?:'ll| will) (?P<verb>get|see|receive|find) (?P<what>[^.]{8,})\.$", "What will you {verb} {when} {cond}?"),
    ("condition", rf"^{_THING} will (?P<what>(?!be )[^.,]{{8,90}}) (?P<when>when|if) (?P<cond>[^.,]{{10,90}})\.$", "What will {thing} do {when} {cond}?"),
    ("condition", r"^You (?:should|must|need to|have to) (?P<what>[^.,]{8,90}) (?P<when>when|if|before|after) (?P<cond>(?:you|the)\b[^.,]{8,80})\.$", "What should you do {when} {cond}?"),
    ("fact", rf"^To (?P<goal>(?!do (?:this|that|so)\b)[a-z][^,.]{{8,80}}), {_ACT}\.$", "How can you {goal}?"),
    ("fact", r"^You (?:can|could) (?:also )?use (?P<tool>[^.,]{3,60}?) to (?P<goal>[a-z][^.,]{8,90})\.$", "What can you use to {goal}?"),
    ("fact", r"^You (?:can|could) (?:also )?(?P<goal>[a-z][^.,]{8,80}) by (?P<what>\w+ing\b[^.]{8,})\.$", "How can you {goal}?"),
    ("fact", r"^You (?:can|could) (?:also )?(?P<goal>(?!use\b|only\b|do\b|see\b|read\b|start\b)[a-z][^.,]{8,80}?) (?:using (?!the same)|with (?:the (?:parameter|option|command|decorator|method|function|class|argument)|[A-Z@`.\-]|\w+[._(])) ?(?P<what>[^.,]{1,60})\.$", "What can you use to {goal}?"),
    ("fact", r"^You (?:need|have) to (?P<what>[^.,]{8,90}) (?:in order )?to (?P<goal>[a-z][^.,]{8,80})\.$", "What do you need to do to {goal}?"),
    ("fact", rf"^{_THING} (?P<verb>uses|requires|needs|provides|takes|expects|includes) (?P<what>[^.,]{{6,80}}?) (?P<tail>(?:to|when|if|in order to|for) [^.,]{{8,80}})\.$", "What does {thing} {base} {tail}?"),
    ("fact", rf"^{_THING} (?P<verb>returns|generates|creates|adds|receives|sends) (?P<what>[^.,]{{6,80}}?) (?P<tail>(?!with (?:the|each|an?) )(?:when|if|for|from|with) [^.,]{{8,80}})\.$", "What does {thing} {base} {tail}?"),
    ("fact", rf"^{_THING} (?P<be>is|are|was) (?P<verb>based on|inspired by|built on|built with|generated by|installed with|powered by|derived from|stored in|passed to|called|defined by|executed) (?P<what>[^.]{{4,}})\.$", "{what_word} {be} {thing} {verb}?"),
    ("fact", rf"^{_THING} (?P<be>is|are) used (?:to|for|by|as|in) (?P<what>[^.]{{10,}})\.$", "What {be} {thing} used for?"),
    ("fact", rf"^{_THING} (?P<verb>allows|lets) you (?:to )?(?P<what>[^.]{{10,}})\.$", "What does {thing} {base} you do?"),
    ("fact", r"^Use (?P<tool>[^.,]{3,60}?) to (?P<goal>[a-z][^.,]{8,90})\.$", "What can you use to {goal}?"),
    ("fact", r"^(?:You can (?:also )?use|Use) (?P<tool>[^.,]{3,60}?) for (?P<goal>[a-z][^.,]{8,80})\.$", "What can you use for {goal}?"),
    ("fact", r"^For (?P<goal>(?!the (?:simplest|most|best|same|rest)\b)[a-z][^.,]{8,60}), (?:you can |you should |you would )?use (?P<what>[^.]{3,})\.$", "What should you use for {goal}?"),
    ("fact", rf"^With {_THING}, you can (?P<what>[^.]{{10,}})\.$", "What can you do with {thing}?"),
    ("fact", rf"^{_THING} can be used (?:to|for|as|in) (?P<what>[^.]{{8,}})\.$", "What can {thing} be used for?"),
    ("fact", rf"^{_THING} can (?P<what>(?!be |also |have )[^.,]{{8,90}}) (?P<when>when|if) (?P<cond>[^.,]{{10,90}})\.$", "What can {thing} do {when} {cond}?"),
    ("condition", rf"^(?P<when>When|If) (?P<cond>(?!you (?:want|need|are curious|wonder|are not sure))[^,.]{{10,90}}), (?:then )?{_THING} (?:automatically )?(?P<verb>uses|returns|reads|sends|creates|generates|validates|converts|adds|takes|runs|raises|detects|ignores|expects|includes) (?P<what>[^.]{{6,}})\.$", "What does {thing} do {when} {cond}?"),
    ("fact", rf"^By default, {_THING} will (?P<what>[^.]{{8,}})\.$", "What will {thing} do by default?"),
    ("fact", rf"^By default, {_THING} (?P<verb>uses|returns|generates|creates|includes|expects|adds|validates|converts) (?P<what>[^.]{{6,}})\.$", "What does {thing} {base} by default?"),
    ("fact", rf"^{_THING} means (?P<what>[^.]{{10,}})\.$", "What does {thing} mean?"),
    ("reason", rf"^(?P<subj>{_NOUN}|[Yy]ou) (?P<be>is|are|can|will|should|must) (?P<rest>[^.,]{{4,80}}),? because (?P<why>[^.]{{10,}})\.$", "Why {be} {subj} {rest}?"),
    ("reason", rf"^{_THING} (?P<verb>uses|requires|needs|returns|works|supports) (?P<rest>[^.,]{{4,80}}),? because (?P<why>[^.]{{10,}})\.$", "Why does {thing} {base} {rest}?"),
    ("reason", rf"^Because (?P<why>[^.,]{{8,90}}), (?P<subj>you|{_NOUN}) (?P<be>can|will|should|must|is|are) (?P<rest>[^.,]{{4,90}})\.$", "Why {be} {subj} {rest}?"),
    ("definition", rf"^{_THING} (?P<be>is|are) (?P<rest>(?:an?|the|one) (?!same\b|only\b|first\b|most\b|main\b|best\b|key\b)[^.]{{15,}})\.$", "What {be} {thing}?"),
    ("fact", rf"^{_THING} (?P<verb>supports|provides|requires|includes|returns|uses|needs|generates|validates|converts|depends on|creates|handles|contains|inherits from|receives|expects) (?P<what>[^.]{{10,}})\.$", "What does {thing} {base}?"),
)  # fmt: skip
_RULES: Final = tuple((kind, re.compile(_with_dots(pattern)), question) for kind, pattern, question in _FORMS)
_BASE: Final = {
    "depends on": "depend on", "inherits from": "inherit from", "has": "have",
    "remains valid": "remain valid", "stays valid": "stay valid", "is valid": "stay valid", "are valid": "stay valid",
}  # fmt: skip
# One of its kind in the documents of a house, so that it needs no more explanation.
_ROLES: Final = frozenset(
    re.findall(
        r"\w+",
        "company employee employer contractor client customer tenant landlord warranty agreement contract policy insurer",
    )
)
# "the file", "the app": a noun alone with its article means one that was spoken of before.
_ADVERB = re.compile(r" (?:itself|actually|just|always|still|only|already|automatically|internally|really)\b")
_MIDDLE_OF_CLAUSE = re.compile(r" (?:must|can|may|should|shall|will|be|do|does)$")
_ONE_NOUN = re.compile(r"(?:The|the) [a-z]+(?<!ing)")
_VAGUE = re.compile(
    r"^(?:during|while|until|to|along|unlike|like|together|via|inside|under|from|at|on|of|it|this|that|these|those|there|here|they|we|you|i|he|she|what|which|all|some|many|one|both|each|everything|"
    r"nothing|something|anything|most|another|other|also|and|but|so|then|now|in|for|as|by|if|when|with|how|where|let|"
    r"imagine|remember|notice|note|say|suppose|see|keep|thanks|think|not|no|only|even|just|after|before|because|although|however|instead|using|having|being|doing|its|your|our|my|"
    r"(?:the|a|an) (?:same|following|first|second|third|next|last|previous|above|other|result|idea|rest|example|way|problem|"
    r"reason|main|key|code|thing|only|file|app|user|client|list|value|data|difference|function|parameter|class|type|"
    r"examples?|point|good|bad|very|big|new|important|common|simple|page|section|default|process|system|team|name|"
    r"rule|variable|object|response|request|body|model|output|package|command|method|tool|framework|docs|option|approach|solution|most|least|best|"
    r"versatile|simplest|easiest|generated|fake|real|actual|exact|extra|specific|main|whole|entire|current))\b",
    re.IGNORECASE,
)
POINTING = re.compile(
    r"\b(?:this|these|those|that's|here|(?:above|below)(?! ?[£€$¥\d_])|it|they|them|its|their|such|same|previous(?:ly)?|earlier|later|"
    r"following|example|examples|next|others?|we|our|us|I|my|he|she|his|her|one of them|the two|both|so far|again|"
    r"that(?=$|[?.,])|(?:for|of|in|on|with|to|from|about) that|chapter|section|page|tutorial|now|also|too|then|let's|let us|imagine|suppose|something|anything|things?|everything|way)\b",
    re.IGNORECASE,
)
UNANSWERABLE: Final = (
    ("How much does a yearly support contract for {} cost?", "contract"),
    ("How many people worked on {} in its first year?", "first year"),
    ("Which company audited the security of {}, and when?", "audit"),
    ("In which city was {} first presented?", "city"),
    ("What is the telephone number of the support team for {}?", "telephone"),
    ("Which university course teaches {}?", "university"),
    ("How many lines of source code does {} have?", "lines of source"),
    ("What was {} called before its first release?", "called before"),
)
# In an answer: words that mean something outside the passage, or send the reader elsewhere.
ELSEWHERE = re.compile(
    r"\b(?:these|those|(?:above|below)(?! [£€$¥\d])|previous(?:ly)?|earlier|next|following|here|example|we|our|us|chapter|section|tutorial|"
    r"(?:check|read|see|follow)(?: more| out)?(?: \w+){0,3} (?:docs|documentation|guide|page|about)|learn more|read more|as follows|I'll|I'm|I am|I have|let me|show you|same technique|same idea|"
    r"not need this|(?:like|as|do|doing|about|in|for|with|use|from|of) this|(?<!means )that the|same way|"
    r"(?:use|uses|do|get|supports|provides?|achieve) (?:it|that|them))\b(?! (?:is|are) )|^(?:it|this|that|they)\b|\b(?:be|is|are|at|in|with|like|by|as)\.$",
    re.IGNORECASE,
)
REFUSAL: Final = "The documents do not say."
# Before the readings of a question that fits several passages.
READINGS: Final = "It depends on what is meant: "
# How a sentence begins that goes on from the one before: no good with a gap.
GOES_ON = re.compile(
    r"^(?:And|But|So|Now|There|No|Then|Also|First|Next|Here|Or|In|For|Of|Just|Notice|Remember|Uses?|As|Because|By|While|Although)\b"
)
GAP: Final = {
    "number": "Which number belongs in the gap? “{}”",
    "cloze": "Which name or value belongs in the gap? “{}”",
}
# What nobody types into a search field. "why" stays: it says what is asked.
_NO_KEYS: Final = frozenset(
    tokens(
        "a an the what which who how where do does did is are was were be been can could should would will must you "
        "your to if in of for on with and by at it its that want need like have when much use"
    )
)
# What would not be asked for any more in key words: a denial, and the verb that a question ends with.
_LOST: Final = re.compile(
    r"n't\b|\b(?:not|no|without)\b|at most\?$|^(?:Who|May|Within|Where|When|By|For|Up|How (?:long|often|soon|must))\b|^What (?:does|do|is|are) .+ (?:support|provide|require|include|return|use|need|generate|validate|convert|"
    r"depend on|create|handle|contain|inherit from|receive|expect|mean|used for|(?:on|by|with|from|in|to))\?$"
)
JOINED: Final = "{}, and {}?"


def questions(text: str, names: frozenset[str], /) -> Iterator[tuple[Kind, str]]:
    """The kinds and questions that the form of a sentence allows: at most one of the rules' and one of gaps'."""
    for kind, pattern, question in _RULES:
        found = pattern.match(text)
        if not found:
            continue
        slots = _slots(found, names)
        if slots is not None:
            yield kind, question.format(**slots)
            return


def list_question(listing: Listing, names: frozenset[str], /) -> str | None:
    """A question after the items of a list, from the sentence that leads to it."""
    lead = listing.lead.text.rstrip(":").strip()
    found = re.match(
        rf"^{_THING} (?P<verb>provides|supports|includes|has|needs|requires|offers|contains|receives|expects|takes)"
        r"(?P<rest>[^,.]{0,60})$",
        lead,
    )
    slots = _slots(found, names) if found else None
    if slots is None or not slots["rest"].strip():
        return None
    rest = re.sub(r"\b(?:the following|these|several|some|many|multiple|two|three|four)\b ?", "", slots["rest"]).strip()
    rest = re.sub(r"^(?:a|an|the) ", "", rest)
    if not re.match(r"^[\w\- ]{4,40}s$", rest):
        return None
    return f"Which {rest} does {slots['thing']} {slots['base']}?"


def false_premise(text: str, names: frozenset[str], /) -> tuple[str, str] | None:
    """A question that takes the opposite of a sentence for granted, and the answer that corrects it."""
    found = re.match(rf"^{_THING} (?P<verb>supports|provides|validates|includes|allows) (?P<rest>[^.]{{6,}})\.$", text)
    slots = _slots(found, names) if found else None
    if slots is None:
        return None
    rest = re.split(r" and | so | which | that | because | by | \(|: ", slots["rest"])[0].strip()
    if "," in rest or len(rest.split()) < 2 or POINTING.search(rest):
        return None
    return f"Why does {slots['thing']} not {slots['base']} {rest}?", f"It does: {text}"


_ASKED_BY_ME: Final = re.compile(r"\b(?:am I|was I|I|my|mine|me)\b", re.IGNORECASE)
_TO_YOU: Final = {"am i": "are you", "was i": "were you", "i": "you", "my": "your", "mine": "yours", "me": "you"}
# A heading of questions and answers as people ask them.
_ASKS: Final = re.compile(r"(?:What|When|Where|Which|Who|Why|How|Can|Could|Do|Does|May|Must|Should|Will) [^?:|]{6,90}$")


def heading_question(title: str, /) -> str | None:
    """A heading as a question: one that is a question already, or says what to do."""
    bare = title.strip().rstrip("?")
    if title.strip().endswith("?"):
        bare = _ASKED_BY_ME.sub(lambda found: _TO_YOU[found[0].lower()], bare)
        return f"{bare}?" if _ASKS.match(bare) and not POINTING.search(bare) else None
    if re.match(
        r"^(?!What (?:is|are) (?:not )?\w+ed$)(?:What is|What are|Why|How to|How does|How do|When to) .{4,60}$", bare
    ) and not POINTING.search(bare):
        return re.sub(r"^(How|When) to ", r"\1 do you ", bare) + "?"
    found = re.match(
        r"^(?P<verb>Add|Create|Declare|Use|Define|Import|Disable|Enable|Return|Install|Configure|Override|Write|Run|Test|"
        r"Update|Include|Set|Mount|Generate|Customize|Validate|Deprecate|Exclude|Hash|Handle|Serve|Build|Deploy|Pass|"
        r"Change|Extend|Check|Save|Register|Access|Document) (?P<rest>.{6,60})$",
        bare,
    )
    if not found or POINTING.search(bare) or re.search(r"[:&|,]| - | – |^Use Old|^\w+ \w+ing\b", bare):
        return None
    return f"How do you {found['verb'].lower()} {found['rest']}?"


def colloquial(question: str, /) -> str:
    """The question as somebody asks a colleague."""
    first = question[0].lower() + question[1:]
    return f"hey, {first}"


def key_words(question: str, /) -> str:
    """The question as somebody types it into a search field; empty where fewer than three words are left."""
    if _LOST.search(question):
        return ""
    bare = re.sub(r"^What (?:is|are) (.+)\?$", r"\1 definition", question).rstrip("?")
    bare = bare.replace("How many", "number of").replace("Why ", "why ", 1)
    left = [word.rstrip(",;") for word in bare.split() if word.lower().rstrip(",;") not in _NO_KEYS]
    return " ".join(left) if 3 <= len(left) <= 12 else ""


def _slots(found: re.Match[str], names: frozenset[str]) -> dict[str, str] | None:
    """What a rule found, ready for its question; None where a part cannot stand alone."""
    slots = {key: value.strip() for key, value in found.groupdict().items() if value is not None}
    if any(POINTING.search(slots.get(key, "")) for key in ("goal", "cond", "tail", "a", "b", "thing", "subj")):
        return None
    for key in ("thing", "subj"):
        if told := slots.get(key, ""):
            inner = "you" if key == "subj" and told.lower() == "you" else _standing_alone(told, slots, names)
            if inner is None:
                return None
            slots[key] = inner
    if "subj" in slots and POINTING.search(slots["rest"]):
        return None
    if "tail" in slots and re.search(r"\b(?:that|which)\b", slots["what"]):
        return None
    if "verb" in slots:
        verb = slots["verb"]
        slots["base"] = _BASE.get(verb) or (
            re.sub(r"ies$", "y", verb) if verb.endswith("ies") else verb.removesuffix("s")
        )
        slots["do"] = "does" if verb.split()[0].endswith("s") else "do"
    slots["when"], slots["act"] = slots.get("when", "").lower(), slots.get("act", "").lower()
    for key in ("object", "tail"):
        if "act" not in found.groupdict() and slots.get(key) and ("object" in slots or "modal" in slots):
            slots[key] = f" {slots[key]}"
    slots.setdefault("tail", "")
    slots["be_do"] = "does" if slots.get("be") == "is" else "do"
    slots["what_word"] = "How" if slots.get("verb") in ("executed", "installed with") else "What"
    return slots


def _standing_alone(told: str, slots: dict[str, str], names: frozenset[str]) -> str | None:
    """A thing as it stands inside its question; None for one that was spoken of before."""
    told = _ADVERB.sub("", told)
    if _MIDDLE_OF_CLAUSE.search(told) or ("object" in slots and slots.get("do") == "do" and not told.endswith("s")):
        return None
    if _VAGUE.match(told) or (_ONE_NOUN.fullmatch(told) and told.split()[1] not in names | _ROLES):
        return None
    several = (
        slots.get("be") == "are"
        or ("modal" in slots and told.endswith("s"))
        or (not slots.get("verb", "s").endswith("s") and " " not in told)
    )
    return told[0].lower() + told[1:] if several and told not in names else _inner(told, names)


def _inner(thing: str, names: frozenset[str]) -> str:
    """A thing as it stands inside a sentence: a first word that is no name in lower case."""
    first, space, rest = thing.partition(" ")
    if first in ("The", "A", "An") and rest:
        return f"{first.lower()} {rest}"
    if (
        first in names
        or re.match(r"[A-Z]", rest)
        or not re.fullmatch(r"[A-Z][a-z]*(?:-[a-z]+)*", first)
        or (not space and first.endswith("s"))
    ):
        return thing
    return f"{first.lower()}{space}{rest}"
