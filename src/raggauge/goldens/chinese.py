"""Chinese questions from Chinese sentences, by the form of the sentence. What fits no form gives none."""

import re
from collections.abc import Iterator
from typing import Final

from raggauge.goldens.drafts import Kind
from raggauge.goldens.prose import Listing

# A name: Latin words with up to eight ideographs behind, or few ideographs without a word that makes a clause.
_NAME = r"(?:[A-Za-z@.][\w.()@/\-]*(?: [A-Za-z][\w.()\-]*){0,3}(?: ?[\u4e00-\u9fff「」]{1,8}?)??|[\u4e00-\u9fff「」]{2,10}?(?: ?[A-Za-z][\w.()]*)??)"
_THING = rf"(?P<thing>{_NAME})"
_COUNT = r"(?:大约|约|不到|至少|最多)?\s*(?:\d[\d,.]*|[一二两三四五六七八九十]+)(?:\s*(?:到|至|-|~|～)\s*\d[\d,.]*)?\s*"
_TIME = r"(?:个)?(?:秒|分钟|小时|工作日|天|日|周|星期|月|年)"
_MONEY = r"(?:欧元|美元|英镑|港元|人民币|元)"
# What rules, contracts and manuals speak of: short, without a clause of its own.
_ABOUT = r"(?P<about>[^，。：；\s\d]{2,18}?)"
_MUST = r"(?P<must>必须|须|应当|应该|应|需要|需)"
_FORMS: Final[tuple[tuple[Kind, str, str], ...]] = (
    ("condition", r"^(?P<cond>(?!由于|正如|因为)[^，。、\dA-Za-z是][^，。A-Za-z是]{0,24}(?:超过|满|逾期|擅自|未|不足|以上|以下|乘坐|发生|造成|违反|迟到|丢失|损坏)[^，。A-Za-z是]{0,20}的)，(?P<what>(?:[^，。；]{0,14}(?:须|应|必须|需|不得|有权|不予|视为|支付|扣|报销|按))[^。]{4,})。$", "{cond}，有什么规定？"),
    ("condition", r"^(?P<cond>[^，。]{0,14}未经[^，。]{2,20})，(?P<who>[^，。]{1,8}?)不得(?P<what>[^。]{3,})。$", "{cond}，{who}不得做什么？"),
    ("condition", r"^(?:如果|若|如)(?:你|您)?(?P<cond>(?!的|需|果|何|有|下|上|图|今|同|此)[^，。]{3,40})，(?P<what>(?:应当|应该|应|须|必须|请|立即)[^。]{3,})。$", "如果{cond}，应该怎么做？"),
    ("condition", r"^(?P<cond>(?!但|而|并|同)[^，。如若当]{3,24})时，(?P<what>(?:应当|应|须|必须|请)[^。]{4,})。$", "{cond}时，应该怎么做？"),
    ("fact", rf"^(?P<about>[^。；]{{2,30}}?)，?{_MUST}(?:至少)?提前\s*(?P<what>{_COUNT}{_TIME})(?P<act>[^，。]{{2,24}})[，。][^。]*。?$", "{about}{must}提前多久{act}？"),
    ("fact", rf"^{_ABOUT}{_MUST}在?(?P<what>[^，。]{{0,16}}(?:之前|以前|以内|之内|前|内|日))(?P<act>(?:提交|通知|付清|支付|归还|完成|维修|更换|申请|缴纳|办理|送达|答复)[^，。]{{0,24}})[，。][^。]*。?$", "{about}{must}在什么时候{act}？"),
    ("fact", rf"^(?P<pre>[^，。]{{3,20}}后，|(?:其中)?)(?P<about>[^，。：；\s\d]{{2,12}}?)(?:会|将)?在\s*(?P<what>{_COUNT}{_TIME})(?:之|以)?内(?P<act>[^，。]{{2,20}})。$", "{pre}{about}在多长时间内{act}？"),
    ("fact", rf"^(?P<since>自?)(?P<cond>[^，。\d]{{2,16}}(?:之日起|后))\s*(?P<what>{_COUNT}{_TIME})(?:之|以)?内(?P<may>可以|可|应|须|必须)(?P<goal>[^。，]{{2,40}})。$", "{since}{cond}多长时间内{may}{goal}？"),
    ("fact", rf"^(?P<cond>[^，。\d]{{2,16}}后)(?P<must>须|需|应|必须)(?P<act>[^，。\d]{{1,6}})(?P<what>{_COUNT}{_TIME})(?P<tail>(?:才|方)[^，。]{{2,12}})。$", "{cond}{must}{act}多长时间{tail}？"),
    ("fact", rf"^{_ABOUT}每\s*(?P<what>{_COUNT}{_TIME})(?P<act>[^，。\d一]{{2,8}})一次[，。][^。]*。?$", "{about}多久{act}一次？"),
    ("fact", r"^(?P<cond>[^，。、][^，。]{3,30}的，|)(?P<about>[^，。：；\s]{2,18}?)为(?:大?约)?\s*(?P<what>(?:\d[\d,.]*|[一二两三四五六七八九十]+)\s*(?:个)?(?P<unit>天|周|个月|年|小时|分钟))[，。][^。]*。?$", "{cond}{about}是多久？"),
    ("fact", rf"^{_ABOUT}(?:为|是)(?P<what>(?:人民币|每[晚月天次年](?:不超过)?|不超过)?\s*\d[\d,.]*\s*(?:元|平方米|%|千克|公斤|毫升|升)[^，。]{{0,4}})[，。][^。]*。?$", "{about}是多少？"),
    ("fact", r"^(?P<about>[^，。：；\s\d]{2,12}(?:电话|热线|号码|账号))(?:为|是)(?P<what>[^，。]{4,40})[，。][^。]*。?$", "{about}是多少？"),
    ("fact", r"^(?P<about>[^，。：；\s\d]{1,10}时间)(?:为|是)(?P<what>[^，。]{0,6}\d[^，。]{2,30})[，。][^。]*。?$", "{about}是什么时候？"),
    ("fact", rf"^{_ABOUT}自(?P<what>\d{{4}}年[^，。]{{3,12}}起至[^，。]{{3,16}})[，。][^。]*。?$", "{about}从什么时候到什么时候？"),
    ("fact", r"^(?P<about>[^。；]{2,24}?)由(?!于)(?P<what>[^，。的]{2,12}?)(?P<act>承担|负责[^，。；]{0,6}|支付|审批|保管|生产|配送|处理|提供)[，。；][^。]*。?$", "{about}由谁{act}？"),
    ("fact", r"^(?P<about>[^，。：；\s\d]{2,18}?)(?:位于|坐落于)(?P<what>[^，。的]{4,30})。$", "{about}位于哪里？"),
    ("fact", r"^(?P<about>[^，。：；\s\d]{2,10}?)满\s*(?P<what>\d[\d,.]*)\s*元(?P<act>[^，。\d]{2,14})[，。][^。]*。?$", "{about}满多少元{act}？"),
    ("fact", r"^(?P<about>[^，。：；\s\d]{2,12}?)(?P<act>另收|加收|收取)\s*(?P<what>\d[\d,.]*)\s*元(?P<tail>[^，。\d]{0,10})。$", "{about}{act}多少元{tail}？"),
    ("fact", rf"^{_ABOUT}(?P<act>享受|享有)(?P<what>[^。]{{6,}})。$", "{about}{act}什么？"),
    ("fact", r"^(?P<about>[^，。：；\s\d]{1,14}、[^，。：；\s\d]{1,14})(?P<act>不支持|不适用于|不在|不包括|不包含)(?P<goal>[^，。]{2,20})。$", "哪些{act}{goal}？"),
    ("fact", rf"^{_THING}\s*(?:收费|售价|价格)(?:为|是)?\s*(?P<what>{_COUNT}{_MONEY})[^。]*。$", "{thing}收费多少？"),
    ("fact", rf"^{_THING}\s*(?P<per>每(?:月|年|次|天|人))\s*(?P<what>{_COUNT}{_MONEY})[^。]*。$", "{thing}{per}多少钱？"),
    ("fact", rf"^{_THING}\s*(?:大约|约)?(?:需要|需|要)\s*(?P<what>{_COUNT}{_TIME})(?!前|后|内)[^。]*。$", "{thing}需要多长时间？"),
    ("fact", rf"^{_THING}\s*(?:最多|至多)(?:可以?|能)?(?P<act>连接|支持|容纳|接入|保存|管理|添加|使用)\s*(?:\d[\d,.]*|[一二两三四五六七八九十]+)\s*(?P<unit>[个台人条份张次])(?P<noun>[^。，\d和与及]{{0,12}})[^。]*。$", "{thing}最多{act}多少{unit}{noun}？"),
    ("fact", rf"^{_THING}\s*(?:最多|至多)可由\s*(?:\d[\d,.]*|[一二两三四五六七八九十]+)\s*(?P<unit>[个台人])(?P<act>[^。，]{{2,12}})。$", "{thing}最多可由多少{unit}{act}？"),
    ("fact", rf"^{_THING}\s*(?:会|将)?在\s*(?P<what>{_COUNT}{_TIME})(?:之|以)?内(?P<act>[^。，]{{2,20}})[。，][^。]*。?$", "{thing}在多长时间内{act}？"),
    ("fact", rf"^(?P<cond>[^，。\d]{{2,12}}后)\s*(?P<what>{_COUNT}{_TIME})(?:之|以)?内(?P<may>可以|可|应|须|必须)(?P<goal>[^。，]{{4,40}})。$", "{cond}多长时间内{may}{goal}？"),
    ("fact", rf"^{_THING}\s*(?:保存|保留|保修|有效期为?|质保)\s*(?P<what>{_COUNT}{_TIME})[^。]*。$", "{thing}{kept}多久？"),
    ("fact", r"^只有\s*(?P<what>[^，。]{2,12}?)(?:才)?(?:可以|能够?)(?P<goal>[^，。]{4,30})[，。][^。]*。?$", "谁可以{goal}？"),
    ("fact", rf"^{_THING}\s*(?P<act>保存|存放|存储|托管|部署)在\s*(?P<what>[^。，]{{3,30}})。$", "{thing}{act}在哪里？"),
    ("fact", rf"^{_THING}\s*(?:可以|可)(?:随时)?在\s*(?P<what>[^，。]{{4,30}})中(?P<act>取消|关闭|修改|删除|查看|更改|续订|申请)。$", "在哪里可以{act}{thing}？"),
    ("reason", r"^(?:请)?(?:不要|请勿|切勿|勿)(?P<goal>[^，。]{5,40})，(?:因为|否则|以免|以防)(?P<because>[^。]{4,})。$", "为什么不要{goal}？"),
    ("comparison", r"^(?P<a>[^，。是]{2,24}?)\s*(?:和|与)\s*(?P<b>[^，。是]{2,24}?)\s*(?:之间)?的(?:主要|唯一)?(?:区别|不同)(?:之处)?(?:在于|是)[^。]{6,}。$", "{a}和{b}有什么区别？"),
    ("comparison", rf"^{_THING}\s*比\s*(?P<b>(?:(?!提供|支持|拥有)[^，。]){{2,24}}?)\s*(?:更|要)(?P<rest>[^。]{{2,}})。$", "{thing}与{b}相比怎么样？"),
    ("condition", r"^(?:如果|若|假如)(?:你|您)?(?P<goal>(?:想|要|需要|希望|正在|使用|已经|不想|没有|有|打算)[^，。]{5,50})，(?:就|那么)?(?P<what>(?:你|您)?(?:也)?(?:可以|需要|应该|必须|只需|请|使用|用|添加|传入|声明|在|把|将|创建|导入|设置|运行|安装|参考|查看)[^。]{6,})。$", "如果{goal}，应该怎么做？"),
    ("condition", rf"^(?:如果|若|当)(?P<cond>[^，。]{{5,50}}?)(?:时|的时候|的话)?，(?:那么)?{_THING}\s*(?:就|便|也|则)?(?:会|将)(?P<what>[^。]{{6,}})。$", "当{cond}时，{thing}会做什么？"),
    ("condition", r"^(?:如果|若|当)(?:你|您)(?P<cond>[^，。]{5,50}?)(?:时|的时候|的话)?，(?:你|您)?(?:就|便|也)?(?:会|将)(?:得到|看到|收到)(?P<what>[^。]{6,})。$", "当{cond}时，会得到什么？"),
    ("fact", r"^(?:要|为了|若要|如需)(?P<goal>(?!了解|查看|学习)[^，。]{5,40})，(?P<what>(?:(?:你|您|我们)?(?:可以|需要|应该|必须)|请|只需|使用|用|在|把|将|先|首先)[^。]{6,})。$", "怎样才能{goal}？"),
    ("fact", r"^(?:你|您)?(?:也|还)?(?:可以|能够|能)(?:使用|用|通过|借助)\s*(?P<what>[^，。]{2,50}?)\s*来\s*(?P<goal>[^，。]{5,50})。$", "可以用什么来{goal}？"),
    ("fact", r"^(?:使用|通过|借助|利用)\s*(?P<what>[^，。]{2,40})，(?:你|您)?(?:就|也|还)?(?:可以|能够|能)(?P<goal>[^，。]{6,50})。$", "怎样才能{goal}？"),
    ("fact", r"^(?:请)?(?:使用|用)\s*(?P<what>[^，。]{2,40}?)\s*来\s*(?P<goal>[^，。]{6,40})。$", "可以用什么来{goal}？"),
    ("fact", r"^(?:你|您)?(?:也|还)?(?:可以|能够|能)通过\s*(?P<what>[^，。]{4,60}?)\s*(?:来|以)\s*(?P<goal>[^，。]{5,50})。$", "怎样才能{goal}？"),
    ("fact", r"^(?:有了|借助|使用|通过)\s*(?P<tool>[A-Za-z][A-Za-z0-9_.()\- ]{2,30})，(?:你|您)(?:就|也|还)?(?:可以|能够|能)(?P<what>[^。]{8,})。$", "有了 {tool}，可以做什么？"),
    ("fact", rf"^{_THING}\s*(?P<verb>(?<![适常])用于|用来|可用于|可以用来|可以用于)\s*(?P<what>[^。]{{6,}})。$", "{thing}可以用来做什么？"),
    ("fact", rf"^{_THING}\s*(?P<verb>基于|继承自|建立在|构建于|取决于|来自)\s*(?P<what>[^。]{{4,}})。$", "{thing}{verb}什么？"),
    ("fact", rf"^默认情况下，\s*{_THING}\s*(?P<verb>会|将)(?P<what>[^。]{{6,}})。$", "默认情况下，{thing}会怎么做？"),
    ("fact", rf"^{_THING}\s*会(?P<what>[^，。]{{0,20}}(?:自动|负责|检查|验证|校验|转换|生成|读取|处理|返回|拦截|记录|添加|忽略)[^。]{{4,}})。$", "{thing}会做什么？"),
    ("fact", rf"^{_THING}\s*(?P<verb>让|允许|使)(?:你|您|我们)(?:可以|能够|能)?(?P<what>[^。]{{6,}})。$", "{thing}能让人做什么？"),
    ("reason", r"^(?P<what>[^，。]{6,50})，(?:这)?(?:是)?因为(?P<why>[^。]{6,})。$", "为什么{what}？"),
    ("reason", r"^(?:因为|由于)(?P<why>[^，。]{5,50})，(?:所以|因此)(?P<what>[^，。]{6,50})。$", "为什么{what}？"),
    ("definition", rf"^{_THING}\s*(?:就)?是\s*(?P<rest>(?:一[个种款套类组]|指|[^，。基由用]{{0,20}}的[\u4e00-\u9fff]{{2}})[^。]{{2,}})。$", "{thing}是什么？"),
    ("definition", rf"^{_THING}\s*(?:指的是|的意思是|代表|表示)\s*(?P<rest>[^。]{{6,}})。$", "{thing}是什么意思？"),
    ("fact", rf"^{_THING}\s*(?P<verb>(?:只|仅)?支持|提供了|提供|需要|包含|包括|返回|要求|接收|接受|依赖|使用)\s*(?P<what>[^。]{{8,}})。$", "{thing}{base}什么？"),
)  # fmt: skip
_RULES: Final = tuple((kind, re.compile(pattern), question) for kind, pattern, question in _FORMS)
_VAGUE = re.compile(
    r"^(?:减少|漂亮|确保|务必|装饰器$|浏览器$|如需|若要|要是|下载|解码|兼容|仅|定义|导入|安装|解析|运行|部署|编写|设置|配置|更新|处理|自定义|生成|传入|传递|调用|发送|接收|读取|检查|验证|校验|测试|修改|覆盖|启用|禁用|挂载|注册|包括|支持|提供|最终|软件|因为|由于|记住|想象|它|这|那|此|其|他|她|我|你|您|上面|下面|以下|如下|前面|后面|同样|另外|此外|因此|所以|但|而|并|"
    r"然后|现在|例如|比如|注意|请|不过|当|其中|有些|一些|许多|很多|每|所有|唯一|区别|结果|原因|目的|记住|注意|想象|假设|主要|重点|关键|"
    r"第|最后|首先|接下来|通常|默认|可能|只有|只要|无论|虽然|由于|为了|如果|在|从|对于|对|通过|根据|使用|剩下|另一|"
    r"事实|实际|多数|大多|任何|一个|一种|一般|有|也|还|都|会|可以|应该|需要|不|没|文档|示例|例子|本|该|客户端$|用户$|函数$|代码$|"
    r"应用$|值$|参数$|结果$|类型$|数据$|声明|返回|更|两|几|整个|要|来|把|将|让|给|于是|甚至|尤其|特别|具体|基本|简单|同时|"
    r"至于|关于|作为|之后|之前|为|就|再|又|若|且|或|与|和|以|并且|响应$|请求$|方式|做法|好处|优点|问题)"
)
_CLAUSE = re.compile(
    r"(?:是|会|可以|都|就|也|不|还|只|被|把|让|即|已|正|能|应该|需要|必须|使用|声明|创建|和|与|或|中$|里$|时$|后$|前$|上$|下$|的$|了$|着$|则$|将$|并$|所$|仍|才|又|再|来$|去$|以$|而$|都$|同样$|通常$|默认$|内部$|无非$|的值$|直接$|自动$|主要$|本身$|一直$|仅$|完全$|为$|须$|[，：；])"
)
# What leaves open whom a rule of business speaks of, or ends in the middle of a clause.
_UNSAID = re.compile(
    r"^(?:申请时须|长期不用|本品|本公司|本店|该|其|因此|同时|若|当|一般|自)|(?:会|将|可以|可|都|均|不|应|须|一般|的|是|为)$"
)
POINTING = re.compile(
    r"(?:这|那个|那些|那样|那里|上述|上面|下面|以下|如下|前面|前文|后文|后面|本例|(?<!应)该|此处|它|其(?:他|它|中)|同样|示例|例子|例如|比如|参见|本节|本章|"
    r"下一|上一|上例|我们|我(?!们)|他们|之前|刚才|现在|某些|某个|一些|相同|本文|本页|本指南|教程|类似|等等|……|所示|另)"
)
UNANSWERABLE: Final = (
    ("{}的商业支持合同每年多少钱？", "合同"),
    ("{}第一年有多少人参与开发？", "第一年"),
    ("哪家公司对{}做过安全审计，是什么时候？", "审计"),
    ("{}最早是在哪座城市发布的？", "城市"),
    ("{}技术支持团队的电话号码是多少？", "电话"),
    ("哪所大学开设了讲授{}的课程？", "大学"),
    ("{}的源代码一共有多少行？", "行源代码"),
    ("{}在首次发布之前叫什么名字？", "曾用名"),
)
# In an answer: words that mean something outside the passage, or send the reader elsewhere.
ELSEWHERE = re.compile(
    r"(?:将(?:会)?(?:详细)?(?:介绍|讲解|说明)|这里|这些|那些|上述|上面|下面|以下|如下|前面|本例|此处|上一|下一|前文|后文|之前(?:看到|提到|的示例)|示例中|例子中|本指南|我也会|我将|我们|"
    r"(?:参考|参见|查看|阅读|详见|请看)[^，。]{0,20}(?:文档|指南|章节|教程|部分|概览|说明|网站|官网|http)|同样的方式|这样做|做到这一点|本章|本节|像这样|这样(?:配置|写|使用|定义|声明|创建|设置))|"
    r"^(?:它|这|那)|(?:为|是|在|用|像|以|于|到|即|如)。$"
)
REFUSAL: Final = "文档中没有说明。"
# Before the readings of a question that fits several passages.
READINGS: Final = "要看具体所指："
# How a sentence begins that goes on from the one before: no good with a gap.
GOES_ON = re.compile(
    r"^(?:为此|由此|对此|例如|比如|但|而|并|然后|所以|因此|这|那|只要|首先|现在|当然|同样|此外|另外|也)"
)
GAP: Final = {"number": "空格处应填什么数字？“{}”", "cloze": "空格处应填什么名称或值？“{}”"}
JOINED: Final = "{}？{}？"


