#!/usr/bin/env bash
# murmur render as its users meet it: films and pictures of the asked size and number, of scenarios and event
# logs, with the same hash as a run without pictures; and the messages for faults.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

failures=0
fail() {
  echo "FAILED: $1"
  [[ -f err ]] && tail -n 3 err
  failures=$((failures + 1))
}
# expect CODE TEXT ARGUMENTS...: the exit code, and what stdout or stderr say.
expect() {
  local code=$1 text=$2 got=0
  shift 2
  "$MURMUR" "$@" >out 2>err || got=$?
  [[ $got == "$code" ]] || fail "exit code $got, not $code: $*"
  grep -qF -- "$text" out err || fail "says nothing of '$text': $*"
}
hash_of() { tail -n 1 "$1" | grep -o 'hash=.*'; }
png_size() { od -An -j16 -N8 --endian=big -t u4 "$1" | xargs; }
film_facts() {
  ffprobe -v error -count_frames -select_streams v \
    -show_entries stream=codec_name,width,height,pix_fmt,avg_frame_rate,nb_read_frames -of csv=p=0 "$1"
}

small=(render --preset book --backend cpu --size 128x96 --overwrite)

# Faults are reported before anything is drawn.
expect 2 '--output' "${small[@]}"
expect 2 'F.mp4' "${small[@]}" --output film.avi
expect 2 'frames/%05d.png' "${small[@]}" --output 'a%s.png'
expect 2 'WIDTHxHEIGHT' "${small[@]:0:5}" --size 128 --output a.png
expect 2 'triangle, disc, arrow' "${small[@]}" --draw square --output a.png
expect 2 'coordinates' "${small[@]}" --center 1,2,3 --output a.png
expect 2 'three sizes' "${small[@]}" --azimuth 10 --output a.png
expect 2 'the log says what to simulate' "${small[@]}" --replay log.jsonl --output a.png
expect 1 'cannot write' "${small[@]}" --frames 1 --output missing/a.png
[[ ! -e a.png ]] || fail 'a refused picture is there'

if ! "$MURMUR" "${small[@]}" --output first.png >out 2>err; then
  grep -q 'OpenGL 3.3 without a display' err || fail 'the first picture'
  [[ -n ${CI:-} || $failures != 0 ]] && exit 1
  cat err
  exit 77
fi

# Without any OpenGL: one sentence.
__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null "$MURMUR" "${small[@]}" --axes --output none.png >out 2>err && fail 'drew without OpenGL'
[[ $(wc -l <err) == 1 ]] && grep -q 'OpenGL 3.3 without a display' err || fail 'without OpenGL'

# One picture: the last frame.
[[ $(png_size first.png) == '128 96' ]] || fail "first.png is $(png_size first.png)"
expect 0 'frames=3 size=128x96 steps=14 boids=100' "${small[@]}" --warm-up 4 --frames 3 --steps-per-frame 5 \
  --output last.png --frame-log frames.csv
rendered=$(hash_of out)
[[ $(wc -l <frames.csv) == 4 ]] || fail 'the frame log has a row per frame'
[[ $(tail -n 1 frames.csv) == 2,14,100,* ]] || fail 'the last row of the frame log'
"$MURMUR" run --preset book --steps 14 >out 2>err
[[ $rendered == "$(hash_of out)" ]] || fail 'pictures change the flock'

