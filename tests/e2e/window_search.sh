#!/usr/bin/env bash
# The Search workspace with a real window: arrows, Enter, forcing by click, typing a token, widths, undo, playing.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

there='.search.tree != null and .running == false'
start --model translate --input "the agreement on the economic area was signed in august"
press ctrl+3
want ".view == \"search\" and $there and .search.tree.sentences == 4"
want '.search.tree.selected != null and (.search.candidates | length) == 8' # where the model was least sure
outputs=$(get .search.tree.outputs)

# Arrows go through the tree; Enter shows what was not followed, and hides it again.
for _ in $(seq "$outputs"); do press Left; done
want '.search.path == []'
press Right
want '(.search.path | length) == 1'
press Right Right Right
want '.search.tree.output == 3'
press Left
want '.search.tree.output == 2'
press Up
want '.search.tree.output == 2'
press Left Right
press Return
want '.search.tree.candidates == 5 and .search.opened == 1'
press Return
want '.search.tree.candidates == 0'

# The fourth output of the best sentence, forced by a click on the second candidate.
for _ in $(seq "$outputs"); do press Left; done
press Right Right Right Right
want '.search.tree.output == 3'
second=$(get '.search.candidates[1]')
click 1400 248 # its row
want "(.edits.forced | to_entries | length) >= 1 and .search.changed != null and .search.tree.changed > 0"
want ".edits.forced[\"3\"] == \"$second\""
want '.history.steps | last | startswith("Forced output 4")'
press ctrl+z
want '(.edits.forced | length) == 0 and .search.changed == null'
press ctrl+shift+z
want ".edits.forced[\"3\"] == \"$second\" and .search.changed != null"
press ctrl+z
want '.search.changed == null'

# A typed token: its field offers the vocabulary; a word that is not in it stays in the field; Esc leaves.
for _ in $(seq "$outputs"); do press Left; done
press Right Right Right Right Right
want '.search.tree.output == 4'
xdotool type --delay 30 "guer"
want '.search.typed.text == "guer" and .search.typed.offered[0] == "guerre"'
press BackSpace
want '.search.typed.text == "gue"'
xdotool type --delay 30 "zz"
want '.search.typed.text == "guezz" and (.search.typed.offered | length) == 0'
press Return
want '.search.typed.text == "guezz" and (.edits.forced | length) == 0'
press Escape
want '.search.typed == null'
xdotool type --delay 30 "guerre"
want '.search.typed.text == "guerre"'
press Return
want '.search.typed == null and .edits.forced["4"] == "guerre" and .search.tree.selected == "guerre"'
press ctrl+z
want '(.edits.forced | length) == 0'

# The tree is what is exported.
press ctrl+e
want '.dialog == "export" and .export.figure == "tree" and .export.width_mm == 174'
press Escape
want '.dialog == "none"'

# F forces what is selected; R takes it back (where the tree is not typed into).
press Escape
press b
want '.search.width == 5 and .search.tree.sentences == 5'
press ctrl+z
want '.search.width == 4 and .search.tree.sentences == 4'

# A click into the tree selects; the start is at its left.
click 46 270
want '.search.path == []'

# Widths by slider, and by number.
press ctrl+3
width=$(get .search.width)
step() { xdotool mousemove --window "$window" "$1" "$2" mousedown 1; for dx in 20 40 60 80; do xdotool mousemove --window "$window" $(($1 + dx)) "$2"; done; xdotool mouseup 1; }
now=$(get .history.now)
tab_to search:width # the settings lie below the sentences
step 1405 "$(get '.focus.box[1] + .focus.box[3] / 2 | round')"
want ".search.width != $width and $there"
want ".history.now == $now + 1"
press ctrl+z
want ".search.width == $width"

# A number is taken with Enter, not at each digit; elsewhere, too, when another place is clicked.
click 1550 784 # the field of the width, in the first row of the settings
press ctrl+a
xdotool type --delay 60 "12"
sleep 0.3
want ".search.width == $width"
press Return
want ".search.width == 12 and $there and .search.tree.sentences == 12"
press ctrl+z
want ".search.width == $width"

# Zoom about the pointer, the whole, and the line between tree and maps.
move 600 260
xdotool keydown Control_L click 4 keyup Control_L
want '.search.zoom > 1'
xdotool keydown Control_L click 5 click 5 keyup Control_L
want '.search.zoom <= 1' # no smaller than the whole
for y in $(seq 330 3 480); do
    x=$((200 + y % 4 * 250)) # two presses in one place would be a double click
    xdotool mousemove --window "$window" "$x" "$y" mousedown 1
    for dy in 20 40 60; do xdotool mousemove --window "$window" "$x" $((y + dy)); done
    sleep 0.1
    xdotool mouseup 1
    if [ "$(get .search.tree_share)" != 0 ]; then break; fi
done
want '.search.tree_share > 0.3 and .search.tree_share < 0.9'

# By keys: Tab comes to the lines, the arrows of their way move them, Enter lets them fit again.
press Escape
want '.focus.control == "" and (.focus.ring | not)'
tab_to search:share
path=$(get '.search.path | length')
share=$(get .search.tree_share)
press Up
want ".search.tree_share < $share and (.search.path | length) == $path"
press Down Down
want ".search.tree_share > $share"
press Return
want '.search.tree_share == 0'

# Keys that come faster than frames are not lost, nor those that come before the line has drawn its ring.
press Down
want '.search.tree_share > 0'
one=$(get .search.tree_share)
press Down
want ".search.tree_share > $one"
two=$(get .search.tree_share)
xdotool key --delay 8 Down Down Down Down # GLFW takes two presses in one millisecond for one
want ".search.tree_share - ($two + 4 * ($two - $one)) | fabs < .004"
xdotool key --delay 8 shift+Tab Tab Up Return
want '.focus.control == "search:share" and .search.tree_share == 0 and (.search.path | length) == '"$path"
tab_to search:side
press Left
want '.search.side > 380'
press Return
want '.search.side == 0'

# The playhead of the search: the selection goes along, playing ends at the end.
press Escape
press Home
want '.search.revealed == 0 and .search.path == []'
press shift+Right shift+Right
want '.search.revealed == 2 and (.search.path | length) == 2'
press End
want '.search.revealed == -1'
press space
want '.playing and .search.revealed >= 0'
want '.playing | not'
want '.search.revealed == -1'

# Typing another input searches anew, and an empty one leaves no tree.
press slash
press ctrl+a
xdotool type --delay 20 "the economic reports were not new"
want "$there and .search.tree.sentences > 0 and .output == \"les rapports économiques n' étaient pas nouveaux\""
press ctrl+a
press BackSpace
want '.search.tree == null'
stop

# Small, with a drawer; a model without attention.
SIZE=960x640 start --model reverse/none --input "seashells" --view search
want "$there and .search.tree.sentences == 4"
press F4
want '.view == "search"'
press Right Right
want '.search.tree.output >= 1'
press F4
stop

# 1280 pixels: the finished sentences are in sight beside the tree.
SIZE=1280x800 start --view search --model translate --input "the agreement on the economic area was signed in august"
want "$there and .search.tree.sentences == 4"
best=$(get .search.path)
click 1050 430
want ".search.path != $best"
stop
