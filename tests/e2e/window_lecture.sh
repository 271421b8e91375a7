#!/usr/bin/env bash
# Lecture mode, with a real window: F5 in and out, the arrows, W over it, the wheel, a model of the Gallery.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

SIZE=1600x900 start --model dates --input "3 March 1987" --at 84
want '.lecture.on | not'
press F5
want '.lecture.on and .lecture.shown and .width < 1200 and .at == 84' # all is larger
press Right Right
want '.at == 86 and (.animating | not)'
press Left Next
want '.at == 86'
press Prior
want '.at == 85'
press period
want '.lecture.blank'
press Next
want '(.lecture.blank | not) and .at == 85'

# W over the picture: the field stands there, takes a number, and the run is another.
press Down Down Down
want '.selection.column == 2'
press w
want '.menu == "weight"'
xdotool type --delay 20 ".6"
want '.what_if.field.text == ".6"'
press Return
want '.menu == "none" and .lecture.shown'
want '[.edits.rows[] | .held[]] | any(. - .6 | fabs < 1e-6)'
press ctrl+z
want '.edits.rows == [] or .edits.rows == {} or .edits.rows == null'

# The keys over it, and back to it.
press F1
want '.dialog == "keys"'
press Escape
want '.dialog == "none" and .lecture.shown'
press Escape
want '(.lecture.on | not) and .width == 1600 and .at == 85'
stop

# A sentence that does not fit: Ctrl and the wheel, the frame, the keys; then as it was.
SIZE=1600x900 start --model translate \
    --input "the agreement was signed on monday . the government is new . the children can publish the letter . the european laws were signed by the president and the minister said that the women cannot see the man who signed a new letter on tuesday" --at 300
press F5
want '.lecture.shown and .zoom.view.all == false and (.zoom.view.stop == "cells" or .zoom.view.stop == "words")'
scale=$(get .zoom.view.scale)
move 700 600
xdotool keydown ctrl click 4 click 4
want ".zoom.view.scale > $scale and (.animating | not)"
xdotool keyup ctrl
press z
want '.zoom.view.all'
press z
want '.zoom.view.all == false and (.animating | not)'
scale=$(get .zoom.view.scale)
press minus
want ".zoom.view.scale < $scale and (.animating | not)"
column=$(get .zoom.view.column)
press alt+Left
want ".zoom.view.column < $column and (.zoom.following | not)"
press Next
want '.zoom.following'
press F5
want '(.lecture.on | not) and .zoom.scale == 0'
stop

# A model of the Gallery has a picture of its own.
SIZE=1600x900 start --model adding/linear --input ".31 -.2* .7 .1*"
press F5
want '.lecture.shown and .view != "step"'
press Home
want '.at == 0'
press Next
want '.at == 1'
press Escape
want '.lecture.on | not'
stop

# From another workspace, with the doctor's page left open in Step: the layers are drawn, not the page nor a network.
start --model translate/transformer --input "the red car"
press shift+F2 shift+F2
want '.doctor.page'
press ctrl+2
want '.view == "compare"'
press F5
want '.lecture.shown and .view == "step"'
press Home Next
want '.lecture.shown and .at == 1'
press Escape
want '.lecture.on | not'
stop