def questions(text: str, names: frozenset[str], /) -> Iterator[tuple[Kind, str]]:
    """The kinds and questions that the form of a sentence allows: the first rule that fits."""
    for kind, pattern, question in _RULES:
        found = pattern.match(text)
        slots = _slots(found) if found else None
        if slots is not None:
            yield kind, _spaced(question.format(**slots))
            return


def list_question(listing: Listing, names: frozenset[str], /) -> str | None:
    """A question after the items of a list, from the sentence that leads to it."""
    lead = listing.lead.text.rstrip("：:").strip()
    found = re.match(
        rf"^{_THING}\s*(?P<verb>支持|提供了|提供|包含|包括|需要|具有|接收)\s*(?:以下|如下|这些|几[个种]|多[个种])?(?P<rest>[\u4e00-\u9fff]{{2,12}})$",
        lead,
    )
    slots = _slots(found) if found else None
    if slots is None or POINTING.search(slots["rest"]):
        return None
    return _spaced(f"{slots['thing']}{slots['base']}哪些{slots['rest']}？")


def false_premise(text: str, names: frozenset[str], /) -> tuple[str, str] | None:
    """A question that takes the opposite of a sentence for granted, and the answer that corrects it."""
    found = re.match(rf"^{_THING}\s*(?P<verb>支持|提供了|提供|包含|包括|允许)\s*(?P<rest>[^。]{{4,}})。$", text)
    slots = _slots(found) if found else None
    if slots is None or not re.match("[A-Za-z]", slots["thing"]):
        return None
    rest = re.split(r"[，；（：]", slots["rest"])[0].strip()
    verb = "包含" if slots["base"] == "包括" else slots["base"]
    if len(rest) < 3 or POINTING.search(rest) or re.match(r"一[个种](?!.*[A-Za-z])", rest):
        return None
    return _spaced(f"为什么{slots['thing']}不{verb}{rest}？"), f"这个前提不成立：{text}"


