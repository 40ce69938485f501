"""Word lists and a short suffix stripper."""

from __future__ import annotations

from functools import lru_cache

_ENGLISH = """
a about above after again against all also am among an and another any are as at be because been before being below
between both but by can could did do does doing down during each either few for from further had has have having he
her here hers herself him himself his how however i if in into is it its itself just may me might more most much must
my myself of off on once only or other our ours out over own per same shall she should since so some such than that
the their theirs them themselves then there these they this those though through thus to too under until up upon us
very was we were what when where whether which while who whom whose why will with within would yes yet you your yours
i'm it's that's there's they're we're you're he's she's i've we've they've s t d ll re ve m
"""
_CHINESE = (
    "的了是在和与及或等也都就而且但并其之以于为对由从被把将这那此该些个们着过地得所则又还很更最可能会要"
    "我你他她它吗呢吧啊么上中下里"
)
_IRREGULAR = {
    "began": "begin", "begun": "begin", "became": "become", "bought": "buy", "built": "build", "brought": "bring",
    "came": "come", "chose": "choose", "chosen": "choose", "children": "child", "done": "do", "drew": "draw",
    "fell": "fall", "felt": "feel", "found": "find", "gave": "give", "given": "give", "gone": "go", "grew": "grow",
    "grown": "grow", "held": "hold", "kept": "keep", "knew": "know", "known": "know", "led": "lead", "left": "leave",
    "lost": "lose", "made": "make", "making": "make", "men": "man", "met": "meet", "paid": "pay", "people": "person",
    "ran": "run", "rose": "rise", "said": "say", "sang": "sing", "sung": "sing", "saw": "see", "seen": "see",
    "sent": "send", "sold": "sell", "spent": "spend", "spoke": "speak", "took": "take", "taken": "take",
    "taught": "teach", "told": "tell", "thought": "think", "went": "go", "women": "woman", "won": "win",
    "wrote": "write", "written": "write", "used": "use", "using": "use",
}  # fmt: skip
_VOWEL = frozenset("aeiouy")
_STOP = frozenset(_ENGLISH.split()) | frozenset(_CHINESE)


def stop_words() -> frozenset[str]:
    """Give the English function words and the Chinese function characters, folded."""
    return _STOP


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Strip plural, past, -ing, -ly, final -e and possessive endings of a folded English word.

    The result need not be a word; it only has to be the same for the forms of one word. Other tokens stay as they are.

    >>> [stem(w) for w in ("cities", "city", "stopped", "making", "made", "gas", "3,000")]
    ['city', 'city', 'stop', 'mak', 'mak', 'gas', '3,000']
    """
    word = _IRREGULAR.get(word, word).removesuffix("'s")
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("s"):
        word = _singular(word)
    for ending in ("ing", "ed", "ly"):
        root = word.removesuffix(ending)
        if len(word) > len(root) > 2 and _VOWEL & set(root):
            return _root(root)
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ss", "us", "is")):
        return word
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zes")) else word[:-1]


def _root(root: str) -> str:
    if root.endswith("i"):
        return root[:-1] + "y"
    if root.endswith("e"):
        return root[:-1]
    doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz"
    return root[:-1] if doubled else root
