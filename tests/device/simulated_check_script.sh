#!/usr/bin/env bash
# A GPU is checked at its first use, on the simulated device: a second start does not repeat it, and each planted fault ends as
# docs/devices.md says: a kernel that differs, fails or never ends is left out, wrong numbers, a wrong sort and a driver that lies leave the
# GPU out, and full memory is no result. The flock has the hash of the cpu each time.
set -uo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed() { echo "FAILED: $*"; cat out err 2>/dev/null; exit 1; }
run=(run --preset benchmark-3d --boids 300 --steps 9)
hash_in() { grep -o 'hash=[0-9a-f]*' out || true; }
export MURMUR_CHECK=on

"$MURMUR" "${run[@]}" --backend cpu >out 2>err || failed "the cpu backend"
right=$(hash_in)

# start CODE BACKEND VARIABLE=VALUE...: with the cache of before.
start() {
  local code=$1 backend=$2
  shift 2
  env XDG_CACHE_HOME="$folder/cache" "$@" "$MURMUR" "${run[@]}" --backend "$backend" >out 2>err
  [ $? -eq "$code" ] || failed "$* --backend $backend: another exit code than $code"
  [ "$code" -ne 0 ] || [ "$(hash_in)" = "$right" ] || failed "$* --backend $backend: another hash than $right"
}
says() { grep -qF -- "$1" err || failed "does not say '$1'"; }
is_silent_about() { ! grep -qF -- "$1" err || failed "says '$1'"; }
listed() {
  env XDG_CACHE_HOME="$folder/cache" "$MURMUR" devices >out 2>err || failed "murmur devices"
  grep -qF -- "$1" out || failed "murmur devices does not say '$1'"
}
# faulty SENTENCE VARIABLE=VALUE...: found by a first start, kept for the second, and listed.
faulty() {
  local sentence=$1
  shift
  rm -rf cache
  start 0 auto "$@"
  says "checked once"
  says "GPU 0: $sentence"
  start 0 auto "$@"
  is_silent_about "checked once"
  says "GPU 0: $sentence"
  listed "checked: $sentence"
}
listed "not checked"
start 0 auto
says "checked once"
start 0 cuda
[ "$(grep -c '^murmur: ' err)" -eq 0 ] || failed "a second start says something of a device that is right"
listed "checked: every kernel is exact"
sed -i '1s/driver/another driver/' cache/murmur/devices/*.txt
listed "not checked"
start 0 auto
says "checked once"
# A window flies on the cpu until the device is checked.
if command -v xvfb-run >/dev/null && "$MURMUR" view --help >/dev/null 2>&1; then
  rm -rf cache
  export MURMUR
  XDG_CACHE_HOME="$folder/cache" xvfb-run -a -s "-screen 0 640x480x24" bash -c '"$MURMUR" view --preset book --size 320x240 --fps 20 >out 2>err & window=$!
    for ((k = 0; k < 300; ++k)); do compgen -G "cache/murmur/devices/*.txt" >/dev/null && break; sleep 1; done
    sleep 8; kill -INT $window; wait $window'
  grep -Eq '^backend cuda from step [1-9]' out || failed "a window does not fly on the cpu until the GPU is checked"
fi
rm -rf cache
start 0 auto MURMUR_CHECK=off
[ "$(grep -c '^murmur: ' err)" -eq 0 ] || failed "MURMUR_CHECK=off says something"

# A kernel: the rest of the GPU is used, also for those who name that kernel.
for plant in 'steer_pairs_kernel|sub.rn.f32|add.rn.f32' 'steer_lists_kernel|sub.rn.f32|add.rn.f32'; do
  kernel=${plant#steer_} kernel=${kernel%%_*}
  faulty "kernel $kernel differs from the cpu in '" "MURMUR_SIM_PLANT=$plant"
  start 0 auto "MURMUR_SIM_PLANT=$plant"
  grep -q 'backend=cuda' out || failed "the GPU is not used for want of $kernel"
done
run+=(--kernel lists)
start 0 cuda "MURMUR_SIM_PLANT=$plant"
grep -q 'kernel=lists' out && failed "a kernel that differs is used because it is named"
unset 'run[-1]' 'run[-1]'
faulty "kernel lists fails: the GPU failed at '" "MURMUR_SIM_PLANT=steer_lists_kernel|st.shared.f32|st.global.f32"
faulty "kernel lists does not end in '31 boids in 3D' and is not used" MURMUR_SIM_ENDLESS=steer_lists MURMUR_CHECK_SECONDS=15
pgrep -f "^murmur devices --check-from" >/dev/null && failed "a process that never ends is left"

# Numbers, the sort, and drivers that say that all is well: the GPU is not used.
for fault in "PLANT=RunCustomRules|div.rn.f32|mul.rn.f32" "PLANT=steer_kernel|sub.rn.f32|add.rn.f32" "PLANT=GatherByRank|setp.lt.u32|setp.gt.u32" \
  LIES=cudaGraphLaunch LIES=cudaGraphExecUpdate LIES=cudaMemsetAsync; do
  faulty "kernel loop " "MURMUR_SIM_$fault"
  start 0 auto "MURMUR_SIM_$fault"
  says "nor is this GPU"
  says "backend cpu is used instead"
  start 1 cuda "MURMUR_SIM_$fault"
  says "use --backend cpu"
  is_silent_about "checked once"
done
env XDG_CACHE_HOME="$folder/cache" MURMUR_SIM_PLANT='steer_kernel|sub.rn.f32|add.rn.f32' "$MURMUR" devices --check >out 2>err
[ $? -eq 3 ] || failed "devices --check has another exit code than 3"

# Full memory says nothing about the device, and is not kept.
rm -rf cache
start 0 auto MURMUR_SIM_MEMORY=1000000
[ ! -e cache ] || failed "full memory is kept as a result"
MURMUR_SIM_MEMORY=1000000 "$MURMUR" devices --check >out 2>err
[ $? -eq 1 ] || failed "devices --check has another exit code than 1 where memory is full"
grep -q "cannot be checked: the GPU's memory is full" out || failed "does not say that memory is full"
echo "a check, its result kept, a window beside it, and eleven planted faults"
