#!/usr/bin/env bash
# One recurrent network over its own past, with a real window: its card is opened, the map comes row by row, a state
# is muted by a press and heard again by undo, the kinds above the states load their models, and the score's menu
# the others.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates --input "3 March 1987" --at 118
press ctrl+6
want '.view == "gallery" and (.gallery.cards | index("own-past"))'
click 208 300 # the first card
want '.gallery.opened and .model == "recall/sum" and .view == "gallery" and .total == 45'

press slash ctrl+a
xdotool type --delay 15 -- 'c 7 a 2 f 9 b 4 ? f'
press Return
want '.input == "c 7 a 2 f 9 b 4 ? f" and .output == "9" and .running == false'
press Home
want '.at == 0'
press Right Right
want '.at == 2'
press End
want '.at == .total'

# States stand every 76 px from 192 on, h_0 first; that after the 9 is h_6.
state_at() { echo $((192 + 76 * $1)); }
move "$(state_at 6)" 400
want '.hover.column == 6'
click "$(state_at 6)" 400
want '.gallery.muted == [5] and .output != "9"'
press ctrl+z
want '.gallery.muted == [] and .output == "9"'
click "$(state_at 0)" 400 # the start is no word's: it cannot be muted
want '.gallery.muted == []'

# A row of the map is pointed at: its own look back is shown.
move "$(state_at 1)" 640
want '.hover.row == 4 and .hover.column == 1'

# The other kinds are models of their own; the input stays.
click 290 124
want '.model == "recall/lstmn" and .input == "c 7 a 2 f 9 b 4 ? f"'
click 552 124
want '.model == "recall/key-value-predict" and .output == "9"'
press ctrl+1
want '.view == "step" and .model == "dates/additive" and .input == "3 March 1987"'
stop
