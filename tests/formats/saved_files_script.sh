#!/usr/bin/env bash
# States, checkpoints and event logs that an earlier version wrote (saved/README.md) are read, resumed and replayed to the hashes of that
# version.
# Usage: MURMUR=path/to/murmur bash saved_files_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
saved=$MURMUR_SOURCE_DIR/tests/formats/saved

# A preset may change, so the scenario of a state is the one that its checkpoint has.
python3 - "$saved" <<'PYTHON'
import json, pathlib, sys
for path in pathlib.Path(sys.argv[1]).glob("*.checkpoint"):
    pathlib.Path(path.stem + ".toml").write_text(json.loads(path.read_bytes().split(b"\n")[0])["scenario"])
PYTHON

while read -r name precision resumed begun; do
  expect 0 "hash=$resumed" run --resume "$saved/$name.checkpoint" --precision "$precision" --steps 32
  expect 0 "hash=$begun" run "$name.toml" --initial "$saved/$name.csv" --precision "$precision" --steps 32
done <"$saved/hashes.txt"
for log in "$saved"/*.jsonl; do expect 0 'replay: 2 hashes agree' replay "$log" --headless; done
check 'there are runs' test "$(wc -l <"$saved/hashes.txt")" -ge 48
check 'there are logs' test "$(find "$saved" -name '*.jsonl' | wc -l)" -ge 48
exit $((failures > 0))