# A heading of questions and answers as people ask them.
_ASKS: Final = r"(?=.*(?:什么|多久|多少|多长|如何|怎么|怎样|哪|谁|几|吗|是否|能否|可否|能不能|可不可以|为何)).{4,40}$"


def heading_question(title: str, /) -> str | None:
    """A heading as a question: one that is a question already, or says what to do."""
    bare = title.strip().rstrip("？?")
    if POINTING.search(bare) or re.search(
        r"[：:，,|]|旧|更[好佳优]$|^在.*[中上里下时]$|^(?:声明|定义|设置|注册)为", bare
    ):
        return None
    if title.strip().endswith(("？", "?")) and re.match(_ASKS, bare):
        return f"{bare}？"
    if re.match(r"^(?:什么是|为什么|如何|怎样|怎么).{3,30}$", bare) or re.match(r"^.{3,30}是什么$", bare):
        return f"{bare}？"
    if re.match(
        r"^(?:添加|创建|声明|使用|定义|导入|禁用|启用|返回|安装|配置|覆盖|编写|运行|测试|更新|包含|设置|挂载|生成|自定义|校验|"
        r"弃用|排除|处理|部署|传递|扩展|检查|保存|注册|访问|为|在).{3,30}$",
        bare,
    ) and not bare.startswith(("使用场景", "测试文件", "配置文件", "处理器")):
        return f"如何{bare}？"
    return None


