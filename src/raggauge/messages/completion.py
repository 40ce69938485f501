"""`raggauge completion`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Print the script that completes commands and options.\n\n"
        '  eval "$(raggauge completion bash)"      in ~/.bashrc\n'
        '  eval "$(raggauge completion zsh)"       in ~/.zshrc\n'
        "  raggauge completion fish > ~/.config/fish/completions/raggauge.fish",
        "输出补全命令与选项的脚本。\n\n"
        '  eval "$(raggauge completion bash)"      写入 ~/.bashrc\n'
        '  eval "$(raggauge completion zsh)"       写入 ~/.zshrc\n'
        "  raggauge completion fish > ~/.config/fish/completions/raggauge.fish",
    ),
}
