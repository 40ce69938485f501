"""Messages of runs: what can go wrong before, during and after, and the words of the summary."""

MESSAGES: dict[str, tuple[str, str]] = {
    "target_gave_none": (
        "the system under test returned no {field} for sample {sample}, which {metric} needs; have it return them with the "
        "answer, say under `target` where they stand in its reply, or drop the metric",
        "被测系统没有为样本 {sample} 返回 {field}，而 {metric} 需要它；请让系统随回答一起返回，在 `target` 中写明它在回复中的位置，或去掉该指标",
    ),
    "nobody_answered": (
        "sample {sample} has no '{field}', which {metric} needs; name the system that answers (--target, or `target` in "
        "raggauge.yaml), add the column, or drop the metric",
        "样本 {sample} 没有 '{field}'，而 {metric} 需要它；请指明作答的系统（--target，或 raggauge.yaml 中的 `target`）、添加该列，或去掉该指标",
    ),
    # the command
    "help": (
        "Score files of what a RAG system produced, with the evidence for every score. No key is needed: the embedded "
        "judge is used unless another one is named.\n\n"
        "  raggauge run outputs.jsonl\n"
        "  raggauge run outputs.jsonl --metrics core,rougeL --limit 20\n"
        "  raggauge run outputs.csv --judge openai:MODEL --concurrency 16\n"
        "  raggauge run --resume",
        "为 RAG 系统的输出文件打分，并给出每个得分的证据。无需密钥：未指定评判器时使用内置评判器。\n\n"
        "  raggauge run outputs.jsonl\n"
        "  raggauge run outputs.jsonl --metrics core,rougeL --limit 20\n"
        "  raggauge run outputs.csv --judge openai:MODEL --concurrency 16\n"
        "  raggauge run --resume",
    ),
    "opt_metrics": (
        "Names, groups, name(parameter=value), FILE.py:Class; default: core and what costs no further call.",
        "名称、组、名称(参数=值)、文件.py:类；默认为 core 以及无需额外调用的指标。",
    ),
    "opt_target": (
        "Ask this system first: module:function, file.py:function, http://host/path or recorded:FILE.",
        "先询问该系统：模块:函数、文件.py:函数、http://主机/路径 或 recorded:文件。",
    ),
    "answers_again": (
        "{n} answers of a broken-off run are taken up again from {path}; delete it to ask anew",
        "从 {path} 继续使用中断运行的 {n} 个回答；如需重新询问请删除它",
    ),
    "opt_judge": (
        "Who judges: embedded, provider:model, scripted:FILE.",
        "评判器：embedded、provider:model、scripted:文件。",
    ),
    "opt_judge_option": ("A setting of the judge; repeat for more.", "评判器的设置；可重复。"),
    "opt_embedder": ("What computes similarities.", "计算相似度的嵌入器。"),
    "opt_limit": ("Only the first N samples.", "只取前 N 个样本。"),
    "opt_take": ("N samples at random, by --seed.", "按 --seed 随机取 N 个样本。"),
    "opt_seed": ("Seed of all that is random.", "随机数种子。"),
    "opt_filter": ("Only samples whose metadata has this value; repeat for more.", "只取元数据为该值的样本；可重复。"),
    "opt_skip_missing": (
        "Leave samples without a needed field out of the metric instead of stopping.",
        "缺少所需字段的样本不参与该指标，而不是报错停止。",
    ),
    "opt_map": ("Read a field from this column; repeat for more.", "从该列读取字段；可重复。"),
    "opt_encoding": ("Encoding of the files.", "文件编码。"),
    "opt_on_bad_row": ("What a faulty row does.", "遇到有误的行时如何处理。"),
    "opt_repeats": ("Ask the judge N times per sample.", "每个样本询问评判器 N 次。"),
    "opt_repeat_rule": ("How repeats become one value.", "多次结果合并为一个值的规则。"),
    "opt_concurrency": ("How many questions are in flight at once.", "同时进行的询问数。"),
    "opt_max_calls": ("Stop cleanly before the judge makes more calls than this.", "评判调用达到该次数前干净地停止。"),
    "opt_max_cost": ("Stop cleanly before the judge costs more than this.", "评判费用达到该金额前干净地停止。"),
    "opt_jobs": ("Processes, for a judge that only computes.", "进程数，适用于纯计算的评判器。"),
    "opt_name": ("A name for the run.", "运行的名称。"),
    "opt_out": (
        "Folder of the run (default: a new one in .raggauge/runs).",
        "运行文件夹（默认在 .raggauge/runs 下新建）。",
    ),
    "opt_resume": (
        "Go on with a run that was broken off (default: the last one).",
        "继续一次中断的运行（默认最近一次）。",
    ),
    "opt_config": ("Settings file to use.", "使用的设置文件。"),
    "noise": (
        "judge noise, the standard deviation of one judgement over {n} repeats: {noise}",
        "评判噪声（{n} 次重复中单次评判的标准差）：{noise}",
    ),
    "no_file": (
        "there is nothing to score: give a file (raggauge run outputs.jsonl), or `dataset:` in raggauge.yaml",
        "没有要评分的内容：请给出文件（raggauge run outputs.jsonl），或在 raggauge.yaml 中设置 `dataset:`",
    ),
    "resume_alone": (
        "--resume goes on with what the run was begun with; leave out {given}",
        "--resume 沿用运行开始时的设置；请去掉 {given}",
    ),
    "bad_pair": (
        "{option} takes KEY=VALUE, not {value}",
        "{option} 的写法是 键=值，而不是 {value}",
    ),
    "where": ("run: {path}", "运行：{path}"),
    "next": ("next: {command}", "下一步：{command}"),
    # what was asked for
    "metric_from_python": (
        "metric {metric} is an object of the program that made this run; go on by calling evaluate there again, with "
        "the same out=",
        "指标 {metric} 是创建该运行的程序中的对象；请在那里以相同的 out= 再次调用 evaluate 继续",
    ),
    "metric_changed": (
        "the file of metric {metric} ({spec}) has changed since the run was begun; put it back or begin a new run",
        "指标 {metric} 的文件（{spec}）在运行开始后有改动；请还原文件或新开一次运行",
    ),
    "same_name": (
        "two different metrics are called {metric}; give yours a name of its own (name: ClassVar[str] = ...)",
        "有两个不同的指标都叫 {metric}；请为您的指标另取名称（name: ClassVar[str] = ...）",
    ),
    "name_taken": (
        "{text} would be called {metric}, which is the name of another metric or group; rename the class, or give it "
        'a name of its own: name: ClassVar[str] = "my_{metric}"',
        "{text} 将被称为 {metric}，而这已是另一指标或组的名称；请给类改名，或另行指定："
        'name: ClassVar[str] = "my_{metric}"',
    ),
    "unknown_option": (
        "evaluate has no option {name}; did you mean {nearest}?",
        "evaluate 没有选项 {name}；是否指 {nearest}？",
    ),
    "no_class": (
        "{file} has no class {name}; its metrics: {known}",
        "{file} 中没有类 {name}；其中的指标：{known}",
    ),
    "no_metric": (
        "{text} is no metric: it lacks {lacking}; a metric is a frozen dataclass with fields, facets and "
        "score(sample, evidence)",
        "{text} 不是指标：缺少 {lacking}；指标应为带 fields、facets 和 score(sample, evidence) 的冻结数据类",
    ),
    "no_judge": (
        "{judge} is no judge; give a text such as 'embedded', a Judge, or an async function from an Ask to Evidence",
        "{judge} 不是评判器；请给出 'embedded' 之类的文本、Judge 对象，或从 Ask 到 Evidence 的异步函数",
    ),
    "none_passes": (
        "none of the {n} samples passes the filter {filters}; their metadata has: {keys}",
        "{n} 个样本都不符合筛选条件 {filters}；其元数据有：{keys}",
    ),
    "no_samples": (
        "there is no sample to score in {name}; check the file, --filter and --limit",
        "{name} 中没有可评分的样本；请检查文件、--filter 和 --limit",
    ),
    "nothing_to_do": (
        "no metric is left to run ({reasons}); add the missing columns, name them with --map, or name other metrics "
        "(`raggauge check FILE` says what was understood)",
        "没有可运行的指标（{reasons}）；请补充缺少的列、用 --map 指明，或指定其他指标（`raggauge check 文件` 可查看读懂了什么）",
    ),
    "bad_number": (
        "{name} must be a whole number of at least {least}, not {value}",
        "{name} 应为不小于 {least} 的整数，而不是 {value}",
    ),
    "bad_rule": (
        "the repeat rule is mean, majority or pass^k, not {value}",
        "重复规则只能是 mean、majority 或 pass^k，而不是 {value}",
    ),
    "bad_reading": ("the data cannot be read this way: {problem}", "无法以这种方式读取数据：{problem}"),
    "not_finite": (
        "sample {sample}: {field} holds {value}, which JSON cannot; leave the value out or use a finite number",
        "样本 {sample}：{field} 含有 JSON 无法表示的 {value}；请去掉该值或改用有限数",
    ),
    "no_json": (
        "sample {sample}: {field} holds something that JSON cannot ({problem}); use texts, numbers, lists and mappings",
        "样本 {sample}：{field} 含有 JSON 无法表示的内容（{problem}）；请使用文本、数字、列表和映射",
    ),
    "jobs_wait": (
        "the judge {judge} waits for a network, which several processes do not make quicker; use --concurrency",
        "评判器 {judge} 主要在等待网络，多进程不会更快；请使用 --concurrency",
    ),
    "jobs_object": (
        "{what} exists only as an object of this program, so other processes cannot have it; leave --jobs at 1 or name "
        "it by text",
        "{what} 只是本程序中的对象，其他进程无法使用；请将 --jobs 保持为 1，或用文本指定",
    ),
    "process_died": (
        "a process that shared the work died (killed, or out of memory); what is finished is kept: resume with fewer "
        "--jobs",
        "一个分担工作的进程意外退出（被终止或内存不足）；已完成的部分已保存：请用较小的 --jobs 恢复运行",
    ),
    "said_by_process": ("{problem}", "{problem}"),
    "data_changed": (
        "{name} changed while it was read; what is finished is kept, but it cannot be finished with other data",
        "{name} 在读取过程中发生了变化；已完成的部分已保存，但不能用不同的数据继续完成",
    ),
    "log_begin": (
        "run in {path}: {done} of {n} samples are there; metrics: {metrics}",
        "运行于 {path}：{n} 个样本中已有 {done} 个；指标：{metrics}",
    ),
    "log_batch": (
        "the judge failed on {n} samples together ({problem}); asking one by one",
        "评判器同时处理 {n} 个样本时失败（{problem}）；改为逐个询问",
    ),
    "log_gap": ("the judge failed on sample {sample}: {problem}", "评判器在样本 {sample} 上失败：{problem}"),
    # resuming
    "bound_as_before": (
        "the limit {flag} {value} of this run still holds, with what earlier goes spent; give another to change it",
        "此运行的上限 {flag} {value} 仍然有效，并计入之前的花费；如需更改请重新给出",
    ),
    "kept": (
        "what is finished is kept in {path}; `raggauge run --resume {path}` goes on",
        "已完成的部分保存在 {path}；用 `raggauge run --resume {path}` 继续",
    ),
    "judge_from_python": (
        "the judge of {path} is an object of the program that made it; go on by calling evaluate there again, with the "
        "same out=",
        "{path} 的评判器是创建它的程序中的对象；请在那里以相同的 out= 再次调用 evaluate 继续",
    ),
    "data_from_python": (
        "the data of {path} came from a program, not from a file; go on by calling evaluate there again, with the same "
        "out=",
        "{path} 的数据来自程序而非文件；请在那里以相同的 out= 再次调用 evaluate 继续",
    ),
    "input_changed": (
        "{inputs} has changed since {path} was begun; put it back as it was, or begin a new run",
        "{inputs} 在 {path} 开始之后有改动；请还原，或新开一次运行",
    ),
    "judge_changed": (
        "the judge {judge} is not what it was when {path} was begun (other version, settings or prompts); begin a new "
        "run",
        "评判器 {judge} 与 {path} 开始时不同（版本、设置或提示词有变）；请新开一次运行",
    ),
    "other_run": (
        "{path} holds an unfinished run that differs in: {differing}; give another folder, or ask for the same",
        "{path} 中有一个未完成的运行，不同之处：{differing}；请换一个文件夹，或使用相同的设置",
    ),
    "finished_there": (
        "{path} holds a finished run; give another folder, or look at it with `raggauge show {path}`",
        "{path} 中是一个已完成的运行；请换一个文件夹，或用 `raggauge show {path}` 查看",
    ),
    "nothing_to_resume": (
        "there is no unfinished run under {home}",
        "{home} 下没有未完成的运行",
    ),
    "other_version": (
        "this run was begun with raggauge {then} and goes on with {now}",
        "该运行由 raggauge {then} 开始，现由 {now} 继续",
    ),
    # finding
    "no_such_run": (
        "there is no run {run} under {home}; give a folder, a name, the beginning of an id, or last",
        "{home} 下没有运行 {run}；请给出文件夹、名称、编号开头或 last",
    ),
    "several_runs": (
        "{run} fits several runs: {ids}; write more of the id",
        "{run} 对应多个运行：{ids}；请写出更长的编号",
    ),
    "no_sample": (
        "the run has no sample {id} among its {n}; `raggauge show RUN --worst 10` lists ids",
        "该运行的 {n} 个样本中没有 {id}；用 `raggauge show RUN --worst 10` 列出编号",
    ),
    # the folder
    "no_run_folder": (
        "{path} is no run folder: it has no manifest.json",
        "{path} 不是运行文件夹：其中没有 manifest.json",
    ),
    "not_empty": (
        "{path} holds other files; give a new folder",
        "{path} 中有其他文件；请给出新的文件夹",
    ),
    "locked": (
        "{path} is being written by process {pid} on {host}; wait for it, or stop it first",
        "{path} 正由 {host} 上的进程 {pid} 写入；请等待它结束，或先停止它",
    ),
    "lock_taken_over": (
        "the process {pid} that wrote this run is dead; going on in its place",
        "写入该运行的进程 {pid} 已不存在；现接替它继续",
    ),
    "disk_full": (
        "no room left to write {path} ({problem}); what is finished is kept: make room and resume",
        "没有空间写入 {path}（{problem}）；已完成的部分已保存：请腾出空间后恢复运行",
    ),
    "not_allowed": (
        "{path} may not be written or read ({problem}); change its permissions or choose another folder with --out",
        "无权读写 {path}（{problem}）；请更改权限，或用 --out 选择其他文件夹",
    ),
    "cannot_use": ("{path} cannot be used: {problem}", "无法使用 {path}：{problem}"),
    "later_version": (
        "{path} was written by a later raggauge (format {version}); update raggauge to read it",
        "{path} 由更新版本的 raggauge 写成（格式 {version}）；请升级 raggauge 后再读取",
    ),
    "damaged": (
        "{path} is damaged: {problem}",
        "{path} 已损坏：{problem}",
    ),
    # the summary
    "scoring": ("scoring", "评分中"),
    "rate": ("{rate}/s", "{rate}/秒"),
    "n_samples": ("{n} samples", "{n} 个样本"),
    "n_scored": ("{scored}/{n} scored", "{scored}/{n} 已评分"),
    "n_not_applicable": ("{n} n/a", "{n} 个不适用"),
    "n_refused": ("{n} refused", "{n} 个拒答"),
    "of_them_refused": (" ({n} refused)", "（{n} 个拒答）"),
    "n_unscored": ("{n} unscored", "{n} 个未评分"),
    "within": (" (mean within {lowest} to {highest})", "（均值在 {lowest} 到 {highest} 之间）"),
    "comma": (", ", "，"),
    "goal_met": ("met", "达标"),
    "goal_missed": ("missed", "未达标"),
    "column_metric": ("metric", "指标"),
    "column_mean": ("mean [95%]", "均值 [95%]"),
    "column_counts": ("samples", "样本"),
    "column_goal": ("goal", "目标"),
}
