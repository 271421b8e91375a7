#!/usr/bin/env bash
# Typing runs the model; an empty line, unknown and too many characters; examples.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start
press slash ctrl+a
xdotool type --delay 15 "5 May 2024"
want '.input == "5 May 2024" and .output == "2024-05-05" and .tokens == 10'
press Return
press t
want '.theme == "light" and .input == "5 May 2024"'
press slash ctrl+a BackSpace
want '.input == "" and .output == ""'
press Escape
want '.input == "5 May 2024" and .output == "2024-05-05"'
press slash ctrl+a BackSpace
want '.input == ""'
click 576 410 # the second of the examples on the empty canvas
want '.input == "07/11/99" and .output == "1999-11-07"'
press slash ctrl+a
xdotool type --delay 15 "5 % May 2024"
want '.input == "5 % May 2024" and (.unknown | length) > 0'
press Escape

# An example from the menu: the button at the right of the input row, its second line.
click 1366 70
want '.menu == "examples"'
press Down Down Return
want '.menu == "none" and .input == "07/11/99"'
stop

start --input "3 March 🙂 $(printf '\xff')1987"
want '.total > 0 and .error == null'
