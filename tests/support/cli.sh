# What scripts that meet the command line as its users do share; to be sourced first. Leaves the script in a folder of
# its own that goes with it. Faults are counted in $failures; the script goes on.
set -u
: "${MURMUR:?path of the program}"
folder=$(mktemp -d)
mounted=  # a file system to take away before the folder
trap '[ -n "$mounted" ] && umount "$mounted"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# expect CODE TEXT COMMAND...: runs murmur; its exit code must be CODE, its output hold TEXT.
expect() {
  local code=$1 text=$2
  shift 2
  "$MURMUR" "$@" >out 2>&1
  local found=$?
  if [ "$found" -ne "$code" ] || ! grep -qF -- "$text" out; then
    echo "FAILED: murmur $*"
    echo "  wanted exit code $code and '$text', got $found and:"
    sed 's/^/  /' out
    failures=$((failures + 1))
  fi
}

# check WHAT COMMAND...: the command must succeed.
check() {
  local what=$1
  shift
  "$@" && return
  echo "FAILED: $what"
  failures=$((failures + 1))
}

hash_of() { tail -n 1 "$1" | sed 's/.*hash=//'; }
