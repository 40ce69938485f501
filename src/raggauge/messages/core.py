"""Messages of the nouns: samples, datasets, scores, metrics and judges."""

MESSAGES: dict[str, tuple[str, str]] = {
    "wrong_type": (
        "sample {sample}: {field} must be {expected}, not {value}",
        "样本 {sample}：{field} 应为{expected}，而不是 {value}",
    ),
    "cannot_write": ("{path} cannot be written: {problem}", "无法写入 {path}：{problem}"),
    "text": ("text", "文本"),
    "list_of_texts": ("a list of texts", "文本列表"),
    "list_of_passages": ("a list of passages (texts or objects with 'text')", "段落列表（文本或带 'text' 的对象）"),
    "positive_number": ("a finite number that is not negative", "非负的有限数"),
    "mapping": ("a mapping", "键值映射"),
    "text_id": ("a text that is not empty", "非空文本"),
    "duplicate_id": (
        "sample id {sample} occurs twice (first: {first}); ids must be unique: rename one or drop the id column",
        "样本编号 {sample} 出现了两次（首次：{first}）；编号必须唯一：请改名，或去掉编号列",
    ),
    "no_wordnet": (
        "synonyms need a WordNet database, and there is none here: install one (Debian: apt-get install wordnet-base), or "
        "name its folder with `data.noun` in it in the environment variable WNSEARCHDIR",
        "同义词需要 WordNet 数据库，此处没有找到：请安装（Debian：apt-get install wordnet-base），"
        "或在环境变量 WNSEARCHDIR 中指定含 `data.noun` 的目录",
    ),
    "lone_surrogate": (
        "sample {sample} holds half a character ({value}, a lone surrogate), which cannot be stored; decode its text anew",
        "样本 {sample} 含有半个字符（{value}，孤立的代理项），无法保存；请重新解码其文本",
    ),
    "score_range": (
        "metric {metric} gave {value}; a score is a finite number in [0, 1], or states why there is none",
        "指标 {metric} 给出 {value}；得分应为 [0, 1] 内的有限数，否则应说明为何没有得分",
    ),
    "unknown_metric": (
        "there is no metric {name}; did you mean {nearest}? `raggauge metrics` lists all",
        "没有名为 {name} 的指标；是否指 {nearest}？用 `raggauge metrics` 列出全部指标",
    ),
    "no_such_metric": (
        "there is no metric {name}; `raggauge metrics` lists all, and one of your own is FILE.py:Class",
        "没有名为 {name} 的指标；用 `raggauge metrics` 列出全部指标，自己的指标写作 文件.py:类",
    ),
    "bad_metric_text": (
        "{text} is not a metric; write a name, name(parameter=value), name@k, or FILE.py:Class for one of your own",
        "{text} 不是指标；请写成 名称、名称(参数=值)、名称@k，自定义指标写成 文件.py:类",
    ),
    "bad_metric_parameter": (
        "metric {name} has no parameter {parameter} with value {value}; it takes: {parameters}",
        "指标 {name} 不接受参数 {parameter} = {value}；可用参数：{parameters}",
    ),
    "metric_not_found": (
        "{text} names no metric: {problem}",
        "{text} 找不到指标：{problem}",
    ),
    "unknown_judge": (
        "there is no judge {name}; known are: {known}",
        "没有名为 {name} 的评判器；已知的有：{known}",
    ),
    "bad_judge_plugin": (
        "the plug-in judge {name} ({where}) cannot be made: {problem}",
        "无法创建插件评判器 {name}（{where}）：{problem}",
    ),
    "judge_cannot": (
        "metric {metric} needs {facet}, which the judge {judge} cannot give; choose a judge that can: {judges}",
        "指标 {metric} 需要 {facet}，评判器 {judge} 无法提供；请选用可提供的评判器：{judges}",
    ),
    "missing_field": (
        "sample {sample} has no '{field}', which {metric} needs; add the column or drop the metric "
        "(--skip-missing leaves such samples out of the metric)",
        "样本 {sample} 没有 '{field}'，而 {metric} 需要它；请添加该列或去掉该指标"
        "（--skip-missing 会让这些样本不参与该指标）",
    ),
    "bad_script": (
        "this line holds no evidence for the scripted judge: {problem}",
        "该行不是脚本评判器的证据：{problem}",
    ),
}