# Numbered pictures, in a folder that is made; the last is the picture above.
expect 0 'frames=3' "${small[@]}" --warm-up 4 --frames 3 --steps-per-frame 5 --output 'made/here/%03d.png'
[[ $(ls made/here | xargs) == '000.png 001.png 002.png' ]] || fail "pictures: $(ls made/here | xargs)"
for picture in made/here/*.png; do [[ $(png_size "$picture") == '128 96' ]] || fail "$picture"; done
# A state's picture does not depend on how it was come by, nor on the threads.
expect 0 'frames=1' "${small[@]}" --warm-up 14 --threads 3 --output 'made/again.png'
cmp -s last.png made/again.png || fail 'the same state gives another picture'
cmp -s made/here/000.png made/here/002.png && fail 'all frames are the same'

# Looks and cameras differ from each other.
for look in '--draw disc' '--draw arrow' '--draw dot-and-heading' '--colour #3d7bff' '--background #400000' --axes '--colour speed' '--colour density' '--background light' \
  '--zoom 2' '--center 100,100'; do
  # shellcheck disable=SC2086
  expect 0 'frames=1' "${small[@]}" --warm-up 14 $look --output look.png
  sum=$(cksum <look.png)
  [[ " ${seen:-} " != *" $sum "* ]] || fail "$look: looks like another"
  seen="${seen:-} $sum "
done
for view in '--azimuth 10' '--elevation 80' '--distance 100' '--turn 90 --frames 2' '--draw disc' '--draw arrow' '--colour density'; do
  # shellcheck disable=SC2086
  expect 0 'boids=500' render --preset cis565 --boids 500 --backend cpu --size 128x96 $view --output look.png --overwrite
  sum=$(cksum <look.png)
  [[ " ${seen:-} " != *" $sum "* ]] || fail "3D $view: looks like another"
  seen="${seen:-} $sum "
done

# Parts of drawing that are left out (docs/gpu.md).
MURMUR_DRAWING=opengl expect 0 'frames=1' "${small[@]}" --warm-up 14 --output whole.png
for part in discard scissor one-sample; do
  MURMUR_DRAWING=$part expect 0 'frames=1' "${small[@]}" --warm-up 14 --output look.png
  cmp -s whole.png look.png && fail "MURMUR_DRAWING=$part leaves nothing out"
done

# Plain pictures need no OpenGL, and have a hash, which a frame log has, too: the same from all backends, instruction sets and threads.
plain=(render --preset murmuration --boids 3000 --warm-up 5 --size 128x96 --overwrite)
picture_of() { sed -n 's/.* picture=\([0-9a-f]*\).*/\1/p' "$1"; }
expect 0 'picture=' "${plain[@]}" --backend cpu --frames 3 --frame-log plain.csv --output plain.png
known=$(picture_of out)
[[ $known =~ ^[0-9a-f]{16}$ && $(tail -n 1 plain.csv) == *",$known" ]] || fail "the frame log has another picture than $known"
for how in '--backend reference' '--backend cpu --simd scalar --threads 1' '--backend cpu --threads 3'; do
  # shellcheck disable=SC2086
  __EGL_VENDOR_LIBRARY_FILENAMES=/dev/null expect 0 "picture=$known" "${plain[@]}" --frames 3 $how --output again.png
  cmp -s plain.png again.png || fail "another plain picture with $how"
done
expect 0 "picture=" verify --preset murmuration --boids 500 --steps 3 --pictures
expect 2 'drawn by OpenGL' verify --preset cis565 --boids 500 --set predator='[{}]' --steps 3 --pictures
# A predator that comes in flight is drawn by OpenGL.
"$MURMUR" run --preset murmuration --boids 500 --steps 9 --log-events hunt.jsonl --set 'event=[{step=4,kind="set",key="obstacle",value=[{at=[100,100],radius=20}]}]' >out 2>err
expect 0 'picture=' render --replay hunt.jsonl --frames 3 --size 128x96 --output hunt.png --overwrite
expect 0 'steps=9' render --replay hunt.jsonl --size 128x96 --output hunt.png --overwrite
[[ -z $(picture_of out) ]] || fail "a picture of OpenGL has a hash"

# How many boids are in each pixel: the same picture on all backends, without OpenGL, and in the colours that are asked for.
many=(render --preset murmuration --boids 20000 --warm-up 5 --size 128x96 --overwrite --density)
expect 0 'frames=1 size=128x96 steps=5 boids=20000' "${many[@]}" --backend cpu --threads 2 --output many.png
for how in '--backend reference' '--backend cpu --simd scalar --threads 1'; do
  # shellcheck disable=SC2086
  __EGL_VENDOR_LIBRARY_FILENAMES=/dev/null expect 0 'frames=1' "${many[@]}" $how --output again.png
  cmp -s many.png again.png || fail "another density picture with $how"
