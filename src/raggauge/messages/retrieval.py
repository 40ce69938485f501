"""Texts of `raggauge retrieval`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Measure ranked lists against relevance judgements, as trec_eval does, without a judge.\n\n"
        "QRELS is a TREC file, a BEIR folder, JSON, JSON Lines or Parquet; a RUN is a TREC run file, a table with "
        "query_id, doc_id and score, or JSON. Packed files are read too. Several runs are compared with the first, "
        "query by query.\n\n"
        "  raggauge retrieval qrels.trec bm25.trec\n"
        "  raggauge retrieval qrels.trec bm25.trec dense.trec -m 'ndcg@10 recall@{10,100}'\n"
        "  raggauge retrieval beir/scifact run.parquet --format json",
        "按 trec_eval 的规则，用相关性判断衡量排序结果，不需要评判器。\n\n"
        "QRELS 可以是 TREC 文件、BEIR 目录、JSON、JSON Lines 或 Parquet；RUN 可以是 TREC 结果文件、含 query_id、doc_id、"
        "score 的表格，或 JSON。压缩文件也可以。给出多个 RUN 时，逐个查询与第一个比较。\n\n"
        "  raggauge retrieval qrels.trec bm25.trec\n"
        "  raggauge retrieval qrels.trec bm25.trec dense.trec -m 'ndcg@10 recall@{10,100}'\n"
        "  raggauge retrieval beir/scifact run.parquet --format json",
    ),
    "measures": (
        "Measures, with blanks between: precision@k recall@k f1@k hit@k mrr map ndcg@k r_precision bpref judged@k.",
        "指标，以空格分隔：precision@k recall@k f1@k hit@k mrr map ndcg@k r_precision bpref judged@k。",
    ),
    "format": ("How to print: tables, JSON or CSV.", "输出形式：表格、JSON 或 CSV。"),
    "per_query": ("Also print every query's values.", "同时输出每个查询的数值。"),
    "no_relevant": (
        "What a query without a relevant document counts: nothing, or 0 as in trec_eval.",
        "没有相关文档的查询如何计入：不计入，或像 trec_eval 那样记 0。",
    ),
    "missing": (
        "What a judged query that the run lacks counts: 0, or nothing as in trec_eval.",
        "有判断但结果中缺失的查询如何计入：记 0，或像 trec_eval 那样不计入。",
    ),
    "needs": (
        "The second column of QRELS names what a document is needed for: one document of each is enough.",
        "QRELS 第二列标明文档所满足的需求：每个需求有一个文档即可。",
    ),
    "output": (
        "Write to this file instead, in the form of its ending: .json, .csv, .txt, or .html for a page with win/loss plots. "
        "Any other name is a new run folder (one below it for each of several runs), for show, report and compare.",
        "改为写入文件，形式由后缀决定：.json、.csv、.txt，或 .html（含胜负图的网页）。"
        "其他名称视为新的运行目录（多个结果各占一个子目录），可用于 show、report 和 compare。",
    ),
    "kept": ("run: {path}", "运行：{path}"),
    "same_run": ("the run {run} is given twice", "结果文件 {run} 给了两次"),
    "system": ("run", "结果"),
    "n_queries": (
        "{n} judged queries, {no_relevant} of them without a relevant document; mean [95% interval]",
        "{n} 个有判断的查询，其中 {no_relevant} 个没有相关文档；均值 [95% 区间]",
    ),
    "n_missing": ("{system} lacks {n} judged queries", "{system} 缺少 {n} 个有判断的查询"),
    "n_unjudged": (
        "{system} holds {n} queries without judgements, which are left out",
        "{system} 有 {n} 个查询没有判断，未计入",
    ),
    "contrast": ("difference of", "比较"),
    "measure": ("measure", "指标"),
    "difference": ("mean [95% interval]", "均值差 [95% 区间]"),
    "p": ("p (Holm)", "p（Holm）"),
    "queries": ("better/equal/worse", "更好/相同/更差"),
    "verdict": ("verdict", "结论"),
    "better": ("better", "更好"),
    "worse": ("worse", "更差"),
    "equivalent": ("equivalent", "等价"),
    "plot_title": (
        "{measure}: {other} minus {first}, query by query",
        "{measure}：逐个查询，{other} 减 {first}",
    ),
    "plot_axis": ("queries from the greatest gain to the greatest loss", "查询按差值从大到小排列"),
    "gains": ("greatest gains", "提升最大的查询"),
    "losses": ("greatest losses", "下降最大的查询"),
    "page_title": ("Retrieval: {title}", "检索：{title}"),
    "indistinguishable": ("no difference shown", "看不出差别"),
}
