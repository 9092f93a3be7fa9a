#!/usr/bin/env bash
# Published figures come out, in their short forms; a wrong value is exit code 3; an interrupted figure goes on.
# Usage: MURMUR=path/to/murmur bash reproduce_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

expect 0 'vicsek-1995' reproduce
expect 2 'figures/vicsek-1995.toml does not exist; the program has this figure: murmur reproduce vicsek-1995' reproduce figures/vicsek-1995.toml
expect 0 'vicsek-1995: as published' reproduce vicsek-1995 --quick --seeds 2 --results vicsek.csv --json vicsek.json
check "all of its runs are kept" test "$(wc -l <vicsek.csv)" -eq 29
check "the JSON says so" grep -q '"passes": true' vicsek.json
expect 2 'vicsek.json: the file is there already' reproduce vicsek-1995 --quick --results vicsek.csv --json vicsek.json
# Goes on: no run is repeated, and the values are the same.
head -n 16 vicsek.csv >part.csv
expect 0 'vicsek-1995: as published' reproduce vicsek-1995 --quick --seeds 2 --results part.csv --threads 1
check "the values of a figure that went on" cmp vicsek.csv part.csv
expect 2 'are of another figure or form of it' reproduce chate-2019 --quick --results vicsek.csv
expect 0 'chate-2019: as published' reproduce chate-2019 --quick --seeds 2
expect 0 'number-fluctuations: as published' reproduce number-fluctuations --quick --seeds 2
expect 0 'couzin-2002: as published' reproduce couzin-2002 --quick
expect 0 'topological: consistent with Ballerini et al.' reproduce topological --quick
expect 3 'turning-front: 3 of 12 field figures' reproduce turning-front --quick
expect 0 'gregoire-chate-2004: as published' reproduce gregoire-chate-2004 --quick --seeds 1

# A figure of one's own, and what is wrong with one.
cat >own.toml <<'TOML'
title = "Too small an order"
x_key = "noise.amount"
scenario = 'preset = "vicsek"'
seeds = 2
steps = 300
skip = 100
[[series]]
label = "one"
x = [1.0]
expected = [0.5]
tolerance = 0.01
TOML
expect 3 'own: NOT as published: 1 of its values differ' reproduce own.toml
expect 2 "figure 'vicsek' does not exist; did you mean vicsek-1995?" reproduce vicsek
sed -e 's/skip = 100/skip = 300/' -e 's/expected = \[0.5\]/expected = [0.5, 0.6]/' own.toml >wrong.toml
expect 2 'expected' reproduce wrong.toml
check "both faults at once" grep -q 'skip' out
sed 's/noise.amount/noise.amuont/' own.toml >wrong.toml
expect 2 'noise.amuont' reproduce wrong.toml
sed 's/seeds = 2/seeds = 0/' own.toml >wrong.toml
expect 2 'seeds' reproduce wrong.toml

# Figures and results that are made to break it.
broken() {  # broken WORDS SED-COMMAND...
  local words=$1 changes=()
  shift
  for change in "$@"; do changes+=(-e "$change"); done
  sed "${changes[@]}" own.toml >wrong.toml
  expect 2 "$words" reproduce wrong.toml
}
for number in abc 1e300 nan -5 12.7 1000x; do
  broken "boids: '$number' is not allowed: a whole number from 0" "s/^label.*/set = [\"boids=$number\"]/"
done
broken 'every: is 201; allowed: at most the 200 steps that are measured' 's/^skip = 100/&\nevery = 201/'
for x in 0.0 -1.0 1e-30 1e9; do
  broken 'there are 1 to 4096 boxes along a side' 's/^x_key.*/measure = "number-fluctuation"/' "s/^x = .*/x = [$x]/"
done
broken 'needs a world of 2 dimensions' 's/^x_key.*/measure = "number-fluctuation"/' "s/^scenario.*/scenario = 'preset = \"cis565\"'/"
sed -e 's/steps = 300/steps = 12/' -e 's/skip = 100/skip = 2/' own.toml >short.toml
expect 3 'NOT as published' reproduce short.toml --results short.csv
for value in abc '' 1junk 1e999; do
  sed "3s/,[^,]*\$/,$value/" short.csv >wrong.csv
  cp wrong.csv before.csv
  expect 2 'take the line away to run this again' reproduce short.toml --results wrong.csv
  check "a file with '$value' is as it was" cmp wrong.csv before.csv
done
# A value that a state does not have is written as nan, and read again.
sed "3s/,[^,]*\$/,nan/" short.csv >none.csv
expect 3 'nan ± nan' reproduce short.toml --results none.csv
# No output replaces an input or another output.
cp short.toml before.toml
for option in --json --plot --results; do
  expect 2 'which is the figure of this command' reproduce short.toml $option short.toml --overwrite
done
expect 2 'was named for two outputs' reproduce short.toml --json n.json --plot ./n.json
expect 2 'was named for two outputs' reproduce short.toml --json short.csv --results short.csv --overwrite
check "the figure is as it was" cmp short.toml before.toml

echo "$failures failures"
exit $((failures > 0))
