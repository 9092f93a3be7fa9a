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
  judge_out "murmur $*" "$code" "$text" $?
}

# judge_out WHAT CODE TEXT FOUND: a program's exit code FOUND must be CODE, and the file out hold TEXT.
judge_out() {
  local what=$1 code=$2 text=$3 found=$4
  if [ "$found" -ne "$code" ] || ! grep -qF -- "$text" out; then
    echo "FAILED: $what"
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

# A Python that reads HDF5; nothing where there is none.
python_with_h5py() {
  local candidate
  for candidate in /usr/bin/python3 python3; do
    "$candidate" -c 'import h5py, numpy' 2>/dev/null && { echo "$candidate"; return; }
  done
}

# A TOML in which speeds become denormal on a hill. Step 100 has the hash 79411656a5264715.
denormal_scenario() {
  cat <<'TOML'
preset = "book"
boids = 300
[rules]
max_speed = 1.0
separation.weight = 0
alignment.weight = 0
cohesion.weight = 0
[terrain]
hill = { at = [320.0, 240.0], radius = 1000.0, height = 60.0 }
TOML
}

# eventful_scenario BOIDS: a TOML in which something of each kind happens before step 300.
eventful_scenario() {
  cat <<TOML
preset = "benchmark"
boids = $1
[wind]
velocity = [0.01, 0.0]
gust = { probability = 0.05, duration = 30, strength = 0.05 }
[[predator]]
max_speed = 3.0
[[event]]
step = 60
kind = "startle"
steps = 90
[[event]]
step = 120
kind = "add"
at = [10.0, 20.0]
count = 50
[[event]]
step = 160
kind = "gust"
strength = 0.1
steps = 150
[[event]]
step = 200
kind = "set"
key = "rules.radius"
value = 45.0
[[event]]
step = 260
kind = "remove"
count = 70
TOML
}
