#!/usr/bin/env bash
# The Gallery with a real window: a card is opened, moments are muted by clicks and by drawing over them, undo hears
# them again, samples and tasks are taken, a wrong word is said, and Step comes back as it was left.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates --input "3 March 1987" --at 118
press ctrl+6
want '.view == "gallery" and (.gallery.opened | not) and .gallery.card'
click 603 300 # the card of pooling, the second
want '.gallery.opened and .model == "adding/linear" and .gallery.sample == 0 and .at == .total'
heard=$(get '.gallery.answers["adding/linear"].now')

# A moment stands every 32 px from 136 on; the marked ones of the first sample are the third and the 24th.
moment() { echo $((136 + 32 * $1 - 16)); }
click "$(moment 3)" 211
want '.gallery.muted == [2] and .history.steps[-1] == "Muted moment 3"'
want ".gallery.answers[\"adding/linear\"].now != \"$heard\" and .gallery.answers[\"adding/linear\"].heard == \"$heard\""
press ctrl+z
want ".gallery.muted == [] and .gallery.answers[\"adding/linear\"].now == \"$heard\""
press ctrl+y
want '.gallery.muted == [2]'
click "$(moment 3)" 380 # its bar: heard again
want '.gallery.muted == []'

# Drawing over several mutes them all, one step of undo.
xdotool mousemove --window "$window" "$(moment 5)" 211 mousedown 1
for t in 6 7 8; do
    xdotool mousemove --window "$window" "$(moment $t)" 215
    sleep 0.05
done
xdotool mouseup 1
want '.gallery.muted == [4,5,6,7] and .history.steps[-1] == "Muted 4 moments from 5 to 8"'
press ctrl+z
want '.gallery.muted == []'

# M mutes the moment that is pointed at; R hears everything again.
move "$(moment 24)" 211
want '.hover.column == 23'
press m
want '.gallery.muted == [23]'
press r
want '.gallery.muted == []'

# A row of the map is a sample.
click 400 481
want '.gallery.sample == 1 and .gallery.muted == []'

# The other task, and back by undo.
click 1174 876
want '.model == "sentiment/linear" and .gallery.task == "sentiment" and .gallery.sample == 0'
press ctrl+z
want '.model == "adding/linear" and .gallery.sample == 1'

# What cannot be read is said; the picture stays.
press slash
xdotool key ctrl+a
xdotool type --delay 15 -- '.5 x .1*'
want '.error.title == "The input was not run" and (.error.detail | contains("word 2")) and .gallery.opened'
press Return # the field stays: what follows mends it
xdotool key ctrl+a
xdotool type --delay 15 -- '.5 .2* .1*'
want '.input == ".5 .2* .1*" and .gallery.answer == ".575"'
press Escape
press Escape
want '.view == "gallery" and (.gallery.opened | not)'

press ctrl+1
want '.view == "step" and .model == "dates/additive" and .input == "3 March 1987"'
stop
