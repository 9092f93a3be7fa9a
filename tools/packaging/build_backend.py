"""scikit-build-core, with a line every ten seconds on the terminal: pip shows nothing of a build that takes minutes."""

import contextlib
import pathlib
import threading
import time

from scikit_build_core import build
from scikit_build_core.build import *  # noqa: F403: the other hooks of PEP 517

FOLDER = pathlib.Path("build/wheel")  # build-dir of pyproject.toml


def progress(began):
    """How many sources are compiled; empty as long as CMake runs."""
    try:
        wanted = (FOLDER / "build.ninja").read_text().count(": CXX_COMPILER__")
    except OSError:
        return ""
    compiled = sum(file.stat().st_mtime >= began for file in FOLDER.rglob("*.o"))
    return f"{min(compiled, wanted)} of {wanted} sources, "


@contextlib.contextmanager
def told():
    """Tells the terminal how far the build is. Without a terminal, nothing."""
    began, ended = time.time(), threading.Event()

    def tell(terminal):
        print("\nmurmur is compiled from its sources: about 4 minutes on two cores, half a minute with a full ccache.", file=terminal, flush=True)
        while not ended.wait(10):
            print(f"murmur: {progress(began)}{time.time() - began:.0f} s", file=terminal, flush=True)

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            teller = threading.Thread(target=tell, args=[stack.enter_context(open("/dev/tty", "w", encoding="utf-8"))])
            teller.start()
            stack.callback(teller.join)
        stack.callback(ended.set)
        yield


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with told():
        return build.build_wheel(wheel_directory, config_settings, metadata_directory)
