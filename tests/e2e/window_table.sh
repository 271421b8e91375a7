#!/usr/bin/env bash
# A table of one's own, by Ctrl+O from another workspace: looked over in words, a column chosen, learnt from,
# cancelled, learnt to the end; then the window is moved over the series.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
export XDG_DATA_HOME=$scratch/data

# y is three times what x was two rows before; holes, a row that does not fit, a column of text.
awk 'BEGIN { srand(3); print "day,x,y,wind,station"
    for (r = 0; r < 240; ++r) { x[r] = rand() * 10; y = r < 2 ? 0 : 3 * x[r - 2]
        printf "2020-%02d-%02d,%s,%.3f,%.2f,%s\n", int(r / 28) + 1, r % 28 + 1, r % 50 == 7 ? "" : sprintf("%.3f", x[r]), y, rand(), "north" }
    print "2020-12-01,1,2" }' >"$scratch/rides.csv"
awk 'BEGIN { print "a,b"; for (r = 0; r < 80; ++r) print "one,two" }' >"$scratch/words.csv"

start --model dates --input "3 March 1987" --at 118

# What is no table is said, and everything stays.
press ctrl+o
want '.dialog == "open"'
xdotool type --delay 10 -- "$scratch/words.csv"
want '.open.filter | endswith("words.csv")'
press Return
want '.dialog == "none" and (.toasts | map(.title) | index("words.csv cannot be opened"))'
want '.view == "step" and .output == "1987-03-03"'

# In the dialog a table is named as one; opened, its panel lies over a forecast.
press ctrl+o
want '.dialog == "open"'
xdotool type --delay 10 -- "$scratch/rides.csv"
want '.open.filter | endswith("rides.csv")'
press Return
want '.table.opened and .table.rows == 240 and .view == "gallery" and .running == false'
want '.model == "lagged/attention"'
want '.table.columns == ["x", "y", "wind"]'
want '.table.findings | map(.[0]) | any(. == "5 values missing in 1 column")'
want '.table.findings | map(.[0]) | any(. == "“station” is text")'
want '.table.findings | map(.[0]) | any(startswith("Row 242 has 3 values, the header has 5"))'

# The lists hang from their buttons: the column, and what is done about the holes.
click 908 470
want '.menu == "target"'
click 908 561
want '.table.target == 1 and .menu == "none"'
click 1120 393
want '.menu == "missing"'
press Down Return
want '.table.missing == "interpolate" and .menu == "none"'

# Learnt, cancelled: the panel stays, nothing was written.
click 866 513
want '.table.learning and .table.steps > 0'
click 995 513
want '(.table.learning | not) and .table.opened and .table.target == 1'
[ ! -e "$scratch/data/heed/own/rides" ] || fail "something was written"

# Learnt to the end: the model is opened with the last rows of the file, beside every baseline.
click 866 513
want '.table.learning'
for _ in 1 2 3 4 5 6 7 8; do jq -e '.table.opened | not' "$state" >/dev/null 2>&1 && break || sleep 15; done
want '(.table.opened | not) and (.model | startswith("rides")) and .running == false and .total > 0'
want '(.input | startswith("x,wind,y;")) and (.output | contains("±"))'
want '.gallery.window.read == 120 and .gallery.window.rows == 120'

# The window is dragged over the series, by keys too, and undo brings it back.
move 915 700
xdotool mousedown 1
for x in 860 800 740; do move $x 700; sleep 0.1; done
xdotool mouseup 1
want '.gallery.window.read < 110 and .gallery.window.rows == 120 and .running == false'
read_now=$(get .gallery.window.read)
press alt+Left
want ".gallery.window.read == $read_now - 1"
press ctrl+z ctrl+z
want '.gallery.window.read == 120'

# The wheel zooms the chart, Z shows all of it.
move 600 700
xdotool click 4
want '.gallery.window.view[1] > 0'
press z
want '.gallery.window.view == [0, 0]'
stop
