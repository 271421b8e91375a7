#!/usr/bin/env bash
# The doctor in the inspector: by key and by its tab; over this sentence, then over a file; a card shows its evidence;
# the page of all findings, its cards, its picture as a file; away again.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model reverse/location --input "abcdefghijkl"
press End
press shift+F2
want '.doctor.shown == true and .doctor.sentences == 1'
press shift+F2
want '.doctor.shown == false and .doctor.page == true'
press shift+F2
want '.doctor.shown == false and .doctor.page == false'
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

# A file of sentences, by the button right of the tabs; the page of what was found.
"$HEED" data reverse -n 30 --seed 4 >"$HOME/lines.tsv"
printf 'a\tb\tc\td\te\n' >>"$HOME/lines.tsv"
click 1356 120
want '.doctor.shown == true'
click 1530 120
want '.dialog == "open" and .open.purpose == "doctor" and .open.entries > 0'
xdotool type --delay 15 "$HOME/lines.tsv"
want '.open.filter | endswith("/lines.tsv")'
press Return
want '.dialog == "none" and .doctor.over == "file" and .doctor.sentences == 30 and .doctor.bad == 1'
click 1566 120
want '.doctor.page == true and .doctor.shown == false'
press ctrl+e
want '.dialog == "export" and .export.figure == "doctor"'
press Escape
want '.dialog == "none"'
# Its first card: the sentence that shows it most, the finding beside it.
text=$(get '.doctor.findings[0].text')
click 300 200
want ".doctor.page == false and .doctor.shown == true and .doctor.chosen == 0 and .input == \"$text\""
want '.running == false and .doctor.sentences == 30'
press shift+F2
want '.doctor.page == true'
# Esc leads back to the tab; a session keeps what is looked at.
press Escape
want '.doctor.page == false and .doctor.shown == true'
press shift+F2
want '.doctor.page == true'
save_session "$scratch/doctor.session.json"
stop
start --session "$scratch/doctor.session.json"
want '.doctor.page == true and .doctor.over == "file" and .doctor.sentences == 30'
stop

# A Transformer: its own panel stands beside the page, wherever the playback is.
start --model translate/transformer --input "the law is important"
press End
want '.at > 0'
press shift+F2
want '.doctor.shown == true and .doctor.sentences == 1'
press shift+F2
want '.doctor.page == true and .doctor.shown == false'
press Left Left
want '.doctor.page == true and .at == .total - 2'
press Escape
want '.doctor.page == false and .doctor.shown == true'
click 1292 120 # the tab of the phase
want '.doctor.shown == false'
stop
