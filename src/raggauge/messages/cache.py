"""Messages of `raggauge cache`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Finished judge calls are kept, so that the same question is never paid for twice.\n\n"
        "  raggauge cache stats\n"
        "  raggauge cache prune --days 7\n"
        "  raggauge cache clear",
        "已完成的评判调用会被保存，同一问题不会重复付费。\n\n"
        "  raggauge cache stats\n"
        "  raggauge cache prune --days 7\n"
        "  raggauge cache clear",
    ),
    "opt_days": ("prune: forget what was not used for so many days.", "prune：删除这么多天未用过的调用。"),
    "opt_folder": ("Folder of the cache.", "缓存所在文件夹。"),
    "holds": ("{file}: {n} calls, {size}", "{file}：{n} 次调用，{size}"),
    "used": ("last used between {oldest} and {newest}", "最近使用时间：{oldest} 至 {newest}"),
    "saves": ("cost of these calls when they were made: {cost}", "这些调用当时的费用：{cost}"),
    "removed": ("{n} calls removed", "已删除 {n} 次调用"),
}
