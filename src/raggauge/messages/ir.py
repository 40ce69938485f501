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
        "{value} is not a judgement; a judgement is a whole number of at most 15 digits",
        "{value} 不是相关性等级；等级应为不超过 15 位的整数",
    ),
    "no_numbers": (
        "column {column} holds {type}, not numbers",
        "{column} 列的类型是 {type}，不是数值",
    ),
    "nothing_shared": (
        "no query of {run} is judged in {qrels}: it has {query}, the judgements {judged}; are these the same ids?",
        "{run} 中没有任何查询在 {qrels} 里有判断：前者有 {query}，后者有 {judged}；编号一致吗？",
    ),
    "judged_twice": (
        "query {query} judges document {doc} twice, as {first} and as {second}; keep one of the two rows",
        "查询 {query} 对文档 {doc} 给出了两个不同的等级 {first} 和 {second}；请只保留一行",
    ),
    "same_hash": (
        "documents {doc} and {other} of query {query} cannot be told apart by their hash; rename one of them",
        "查询 {query} 的文档 {doc} 与 {other} 的哈希值相同，无法区分；请改名其一",
    ),
    "unequal_columns": (
        "the columns differ in length: {n_query} queries, {n_doc} documents, {n_value} numbers",
        "各列长度不同：{n_query} 个查询、{n_doc} 个文档、{n_value} 个数值",
    ),
    "nothing": ("nothing", "空"),
    "no_rows": ("the file holds no row", "文件里没有任何一行数据"),
    "wrong_fields": (
        "a line has {n} fields where {expected} are needed: {line}",
        "这一行有 {n} 个字段，应为 {expected} 个：{line}",
    ),
    "not_qrels": (
        "this is no judgement file: a line has 4 fields (query, iteration, document, grade), or 3 (query, document, "
        "grade); here it has {n}: {line}",
        "这不是相关性判断文件：每行应有 4 个字段（查询、轮次、文档、等级）或 3 个（查询、文档、等级），"
        "这里有 {n} 个：{line}",
    ),
    "not_run": (
        "this is no run file: a line has 6 fields (query, Q0, document, rank, score, tag), or the first line names the "
        "columns query_id, doc_id and score; here it has {n} fields: {line}",
        "这不是检索结果文件：每行应有 6 个字段（查询、Q0、文档、名次、分数、标签），"
        "或首行写明列名 query_id、doc_id、score；这里有 {n} 个字段：{line}",
    ),
    "no_needs": (
        "the file has no column that names needs; TREC lines have it as their second column, tables as 'need'",
        "文件里没有标明所需信息的列；TREC 格式中是第二列，表格中列名为 need",
    ),
    "no_beir_qrels": (
        "the folder {folder} holds no judgements: neither qrels/test.tsv (or dev, train) nor a file qrels.*",
        "目录 {folder} 里没有相关性判断：既没有 qrels/test.tsv（或 dev、train），也没有 qrels.* 文件",
    ),
    "bad_beir_row": (
        "a row needs '_id' and 'text': {row}",
        "每一行应含 '_id' 和 'text'：{row}",
    ),
    "bad_json": (
        "the file is neither an object {{query: {{document: number}}}} nor JSON Lines with query_id, doc_id and a "
        "number: {problem}",
        "文件既不是 {{查询: {{文档: 数值}}}} 形式的对象，也不是含 query_id、doc_id 和数值的 JSON Lines：{problem}",
    ),
    "no_column": (
        "there is no column {column} (columns: {columns})",
        "没有名为 {column} 的列（现有列：{columns}）",
    ),
    "empty_cell": ("column {column} has empty cells", "{column} 列有空单元格"),
    "bad_overlap": (
        "overlap must lie above 0 and at most at 1, not {value}",
        "overlap 应大于 0 且不超过 1，而不是 {value}",
    ),
}
