"""Closed word lists in both languages: negations, universals, antonyms, discourse words."""

from __future__ import annotations

from collections.abc import Sequence

from raggauge.text.words import stem

_NEGATION_WORDS = (
    "not no never none nobody nothing neither nor without cannot nowhere hardly barely scarcely fail failed fails "
    "failing failure refuse refused refuses refusing unable lack lacks lacked lacking deny denied denies denying "
    "decline declined declines prevent prevented prevents reject rejected rejects unlikely impossible prohibit "
    "prohibited prohibits forbid forbidden avoid avoided avoids isn't aren't wasn't weren't don't doesn't didn't "
    "won't wouldn't can't couldn't shouldn't hasn't haven't hadn't mustn't needn't ain't nt isnt dont doesnt "
    "didnt wont cant couldnt"
)
NEGATIONS = frozenset(_NEGATION_WORDS.split())
_HAN_NEGATION = frozenset("不没未无非否勿莫")
_HAN_PAIRS = frozenset(("拒绝", "禁止", "缺乏", "缺少", "避免", "停止", "反对", "取消", "失败", "否认"))
_NOT_NEGATION_PAIRS = (
    "不仅 不但 不过 不断 不久 不少 不管 不论 不只 不得 非常 非洲 南非 北非 西非 东非 无论 无锡 未来 是否 能否 "
    "可否 淹没 没收 沉没 除非 莫斯 约莫 毫无"
)
_NOT_NEGATION = frozenset(_NOT_NEGATION_PAIRS.split())
_UNIVERSAL_WORDS = (
    "all every always only never entire entirely everyone everything completely solely exclusively must best "
    "worst first"
)
UNIVERSALS = frozenset(stem(word) for word in _UNIVERSAL_WORDS.split())

_ANTONYM_TEXT = """
increase decrease|rise fall|raise lower|high low|higher lower|highest lowest|large small|larger smaller
largest smallest|big little|more less|most least|many few|major minor|maximum minimum|before after|early late
earlier later|earliest latest|first last|start end|begin finish|open close|opened closed|start stop|old new
older younger|old young|oldest youngest|long short|longer shorter|longest shortest|fast slow|faster slower
hot cold|warm cool|good bad|better worse|best worst|strong weak|stronger weaker|positive negative|win lose
winner loser|success failure|accept reject|allow prohibit|allow forbid|permit forbid|approve reject
include exclude|inside outside|internal external|import export|buy sell|bought sold|north south
northern southern|east west|eastern western|left right|up down|above below|over under|upper lower|male female
man woman|men women|boy girl|father mother|son daughter|brother sister|husband wife|king queen|actor actress
he she|his her|public private|legal illegal|possible impossible|true false|same different|similar different
safe dangerous|safe unsafe|easy difficult|easy hard|hard soft|heavy light|dark light|deep shallow|rich poor
wide narrow|thick thin|full empty|wet dry|alive dead|live die|birth death|born died|love hate|friend enemy
attack defend|enter leave|arrive depart|arrive leave|join leave|add remove|create destroy|build destroy
gain lose|gain loss|profit loss|advantage disadvantage|agree disagree|appear disappear|active inactive
connect disconnect|expand shrink|expand contract|improve worsen|reduce increase|drop rise|cheap expensive
common rare|ancient modern|natural artificial|rural urban|domestic foreign|national international|local global
married divorced|guilty innocent|healthy sick|present absent|permanent temporary|simple complex|summer winter
day night|morning evening|sunrise sunset|encourage discourage|enable disable|support oppose|in out|with without
majority minority|senior junior|single multiple|single married|straight curved|voluntary mandatory
required optional|always never|everyone nobody|everything nothing|black white|acid alkaline|widely narrowly
often rarely|frequently rarely|usually rarely|tall short|top bottom|front back|fail succeed|failed succeeded
pass fail|remember forget|lend borrow|teach learn|push pull|lead follow|ascend descend|victory defeat|won lost
beginning end|increase reduce|accelerate slow|lengthen shorten|strengthen weaken|employ dismiss|hire fire
inner outer|minimum maximum|sharp blunt|smooth rough|sweet bitter|tight loose|fresh stale|clean dirty|quiet loud
calm
"""
_HAN_ANTONYM_TEXT = """
增加 减少|上升 下降|提高 降低|增长 下降|增长 减少|上涨 下跌|扩大 缩小|最大 最小|最高 最低|最多 最少|最早 最晚
最长 最短|较大 较小|较高 较低|高于 低于|大于 小于|多于 少于|早于 晚于|之前 之后|以前 以后|以上 以下|以内 以外
开始 结束|开放 关闭|打开 关闭|允许 禁止|支持 反对|同意 反对|接受 拒绝|成功 失败|胜利 失败|赢得 输掉|进口 出口
买入 卖出|购买 出售|北部 南部|东部 西部|北方 南方|东方 西方|左侧 右侧|男性 女性|男子 女子|父亲 母亲|儿子 女儿
哥哥 姐姐|丈夫 妻子|公开 秘密|公立 私立|合法 非法|相同 不同|安全 危险|容易 困难|简单 复杂|富有 贫穷|出生 去世
出生 逝世|加入 退出|进入 离开|建立 解散|成立 解散|增强 减弱|加强 削弱|优点 缺点|积极 消极|主动 被动|正确 错误
长期 短期|永久 临时|国内 国外|国内 国际|古代 现代|白天 夜晚|春季 秋季|夏季 冬季|首次 最后|第一 最后|首位 末位
强制 自愿|必须 可选|常见 罕见|经常 很少|缓解 治愈|缓解 加重|改善 恶化|上游 下游|上市 退市|盈利 亏损|收入 支出
前者 后者|内部 外部|主要 次要|独立 附属|新建 拆除|延长 缩短|加快 减慢|加速 减速|晋级 淘汰|入选 落选|冠军 亚军
上午 下午|早上 晚上|大型 小型|领先 落后|宽松 严格|光滑 粗糙
"""


def _pairs(text: str, *, stemmed: bool) -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for entry in text.replace("\n", "|").split("|"):
        words = [stem(word) if stemmed else word for word in entry.split()]
        for a, b in ((words[0], words[1]), (words[1], words[0])) if len(words) == 2 else ():
            if a != b:
                table.setdefault(a, set()).add(b)
    return {word: frozenset(others) for word, others in table.items()}


ANTONYMS = _pairs(_ANTONYM_TEXT, stemmed=True) | _pairs(_HAN_ANTONYM_TEXT, stemmed=False)

_DISCOURSE = (
    "passage passages context document documents text provided given according based mention mentioned mentions state "
    "stated states information article source sources answer question"
)
DISCOURSE = frozenset(stem(word) for word in _DISCOURSE.split())


_MAY_NEGATE = NEGATIONS | _HAN_NEGATION | {pair[0] for pair in _HAN_PAIRS}


def negations(words: Sequence[str]) -> list[int]:
    """List the places of the folded tokens that negate."""
    return [place for place, word in enumerate(words) if word in _MAY_NEGATE and is_negation(words, place)]


def is_negation(words: Sequence[str], place: int) -> bool:
    """Say whether the folded token at a place negates, in either language."""
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    if word in NEGATIONS:
        return not (word == "not" and following in ("only", "just", "merely", "necessarily"))
    if word in _HAN_NEGATION:
        before = words[place - 1] if place else ""
        return word + following not in _NOT_NEGATION and before + word not in _NOT_NEGATION
    return word + following in _HAN_PAIRS
