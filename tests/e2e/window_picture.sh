#!/usr/bin/env bash
# --screenshot at sizes, themes and scales; no display, no OpenGL 3.3: one sentence and status 1.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
command -v identify >/dev/null || exit 77

shot() { "$HEED" --input "3 March 1987" --screenshot "$scratch/shot.png" --dump-state "$state" "$@"; }
size() { identify -format '%wx%h' "$scratch/shot.png"; }

shot --size 960x640 --at 80 --theme light
[ "$(size)" = 960x640 ] || fail "size $(size)"
[ "$(get .at)" = 80 ] || fail "at"
[ "$(get .theme)" = light ] || fail "theme"
shot --size 3200x2000 --scale 2 --at 118
[ "$(size)" = 3200x2000 ] || fail "size $(size)"
[ "$(get .width)" = 1600 ] || fail "width at scale 1"
shot --size 1280x800 --scale 2 2>"$scratch/errors"
[ "$(size)" = 1920x1280 ] || fail "size $(size)"
[ "$(cat "$scratch/errors")" = "heed: a window of 1280x800 is too small at scale 2: the picture is 1920x1280" ] ||
    fail "a size that is not kept: $(cat "$scratch/errors")"
# The corner is the bar's colour, and the picture is not one colour.
[ "$(identify -format '%k' "$scratch/shot.png")" -gt 200 ] || fail "an empty picture"
[ ! -e "$XDG_CONFIG_HOME/heed/settings.json" ] || fail "a picture changed the settings"

status=0
env -u DISPLAY -u WAYLAND_DISPLAY "$HEED" 2>"$scratch/errors" || status=$?
[ $status = 1 ] || fail "no display: status $status"
[ "$(wc -l <"$scratch/errors")" = 1 ] && grep -q '^heed: .*display' "$scratch/errors" || fail "no display: $(cat "$scratch/errors")"
status=0
MESA_GL_VERSION_OVERRIDE=2.1 "$HEED" 2>"$scratch/errors" || status=$?
[ $status = 1 ] || fail "no OpenGL 3.3: status $status"
[ "$(wc -l <"$scratch/errors")" = 1 ] && grep -q 'OpenGL 3.3' "$scratch/errors" || fail "no OpenGL 3.3: $(cat "$scratch/errors")"

HEED_NO_SHADERS=1 shot --size 1600x1000 --at 60
[ "$(get .no_shaders)" = true ] || fail "without shaders"

# An input that is given stays, be it empty.
"$HEED" --input "" --screenshot "$scratch/shot.png" --dump-state "$state"
[ "$(get .input)" = "" ] && [ "$(get .tokens)" = 0 ] || fail "an empty input became $(get .input)"

# A session that is none is refused and left as it is; so is a state that cannot be written.
echo hello >"$scratch/notes.txt"
status=0
shot --session "$scratch/notes.txt" 2>"$scratch/errors" || status=$?
[ $status = 1 ] && [ "$(wc -l <"$scratch/errors")" = 1 ] && [ "$(cat "$scratch/notes.txt")" = hello ] ||
    fail "a session that is none: $status $(cat "$scratch/errors")"
# One whose changes cannot be run, or an input that cannot, is in the picture and on standard error.
cat >"$scratch/kept.session.json" <<'END'
{"format": "heed.session", "version": 1, "request": {"model": "dates", "input": "3 March 1987", "edits": {"forced": {"2": "zzz"}}}, "view": "step"}
END
status=0
"$HEED" --session "$scratch/kept.session.json" --screenshot "$scratch/shot.png" 2>"$scratch/errors" || status=$?
[ $status = 1 ] && [ "$(cat "$scratch/errors")" = "heed: $scratch/kept.session.json: forced token at output 3: \"zzz\" is not in the target vocabulary" ] ||
    fail "a session that cannot be run: $status $(cat "$scratch/errors")"
status=0
"$HEED" --model adding --input "three" --screenshot "$scratch/shot.png" 2>"$scratch/errors" || status=$?
[ $status = 1 ] && [ "$(wc -l <"$scratch/errors")" = 1 ] && grep -q '^heed: --input: word 1: expected a number' "$scratch/errors" ||
    fail "an input that cannot be run: $status $(cat "$scratch/errors")"
status=0
"$HEED" --screenshot "$scratch/shot.png" --dump-state /dev/full 2>"$scratch/errors" || status=$?
[ $status = 1 ] && [ "$(cat "$scratch/errors")" = "heed: /dev/full: not written: No space left on device" ] ||
    fail "a state that was not written: $status $(cat "$scratch/errors")"

# A model that cannot be opened is in the picture and on standard error.
status=0
shot --model /nosuch 2>"$scratch/errors" || status=$?
[ $status = 1 ] && grep -q '^heed: /nosuch: no such model' "$scratch/errors" && [ "$(get .error.title)" = "nosuch was not opened" ] ||
    fail "no such model: $status $(cat "$scratch/errors")"
