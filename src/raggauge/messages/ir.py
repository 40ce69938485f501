"""Messages of ranked retrieval: measures, judgement files, run files and `raggauge retrieval`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown_measure": (
        "{text} is not a retrieval measure; write a name, name@k or name(parameter=value)@k; known are: {known}",
        "{text} 不是检索指标；请写成 名称、名称@k 或 名称(参数=值)@k；已知的有：{known}",
    ),
    "not_one_measure": (
        "{text} names {n} measures where one is expected",
        "{text} 给出了 {n} 个指标，而这里只要一个",
    ),
    "no_measure": (
        "no measure is named; known are: {known}",
        "没有给出指标；已知的有：{known}",
    ),
    "cutoff_missing": (
        "{measure} needs a cutoff: write {measure}@10",
        "{measure} 需要截断位置：请写成 {measure}@10",
    ),
    "cutoff_wrong": (
        "{measure} cannot be cut off at {k}; a cutoff is 1 or more, and r_precision and bpref take none",
        "{measure} 不能在 {k} 处截断；截断位置至少为 1，r_precision 和 bpref 没有截断位置",
    ),
    "no_parameter": (
        "{measure} does not take {item}; it takes: {allowed}",
        "{measure} 不接受 {item}；可用参数：{allowed}",
    ),
    "bad_id": (
        "{value} is not a document id; an id is a text without a zero character",
        "{value} 不是文档编号；编号应为不含零字符的文本",
    ),
    "bad_score": (
        "{value} is not a score; a score is a number (not NaN)",
        "{value} 不是分数；分数应为数字（不能是 NaN）",
    ),
    "bad_grade": (
        "{value} is not a judgement; a judgement is a whole number",
        "{value} 不是相关性等级；等级应为整数",
    ),
    "judged_twice": (
        "query {query} judges document {doc} twice, as {first} and as {second}; keep one of the two rows",
        "查询 {query} 对文档 {doc} 给出了两个不同的等级 {first} 和 {second}；请只保留一行",
    ),
    "same_hash": (
        "documents {doc} and {other} of query {query} cannot be told apart by their hash; rename one of them",
        "查询 {query} 的文档 {doc} 与 {other} 的哈希值相同，无法区分；请改名其一",
    ),
}
