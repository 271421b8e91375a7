#!/usr/bin/env bash
# The list of models by keys and mouse; truth beside the output and the step that it leads to.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates/additive --input "3 March 1987"
want '.picker.truth.right'
click 124 70
want '.menu == "models" and .picker.family == "dates" and .picker.chosen == "dates/additive"'
want '.picker.rows | all(.written == "1987-03-03" and .right)'
press Down Down
want '.picker.chosen == .picker.rows[2].model'
press Right
want '.picker.card == .picker.chosen'
press Left
want '.picker.card == ""'
xdotool type --delay 15 "wrong map"
want '.picker.query == "wrong map" and .picker.chosen == "dates/local-m" and (.picker.families | map(.id) | contains(["reverse", "translate"]))'
press Escape
want '.menu == "none" and .model == "dates/additive"'
press ctrl+m
want '.menu == "models"'
xdotool type --delay 15 "locaton"
want '.picker.meant[0] == "location"'
press ctrl+a
xdotool type --delay 15 "lstm"
want '.picker.chosen == "dates/lstm"'
press Return
want '.menu == "none" and .model == "dates/lstm" and .output == "1987-03-03"'
stop

# A model that fails on purpose: a click on what should be there goes to the first output that is wrong.
start --model reverse/none --input "attention is the weighted sum" --at 0
want '.picker.truth == null' # spaces are no letters
press slash ctrl+a
xdotool type --delay 15 "abcdefghijklmnopqrst"
want '.picker.truth.right == false and .picker.truth.answer == "tsrqponmlkjihgfedcba"'
wrong=$(get .picker.truth.output)
press Escape ctrl+k
xdotool type --delay 15 "first output that is wrong"
press Return
want '.dialog == "none" and .at > 0'
[ "$wrong" -ge 0 ] || fail "no output is wrong: $wrong"
press slash ctrl+a
xdotool type --delay 5 "abcdefghijabcdefghijabcdefghijabcdefghijabcde"
want '.picker.beyond_training == "trained on at most 40 letters"'
stop
