"""python -m murmur export FILE.h5 OUT: a trajectory as a file of other programs (docs/exports.md); measure TRACKS: measures of
tracks of animals (docs/tracks.md); serve SCENARIO: a flock in browsers (docs/serve.md)."""

import sys

from . import __version__, _measure, export, serve
from ._options import Parser, number, sentence


def main() -> int:
    parser = Parser(prog="python -m murmur", description=__doc__)
    parser.add_argument("--version", action="version", version=f"murmur {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("export", help="a trajectory as USD, GSD or XDMF",
                              description="Writes the trajectory FILE.h5 as OUT: .usdc, .usd, .gsd, .xmf or .xdmf.")
    one.add_argument("source", metavar="FILE.h5")
    one.add_argument("target", metavar="OUT")
    one.add_argument("--overwrite", action="store_true", help="replace OUT if it is there")
    one.add_argument("--fps", type=number, default=24.0, help="frames of the trajectory per second of USD's time (default 24)")
    one.add_argument("--size", type=number, help="length of a bird of USD in world units (default: a 200th of the world)")
    one.add_argument("--points", action="store_true", help="USD points in the place of instances")
    _measure.add(commands)
    serve.add(commands)
    given = parser.parse_args()
    try:
        if given.command in ("measure", "serve"):
            {"measure": _measure, "serve": serve}[given.command].run(given)
            return 0
        export(given.source, given.target, overwrite=given.overwrite, fps=given.fps, size=given.size,
               points=given.points)
    except (ValueError, FileExistsError) as fault:
        print(f"murmur {given.command}: {sentence(fault)}", file=sys.stderr)
        return 2
    except (OSError, ImportError) as fault:
        print(f"murmur {given.command}: {sentence(fault)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


sys.exit(main())
