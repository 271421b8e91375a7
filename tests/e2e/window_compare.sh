#!/usr/bin/env bash
# The Compare workspace with a real window: keys, chips, pointing, pinning, differences, pairs, sizes.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# A family of its own: ten copies of one model, told apart by their names.
export HEED_DATA=$scratch/data
for name in a b c d e f g h i j; do
    mkdir -p "$HEED_DATA/models/demo"
    cp -r "$SOURCE/assets/models/dates/additive" "$HEED_DATA/models/demo/$name"
    jq --arg name "demo/$name" '.task = "demo" | .name = $name' "$SOURCE/assets/models/dates/additive/config.json" >"$HEED_DATA/models/demo/$name/config.json"
done

there='(.compare.panels | length) > 0 and all(.compare.panels[]; .waiting | not)'
start --model demo/a --input "3 March 1987"
want '.view == "step"'
press ctrl+2
want '.view == "compare" and .at == .total'
want "$there and (.compare.shown | length) == 6"
want 'all(.compare.panels[]; .output == "1987-03-03")'

# Keys show and hide; the last one stays, a tenth does not come.
press 3 4
want '(.compare.shown | length) == 4'
press 3 4 7 8 9
want "(.compare.shown | length) == 9 and $there"
press 1 2 3 4 5 6 7 8 9
want '(.compare.shown | length) == 1'
press 1 2 3 4 5 6
want "(.compare.shown | length) == 7 and $there"
shown=$(get '.compare.shown | length')
click 90 930 # the first chip
want "(.compare.shown | length) != $shown"
click 90 930
want "(.compare.shown | length) == $shown and $there"

# The playhead is shared.
press Home
want '.at == 0 and .compare.rows == 0'
press shift+Right
press ctrl+Right ctrl+Right ctrl+Right ctrl+Right ctrl+Right ctrl+Right
want '.compare.rows >= 1 and .compare.rows < 11'
press End
want '.compare.rows == -1'

# Pointing, pinning, letting go.
move 230 330
want '.compare.hover.row != null and .hover.row == .compare.hover.row'
xdotool click 1
want '.compare.pinned.row != null'
row=$(get .compare.pinned.row)
move 800 950
want '.compare.hover == null and .compare.pinned != null'
press bracketright
want ".compare.pinned.row == $row + 1"
press Escape
want '.compare.pinned == null'

# A double click gives a panel all the room, Esc takes it back.
move 230 330
xdotool click --repeat 2 --delay 40 1
want '.compare.enlarged != "" and (.history.steps | last | startswith("Enlarged"))'
press Escape
want '.compare.enlarged == ""'

# A pair of the matrix: its difference, and back.
click 1280 480
want '.compare.difference != null'
press Escape
want '.compare.difference == null and .view == "compare"'

# The menu of functions stays open while it is ticked.
shown=$(get '.compare.shown | length')
click 1500 70
want '.menu == "score"'
click 1480 170
want "(.compare.shown | length) != $shown and .menu == \"score\""
press Escape
want '.menu == "none"'

# Typing moves all panels.
press slash ctrl+a
xdotool type --delay 15 "5 May 2024"
want "$there and all(.compare.panels[]; .output == \"2024-05-05\" and .input == \"5 May 2024\")"
press Return t
want '.theme == "light"'

# Pairs: free and forced, two inputs.
click 1213 70
want '.compare.what == "forced" and (.compare.panels | length) == 2'
click 1146 70
want ".compare.what == \"inputs\" and $there"
click 1075 70
want ".compare.what == \"models\" and $there and .compare.panels[1].model == \"demo/b\""
click 1000 70
want '.compare.what == "functions"'

for size in "960 640" "1200 800"; do
    xdotool windowsize "$window" $size
    want ".width == ${size% *} and .height == ${size#* }"
    move 160 250
    want '.compare.hover != null'
    move 500 20
    want '.compare.hover == null'
done
shown=$(get '.compare.shown')
stop
start --view compare --model demo/a
want ".view == \"compare\" and .compare.shown == $shown and $there and .compare.rows == -1"
press ctrl+1 4
want '.view == "step" and .model == "demo/d"'
stop

# 1280 pixels: the outputs are scrubbed by the mouse, and the list of second models goes by what tells them apart.
SIZE=1280x800 start --view compare --model translate --input "the agreement on the economic area was signed in august"
want "$there and .compare.rows == -1"
click 250 773
want '.compare.rows >= 4 and .compare.rows <= 8'
press End
want '.compare.rows == -1'
click 806 70
want ".compare.what == \"models\" and $there"
click 100 736
want '.menu == "second"'
xdotool type --delay 15 "dot"
press Return
want '.menu == "none" and .compare.panels[1].model == "translate/dot"'
