"""Where the `twilight` command begins: nothing is loaded before Ctrl-C can be told politely."""

import os

# What the shell says of a program that Ctrl-C has ended.
INTERRUPTED = 130
# How many threads numpy takes for one product of matrices; it reads this when it is loaded.
THREADS = "OPENBLAS_NUM_THREADS"


def main() -> int:
    """Load everything, then run the command line."""
    # A net's layers are small: with several games at once threads only wait for each other.
    os.environ.setdefault(THREADS, "1")
    try:
        from twilight.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
