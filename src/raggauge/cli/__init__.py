"""The command line: `main.py` and one file per command, imported when the command is called."""