done
expect 0 'frames=1' "${many[@]}" --backend cpu --background light --colour '#ff0000' --output again.png
cmp -s many.png again.png && fail 'a density picture has no colours'
expect 0 'frames=3' "${many[@]}" --backend cpu --frames 3 --frame-log many.csv --output 'many/%d.png'
expect 0 'frames=1' "${many[@]}" --backend cpu --frames 1 --output 'one/%d.png'
cmp -s one/0.png many/0.png || fail 'the first density picture of a film is another'
cmp -s many/0.png many/2.png && fail 'all density pictures are the same'
awk -F, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "draw_ms") column = k } NR > 1 && !($column > 0) { exit 1 }' many.csv ||
  fail 'density pictures take no time'
expect 2 'use it with --scene plain' "${many[@]}" --scene dusk --output again.png

# An event log: all of it, with its hashes checked.
"$MURMUR" run --preset book --steps 90 --log-events log.jsonl --set 'event=[{step=4,kind="add",at=[300,200],count=5}]' >out 2>err
flown=$(hash_of out)
expect 0 'frames=4 size=128x96 steps=90 boids=105' render --replay log.jsonl --steps-per-frame 30 --backend cpu --size 128x96 --output replayed.png
[[ $flown == "$(hash_of out)" ]] || fail 'the replayed flock is another'
expect 0 'the film does too' render --replay log.jsonl --steps-per-frame 30 --frames 50 --size 128x96 --output replayed.png --overwrite

