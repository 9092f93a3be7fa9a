#!/usr/bin/env bash
#: docs [serve]    the pages as a site in build/docs/site, with the reference of the commands, the keys of a scenario and the Python
#:                 package; it is read from the folder, without a network; serve: at http://localhost:8000. Only the first time needs
#:                 the network
. tools/common.sh

[[ $# == 0 || $* == serve ]] || die "docs $*: allowed: serve, or nothing"
install "${build_packages[@]}" python3-venv
env=build/docs-env
if ! "$env/bin/python" -c 'import material' 2>/dev/null; then
  say "Making $env (log: $env.log)"
  { "${PYTHON:-python3}" -m venv "$env" && "$env/bin/pip" --disable-pip-version-check install 'mkdocs-material==9.*'; } >"$env.log" 2>&1 ||
    die "MkDocs-Material cannot be fetched (no network?); the log is $env.log"
fi
build "$preset" murmur
python3 tools/site.py "build/$preset/murmur" build/docs
NO_MKDOCS_2_WARNING=1 "$env/bin/mkdocs" build --strict --quiet --config-file build/docs/mkdocs.yml
python3 tests/docs/html_check.py build/docs/site >build/docs/check.log || { cat build/docs/check.log >&2; die "the site has faults, see above"; }
say "The site: $PWD/build/docs/site/index.html"
[[ $* != serve ]] || exec python3 -m http.server --bind 127.0.0.1 --directory build/docs/site 8000
