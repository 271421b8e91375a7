#!/usr/bin/env bash
# The overview of Step, with a real wheel: Ctrl zooms about the pointer, the wheel alone moves rows, the frame is
# dragged, keys do the same; and so it is with the map under the states.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# drag_frame TOP BOTTOM: px from the canvas' own ends (it begins at 96) to where the frame is taken and let go.
drag_frame() {
    x=$(get '.zoom.view.whole | .[0] + .[2] / 2 | floor') top=$(get ".zoom.view.whole[1] + $1 | floor")
    bottom=$(get ".zoom.view.whole | .[1] + .[3] + $2 | floor")
    move "$x" "$top"
    xdotool mousedown 1
    want '.zoom.view.row < 3'
    move "$x" "$((top + 40))"
    move "$x" "$bottom"
    want '.zoom.view.row > 10 and (.zoom.following | not)'
    xdotool mouseup 1
}

sentence="the agreement was signed on monday . the government is new . the children can publish the letter ."
start --model translate --input "$sentence $sentence $sentence $sentence" --at 500
want '.zoom.view.all == false and .zoom.following'
scale=$(get .zoom.view.scale)
move 700 700
xdotool keydown ctrl click 4 click 4 click 4
want ".zoom.view.scale > $scale * 1.5 and (.animating | not) and (.zoom.following | not)"
xdotool keyup ctrl
row=$(get .zoom.view.row)
xdotool click 4 # rows above
want ".zoom.view.row < $row"
column=$(get .zoom.view.column)
xdotool keydown shift click 4
want ".zoom.view.column < $column"
xdotool keyup shift
xdotool keydown ctrl click --repeat 20 --delay 30 5
want '.zoom.view.all and (.animating | not)'
xdotool keyup ctrl
press plus plus plus plus plus plus
want '.zoom.view.all == false and (.animating | not)'

# The frame: from the top of the whole map to its bottom, whose place is in the dump.
drag_frame 108 84
low=$(get .zoom.view.row)
press alt+Prior
want ".zoom.view.row < $low"
press alt+Next
want ".zoom.view.row >= $low - 1"
click "$x" "$top"
want '.zoom.view.row < 3'

# Under the states the same map in a lower room.
press p
want '.trajectory.shown and (.trajectory.paths | length) > 0 and .zoom.view.whole[3] > 0 and .zoom.view.all == false'
drag_frame 100 90
scale=$(get .zoom.view.scale)
move 500 740
xdotool keydown ctrl click 4 click 4 click 4
want ".zoom.view.scale > $scale * 1.2 and (.animating | not)"
xdotool keyup ctrl
row=$(get .zoom.view.row)
xdotool click 4 # rows above
want ".zoom.view.row < $row"
column=$(get .zoom.view.column)
press alt+Left
want ".zoom.view.column < $column or .zoom.view.column == 0"
press z
want '.zoom.view.all and (.animating | not)'
stop