def colloquial(question: str, /) -> str:
    """The question as somebody asks a colleague."""
    return _spaced(f"请问{question}")


def key_words(question: str, /) -> str:
    """The question as somebody types it into a search field; empty where hardly anything is left or nothing changes."""
    bare = question.rstrip("？")
    bare = re.sub(r"^(.+?)\s*是什么$", r"\1 定义", bare)
    bare = re.sub(r"^为什么(.+)$", r"\1 原因", bare)
    bare = re.sub(
        r"^(?:怎样才能|可以用什么来|如何|怎么|如果)(?:你?(?:想要|想|需要|要))?|，(?:应该怎么做|会怎样)$", "", bare
    )
    bare = re.sub(r"\s*可以用来做什么$", " 用途", bare).strip()
    changed = bare != question.rstrip("？")
    return bare if len(bare) >= 6 and changed and not re.search(r"什么|哪些|不|仅|无非|时$", bare) else ""


def _slots(found: re.Match[str]) -> dict[str, str] | None:
    slots = {key: value.strip() for key, value in found.groupdict().items() if value is not None}
    thing = slots.get("thing")
    if thing is not None and (_VAGUE.match(thing) or POINTING.search(thing) or _CLAUSE.search(thing)):
        return None
    if any(POINTING.search(slots.get(key, "")) for key in ("goal", "cond", "a", "b", "about", "pre", "act", "who")):
        return None
    if "about" in slots and (_VAGUE.match(slots["about"]) or _UNSAID.search(slots["about"])):
        return None
    if "cond" in slots and _UNSAID.match(slots["cond"]):
        return None
    if "cond" in slots:
        slots["cond"] = slots["cond"].removesuffix("时")
    if "why" in slots and (
        POINTING.search(slots["what"]) or _VAGUE.match(slots["what"]) or re.search("[也还]", slots["what"])
    ):
        return None
    if kept := re.search("保存|保留|保修|有效期|质保", found[0]):
        slots["kept"] = {"有效期": "有效"}.get(kept[0], kept[0])
    if "verb" in slots:
        slots["base"] = slots["verb"].removesuffix("了")
    return slots


def _spaced(text: str) -> str:
    """A space between ideographs and Latin words, as the documents have it."""
    text = re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])", " ", text)
    return re.sub(r"(?<=[A-Za-z0-9)])(?=[\u4e00-\u9fff])", " ", text)
