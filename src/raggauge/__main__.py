"""`python -m raggauge` and the command `raggauge`: Ctrl-C ends quietly even while the program is still being loaded."""

import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from raggauge.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
