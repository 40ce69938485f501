"""Messages about models: endpoints, keys, budgets, prices, the cache and the plan."""

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown_provider": (
        "there is no judge or provider {name}; known are: {known}, or an address with its model: http://host/v1#model; "
        "the extra raggauge[providers] adds those of pydantic-ai",
        "没有名为 {name} 的评判器或模型提供方；已知的有：{known}，也可写地址加模型：http://host/v1#model；"
        "安装附加组件 raggauge[providers] 可使用 pydantic-ai 支持的提供方",
    ),
    "no_model": (
        "{spec} names no model; write it behind, for example {example}",
        "{spec} 没有写明模型；请写在后面，例如 {example}",
    ),
    "bad_address": (
        "{spec} is no address of a model server; write http://host:port/v1#model",
        "{spec} 不是模型服务的地址；请写成 http://host:port/v1#model",
    ),
    "key_in_address": (
        "an address must hold no user name or password; put the key into the variable {variable}",
        "地址中不能带用户名或密码；请把密钥放入环境变量 {variable}",
    ),
    "no_key": (
        "the key for {provider} is missing; put it into the variable {variable} (or a file named in {variable}_FILE)",
        "缺少 {provider} 的密钥；请放入环境变量 {variable}（或把文件名写入 {variable}_FILE）",
    ),
    "no_address": (
        "the address of {provider} is missing; put it into the variable {variable}",
        "缺少 {provider} 的地址；请放入环境变量 {variable}",
    ),
    "bad_key_file": (
        "the key file {file} named in {variable} cannot be read: {problem}",
        "{variable} 指向的密钥文件 {file} 无法读取：{problem}",
    ),
    "unknown_option": (
        "an LLM judge has no setting {name}; it takes: {known}",
        "LLM 评判器没有设置项 {name}；可用的有：{known}",
    ),
    "embedder_alone": (
        "the embedder {embedder} needs its endpoint here; write provider:model or http://host/v1#model",
        "此处的嵌入器 {embedder} 需要写明端点；请写成 提供方:模型 或 http://host/v1#model",
    ),
    "same_family": (
        "the judge {judge} and the model it judges, {generator}, are both {family}: judges favour their own family",
        "评判器 {judge} 与被评判的模型 {generator} 同属 {family} 系列：评判器往往偏袒同系列模型",
    ),
    "smaller_judge": (
        "the judge {judge} is smaller than the model it judges, {generator}: it may miss what that one gets wrong",
        "评判器 {judge} 比被评判的模型 {generator} 小：可能看不出后者的错误",
    ),
    "bad_option": (
        "the judge setting {name} cannot be {value}: {problem}",
        "评判器设置 {name} 不能为 {value}：{problem}",
    ),
    "prompt_lacks": (
        "the prompt file {file} lacks the pieces {pieces}; copy them from the package and change the words",
        "提示文件 {file} 缺少部分 {pieces}；请从软件包自带的提示中复制后再改写",
    ),
    "bad_price": (
        "the price of {model} is {value}; write {{input: 2.0, output: 8.0}} in units of money per million tokens",
        "{model} 的价格为 {value}；请按每百万 token 的金额写成 {{input: 2.0, output: 8.0}}",
    ),
    "no_completion": (
        "the server's response is no chat completion: {problem}",
        "服务器的响应不是聊天补全：{problem}",
    ),
    "no_embeddings": (
        "the server's response holds no embeddings of the texts: {problem}",
        "服务器的响应不是所求文本的向量：{problem}",
    ),
    "call_failed": ("{problem}, after {tries} tries", "{problem}，已尝试 {tries} 次"),
    "call_refused": ("the server refuses the request: {problem}", "服务器拒绝了请求：{problem}"),
    "refused": ("{judge} refuses all calls: {problem}", "{judge} 拒绝所有调用：{problem}"),
    "refuses_many": (
        "{judge} refused {n} calls one after the other: {problem}; what is done is kept, resume the run when it is mended",
        "{judge} 连续拒绝了 {n} 次调用：{problem}；已完成的部分已保存，问题解决后可继续运行",
    ),
    "moved": (
        "{judge} sends calls on to {problem}; prompts and keys follow no redirect: name the address that answers",
        "{judge} 把调用转到 {problem}；提示和密钥不会跟随重定向：请直接写出真正应答的地址",
    ),
    "wrong_key": (
        "{judge} refuses the key in {variable}: {problem}",
        "{judge} 拒绝了 {variable} 中的密钥：{problem}",
    ),
    "wrong_model": (
        "{judge} knows no such model or address: {problem}; check the name behind # or : and the /v1 in the address "
        "(the key is taken from {variable})",
        "{judge} 没有这个模型或地址：{problem}；请检查 # 或 : 后的名称以及地址中的 /v1（密钥取自 {variable}）",
    ),
    "no_quota": (
        "{judge} says that the account is used up: {problem} (the key is in {variable}); what is done is kept, "
        "resume the run later",
        "{judge} 表示账户额度已用完：{problem}（密钥在 {variable} 中）；已完成的部分已保存，可稍后继续运行",
    ),
    "gone": (
        "{judge} does not answer: {problem} ({tries} tries); what is done is kept, resume the run later",
        "{judge} 没有应答：{problem}（已尝试 {tries} 次）；已完成的部分已保存，待其恢复后可继续运行",
    ),
    "waits_for_other": (
        "another process is making the {purpose} call of sample {sample}: waiting for its reply",
        "另一个进程正在进行样本 {sample} 的 {purpose} 调用：等待其结果",
    ),
    "waits": (
        "{judge} lets calls wait {seconds} s: {problem}",
        "{judge} 要求等待 {seconds} 秒：{problem}",
    ),
    "tries_again": (
        "{problem}; try {tries} of {most} failed",
        "{problem}；第 {tries} 次尝试失败（最多 {most} 次）",
    ),
    "waits_too_long": (
        "{judge} asks to wait {asked}, longer than longest_wait_s allows ({allowed}): {problem}; what is done is kept, "
        "resume the run after that time",
        "{judge} 要求等待 {asked}，超过 longest_wait_s 允许的 {allowed}：{problem}；"
        "已完成的部分已保存，请在此之后继续运行",
    ),
    "page": (
        "{judge} answers with web pages ({n} times: {problem}): a login page, a proxy or a wrong address stands in "
        "between; open the address in a browser or check it for /v1; what is done is kept, resume the run later",
        "{judge} 返回的是网页（{n} 次：{problem}）：中间可能有登录页、代理，或地址有误；"
        "请用浏览器打开该地址或检查是否缺少 /v1；已完成的部分已保存，可稍后继续运行",
    ),
    "bad_proxy": (
        "the proxy before {judge} refuses to pass calls on: {problem}; check http_proxy, https_proxy and no_proxy",
        "{judge} 前面的代理拒绝转发调用：{problem}；请检查 http_proxy、https_proxy 和 no_proxy",
    ),
    "other_proxy": (
        "the proxy in {variable} is of the kind {scheme}, and only HTTP proxies can be used; name one, or name the "
        "judge's host in no_proxy",
        "{variable} 中的代理类型为 {scheme}，而只支持 HTTP 代理；请换成 HTTP 代理，或把评判器的主机写入 no_proxy",
    ),
    "untrusted": (
        "{judge} cannot be reached safely: {problem}; check that the address begins with the right http:// or "
        "https://, and name your own authority's certificate in the variable SSL_CERT_FILE",
        "无法安全连接 {judge}：{problem}；请检查地址开头是 http:// 还是 https://，"
        "自签证书机构的证书请写入环境变量 SSL_CERT_FILE",
    ),
    "bad_key": (
        "the key in {variable} ({n} characters) holds a line break or another character ({what}, the {place}. one) "
        "that no HTTP header can carry; copy the key again, alone and on one line",
        "{variable} 中的密钥（{n} 个字符）第 {place} 个字符是换行或其他 HTTP 头无法携带的字符（{what}）；请重新复制密钥，只保留一行",
    ),
    "other_snapshot": (
        "{judge} is served by {served}, and raggauge.lock settles on {expected}: settle on the new one with "
        "`raggauge judge lock --ask`, or run with --force",
        "{judge} 当前由 {served} 提供服务，而 raggauge.lock 固定的是 {expected}："
        "请用 `raggauge judge lock --ask` 固定新的模型，或加 --force 运行",
    ),
    "prompt_cut": (
        "{judge} counts {counted} tokens where about {sent} were sent: it seems to cut prompts off; give it a larger "
        "context (ollama: num_ctx) or lower the judge's setting `room`",
        "{judge} 只计入 {counted} 个 token，而实际发送约 {sent} 个：它似乎截断了提示；"
        "请增大其上下文（ollama：num_ctx），或调小评判器设置 `room`",
    ),
    "no_price": (
        "nobody knows the price of {judge}, so a limit of cost cannot hold; give it in raggauge.yaml (prices:) or use "
        "--max-calls",
        "不知道 {judge} 的价格，费用上限无法生效；请在 raggauge.yaml 的 prices: 中给出，或改用 --max-calls",
    ),
    "bill": ("Bill", "账单"),
    "bill_total": (
        "{calls} calls, {prompt} tokens in ({cached} of them cached by the provider), {completion} out, {money}",
        "{calls} 次调用，输入 {prompt} token（其中 {cached} 命中提供方缓存），输出 {completion} token，{money}",
    ),
    "bill_part": (
        "{what}: {calls} calls, {prompt} in, {completion} out, {money}",
        "{what}：{calls} 次调用，输入 {prompt}，输出 {completion}，{money}",
    ),
    "bill_embedded": ("{what}: {calls} texts, {prompt} in, {money}", "{what}：{calls} 段文本，输入 {prompt}，{money}"),
    "bill_sample": (
        "per sample: {calls} calls, {tokens} tokens, {money}",
        "每个样本：{calls} 次调用，{tokens} token，{money}",
    ),
    "bill_nothing": ("no calls: every reply was known already", "没有调用：所有回复均已有记录"),
    "unpriced": ("price not known", "价格未知"),
    "purpose_claims": (
        "claims (faithfulness, context_recall, correctness)",
        "论断（faithfulness、context_recall、correctness）",
    ),
    "purpose_questions": ("reverse questions (answer_relevance)", "反向问题（answer_relevance）"),
    "purpose_verdicts": ("verdicts (claims, passages)", "判定（论断、段落）"),
    "purpose_ratings": ("ratings and rubrics", "评分与量规"),
    "purpose_preferences": ("preferences between answers", "回答之间的偏好"),
    "purpose_embeddings": ("embeddings (answer_relevance, similarity)", "向量（answer_relevance、相似度）"),
    "purpose_other": ("other", "其他"),
    "calls_used_up": (
        "the limit of {limit} judge calls is reached, earlier goes of this run counted; everything that was paid for is "
        "kept: resume with a higher --max-calls",
        "已达到 {limit} 次评判调用的上限（含此运行之前的调用）；已付费的结果都已保存：提高 --max-calls 后可继续运行",
    ),
    "cost_used_up": (
        "the limit of {limit} {currency} is reached ({spent} spent or set aside for calls under way, earlier goes of this "
        "run counted); everything that was paid for is kept: resume with a higher --max-cost",
        "已达到 {limit} {currency} 的费用上限（已花费或已为进行中的调用预留 {spent}，含此运行之前的花费）；"
        "已付费的结果都已保存：提高 --max-cost 后可继续运行",
    ),
    "broken_cache": (
        "the call cache {file} cannot be used: {problem}; remove it or run `raggauge cache clear`",
        "调用缓存 {file} 无法使用：{problem}；请删除它，或运行 `raggauge cache clear`",
    ),
}
