#!/usr/bin/env bash
# Scrubbing, the wheel, hovering, choosing a column, the buttons of the transport.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --input "3 March 1987" --at 90
want '.at == 90'
# The timeline lies between x 224 and about 1240, its bars at y 970.
move 300 970
xdotool mousedown 1
want '.at > 0 and .at < 30'
early=$(get .at)
move 900 970
want ".at > $early + 20"
move 1232 970
want '.at > 110'
xdotool mouseup 1
at=$(get .at)
xdotool click 5
want ".at == $at + 1 or .at == .total"
xdotool click 4 click 4
want ".at < $at + 1"

# A source column, hovered and chosen: column 3 of 13 in a canvas of 1240.
move 313 541
want '.hover.column == 2'
xdotool click 1
want '.selection.column == 2'
xdotool click 1
want '.selection.column == -1'
move 700 940
want '.hover.column == -1'

click 188 970 # to the end
want '.at == .total'
click 32 970 # to the beginning
want '.at == 0'
click 152 970
want '.at == 1'
click 110 970
want '.playing'
click 110 970
want '(.playing | not)'
