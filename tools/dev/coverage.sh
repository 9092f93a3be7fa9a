#!/usr/bin/env bash
#: coverage        build with clang, run the tests, and print which branches of src/model and src/sim they reach;
#:                 those not reached are listed in build/coverage/missed.txt
. tools/common.sh

install "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-dev llvm
build coverage
folder=$PWD/build/coverage
rm -rf "$folder/raw"
# Programs that are killed write no counts; eight files for each program, so that tests run at the same time.
LLVM_PROFILE_FILE=$folder/raw/%8m.profraw MURMUR_PRESET=coverage ctest --test-dir "$folder" --parallel "$(nproc)" \
  --output-log "$folder/tests.log" --quiet --label-exclude gpu || say "some tests failed: $folder/tests.log"
llvm-profdata merge -sparse "$folder"/raw/*.profraw -o "$folder/all.profdata"
mapfile -t programs < <(find "$folder/tests" -maxdepth 1 -name '*_test' -type f -executable | sort)
python3 tools/coverage.py --profile "$folder/all.profdata" --missed "$folder/missed.txt" --least 95 src/model src/sim -- \
  "$folder/murmur" "${programs[@]}" | tee "$folder/branches.txt"
