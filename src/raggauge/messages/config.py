"""Settings and `raggauge config`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Show the settings in force and where each comes from: a flag beats an environment variable, which beats "
        "raggauge.yaml (or [tool.raggauge] in pyproject.toml), which beats the default.\n\n"
        "  raggauge config show\n"
        "  raggauge config show --format json\n"
        "  raggauge config schema > raggauge.schema.json    the JSON schema of raggauge.yaml, for editors",
        "显示生效的设置及其来源：命令行选项优先于环境变量，环境变量优先于 raggauge.yaml"
        "（或 pyproject.toml 的 [tool.raggauge]），配置文件优先于默认值。\n\n"
        "  raggauge config show\n"
        "  raggauge config show --format json\n"
        "  raggauge config schema > raggauge.schema.json    raggauge.yaml 的 JSON schema，供编辑器使用",
    ),
    "action": ("What to do: show or schema.", "操作：show 或 schema。"),
    "format": ("table or json", "table 或 json"),
    "file": (
        "Read this file instead of the raggauge.yaml found from here.",
        "读取该文件，而不是自动找到的 raggauge.yaml。",
    ),
    "name": ("setting", "设置"),
    "value": ("value", "值"),
    "origin": ("from", "来源"),
    "default": ("default", "默认"),
    "flag": ("command line", "命令行"),
    "no_file": ("there is no file {file}; check the path", "没有文件 {file}；请检查路径"),
    "unreadable": ("{file} cannot be read: {problem}", "无法读取 {file}：{problem}"),
    "broken": ("{file} cannot be parsed: {problem}", "无法解析 {file}：{problem}"),
    "twice": ("{name} stands twice in one place; keep one of them", "{name} 在同一处出现了两次；请只保留一个"),
    "no_mapping": (
        "{file} must hold settings like `judge: embedded`, one name per line",
        "{file} 应为形如 `judge: embedded` 的设置，每行一个名称",
    ),
    "unknown": ("there is no setting {name}; did you mean {nearest}?", "没有设置 {name}；是否指 {nearest}？"),
    "wrong_type": (
        "setting {name} must be {expected}, not {value}",
        "设置 {name} 应为{expected}，而不是 {value}",
    ),
    "text": ("a text", "文本"),
    "text_or_mapping": ("a text or a mapping", "文本或键值映射"),
    "whole_number": ("a whole number", "整数"),
    "number": ("a number", "数字"),
    "list": ("a list", "列表"),
    "mapping": ("a mapping of names to values", "键值映射"),
    "yes_or_no": ("true or false", "true 或 false"),
}
