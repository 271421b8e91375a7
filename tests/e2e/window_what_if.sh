#!/usr/bin/env bash
# What-if with a real window: weights dragged, typed, locked and moved by keys; ablations, temperature, tokens forced
# by key and by click; the least change that flips an output; undo, redo, reset.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

near() { jq -n "($1) - ($2) | fabs < ${3:-0.006}" | grep -q true || fail "$1 is not $2"; }
weight() { get ".what_if.weights[$1]"; }
own() { get ".what_if.own[$1]"; }

# Output 6 of 11, its context just made. 13 source columns of 65.5 px in a canvas of 1240: P(chosen) and the fragility
# stand beside them.
start --input "3 March 1987" --at 85
want '.what_if.output == 5 and (.what_if.weights | length) == 13 and .what_if.own == null'
x_of() { echo $((128 + (2 * $1 + 1) * 655 / 20)); }
column=$(x_of 2)

# A drag: the bar follows the mouse, the rest shrinks in proportion, and it is one step of the history.
before=$(weight 2)
move $column 330
xdotool mousedown 1
for y in 326 322 318 314 310; do move $column $y; done
want '.what_if.gesture and .edits.rows["5"].kind == "held" and .edits.rows["5"].held["2"] > '"$before + 0.05"
want '.running == false and (.what_if.weights[2] - .edits.rows["5"].held["2"] | fabs) < 1e-6'
xdotool mouseup 1
want '(.what_if.gesture | not) and (.history.steps | length) == 2'
near "$(own 2)" "$before" 1e-5
near "$(weight 0) / $(own 0)" "$(weight 5) / $(own 5)" 1e-4
near "$(get '.what_if.weights | add')" 1 1e-4

# On a cell of the same row, downwards; a click without a way only chooses.
cell=$(get '.what_if.weights[3]')
move $(x_of 3) 710
xdotool mousedown 1
for y in 714 718 722 726; do move $(x_of 3) $y; done
want '.edits.rows["5"].held["3"] != null and .edits.rows["5"].held["3"] < '"$cell"
xdotool mouseup 1
want '(.what_if.gesture | not) and (.history.steps | length) == 3 and (.edits.rows["5"].held | length) == 2'
[ "$(get '.edits.rows["5"].held["3"] < '"$cell")" = true ] || fail "the weight went on after the mouse let go"
move $column 345
xdotool click 1
want '.selection.column == 2 and (.history.steps | length) == 3'

# The right button lets go, and holds as it is.
xdotool click 3
want '(.edits.rows["5"].held | length) == 1'
xdotool click 3
want '(.edits.rows["5"].held | length) == 2'
click $column 366 # the lock under the bar
want '(.edits.rows["5"].held | length) == 1'
press ctrl+z
want '(.edits.rows["5"].held | length) == 2'
press r
want '.edits.rows == {} and .changed_from == null'

# An exact weight: wrong words are answered in place.
press w
want '.menu == "weight" and .what_if.field.column == 2'
xdotool type --delay 20 "abc"
want '.what_if.field.text == "abc"'
press Return
want '.menu == "weight" and (.what_if.field.problem | test("0 to 1"))'
press ctrl+a
xdotool type --delay 20 "62%"
want '.what_if.field.text == "62%"'
press Return
want '.menu == "none" and (.edits.rows["5"].held["2"] - 0.62 | fabs) < 1e-6 and .running == false'
near "$(weight 2)" 0.62 1e-5

# By keys: D, then up and down; the next column; one step a column.
steps=$(get '.history.steps | length')
press d
want '.what_if.arrows'
press Right Up Up shift+Down
want '.what_if.column == 3 and .running == false and (.edits.rows["5"].held | length) == 2'
near "$(get '.edits.rows["5"].held["3"]')" "$(jq -n "(($(own 3) / (1 - $(own 2)) * 0.38 + 0.05) * 100 | round) / 100 + 0.04")" 0.011
want "(.history.steps | length) == $steps + 1"
press Escape
want '(.what_if.arrows | not) and .menu == "none"'
press k
want '(.edits.rows["5"].held | length) == 1'
press r
want '.edits.rows == {}'

# Changes at a click: buttons at x 1310, 1420, 1528 and y 798, 834, 870, pinned at the foot of the inspector.
press ctrl+z ctrl+shift+z
want '.edits.rows == {}'
click 1420 798
want '.edits.rows["5"].kind == "uniform" and .running == false'
near "$(weight 0)" "1 / 13" 1e-5
click 1528 798
want '(.edits.rows["5"].kind == "strongest" or .edits.rows["5"].kind == "hardmax") and .running == false'
want '(.what_if.weights | max) > 0.999'
click 1420 834
want '.edits.rows["5"].kind == "without" and .running == false and .what_if.weights[3] == 0'
click 1528 834
want '.edits.rows["5"].kind == "shuffled" and .running == false'
want '(.what_if.weights | sort) == (.what_if.own | sort)'
press ctrl+z
want '.edits.rows["5"].kind == "without"'
press r
want '.edits.rows == {}'

# Temperature: a slider, one step of the history however it is moved.
steps=$(get '.history.steps | length')
move 1520 870
xdotool mousedown 1
for x in 1524 1530 1536; do move $x 870; done
want '.edits.temperature > 1.5'
xdotool mouseup 1
want "(.history.steps | length) == $steps + 1 and .running == false"
press ctrl+z
want '.edits.temperature == null or .edits.temperature == 1'

