#!/usr/bin/env bash
# Plays a user of the panel's section Own rules in the real window: adds an example, types a wrong text and sees the error, types a
# right one, applies it with Ctrl + Enter and takes it back, and quits with a text that is not applied. Needs xvfb-run, xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

"$MURMUR" view --preset book --boids 60 --backend cpu --size 1200x1000 --log-events log.jsonl --frame-log frames.csv \
  --panel-places places.txt >out.txt 2>&1 &
program=$!
find_window

scroll_to "section.Own rules"
press "section.Own rules"
press rule.add
press rule.add=middle
within_time "a rule" logged '"key":"rule[0]"'
scroll_to "rule[0].apply"
events=$(grep -c '"kind"' log.jsonl)

# replace NAME TEXT: all of a text. Its letters are keys of the window elsewhere: Q would end it, P take another preset.
replace() {
  press "$1"
  xdotool key ctrl+a
  settle
  xdotool type --delay 60 -- "$2"
  settle
}
# Ctrl + Enter stays in the text.
leave_text() {
  xdotool key Escape
  settle
}
replace "rule[0].add" "pull * unit(p) * qp"
within_time "the error" seen "rule[0].add.error"
xdotool key ctrl+Return
settle
[[ $(grep -c '"kind"' log.jsonl) == "$events" ]] || fail "a wrong text was applied, or a letter did what its key does"
replace "rule[0].add" "pull * unit(v)"
within_time "no error" unseen "rule[0].add.error"
[[ $(grep -c '"kind"' log.jsonl) == "$events" ]] || fail "a text was applied while it was typed"
xdotool key ctrl+Return
within_time "the text is applied" logged '"key":"rule[0].add","value":"\"pull * unit(v)\"'
leave_text
xdotool key ctrl+z
within_time "the old text again" logged '"key":"rule[0].add"' 2
replace "rule[0].add" "v"
xdotool key ctrl+Return
settle
xdotool type --delay 60 -- " * 55"
settle
xdotool key ctrl+Return
within_time "typing goes on after Ctrl + Enter" logged '"key":"rule[0].add","value":"\"v * 55\"'
! logged '"kind":"restart"' || fail "a letter did what its key does"
leave_text
# Keys of one slow picture act one by one, and in the order in which they are pressed.
replace "rule[0].add" "v * 7777"
xdotool key --delay 1 BackSpace BackSpace BackSpace BackSpace 8 Home shift+End ctrl+x ctrl+v 9
settle
xdotool key ctrl+Return
within_time "each key acted" logged '"key":"rule[0].add","value":"\"v * 89\"'
leave_text
xdotool key ctrl+z
within_time "the old text once more" logged '"key":"rule[0].add"' 6
# Numbers that are not finite: the flock rests before that step, and nothing is lost.
replace "rule[0].add" "v / (n - n)"
xdotool key ctrl+Return
within_time "the rule" logged 'v / (n - n)'
within_time "what is wrong" seen message
step=$(column 2)
settle
[[ $(column 2) == "$step" ]] || fail "the flock flies on with numbers that are not finite"
leave_text
xdotool key ctrl+z
within_time "the old text after a fault" logged '"key":"rule[0].add"' 8
xdotool mousemove --window "$window" 300 450 key n n n
within_time "steps without it" eval '[[ $(column 2) == $((step + 3)) ]]'
replace "rule[0].add" "v * 3"
xdotool key Escape
settle
kill -0 "$program" || fail "Esc in a text ended the program"
replace "rule[0].add" "v * 4"
press "rule[0].edit"  # a click elsewhere keeps what is typed
xdotool mousemove --window "$window" 300 450
settle
xdotool key q
within_time "a question about the text" seen question.yes
xdotool key Escape
within_time "the question goes" unseen question.yes
press "rule[0].remove"
within_time "no rule" logged '"key":"rule","value":""'
for text in "v * 3" "v * 4"; do
  ! logged "\"value\":\"\\\"$text\\\"\"" || fail "$text was applied"
done

xdotool mousemove --window "$window" 300 450
settle
xdotool key q
ends_with 0
"$MURMUR" replay log.jsonl --headless >out.txt 2>&1 || fail "the log does not replay"
