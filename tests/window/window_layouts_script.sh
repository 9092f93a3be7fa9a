#!/usr/bin/env bash
# Keyboards of other countries in front of the real window: keys act by their place where the layout has no Latin letter, and digits
# without Shift; text fields get what the layout types, and Ctrl + A by its letter. Needs a display (xvfb-run), xdotool and setxkbmap.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"
command -v setxkbmap >/dev/null || skip "setxkbmap is not installed"

# A display without any program forgets its keyboard.
xdotool behave_screen_edge left exec true &
holder=$!
trap 'kill $holder; cleanup' EXIT
has_layout() { setxkbmap "$1" && xkbcomp "$DISPLAY" - 2>/dev/null | grep -A3 'key <AC01>' | grep -q "symbols.*$2"; }

start_window() {
  within_time "the keyboard $1" has_layout "$1" "$2"
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --backend cpu --preset book --boids 60 --paused --log-events log.jsonl --frame-log frames.csv \
    --panel-places places.txt --overwrite >out.txt 2>&1 &
  program=$!
  find_window
}
# X11's codes of the keys that a layout has for these letters; without a Latin letter there, the layout of the US counts.
code() {
  case $layout.$1 in
    fr.q) echo 38 ;; fr.w) echo 52 ;; fr.z) echo 25 ;; de.z) echo 29 ;;
    fr.a) echo 24 ;; *.a) echo 38 ;; *.q) echo 24 ;; *.w) echo 25 ;; *.z) echo 52 ;; *.b) echo 56 ;; *.n) echo 57 ;; *.s) echo 39 ;; *.6) echo 15 ;; *.3) echo 12 ;;
  esac
}
stepped() { [[ $(column 2) -ge $1 ]]; }

for layout in us ru gr de fr; do
  case $layout in us | de) start_window $layout ' a,' ;; ru) start_window ru Cyrillic_ef ;; gr) start_window gr Greek_alpha ;; fr) start_window fr ' q,' ;; esac
  xdotool key "$(code n)" "$(code n)"
  within_time "$layout: N takes steps" stepped 2
  xdotool key "$(code w)"
  within_time "$layout: W is a gust" logged '"kind":"gust"'
  xdotool key "$(code b)"
  within_time "$layout: B grows the radius" logged '"key":"rules.radius"'
  xdotool key "ctrl+$(code z)"
  within_time "$layout: Ctrl + Z takes it back" logged '"key":"rules.radius"' 2
  # On a French keyboard, 6 is a minus without Shift.
  xdotool mousemove --window "$window" 300 300 key "$(code 6)"
  settle
  xdotool click 1
  within_time "$layout: 6 chooses its tool" logged '"key":"predator'
  xdotool key "ctrl+$(code s)"
  within_time "$layout: Ctrl + S opens the menu" seen menu.close
  xdotool key Escape
  within_time "$layout: Esc closes it" unseen menu.close
  if [[ $layout != ru && $layout != gr ]]; then  # xdotool would give these layouts Latin letters
    press search
    xdotool type ore
    settle
    xdotool key "ctrl+$(code a)"
    settle
    xdotool type hawk
    within_time "$layout: Ctrl + A selects all of a text" seen found.tool.5
    xdotool key Escape
    settle
    xdotool mousemove --window "$window" 300 300
  fi
  xdotool key "$(code q)"  # without a question: the event log has what was done
  ends_with 0
done
