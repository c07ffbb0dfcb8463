"""Where the `twilight` command begins: nothing is loaded before Ctrl-C can be told politely."""

# What the shell says of a program that Ctrl-C has ended.
INTERRUPTED = 130


def main() -> int:
    """Load everything, then run the command line."""
    try:
        from twilight.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
