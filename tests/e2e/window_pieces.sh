#!/usr/bin/env bash
# A model of pieces in the window: V folds columns, the atlas and Compare into words; heads beside heads.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model "$SOURCE/tests/checkpoints/hf_marian_toy_enfr" --input "the council helps her students"
want '.words.shown == false and .at >= 0'
press v
want '.words.shown and .words.columns'
press v
want '.words.shown == false'

# The atlas is as the columns were left, and they as it is.
press a
want '.heads.shown and (.words.shown | not)'
press v
want '.words.shown'
press a
want '(.heads.shown | not) and .words.shown and .words.maps'

# Compare: two models that cut differently stand on the same columns; in pieces they do not.
press ctrl+2
press ctrl+k
xdotool type --delay 15 "heads of one model"
press Return
want '.compare.what == "heads" and (.compare.panels | length) == 9 and all(.compare.panels[]; .waiting | not)'
want '.compare.panels | map(.columns) | unique == [6]'
press v
want '.compare.panels[0].columns > 6'
