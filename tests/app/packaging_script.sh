#!/usr/bin/env bash
# The manual page and the shell completion come from the program's help: both know every command and option.
set -euo pipefail
fail() { echo "FAILED: $*" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$MURMUR_SOURCE_DIR/tools/packaging
mkdir "$work/bin"
ln -s "$MURMUR" "$work/bin/murmur"
PATH=$work/bin:$PATH

python3 "$folder/man_page.py" "$MURMUR" 1.2.3 >"$work/murmur.1"
if command -v groff >/dev/null; then
  groff -man -Tutf8 -ww -z "$work/murmur.1" 2>"$work/warnings" || fail "groff cannot read the manual page"
  [[ ! -s $work/warnings ]] || fail "the manual page has faults: $(head -n 3 "$work/warnings")"
  groff -man -Tutf8 "$work/murmur.1" | sed -e 's/.\x08//g' -e 's/\x1b\[[0-9;]*m//g' >"$work/text"
  ! grep -A 1 'it plays as$' "$work/text" | grep -x '' >/dev/null || fail "the manual page breaks a paragraph in two"
  for words in 'MURMUR RENDER' '--keep-density' 'Exit codes' '/usr/share/murmur'; do
    grep -qF -- "$words" "$work/text" || fail "the manual page does not say: $words"
  done
fi
commands=$("$MURMUR" --help | awk '/^Subcommands:/ {on = 1; next} /^$/ {on = 0} on && /^  [a-z]/ {print toupper($1)}')
[[ -n $commands ]] || fail "the help lists no commands"
for command in $commands; do grep -q "^.SH MURMUR $command\$" "$work/murmur.1" || fail "the manual page lacks $command"; done

# complete WORD...: what is offered for the last word.
complete_words() {
  (
    set +euo pipefail  # as in a shell that people type into
    source "$folder/murmur.bash"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _murmur
    printf '%s\n' "${COMPREPLY[@]}"
  )
}
offers() {
  local wanted=$1
  shift
  complete_words "$@" | grep -xF -- "$wanted" >/dev/null || fail "'$*' does not offer $wanted"
}
cd "$work"
touch mine.toml
offers render murmur re
offers mine.toml murmur m
offers --steps murmur run --st
# grep -q would end a pipe early, and pipefail would call that a failure. A build without OpenGL has no window.
if "$MURMUR" view --help | grep -e --boids >/dev/null; then offers --boids murmur --bo; fi
offers cis565 murmur run --preset ci
offers cpu murmur bench --backends c
offers book murmur presets bo
offers mine.toml murmur run mi
offers mine.toml murmur reproduce --quick mi
offers vicsek-1995 murmur reproduce --quick vi
offers mine.toml murmur run --output mi
offers flat murmur run --kernel f
offers cpu,cuda murmur bench --backends cpu,cu
offers loop,flat murmur bench --kernels loop,f
offers settled murmur bench --state s
only_offers() {
  local wanted=$1 found
  shift
  found=$(complete_words "$@" | tr '\n' ' ')
  [[ $found == "$wanted " ]] || fail "'$*' offers '$found', not '$wanted'"
}
only_offers 'auto scalar avx2 avx512' murmur run --simd ''
only_offers 'float double' murmur run --precision ''
only_offers 'auto reference cpu cuda' murmur run --backend ''
only_offers 'reference cpu cuda' murmur bench --backends ''
only_offers '' murmur run --steps ''
if "$MURMUR" render --help-all | grep -e --draw >/dev/null; then
  only_offers disc murmur render --draw di
  only_offers 'triangle disc arrow dot-and-heading' murmur render --draw ''
  only_offers 'heading speed density species state one' murmur render --color ''
  only_offers 'dark light' murmur render --background ''
  only_offers 'usual fire ocean grey' murmur render --palette ''
  only_offers '' murmur render --size ''
fi
echo "manual page and completion: ok"
