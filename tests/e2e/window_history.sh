#!/usr/bin/env bash
# The list of steps: opened by its button and by name, a click and the keys go to a step, buttons undo and redo.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates --input "3 March 1987" --at 118
step() { # types another input, as a step of its own
    press slash ctrl+a
    xdotool type --delay 15 "$1"
    press Return
    want ".input == \"$1\" and .running == false"
    sleep 1.6 # typing that goes on would be the same step
}
step "4 May 1900"
step "5 June 2001"
want '(.history.steps | length) == 3 and .history.now == 2'

# By its button: three rows, newest last; the second one.
click 1398 22
want '.menu == "history"'
click 1200 128
want '.input == "4 May 1900" and .history.now == 1 and .menu == "history"'
click 1200 100
want '.input == "3 March 1987" and .history.now == 0'
press Down Down Return
want '.history.now == 2 and .input == "5 June 2001"'
press Escape
want '.menu == "none"'

# Undo and redo stand beside it.
click 1334 22
want '.history.now == 1'
click 1334 22
want '.history.now == 0'
click 1366 22
want '.history.now == 1 and .input == "4 May 1900"'

# By name.
press ctrl+k
want '.dialog == "palette"'
xdotool type --delay 15 history
want '.palette.query == "history"'
press Return
want '.menu == "history"'
click 600 500
want '.menu == "none"'
stop
