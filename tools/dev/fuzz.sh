#!/usr/bin/env bash
#: fuzz [MINUTES]  build the targets of tests/fuzz with clang's sanitizers and run each for MINUTES (1), together
#:                 with all that was found before; what breaks one stays in build/fuzz/found
# Inputs that reach something new are kept in build/fuzz/corpus, so that the next run begins where this one ended.
. tools/common.sh

minutes=${1:-1} failed=()
[[ $minutes =~ ^[0-9]+$ ]] || die "fuzz $minutes: allowed: whole minutes for each target"
install "${build_packages[@]}" clang libclang-rt-dev
build fuzz fuzz_targets
mkdir -p build/fuzz/found
for target in build/fuzz/tests/fuzz_*; do
  [[ -x $target && -f $target ]] || continue
  name=${target##*/fuzz_}
  inputs=build/fuzz/corpus/$name
  mkdir -p "$inputs"
  seeds=(tests/fuzz/corpus/"$name")
  [[ $name == scenario ]] && seeds+=(scenarios presets)
  [[ $name == figure ]] && seeds+=(figures)
  say "Fuzzing $name (log: build/fuzz/$name.log)"
  # A sentence on memory is an answer, so allocations that fail return null.
  ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 nice "$target" -max_total_time=$((minutes * 60)) \
    -timeout=20 -rss_limit_mb=4096 -max_len=20000 -print_final_stats=1 -artifact_prefix=build/fuzz/found/"$name"- \
    "$inputs" "${seeds[@]}" >"build/fuzz/$name.log" 2>&1 </dev/null || failed+=("$name")
  awk -v name="$name" '/stat::number_of_executed_units/ {units = $2} /cov:/ {for (i = 1; i < NF; ++i) if ($i == "cov:") cov = $(i + 1)}
                       END {printf "%-12s %12d inputs, %6d branches reached\n", name, units, cov}' "build/fuzz/$name.log"
done
((${#failed[@]} == 0)) || die "broken by an input in build/fuzz/found: ${failed[*]}; see build/fuzz/NAME.log"
