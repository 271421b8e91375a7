#!/usr/bin/env bash
# A hull with a real mouse: a point is dragged and the run follows, others are added and removed, masking is switched.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# Where a point of the plane lies in the window of 1600 × 1000: the plane is 520 wide at (32, 148), inset 24.
px() { awk "BEGIN { printf \"%d\", 32 + 24 + $1 * 472 + 0.5 }"; }
py() { awk "BEGIN { printf \"%d\", 148 + 24 + 472 - $1 * 472 + 0.5 }"; }

start --model hull/pointer --input ".1,.2 .5,.7 .9,.1 .4,.3"
want '.view == "gallery" and .total > 4 and .running == false'

# Dragged: each place on the way is read, and one undo brings back what was.
move "$(px .4)" "$(py .3)"
xdotool mousedown 1
for x in .5 .6 .7 .8; do move "$(px $x)" "$(py .8)"; done
want '.input == ".1,.2 .5,.7 .9,.1 .8,.8" and .running == false'
xdotool mouseup 1
want '.running == false'
press ctrl+z
want '.input == ".1,.2 .5,.7 .9,.1 .4,.3"'

# A double click where there is none adds one; Delete removes the one that is pointed at.
move "$(px .2)" "$(py .9)"
xdotool click --repeat 2 --delay 60 1
want '.input == ".1,.2 .5,.7 .9,.1 .4,.3 .2,.9" and .running == false'
press Delete
want '.input == ".1,.2 .5,.7 .9,.1 .4,.3" and .running == false'

# A cell of the map that is pressed is what its output points at, until it is pressed again or undone.
press End
want '.at == .total and .running == false'
own=$(get .output)
click 755 433
want '.edits.forced["1"] == "point 2" and .running == false and .output_tokens[1] == "1"'
want '.history.steps[.history.now] == "Forced output 2 to “point 2”"'
click 755 433
want '(.edits.forced | length) == 0 and .output == "'"$own"'" and .running == false'
click 755 433
want '.edits.forced["1"] == "point 2" and .running == false'
press ctrl+z
want '(.edits.forced | length) == 0 and .output == "'"$own"'" and .running == false'

# Masking, by its key, and undone.
press k
want '.edits.masking == false'
press k
want '.edits == {} or .edits.masking == null'

# What cannot be read is told, and the picture stays.
press slash ctrl+a
xdotool type --delay 20 ".1,.2 .5"
want '.input == ".1,.2 .5" and (.error | length) > 0'
stop
