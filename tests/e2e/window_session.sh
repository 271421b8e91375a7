#!/usr/bin/env bash
# A session is saved, survives a kill in the middle of a save, opens to the same picture; what was not saved is
# offered again after a crash.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
file=$scratch/lesson.session.json

kill_now() {
    kill -9 "$heed_pid"
    wait "$heed_pid" 2>/dev/null || true
    heed_pid=
}

# An edit by hand, so that there is something to lose; the rest by keyboard.
cat >"$scratch/begun.json" <<JSON
{"format": "heed.session", "version": 1,
 "request": {"model": "dates", "input": "3 March 1987", "edits": {"rows": {"3": {"kind": "uniform"}}}},
 "view": "step", "at": 70, "history": {"now": 0, "steps": []}}
JSON
start --session "$scratch/begun.json"
want '.output == "1983-03-03" or (.output | startswith("198"))'
want '.edits.rows["3"].kind == "uniform" and .at == 70'
changed=$(get .output)
want '.changed_from == "1987-03-03"'
stop

start
press slash ctrl+a
xdotool type --delay 15 "4 March 1987"
want '.output == "1987-03-04" and .running == false'
press Return
press ctrl+shift+s
want '.dialog == "save-session"'
press ctrl+a
xdotool type --delay 10 "$file"
want '.dialog == "save-session" and .save_model.path == "'"$file"'"'
press Return
want '.dialog == "none" and .session_file == "'"$file"'"'
jq -e '.format == "heed.session" and .request.input == "4 March 1987" and (.model.hash | length) > 5' "$file" >/dev/null || fail "not a session"

# Killed in the middle of the next save: what stands there is the one before or the one after, and whole.
for round in 1 2 3; do
    press t ctrl+shift+s
    sleep 0.00$round
    kill_now
    jq -e '.request.input == "4 March 1987" and (.history.steps | length) >= 2' "$file" >/dev/null || fail "the session was lost"
    start --session "$file"
    want '.input == "4 March 1987" and .output == "1987-03-04" and (.history.steps | length) >= 2'
    want '.session_file == "'"$file"'"'
done

# So are the settings: who is killed is no beginner again.
stop
rm -rf "$XDG_CONFIG_HOME/heed" "$scratch/state"
start
want '.hint == true and .output != ""'
press Right
want '.hint == false'
for _ in $(seq 50); do
    [ "$(jq .first_run_done "$XDG_CONFIG_HOME/heed/settings.json" 2>/dev/null)" = true ] && break
    sleep .1
done
kill_now
jq -e .first_run_done "$XDG_CONFIG_HOME/heed/settings.json" >/dev/null || fail "the settings were lost"

# What was not saved is offered again.
rm -rf "$scratch/state"
start --session "$file"
press Escape slash ctrl+a
xdotool type --delay 15 "5 May 1990"
want '.output == "1990-05-05" and .running == false'
press Return
for _ in $(seq 100); do
    grep -q '"input": "5 May 1990"' "$scratch"/state/heed/session-*.json 2>/dev/null && break
    sleep 0.05
done
kill_now
start --input "1/1/2000"
want '.orphan != "" and (.toasts[] | select(.title | startswith("Heed was ended")))'
press ctrl+k
xdotool type --delay 10 "session go on"
press Return
want '.input == "5 May 1990" and .output == "1990-05-05"'
press Escape ctrl+z
want '.input == "4 March 1987"'
stop
ls "$scratch"/state/heed/session-*.json >/dev/null 2>&1 && fail "a session that was closed is still there"

# What was closed as it should be can be gone on with, too.
start --input "1/1/2000"
press ctrl+k
xdotool type --delay 10 "last session"
press Return
want '.input == "4 March 1987" and (.history.steps | length) >= 3'
stop

# Opens that session by the dialog.
open_begun() {
    press ctrl+o
    want '.dialog == "open"'
    xdotool type --delay 10 "begun"
    want '.open.filter == "begun" and .open.kinds["begun.session.json"] == "session"'
    press Down
    want '.open.preview.text == "3 March 1987"'
    press Return
}

# The old session opens by dialog into a running window, edits and place and all.
start --input "1/1/2000"
want '(.toasts | length) == 0'
cp "$scratch/begun.json" "$HOME/begun.session.json"
open_begun
want '.dialog == "none" and .changed_from == "1987-03-03" and .edits.rows["3"].kind == "uniform" and .at == 70'
want '.session_file | endswith("/begun.session.json")'
press ctrl+shift+s
want '[.toasts[] | select(.title == "Saved begun.session.json")] | length == 1'
stop

# What was done before another session came is not gone: the last session leads back, and back again.
start --session "$file"
want '.input == "4 March 1987"'
press Escape slash ctrl+a
xdotool type --delay 15 "6 June 1944"
want '.output == "1944-06-06" and .running == false'
press Return
steps=$(get '.history.steps | length')
open_begun
want '.dialog == "none" and .changed_from == "1987-03-03"'
want '[.toasts[] | select(.title == "What you did is kept")] | length == 1'
press ctrl+k
xdotool type --delay 10 "last session"
press Return
want ".input == \"6 June 1944\" and (.history.steps | length) == $steps"
press Escape ctrl+z
want '.input == "4 March 1987"'
stop

# A session opens to the same picture.
picture() { "$HEED" "$@" 2>>"$scratch/errors" || fail "no picture"; }
picture --model translate --input "the old cat sees a small dog" --at 90 --theme light --size 1300x820 --screenshot "$scratch/a.png" --dump-state "$scratch/a.json"
picture --session "$scratch/a.json" --screenshot "$scratch/b.png"
cmp "$scratch/a.png" "$scratch/b.png" || fail "another picture"
picture --session "$scratch/begun.json" --size 1200x800 --screenshot "$scratch/c.png" --dump-state "$scratch/c.json"
picture --session "$scratch/c.json" --screenshot "$scratch/d.png"
cmp "$scratch/c.png" "$scratch/d.png" || fail "another picture with edits"
