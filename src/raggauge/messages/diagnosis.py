"""Messages of the diagnosis: what is wrong, how it shows, what to change."""

MESSAGES: dict[str, tuple[str, str]] = {
    "bad_mean": (
        "the mean of {metric} must be a number between 0 and 1, not {value}",
        "{metric} 的均值应为 0 到 1 之间的数，而不是 {value}",
    ),
    "from_means": (
        "From means alone: no samples, no intervals; a run with evidence says more.",
        "仅依据均值：没有样本，也没有区间；带证据的运行能说明更多。",
    ),
    "help": (
        "Say what is wrong with the system behind a run, weakest stage first, and what to change.\n\n"
        "  raggauge diagnose last\n"
        "  raggauge diagnose last --composite product\n"
        "  raggauge diagnose --mean context_recall=0.52 --mean faithfulness=0.68",
        "指出一次运行背后的系统哪里有问题（最薄弱的环节在前），以及该改什么。\n\n"
        "  raggauge diagnose last\n"
        "  raggauge diagnose last --composite product\n"
        "  raggauge diagnose --mean context_recall=0.52 --mean faithfulness=0.68",
    ),
    "against_option": (
        "Blame only what is worse than in this run of a state that was good enough.",
        "只指出比该运行（一个够好的状态）更差的地方。",
    ),
    "other_judge": (
        "the runs were judged by different judges ({a} and {b}); judge both with one",
        "两次运行由不同的评判器评判（{a} 与 {b}）；请用同一个评判器",
    ),
    "uncalibrated": (
        "The judge is not calibrated on your data: goals are a rough guide, differences between runs are not; "
        "--against RUN diagnoses what became worse.",
        "评判器未在你的数据上校准：目标只是粗略参考，运行之间的差异才可靠；--against RUN 只诊断变差之处。",
    ),
    "scaled": (
        "The judge is not calibrated on your data, so goals are taken as it sees them, by its errors on labelled sets. "
        "Where it sees less of your texts than usual, this still blames too much: compare with --against RUN, or calibrate.",
        "评判器未在你的数据上校准，因此目标按它在有标注数据集上的误差折算。若它对你的文本看得比平时更少，仍可能误报：请用 "
        "--against RUN 与之前的运行比较，或先校准。",
    ),
    "scale": (
        "  {metric}: {stated} looks like {seen}; the mean stands for about {true} (right rows get {good}, {least} to {most} "
        "by set, wrong ones {bad})",
        "  {metric}：{stated} 看来相当于 {seen}；测得的均值约相当于 {true}（全对时给 {good}，各数据集为 {least} 到 {most}；"
        "全错时给 {bad}）",
    ),
    "leaning_unknown": (
        "{title}: {number}, leaning past {goal} (how right this judge is there is not known)",
        "{title}：{number}，倾向于越过 {goal}（该评判器在此项上的准确度未知）",
    ),
    "leaning_seen": (
        "{title}: {number}, leaning past {goal}, the goal {stated} as this judge sees it",
        "{title}：{number}，倾向于越过 {goal}，即该评判器眼中的目标 {stated}",
    ),
    "low_seen": (
        "{title}: {number}, under {goal}, the goal {stated} as this judge sees it",
        "{title}：{number}，低于 {goal}，即该评判器眼中的目标 {stated}",
    ),
    "high_seen": (
        "{title}: {number}, at or over {goal}, the limit {stated} as this judge sees it",
        "{title}：{number}，不低于 {goal}，即该评判器眼中的上限 {stated}",
    ),
    "unfinished": (
        "The run was broken off: this is what {done} of {n} samples show.",
        "运行已中断：以上仅基于 {n} 个样本中已完成的 {done} 个。",
    ),
    "mean_option": (
        "Diagnose from this mean instead of a run; give it once for each metric.",
        "不用运行，而是依据该均值诊断；每个指标写一次。",
    ),
    "composite_option": (
        "Also print one number of the core metrics, with the metric that moves it most.",
        "同时输出核心指标的综合得分，以及对其影响最大的指标。",
    ),
    "format_option": ("terminal or json", "terminal 或 json"),
    "not_a_mean": (
        "{text} is not a mean; write METRIC=NUMBER, as in --mean faithfulness=0.7",
        "{text} 不是均值；请写成 指标=数值，例如 --mean faithfulness=0.7",
    ),
    "composite": (
        "Composite of the core metrics: {composite}; {metric} moves it most.",
        "核心指标的综合得分：{composite}；影响最大的是 {metric}。",
    ),
    "depths": (
        "By number of passages (k, precision, recall), from the same evidence:",
        "按段落数（k、精度、召回），来自同一份证据：",
    ),
    "enough": ("  Recall grows no more from k = {k} on.", "  从 k = {k} 起召回不再增长。"),
    "slices": (
        "Slices that differ from the rest (of {n} looked at, p corrected for that):",
        "与其余部分不同的切片（共检验 {n} 个，p 值已校正）：",
    ),
    "slice": (
        "  {key} = {value}: {metric} {mean}, elsewhere {rest} (n = {n}, p = {p})",
        "  {key} = {value}：{metric} {mean}，其余 {rest}（n = {n}，p = {p}）",
    ),
    "also": ("; the same samples: {names}", "；与此相同的样本：{names}"),
    "gaps": ("Questions that the documents do not answer, by topic:", "文档无法回答的问题，按话题："),
    "at_fault": ("At fault", "问题环节"),
    "nothing": ("No stage is at fault by the goals set.", "按所设目标，没有哪个环节有问题。"),
    "open_refusals": (
        "{n} of {total} answers refuse, and nothing says whether they should: give references or metadata.answerable.",
        "{total} 个回答中有 {n} 个拒答，是否应当拒答无从得知：请提供参考答案或 metadata.answerable。",
    ),
    "redesign": (
        "All four core metrics are low: several stages are broken. Mend them in the order recall, precision, "
        "faithfulness, relevance, and measure again after each; if one round does not help, rethink the design.",
        "四个核心指标全部偏低：多个环节有问题。请按召回、精度、忠实度、相关性的顺序逐一修复，每次修复后重新测量；"
        "如果一轮下来没有改善，请重新考虑设计。",
    ),
    "low": ("{title}: {number}, under the goal {goal}", "{title}：{number}，低于目标 {goal}"),
    "high": ("{title}: {number}, at or over {goal}", "{title}：{number}，不低于上限 {goal}"),
    "leaning": (
        "{title}: {number}, leaning past {goal} (the interval does not settle it)",
        "{title}：{number}，倾向于越过 {goal}（区间尚不能确定）",
    ),
    "counted": ("{title}: {n_samples} of {n} samples", "{title}：{n} 个样本中的 {n_samples} 个"),
    "of": (
        "; {n_samples} of {n} samples, costing {cost}",
        "；涉及 {n} 个样本中的 {n_samples} 个，损失 {cost}",
    ),
    "explained": (
        " (without {n} whose value another fault explains)",
        "（不含 {n} 个由其他问题解释的样本）",
    ),
    "cause.retrieval_misses": ("Retrieval misses what is needed", "检索遗漏了所需内容"),
    "cause.cut_by_chunking": ("Facts are cut apart by chunking", "分块把事实切断了"),
    "cause.noise": ("Noise among the passages", "段落中有噪声"),
    "cause.ranking": ("Useful passages come late", "有用的段落排得靠后"),
    "cause.too_much_context": ("Too much context", "上下文过多"),
    "cause.generation_invents": ("The answer invents", "回答有编造"),
    "cause.misled_by_distractors": ("Misled by distractors", "被干扰段落误导"),
    "cause.found_not_used": ("Found but not used", "检索到了却没有用上"),
    "cause.off_the_point": ("The answer is off the point", "回答偏离问题"),
    "cause.too_cautious": ("Too cautious: refuses what it could answer", "过于谨慎：拒答了可以回答的问题"),
    "cause.knowledge_gap": ("The documents do not hold the answer", "文档中没有答案"),
    "sign.retrieval_misses": (
        "Part of what a right answer needs is in none of the retrieved passages.",
        "正确回答所需的部分内容不在任何检索到的段落中。",
    ),
    "sign.retrieval_misses_guesses": (
        "What is needed is not retrieved, and the model guesses instead. Mend retrieval first, then the instructions.",
        "所需内容没有检索到，模型便靠猜测作答。请先修复检索，再改进提示词。",
    ),
    "sign.cut_by_chunking": (
        "The missing facts begin at the end of a retrieved chunk: the rest stands in the next one.",
        "缺失的事实始于某个检索块的末尾：其余部分在下一块中。",
    ),
    "sign.noise": (
        "Useless passages stand among or before the useful ones.",
        "无用的段落夹在有用段落之间或之前。",
    ),
    "sign.noise_faithful": (
        "Useless passages stand among or before the useful ones, and the answer repeats them faithfully: a "
        "composite score would hide this.",
        "无用的段落夹在有用段落之间或之前，而回答忠实地重复了它们：综合得分会掩盖这一点。",
    ),
    "sign.ranking": (
        "Useful passages are retrieved, but stand behind useless ones.",
        "有用的段落检索到了，却排在无用段落之后。",
    ),
    "sign.too_much_context": (
        "Few of the sentences handed over are needed: the chunks are too large or too many.",
        "交给模型的句子中只有很少是必需的：块太大或太多。",
    ),
    "sign.generation_invents": (
        "The answer claims things that the passages do not hold.",
        "回答中有段落里没有的论断。",
    ),
    "sign.generation_invents_dangerous": (
        "What is needed was retrieved, and yet the answer claims things that the passages do not hold: the most "
        "dangerous fault, since nothing else looks amiss.",
        "所需内容已检索到，回答却仍有段落里没有的论断：这是最危险的问题，因为其他方面看起来都正常。",
    ),
    "sign.misled_by_distractors": (
        "Wrong claims of the answer come from the passages themselves.",
        "回答中的错误论断来自段落本身。",
    ),
    "sign.found_not_used": (
        "The passages hold what is needed, and the answer leaves it out.",
        "段落中有所需的内容，回答却没有写出。",
    ),
    "sign.off_the_point": (
        "The answer does not speak to the question.",
        "回答没有针对问题。",
    ),
    "sign.off_the_point_padded": (
        "Passages and facts are fine: the answers are right but padded, or answer more than was asked.",
        "段落与事实都没有问题：回答正确但有废话，或答了没有问的内容。",
    ),
    "sign.off_the_point_courteous": (
        "The answers are wrapped in courtesies that nobody asked for.",
        "回答里夹杂着没人需要的客套话。",
    ),
    "sign.off_the_point_mixed": (
        "Some answers speak of something else than the question, others are padded with courtesies.",
        "一些回答答非所问，另一些夹杂着客套话。",
    ),
    "sign.off_the_point_elsewhere": (
        "The answer speaks of something else than the question; that its claims are not in the passages follows "
        "from it.",
        "回答说的是另一件事；其论断不在段落中也是由此而来。",
    ),
    "sign.too_cautious": (
        "The system refuses questions that its passages answer.",
        "段落中有答案，系统却拒绝回答。",
    ),
    "sign.knowledge_gap": (
        "No passage speaks to the question and the system refuses, or it answers a question that the documents do "
        "not answer.",
        "没有段落切合问题而系统拒答，或者系统回答了文档中没有答案的问题。",
    ),
    "knob.retrieval_misses": (
        "raise top-k, add keyword search to vector search, change the chunking, take an embedding model for the domain",
        "增大 top-k、在向量检索之外加入关键词检索、调整分块、换用适合领域的嵌入模型",
    ),
    "knob.cut_by_chunking": (
        "let chunks overlap, cut by headings and paragraphs instead of length",
        "让分块有重叠，按标题和段落而不是按长度切分",
    ),
    "knob.noise": (
        "add a reranker, drop passages under a similarity floor, cut smaller chunks",
        "加入重排序、去掉低于相似度下限的段落、使用更小的块",
    ),
    "knob.ranking": ("add or change the reranker", "加入或更换重排序模型"),
    "knob.too_much_context": ("smaller chunks, lower top-k", "使用更小的块，减小 top-k"),
    "knob.generation_invents": (
        'stricter instructions, a model that follows instructions better, allow the answer "not in the documents"',
        "更严格的提示词、更善于遵循指令的模型、允许回答“文档中没有”",
    ),
    "knob.misled_by_distractors": (
        "add a reranker; tell the model to use only passages that answer the question",
        "加入重排序；提示模型只使用能回答问题的段落",
    ),
    "knob.found_not_used": (
        "look at the prompt, and at the order and length of the passages",
        "检查提示词，以及段落的顺序和长度",
    ),
    "knob.off_the_point": (
        "restate the question at the end of the prompt, rewrite queries, drop boilerplate from the answer's format",
        "在提示词末尾重申问题、改写查询、去掉回答格式中的套话",
    ),
    "knob.too_cautious": (
        "soften the instruction to refuse, and look whether the passages come through to the model",
        "放宽拒答的指示，并检查段落是否确实传给了模型",
    ),
    "knob.knowledge_gap": (
        "write the missing documents; until then let the system say that it does not know",
        "补写缺失的文档；在此之前让系统说明它不知道",
    ),
}
