"""The version of the package."""

from importlib.metadata import PackageNotFoundError, version


def package_version() -> str:
    """Return the version; run from the source tree there is none."""
    try:
        return version("twilight")
    except PackageNotFoundError:
        return "0"
