#!/bin/sh
# try_files.sh HASH ARCHIVE WHEEL WHEELS: unpacks ARCHIVE in a new folder, installs WHEEL in a new environment with the packages of the folder WHEELS
# alone, and uses both: the preset book has HASH after 200 steps, a film, a window where xvfb-run is, import murmur. Prints a line for each
# that holds; ends with 1 at the first that does not. Needs no compiler, no network and no rights of root.
set -eu
hash=$1 archive=$2 wheel=$3 wheels=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder/home" XDG_RUNTIME_DIR="$folder/run" TMPDIR="$folder"
mkdir -m 700 "$HOME" "$XDG_RUNTIME_DIR"
cd "$folder"
now() { date +%s.%N; }
# holds WHAT COMMAND...: prints WHAT and its seconds.
holds() {
  what=$1 begin=$(now)
  shift
  "$@" >said 2>&1 || { echo "$what: failed: $*" >&2; tail -n 20 said >&2; exit 1; }
  echo "$what: $(echo "$(now) $begin" | awk '{printf "%.1f", $1 - $2}') s"
}
same_hash() { "$1" run --preset book --steps 200 | grep -q "hash=$hash"; }
film() { "$1" render --preset book --frames 30 --size 320x240 --output "$2" --overwrite && test -s "$2"; }
window() { xvfb-run -a -s "-screen 0 800x600x24" "$1" view --preset book --frames 20 --size 640x480 --screenshot "$2" --overwrite && test -s "$2"; }
uses() {
  holds "$1, the hash of the clone" same_hash "$2"
  if command -v ffmpeg >/dev/null; then holds "$1, a film" film "$2" film.mp4; fi
  if command -v xvfb-run >/dev/null; then holds "$1, a window" window "$2" window.png; fi
}

holds "archive, unpacked" tar -xf "$archive"
uses archive "$(echo "$folder"/murmur-*/bin/murmur)"
holds "archive, installed by its script" "$folder"/murmur-*/install.sh "$folder/to"
uses "archive, installed" "$folder/to/bin/murmur"
holds "archive, its pages" "$folder/to/bin/murmur" docs

python3 -m venv env
files() { find env ! -path '*/__pycache__*' ! -type d | sort; }
files >before
holds "wheel, installed" env/bin/pip --disable-pip-version-check install --no-index --find-links "$wheels" "$wheel"
uses wheel env/bin/murmur
holds "wheel, import murmur" env/bin/python -c "import murmur; flock = murmur.Flock('book', seed=1); flock.step(200); assert flock.hash == '$hash'"
holds "wheel, murmur export" env/bin/murmur export --help
env/bin/pip uninstall --yes murmur-flock >said 2>&1
holds "wheel, installed without dependencies beside numpy" env/bin/pip --disable-pip-version-check install --no-index --no-deps "$wheel"
holds "wheel, import murmur again" env/bin/python -c "import murmur, numpy"
holds "wheel, uninstalled" env/bin/pip uninstall --yes murmur-flock numpy
files >after
holds "wheel, nothing is left" diff before after
