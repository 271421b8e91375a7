#!/usr/bin/env bash
# Layers and heads of one file: all maps at once, one pointed at, enlarged by a click, and back by Esc to the same
# place; the switch, the keys, the palette.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

mkdir "$HOME/maps"
jq -n '{source: ["the", "law", "</s>"], target: ["la", "loi"],
        attention: [range(24) | [range(16) | [[0.5, 0.4, 0.1], [0, 0, 1]]]]}' >"$HOME/maps/heads.json"

start
press ctrl+o
want '.dialog == "open" and .open.entries == 1'
press Down Return
want '.open.kinds["heads.json"] == "weights and tokens"'
press Down Return
want '.dialog == "none" and .maps.count == 384 and .maps.chosen == 0 and .maps.all == false'

# The switch stands above the canvas, at its right.
click 1180 122
want '.maps.all == true and .maps.scroll[1] > 0' # the chosen one is that of the lowest layer
bottom=$(get '.maps.scroll[1]')
move 620 500
xdotool click 4
want ".maps.scroll[1] > 0 and .maps.scroll[1] < $bottom"
move 640 510
sleep 0.3
# A cell of some map: moves on where the pointer is between two of them.
for x in 600 620 640 660; do
    for y in 400 420 440 460; do
        move $x $y
        sleep 0.1
        [ "$(get .hover.row)" -ge 0 ] && break 2
    done
done
want '.hover.row >= 0 and .hover.column >= 0 and .hover.unit >= 0'
unit=$(get .hover.unit) scroll=$(get '.maps.scroll[1]') row=$(get .hover.row) column=$(get .hover.column)
xdotool click 1
want ".maps.all == false and .maps.enlarged == true and .maps.chosen == $unit"
want ".selection.row == $row and .selection.column == $column"
press Escape
want ".maps.all == true and .maps.enlarged == false and .maps.scroll[1] == $scroll and .maps.chosen == $unit"

# By keyboard: the arrows walk over the maps, and bring the chosen one into sight.
for _ in $(seq 24); do press Up; done
want '.maps.chosen >= 368 and .maps.scroll[1] < 10'
press Left
want ".maps.chosen == $((368 + unit % 16 - 1))"
press Return
want '.maps.all == false and .maps.enlarged == true'
press g
want '.maps.all == true'
press ctrl+k
want '.dialog == "palette"'
xdotool type "one map"
press Return
want '.dialog == "none" and .maps.all == false and .maps.enlarged == false'
stop