# MP4. A missing ffmpeg is reported with advice; a failing one leaves no file.
# Films and pictures that are there are kept.
sha256sum replayed.png made/here/*.png frames.csv >before
expect 2 'is there already and is kept' "${small[@]:0:5}" --frames 1 --output replayed.png
expect 2 'is there already and is kept' "${small[@]:0:5}" --frames 3 --output made/here/%03d.png
expect 2 'is there already and is kept' "${small[@]:0:5}" --frames 1 --output new.png --frame-log frames.csv
expect 2 'which is the log of --replay' render --replay log.jsonl --output new.png --frame-log log.jsonl --overwrite
sha256sum --quiet --check before || fail 'a picture was replaced'
[[ -s log.jsonl ]] || fail 'the log was replaced'
expect 2 'even sizes; write 128x98' "${small[@]:0:5}" --size 127x97 --frames 1 --output odd.mp4
mkdir empty broken
PATH=$work/empty "$MURMUR" "${small[@]}" --frames 2 --output none.mp4 >out 2>err && fail 'no ffmpeg, no fault'
grep -q 'apt install ffmpeg' err || fail 'does not say how to get ffmpeg'
printf '#!/bin/sh\necho "no room for films" >&2\nexit 1\n' >broken/ffmpeg
chmod +x broken/ffmpeg
PATH=$work/broken:$PATH "$MURMUR" "${small[@]}" --frames 60 --output none.mp4 >out 2>err && fail 'ffmpeg failed, no fault'
grep -q 'no room for films' err || fail "does not say what ffmpeg said"
[[ -z $(ls none.mp4* 2>/dev/null) ]] || fail 'a failed film leaves a file'
if command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; then
  expect 0 'frames=7' "${small[@]}" --frames 7 --fps 30 --output film.mp4
  [[ $(film_facts film.mp4) == h264,128,96,yuv420p,30/1,7 ]] || fail "the film is $(film_facts film.mp4)"
  [[ -z $(ls ./*.part 2>/dev/null) ]] || fail 'a temporary file is left'
  # Length, pace and size of each container are those that were asked for; a GIF has only times that players honour.
  times_of() {  # the begin of each picture and the end of the last one, in hundredths of a second
    ffprobe -v error -select_streams v -show_entries packet=pts_time,duration_time -of csv=p=0 "$1" | sort -g |
      awk -F, 'NF { printf "%.0f ", $1 * 100; end = ($1 + $2) * 100 } END { printf "%.0f\n", end }'
  }
  # films FRAMES HUNDREDTHS OPTIONS...: how many frames, and how long the film lasts.
  films() {
    local frames=$1 long=$2 film times
    shift 2
    for film in paced.mp4 paced.gif; do
      expect 0 "frames=$frames size=128x96" "${small[@]}" --frames "$frames" "$@" --output $film
      times=$(times_of $film)
      [[ $(film_facts $film) == *,128,96,* ]] || fail "$film with $*: $(film_facts $film)"
      awk -v long="$long" -v frames="$frames" -v gif="${film#*.}" '{
        if ($NF < long - 2 || $NF > long + 2) exit 1
        for (k = 1; k < NF; ++k) if (gif == "gif" && $(k + 1) - $k < 2) exit 1
        for (k = 1; k < NF; ++k) if ($(k + 1) - $k > 1.5 * long / frames + 2) exit 1
      }' <<<"$times" || fail "$film with $frames frames and $* begins its pictures at $times, and should last $long"
    done
  }
  films 4 800 --set view.steps_per_second=0.5
  films 10 50 --set view.steps_per_second=20
  films 60 100 --set view.steps_per_second=60
  films 60 100 --fps 60
  films 45 100 --fps 45
  films 100 100 --fps 100
  films 3 3000 --fps 0.1
  films 7 7 --set view.steps_per_second=100
  expect 2 'the scenario has 5000 steps per second' "${small[@]}" --frames 2 --set view.steps_per_second=5000 --output fast.mp4
  expect 0 'frames=1' "${small[@]}" --frames 1 --set view.steps_per_second=5000 --output fast.png
  # Stopped by a signal, the film so far is whole.
  "$MURMUR" "${small[@]}" --frames 100000 --output stopped.mp4 --frame-log frames.csv >out 2>err &
  program=$!
  for _ in $(seq 300); do [[ $(wc -l 2>/dev/null <frames.csv) -gt 5 ]] && break; sleep 0.1; done
  code=0
  kill -INT $program && wait $program || code=$?
  [[ $code == 130 ]] && grep -q 'stopped by SIGINT after frame' err || fail "exit code $code after a signal"
  [[ $(film_facts stopped.mp4) == h264,128,96,yuv420p,20/1,* ]] || fail 'the stopped film'
  # Its first frame is the picture, the right way up, but for the loss of video.
  "$MURMUR" "${small[@]}" --frames 1 --output start.png >out 2>err
  psnr=$(ffmpeg -hide_banner -i film.mp4 -i start.png -frames:v 1 -lavfi 'format=gbrp,psnr' -f null - 2>&1 | grep -o 'average:[0-9.inf]*')
  psnr=${psnr#average:}
  [[ $psnr == inf || ${psnr%.*} -ge 25 ]] || fail "the film's first frame is not the picture: PSNR $psnr dB"
  # ffmpeg ends well although its last writes fail: such a film is none, and the one that was there stays.
  for film in film.mp4 film.gif; do
    "$MURMUR" "${small[@]}" --frames 40 --output $film --overwrite >out 2>err
    sha256sum $film >before
    size=$(($(stat -c %s $film) / 1024))
    for limit in $(seq 1 $((size / 6 + 1)) $((size - 1))) $((size - 1)); do
      code=0
      (ulimit -f "$limit" && exec "$MURMUR" "${small[@]}" --frames 40 --output $film --overwrite) >out 2>err || code=$?
      [[ $code == 1 ]] || fail "exit code $code for $film with room for $limit of $size KiB"
      sha256sum --quiet --check before || fail "$film with room for $limit of $size KiB was replaced"
    done
  done
fi

# Links are followed, and a file beside a picture is kept.
mkdir -p target
ln -s target/q.png q.png
echo mine >target/q.png.part
"$MURMUR" "${small[@]:0:5}" --frames 1 --output q.png >out 2>err || fail 'a link to a picture'
[[ -L q.png && -s target/q.png && $(cat target/q.png.part) == mine ]] || fail 'the target of a link is not written'

# A picture of a replay needs a window: without one there is none, which is said.
"$MURMUR" run --preset book --steps 5 --log-events few.jsonl >out 2>err
code=0
(unset DISPLAY WAYLAND_DISPLAY && exec "$MURMUR" replay few.jsonl --screenshot few.png) >out 2>err || code=$?
[[ $code == 1 ]] && grep -q -- '--screenshot needs a window' err || fail "exit code $code for a screenshot without a display"

[[ $failures == 0 ]] && echo "all well"
exit $((failures != 0))
