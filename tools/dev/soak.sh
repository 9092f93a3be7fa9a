#!/usr/bin/env bash
#: soak [STEPS]    a flock of 1,000 boids with random events for STEPS (10,000,000) steps; the reference takes 200 before
#:                 each 100,000th: one hash
#: soak serve [MINUTES]  murmur serve for an hour: two pages in Chromium are twins of 20,000 boids, over a line with delays
#: soak abuse      murmur serve and 100,000 damaged messages, wrong tokens, other origins, 1,000 connections, pages that never read
#: soak times      pictures a second of murmur serve, and milliseconds from a click to the picture that shows it
. tools/common.sh

case ${1:-} in
  serve | abuse | times)
    install "${build_packages[@]}" chromium python3-dev python3-venv
    env=build/serve-env
    if ! "$env/bin/python" -c 'import nanobind, numpy, playwright, PIL, websockets' 2>/dev/null; then
      say "Making $env (log: $env.log)"
      { "${PYTHON:-python3}" -m venv "$env" && "$env/bin/pip" --disable-pip-version-check install nanobind numpy 'playwright==1.*' pillow websockets; } >"$env.log" 2>&1 ||
        die "the packages cannot be fetched (no network?); the log is $env.log"
    fi
    [[ -e build/web/site/index.html ]] || tools/dev/web.sh
    python_environment
    build "$preset" murmur murmur_python
    export PYTHONPATH=build/$preset/python
    case $1 in
      serve) exec nice "$env/bin/python" tests/web/serve_soak.py "build/$preset/murmur" "${2:-60}" ;;
      abuse) exec nice "$env/bin/python" tests/web/serve_abuse.py "build/$preset/murmur" ;;
      times) exec "$env/bin/python" tools/serve_times.py "${@:2}" ;;
    esac ;;
esac
build release soak
nice build/release/tests/soak "$@"
