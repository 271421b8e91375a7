#!/usr/bin/env bash
# The Memory workspace with a real window: a word is followed by key and by click, weights, scale and models are
# chosen, the curves come, and all of it is there again after the window was closed.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model reverse/additive --input "abcdefghijkl"
press ctrl+5
want '.view == "memory" and (.memory.words | length) == 13 and .memory.follow == 0 and .memory.problem == ""'
want '.memory.models | map(.attention) | any'
press Right
press Right
want '.memory.follow == 2'
press Left
want '.memory.follow == 1'
want '.memory.lengths > 1' # measured beside the rest
move 400 240 # over the curves
want '.memory.hover >= 0'
move 700 20 # and away
want '.memory.hover == -1'
# the list of words; the readers with attention; letters in place of whole items
click 170 964
want '.menu == "follow"'
press End
press Return
want '.memory.follow == 12 and .menu == "none"'
want '.memory.attention == false and .memory.tokens == false'
click 881 133
want '.memory.attention == true and (.memory.models | map(.attention) | all)'
click 1524 133
want '.memory.tokens == true'
"$HEED" --model reverse/additive --input abcdef --view memory --dump-state "$scratch/other.json" \
    --screenshot "$scratch/memory.png" --size 960x640
jq -e '.view == "memory"' "$scratch/other.json" >/dev/null || fail "--view memory"
press ctrl+1
want '.view == "step"'
stop
