#!/usr/bin/env bash
# What was done in a window is recorded and comes out the same when it is played again, however often; a recording of
# varied use in every workspace; a bad line is named.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# By hand: typed, stepped, chosen, forced to other weights, taken back, looked at elsewhere.
start --model dates --input "3 March 1987" --record "$scratch/hand.jsonl"
press slash ctrl+a
xdotool type --delay 20 "4 May 1990"
want '.output == "1990-05-04" and .running == false'
press Return Right Right shift+Right bracketright Down
want '.at > 2 and .selection.row >= 0 and .selection.column >= 0'
press ctrl+Right ctrl+Right ctrl+Right ctrl+Right ctrl+Right ctrl+Right ctrl+Right ctrl+Right
press d Up Up Escape
want '(.edits.rows | length) == 1 and .running == false'
press ctrl+z
want '(.edits.rows | length) == 0 and .running == false'
press ctrl+2
want '.view == "compare"'
sleep 1
press ctrl+1 n
want '.view == "step" and .settings.numbers == false'
move 900 8
same='{view, input, output, at, edits, history: [.history.now, (.history.steps | length)], theme, selection}'
jq -c "$same" "$state" >"$scratch/hand.same"
stop
jq -e -s 'length > 20 and all(.[]; .t >= 0 and (.command | type) == "string")' "$scratch/hand.jsonl" >/dev/null || fail "no recording"

# play NAME ARGS…: twice, to the same state and the same picture.
play() {
    local name=$1
    shift
    for n in 1 2; do
        rm -rf "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"
        "$HEED" --size 1400x900 --model dates --input "3 March 1987" --replay "$scratch/$name.jsonl" \
            --screenshot "$scratch/$name.$n.png" --dump-state "$scratch/$name.$n.json" \
            --record "$scratch/$name.$n.jsonl" "$@" 2>"$scratch/errors" || fail "$name: exit status $?"
    done
    cmp "$scratch/$name.1.json" "$scratch/$name.2.json" || fail "$name: two states"
    cmp "$scratch/$name.1.png" "$scratch/$name.2.png" || fail "$name: two pictures"
    cmp "$scratch/$name.1.jsonl" "$scratch/$name.2.jsonl" || fail "$name: two recordings"
}
is() { jq -e "$2" "$scratch/$1.1.json" >/dev/null || { state=$scratch/$1.1.json; fail "$1: not $2"; }; }

play hand
is hand '.output == "1990-05-04" and .view == "step" and (.edits.rows | length) == 0 and .settings.numbers == false'
[ "$(jq -c "$same" "$scratch/hand.1.json")" = "$(cat "$scratch/hand.same")" ] || fail "another state than by hand"

# By a script: every workspace.
cat >"$scratch/varied.jsonl" <<'JSON'
{"t": 0.1, "command": "type", "text": "May 4, 1990"}
{"t": 0.5, "command": "step"}
{"t": 0.9, "command": "go-to", "at": 75}
{"t": 1.0, "command": "select-row", "row": 2}
{"t": 1.0, "command": "select-column", "column": 4}
{"t": 1.1, "command": "hold-weight", "output": 2, "source": 4, "weight": 0.62}
{"t": 1.2, "command": "force-token", "output": 5, "token": "1"}
{"t": 1.3, "command": "edit-row", "output": -1, "edit": "uniform"}
{"t": 1.4, "command": "undo"}
{"t": 1.5, "command": "show-difference"}
{"t": 2.0, "command": "view-compare"}
{"t": 2.1, "command": "compare-toggle", "function": "dot"}
{"t": 2.2, "command": "compare-pin", "panel": 0, "row": 3, "column": 2}
{"t": 2.3, "command": "compare-inputs"}
{"t": 2.4, "command": "compare-other-input", "text": "7 June 2001"}
{"t": 3.0, "command": "view-search"}
{"t": 3.1, "command": "beam-width", "width": 6}
{"t": 3.2, "command": "tree-right"}
{"t": 3.3, "command": "tree-open"}
{"t": 3.4, "command": "tree-force-token", "token": "2"}
{"t": 3.6, "command": "play"}
{"t": 4.2, "command": "undo"}
{"t": 4.5, "command": "states"}
{"t": 4.6, "command": "states-side", "decoder": false}
{"t": 4.7, "command": "states"}
{"t": 5.0, "command": "load", "model": "dates/dot"}
{"t": 5.1, "command": "undo"}
{"t": 5.2, "command": "undo"}
{"t": 5.3, "command": "redo"}
{"t": 6.0, "command": "export"}
{"t": 6.1, "command": "export-kind", "kind": "svg"}
{"t": 6.2, "command": "export-width", "mm": 174}
JSON
play varied
is varied '.dialog == "export" and .export.kind == "svg" and .export.width_mm == 174 and .input == "May 4, 1990"'
is varied '.search.width == 6 and (.edits.forced | length) == 1 and .compare.other_input == "7 June 2001"'
play hand --theme light

# With a window: it stays open, or leaves where the state is asked for.
timeout 60 "$HEED" --size 1400x900 --model dates --input "3 March 1987" --replay "$scratch/varied.jsonl" \
    --dump-state "$scratch/window.json" 2>"$scratch/errors" || fail "it did not leave: $?"
jq -e '.dialog == "export" and .search.width == 6' "$scratch/window.json" >/dev/null || fail "another state in a window"
# Nobody sat there: settings and the last session are as they were.
[ ! -e "$XDG_CONFIG_HOME/heed/settings.json" ] || fail "a script changed the settings"
[ ! -e "$XDG_STATE_HOME/heed/last.json" ] || fail "a script took the place of the last session"

printf '{"t": 1, "command": "play"}\n{"t": 2, "command": "select-row"}\n' >"$scratch/bad.jsonl"
status=0
"$HEED" --replay "$scratch/bad.jsonl" --screenshot "$scratch/bad.png" 2>"$scratch/errors" || status=$?
[ $status = 1 ] || fail "exit status $status for a bad line"
[ "$(cat "$scratch/errors")" = "heed: $scratch/bad.jsonl: line 2: select-row: lacks its argument \"row\"" ] || fail "other words"