# The least change is looked at first, which is no step of the history: Esc drops it, Enter uses it.
step=$(get .history.now)
click 1310 798
want '.what_if.flip.asked and (.what_if.flip.busy | not)'
want '.what_if.flip.found and .what_if.flip.shown and .what_if.previewed != null'
want ".edits.rows == {} and .history.now == $step"
press Escape
want '(.what_if.flip.shown | not) and .what_if.previewed == null and .edits.rows == {}'
click 1310 798
want '.what_if.flip.shown'
then=$(get .what_if.flip.token)
press Return
want '.edits.rows["5"].kind == "given" and (.what_if.flip.shown | not) and .running == false'
want ".output_tokens[5] == \"$then\" and .history.now == $step + 1"
press r
want '.edits.rows == {}'

# The fragility of every output is found while nothing is done.
want '(.what_if.fragility | length) == 11 and ([.what_if.fragility[] | select(.state == "pending")] | length) == 0'
want '[.what_if.fragility[] | select(.state == "found") | .moved] | length > 3 and min > 0 and max <= 1'

# Tokens: F and typing, a click on a candidate; the model's own again.
press f
want '.menu == "force" and .what_if.field.output == 5 and .what_if.field.offered > 3'
xdotool type --delay 20 "8"
want '.what_if.field.text == "8" and .what_if.field.offered >= 1'
press Return
want '.menu == "none" and .edits.forced["5"] == "8" and .running == false and .output_tokens[5] == "8"'
want '.changed_from == "1987-03-03"'
press ctrl+z
want '.edits.forced == {} and .output == "1987-03-03"'
press ctrl+shift+z
want '.edits.forced["5"] == "8" and .output_tokens[5] == "8"'
press r
want '.edits.forced == {}'
xdotool key ctrl+Right ctrl+Right ctrl+Right
want '.moment.phase == "choose"'
for y in 538 532 544 526; do # the first of "Or write something else"
    click 1400 $y
    for _ in $(seq 20); do
        if jq -e '.edits.forced["5"] != null' "$state" >/dev/null; then break 2; fi
        sleep 0.05
    done
done
want '.edits.forced["5"] != null and .running == false'
press r

# The heatmap shows the model's rows, or the difference, while there is one.
press w
want '.menu == "weight"'
press ctrl+a
xdotool type --delay 20 ".9"
press Return
want '.edits.rows["5"].kind == "held" and .running == false and .changed_from != null'
click 853 873
want '.what_if.map == "model"'
click 937 873
want '.what_if.map == "difference"'
click 768 873
want '.what_if.map == "changed"'

# A click on a fragility looks at the move that makes the output another; Enter uses it.
press r
want '.edits.rows == {}'
press End
want '.at == .total and .what_if.output == 10'
row=$(get '[.what_if.fragility[].state] | index("found")')
click 1190 $((578 + 53 * row / 2))
want ".what_if.flip.shown and .what_if.flip.output == $row and .what_if.output == $row and .what_if.previewed != null"
press Return
want ".edits.rows[\"$row\"].kind == \"given\" and .running == false"
press r
want '.edits.rows == {}'

# The buttons stand in the same place while the source is read, and do nothing there.
press Home Right Right
want '.at == 2 and .what_if.output == -1'
click 1420 798
press End
want '.at == .total and .edits.rows == {}'
click 1420 798
want '(.edits.rows | length) == 1 and .running == false'
press r
want '.edits.rows == {}'

# A model without weights: a token can be forced, weights cannot.
stop
start --model dates/none --input "3 March 1987" --at 60
want '.what_if.output >= 0 and .what_if.weights == null'
press d w k
press f
want '.menu == "force" and (.what_if.arrows | not)'
press Return
want '.menu == "none" and (.edits.forced | length) == 1'

# A Transformer: the bar of the head in front is dragged, to the weight that is then held; one step of the history.
# Output 2 of 4, its weights on the source just made; "red" stands at x 394, the feet of the bars at y 295.
stop
start --model translate/transformer --input "the red car" --at 57
want '.what_if.output == 1 and .layers.shown.source and .what_if.own == null'
steps=$(get '.history.steps | length')
move 394 280
xdotool mousedown 1
for y in 276 270 264 258 252; do move 394 $y; done
want '.what_if.gesture and .edits.rows["1"].kind == "held" and .edits.rows["1"].held["1"] > 0.15'
want '.running == false and (.what_if.weights[1] - .edits.rows["1"].held["1"] | fabs) < 1e-5'
xdotool mouseup 1
want "(.what_if.gesture | not) and (.history.steps | length) == $steps + 1"
near "$(get '.what_if.weights | add')" 1 1e-4
[ "$(get '.what_if.weights[2] < .what_if.own[2]')" = true ] || fail "the rest did not shrink"
held=$(get '.edits.rows["1"].held["1"]')

# A click without a way only chooses; the arrows go on from where the mouse let go; the right button lets go.
move 454 280
xdotool click 1
want ".selection.column == 2 and (.edits.rows[\"1\"].held | length) == 1 and (.history.steps | length) == $steps + 1"
move 394 280
xdotool click 1
want '.selection.column == 1'
press d Up
want ".running == false and (.edits.rows[\"1\"].held[\"1\"] - $held - 0.05 | fabs) < 0.006"
press Escape ctrl+z
want "(.edits.rows[\"1\"].held[\"1\"] - $held | fabs) < 1e-6"
xdotool click 3
want '.edits.rows == {}'
press ctrl+z ctrl+z
want '.edits.rows == {} and .running == false'

# What is followed through all layers is the weight of no head.
click 1540 882
want '.layers.read == "rollout"'
move 394 280
xdotool mousedown 1
for y in 272 262 252; do move 394 $y; done
xdotool mouseup 1
move 394 200
sleep 0.3
want '(.what_if.gesture | not) and .edits.rows == {} and .running == false'
