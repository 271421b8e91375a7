#!/usr/bin/env bash
# The keyboard alone, with a real window: Tab goes through every control in the order in which they stand, always in
# sight; lists begin at their current row and take typing; the palette finds what is looked for; what is done in
# Compare is taken back.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# walk TIMES: presses Tab and writes each control with its place to $scratch/walk.
walk() {
    : >"$scratch/walk"
    local before
    for _ in $(seq "$1"); do
        before=$(get '.focus.control')
        press Tab
        want ".focus.control != \"$before\" and .focus.ring and .focus.box[2] > 0"
        sleep 0.1 # what lies below the fold is scrolled to in the frame after
        get '[.focus.control, (.focus.box | map(round))] | flatten | @tsv' >>"$scratch/walk"
    done
}

for size in 1600x1000 1280x800 960x640; do
    SIZE=$size start --model dates --input "3 March 1987" --at 85
    width=${size%x*} height=${size#*x}
    walk 36
    awk -v w="$width" -v h="$height" -F'\t' '
        $2 < 0 || $3 < 0 || $2 + $4 > w || $3 + $5 > h { print "out of sight: " $0; bad = 1 }
        END { exit bad }' "$scratch/walk" || fail "a control that has the focus cannot be seen at $size"
    # The top bar from left to right, then the row of the input.
    awk -F'\t' 'seen[$1]++ { exit } $3 < 44 { if ($2 < last) { print; bad = 1 } last = $2; ++n }
        END { exit bad || n < 8 }' "$scratch/walk" ||
        fail "the top bar is not walked from left to right at $size"
    grep -qP '^undo\t|^history\t' "$scratch/walk" || fail "there is no history at $size"
    stop
done

start --model dates --input "3 March 1987" --at 85

# A list begins at its current row; what is typed goes to the row that begins so.
click 1400 70
want '.menu == "examples" and (.focus.control | startswith("menu:"))'
first=$(get '.focus.control')
press Down Return
want ".menu == \"none\" and .input != \"3 March 1987\""
press ctrl+z
want '.input == "3 March 1987"'
click 1530 70
want '.menu == "score" and (.focus.control | startswith("menu:"))'
press d
want '.focus.control != "'"$first"'"'
xdotool type --delay 20 "ot"
press Return
want '.menu == "none" and .model == "dates/dot"'
press ctrl+z
want '.model == "dates/additive"'

# W once more: the old value is selected, what is typed takes its place.
for value in .4 .2; do
    press w
    want '.menu == "weight"'
    xdotool type --delay 20 "$value"
    want ".what_if.field.text == \"$value\""
    press Return
    want '.menu == "none"'
    want "[.edits.rows[] | .held[]] | any(. - $value | fabs < 1e-6)"
done

# The palette: by another word, a setting with its value, an input, a session that comes with the program.
find() { # QUERY: what it finds first is chosen
    press ctrl+k
    want '.dialog == "palette"'
    xdotool type --delay 15 "$1"
    want ".palette.query == \"$1\""
    press Return
    want '.dialog == "none"'
}
find "revert"
want '[.edits.rows[] | .held[]] | any(. - .4 | fabs < 1e-6)'
find "softmax sharpness"
want '.edits.temperature < 1'
find "speed 4"
want '.settings.speed == 4'
find "heat map"
want '.settings.heatmap == false'
press ctrl+z
want '.settings.heatmap == true and .edits.temperature < 1'
find "another century"
want '.opening == "" and (.history.steps | length) > 1 and .running == false'

# What is done in Compare is taken back, step by step, where it can be seen.
press ctrl+2
want '.view == "compare" and (.compare.panels | length) > 1 and all(.compare.panels[]; .waiting | not)'
now=$(get '.history.now')
press l
want '.settings.scale == "lift"'
press 2
want '(.compare.shown | length) != 6 or .settings.compared != []'
find "two inputs"
want '.compare.what == "inputs"'
want ".history.now == $now + 3"
press ctrl+1
want '.view == "step"'
press ctrl+z
want '.view == "compare" and .compare.what == "functions"'
press ctrl+z ctrl+z
want ".history.now == $now and .settings.scale == \"linear\" and .settings.compared == []"
press ctrl+y
want '.settings.scale == "lift"'

# The cards of the Gallery take the keyboard.
press ctrl+6
want '.view == "gallery"'
press Right
want '.focus.control | startswith("card:")'
press Return
want '.gallery.opened'
stop

# A session that cannot be read is one sentence, and no picture.
echo '{broken' >"$scratch/broken.json"
if "$HEED" --session "$scratch/broken.json" --screenshot "$scratch/x.png" 2>"$scratch/said"; then fail "exit status 0"; fi
[ "$(wc -l <"$scratch/said")" = 1 ] && grep -q "broken.json" "$scratch/said" && [ ! -e "$scratch/x.png" ] ||
    fail "$(cat "$scratch/said")"
