#!/usr/bin/env bash
# What moved a token of a Transformer: parts that add up, on the command line and in the inspector; the margin by key
# against a rival that is typed; maps read in other ways; the figure.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

text="the european economic area was signed in august"
near() { awk -v a="$1" -v b="$2" -v by="$3" 'BEGIN { exit !(a - b < by && b - a < by) }' || fail "$1 is not near $2"; }

"$HEED" trace translate/transformer "$text" --moves --full --why 1 --json - >"$scratch/run.json"
[ "$(jq '(.moves | length) == (.steps | length)' "$scratch/run.json")" = true ] || fail "not every output was taken apart"
near "$(jq '[.moves[] | ([.parts[].adds] | add) - .logit | fabs] | max' "$scratch/run.json")" 0 1e-4
near "$(jq '[.moves[].parts[] | select(.part == "head") | ([.places[]] | add) - .adds | fabs] | max' "$scratch/run.json")" 0 1e-5
near "$(jq '.why[0] | .log_p - .rival_log_p' "$scratch/run.json")" "$(jq '[.why[0].parts[].adds] | add' "$scratch/run.json")" 1e-4
[ "$(jq '[.moves[] | .lens[-1].top[0].token == .token] | all' "$scratch/run.json")" = true ] || fail "the last layer says something else"
[ "$(jq '.value_weighted | length' "$scratch/run.json")" = 24 ] || fail "not every head has its value-weighted map"
"$HEED" trace translate/transformer "$text" --moves >"$scratch/lines"
grep -q '^Held at what it was' "$scratch/lines" || fail "what is held was not said"
if "$HEED" trace translate/additive "$text" --moves 2>"$scratch/errors"; then fail "an RNN was taken apart"; fi
grep -q 'is measured of Transformers' "$scratch/errors" || fail "what is wrong was not said"
"$HEED" export translate/transformer "$text" --figure moves -o "$scratch/moves.svg"
"$HEED" export translate/transformer "$text" --figure why --why 1 -o "$scratch/why.svg"
grep -q 'What made the difference' "$scratch/why.svg" || fail "the margin was not drawn"

start --model translate/transformer --input "$text"
press End
want '.moves.output >= 0 and .moves.parts > 20'
near "$(get .moves.sum)" "$(get .moves.logit)" 1e-4
want '.moves.shown == false'
press y
want '.moves.shown and (.moves.rival | length) > 0'
output=$(get .moves.output)
click 1296 481 # in the grid: on the source, layer 1, head 1
want '.layers.layer == 0 and .layers.cross == 0 and .moves.shown'
press ctrl+e
want '.dialog == "export" and .export.figure == "moves"'
press Return
want '.dialog == "none" and (.toasts | length) > 0 and (.toasts[-1].bad | not)'
[ -s "$(get .export.path)" ] || fail "the figure was not written"
press ctrl+k
xdotool type --delay 15 "choose the token to compare"
press Return
want '.menu == "rival"'
xdotool type --delay 15 "paris"
press Return
want '.menu == "none" and .moves.rival == "paris" and .moves.output == '"$output"
press y
want '.moves.shown == false'
for way in "each weight times what it brings:weighted" "mean of a layer:mean" "rollout through all:rollout" "maps of one head: its weights:head"; do
    press ctrl+k
    xdotool type --delay 15 "${way%:*}"
    press Return
    want '.layers.read == "'"${way##*:}"'"'
done
stop
