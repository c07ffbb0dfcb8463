"""The build backend: setuptools, with the browser client built first.

A wheel needs mypyc and, unless the client is there already (as in an sdist), Node; an editable
install needs neither.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401 - what a backend has to offer
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

sys.path.insert(0, str(Path(__file__).parent))

import client

# The same as in the lock file: another one could compile another program.
MYPYC = "mypy==2.4.1"
# Whose types the compiler has to know.
TYPED = ["numpy>=2.2"]
Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Ask for the compiler, and for Node where the client is not built yet."""
    return [MYPYC, *TYPED, *get_requires_for_build_sdist(config_settings)]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Ask for Node where the client is not built yet: an sdist has it inside."""
    return [client.NODE] if client.is_wanted() else []


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel with everything in it."""
    if client.is_wanted():
        client.build()
    # What an earlier build has left here would go into the wheel, whatever it is called now.
    for left_over in Path("build").glob("lib*"):
        shutil.rmtree(left_over)
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build an sdist from which a wheel can be built without Node."""
    if client.is_wanted():
        client.build()
    return str(build_meta.build_sdist(sdist_directory, config_settings))
