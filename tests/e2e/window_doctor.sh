#!/usr/bin/env bash
# The doctor in the inspector: by key and by its tab; over this sentence, then over the list; a card shows its
# evidence; away again.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model reverse/location --input "abcdefghijkl"
press End
press shift+F2
want '.doctor.shown == true and .doctor.sentences == 1'
press shift+F2
want '.doctor.shown == false'
# its tab: Phase | Doctor | Why begin 20 from the inspector's left
click 1356 120
want '.doctor.shown == true'
# another sentence is looked at by itself
press slash ctrl+a
xdotool type --delay 20 "qrstabcdnmghijklzzttbb"
want '.running == false and .doctor.sentences == 1 and .input == "qrstabcdnmghijklzzttbb"'
press Escape
# a press on the first card: its sentence, and a place in it
want '(.doctor.findings | length) > 0'
click 1420 260
want '.doctor.chosen == 0'
# the tab of the phase
click 1292 120
want '.doctor.shown == false'
stop
