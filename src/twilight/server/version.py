"""The version of the package."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

# The name on the package registry; the import and the command are `twilight`.
DISTRIBUTION: Final = "twilight-struggle"


def package_version() -> str:
    """Return the version; run from the source tree there is none."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0"
