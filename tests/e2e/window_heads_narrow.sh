#!/usr/bin/env bash
# Heads in a window of 1280 x 800: a file of pairs that is opened is what they are measured over, another can be chosen
# then, and beside the drawer of sentences every control is still there.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

"$HEED" data translate -n 12 --seed 7 >"$scratch/pairs.tsv"
SIZE=1280x800 start --model translate/transformer --input "the law was signed in paris"
press a
want '.heads.shown'
press ctrl+o
want '.dialog == "open"'
xdotool type --delay 10 -- "$scratch/pairs.tsv"
want '.open.chosen | endswith("pairs.tsv")'
want '.open.preview.text | startswith("A sentence a line")'
press Return
want '.dialog == "none" and .view == "step" and .heads.shown'
want '.heads.seen.over == "12 pairs with links"'

# The folder in the bar is there though the panel no longer asks for a file.
click 545 120
want '.dialog == "open"'
press Escape
want '.dialog == "none"'

# Beside the drawer what is looked at is chosen in a second row.
press F2
want '.navigator.drawer'
click 735 158
want '.heads.seen.reading == "reads"'
click 388 120
want '.menu == "head-measure"'
press Escape
want '.menu == "none"'
