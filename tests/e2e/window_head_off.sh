#!/usr/bin/env bash
# A head switched off: by key in the atlas, another by a click in the difference map, one for another input by typing;
# undo to the bit, the figure as a file; and the same numbers from the command line.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

model=translate/transformer
text="the old man reads a book in the garden"
log_prob() { "$HEED" trace "$model" "$text" "$@" --json - | jq .log_prob; }
same() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a - b < 1e-6 && b - a < 1e-6) }' || fail "$1 is not $2"; }

start --model "$model" --input "$text"
press a
want '.heads.shown and .heads.seen != null and (.head_off.shown | not)'
press ctrl+k
xdotool type --delay 15 "encoder, decoder or cross"
press Return
want '.heads.seen.kind == "encoder"'
press Right Left
want '.heads.chosen != null'
press o
want '.head_off.shown and .head_off.new and .head_off.costs != null'
[ "$(get '.edits.heads | length')" = 1 ] || fail "one head is off"
first=$(get .head_off.options)
same "$(get .head_off.work.written)" "$(log_prob ${first})"
same "$(get .head_off.work.log_prob)" "$(log_prob)"
[ "$(get '.head_off.costs | length')" = 24 ] || fail "each of 24 heads has its cost"
got=$(get .head_off.work.forced)

# The difference map of cross attention: layer 2 above layer 1, cells of 74 × 88 from x 54, y 498.
move 240 540
click 240 540
want '.edits.heads["cross:1:2"].kind == "off" and .head_off.new'
want '(.head_off.steps | length) == 3 and .head_off.steps[2].now and .head_off.steps[2].log_prob != null'
same "$(get .head_off.work.written)" "$(log_prob ${first} --head 1:2=off)"
press ctrl+z
want '(.edits.heads | length) == 1 and .head_off.new and .head_off.steps[1].now'
[ "$(get .head_off.work.forced)" = "$got" ] || fail "undo is not to the bit"
press ctrl+y
want '(.edits.heads | length) == 2 and .head_off.new'
click 240 540 # on again
want '(.edits.heads | length) == 1 and .head_off.new'

# A word is framed, and the change is for that output alone; then for all.
click 320 177
want '.head_off.word == 1'
press ctrl+k
xdotool type --delay 15 "even weights for the chosen one"
press Return
want '.edits.heads["cross:1:2"].kind == "uniform" and .head_off.new'
press ctrl+k
xdotool type --delay 15 "hold the chosen one at its mean"
press Return
want '.edits.heads["cross:1:2"].kind == "mean" and .head_off.new'
same "$(get .head_off.work.written)" "$(log_prob $(get .head_off.options))"
press ctrl+k
xdotool type --delay 15 "on another input"
press Return
want '.head_off.asks_input or .head_off.input != ""'
press Escape

# Every head again, to choose another.
press ctrl+k
xdotool type --delay 15 "switch another one off"
press Return
want '.head_off.shown == false and .heads.shown'
press Escape
want '.head_off.shown'

press ctrl+e
want '.dialog == "export" and .export.figure == "head-off"'
press Return
want '.dialog == "none" and (.toasts | length) > 0 and (.toasts[-1].bad | not)'
[ -s "$(get .export.path)" ] || fail "the figure was not written"
press r
want '.edits.heads == null and .head_off.shown == false and .heads.shown'
stop
cd "$scratch"

for kind in pdf svg png; do
    "$HEED" export "$model" "$text" --figure head-off --head 1:1=off --head "encoder:0:0=input:a cat sleeps" -o "off.$kind"
done
grep -q 'With 2 heads changed' off.svg || fail "the figure does not say what was done"
head -c 5 off.pdf | grep -q '%PDF-' || fail "no PDF"
if "$HEED" export "$model" "$text" --figure head-off -o x.svg 2>"$scratch/errors"; then fail "no head was named"; fi
grep -q 'which head' "$scratch/errors" || fail "what is missing was not said"
"$HEED" compare "$model" --input "$text" --head 1:1=off --json - |
    jq -e '(.models | length) == 2 and (.metrics[1].name | contains("2:2 off"))' >/dev/null || fail "compare does not show both"
