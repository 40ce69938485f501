"""The system under test."""

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown": (
        "{spec} names no system to test; write module:function, file.py:function, http://host/path or recorded:FILE",
        "{spec} 不是被测系统；请写 模块:函数、文件.py:函数、http://主机/路径 或 recorded:文件",
    ),
    "no_function": (
        "the system under test {spec} cannot be loaded: {problem}; write module:function or file.py:function",
        "无法加载被测系统 {spec}：{problem}；请写 模块:函数 或 文件.py:函数",
    ),
    "bad_section": (
        "the target section is not right: {problem}; it takes url, method, headers, body, answer, contexts, ids, "
        "timeout_s, tries, rate, concurrency (or function with timeout_s, or recorded alone)",
        "target 一节有误：{problem}；可用的键为 url、method、headers、body、answer、contexts、ids、"
        "timeout_s、tries、rate、concurrency（或 function 与 timeout_s，或单独的 recorded）",
    ),
    "bad_path": (
        "{path} is no path we read (stopped at {rest}); write names, [0] and [*], as in $.sources[*].text",
        "{path} 不是可识别的路径（停在 {rest}）；请用名称、[0] 和 [*]，例如 $.sources[*].text",
    ),
    "no_variable": (
        "the headers of the target need the environment variable {name}, which is not set",
        "target 的请求头需要环境变量 {name}，但它没有设置",
    ),
}
