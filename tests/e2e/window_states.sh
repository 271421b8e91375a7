#!/usr/bin/env bash
# Step's states with a real window: the switch, pointing that is linked, choosing, neighbours that open their
# sentence, inputs so far, a file of sentences, a narrow window, weights without a model.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

near='(.trajectory.near | length) > 0'
start --model dates --input "3 March 1987" --at 118
press p
want ".trajectory.shown and .view == \"step\" and (.trajectory.paths.decoder.states == 12) and $near"
want '.trajectory.bank.source == "drawn" and .trajectory.bank.sentences == 200'
want '.trajectory.place.path == "decoder" and .trajectory.place.column == 11'

# Pointing at a small map, a heatmap's cell and a token is the same as pointing at the state.
strip() { echo $((47 + 45 * $1)); } # x of the encoder's small map, from 0
move "$(strip 3)" 585
want '.hover.column == 3 and .hover.row == -1'
move 755 585 # of the decoder, s_2
want '.hover.row == 1 and .hover.column == -1'
move 165 700
want '.hover.column == 0 and .hover.row >= 0'
move 165 661
want '.hover.column == 0 and .hover.row == -1'

# A click chooses; again: not any more. Keys choose as well.
click "$(strip 5)" 585
want ".trajectory.place.path == \"encoder\" and .trajectory.place.column == 5 and .selection.column == 5 and $near"
click "$(strip 5)" 585
want '.selection.column == -1'
press Down Down
want '.trajectory.place.path == "encoder" and .trajectory.place.column == 1'
press bracketleft
want '.trajectory.place.path == "decoder" and .selection.row == 9'
press Escape
want '.selection.row == -1'

# A neighbour opens its sentence; what was left joins the inputs so far.
want "$near"
sleep 1.1 # the input has been looked at
first=$(get '.trajectory.near[0].text')
click 1330 398
want ".input == \"$first\" and .running == false and .trajectory.bank.runs == 1"
want 'all(.trajectory.near[]; .text != "'"$first"'")'
click 1400 225 # So far
want '.trajectory.bank.source == "runs" and .trajectory.bank.sentences == 1'
want 'all(.trajectory.near[]; .text == "3 March 1987")'

# A file of sentences: by the dialog, and dropped.
printf '1 May 1900\n\n2 June 1910\t1910-06-02\n%s\n' "$(head -c 5000 /dev/zero | tr '\0' 7)" >"$HOME/lines.tsv"
click 1550 225 # File…
want '.dialog == "open" and .open.purpose == "sentences" and .open.entries > 0'
xdotool type --delay 15 lines
want '.open.filter == "lines"'
press Down
want '.open.chosen | endswith("/lines.tsv")'
press Return
want '.dialog == "none" and .trajectory.bank.source == "file" and .trajectory.bank.done'
want '.trajectory.bank.sentences == 2 and .trajectory.bank.bad == 1'
want "$near and all(.trajectory.near[]; .text == \"1 May 1900\" or .text == \"2 June 1910\")"
if [ -x "${HEED_DROP:-}" ]; then
    printf '4 July 1776\n' >"$HOME/one.txt"
    "$HEED_DROP" "$window" "$HOME/one.txt" || fail "the window did not take the file"
    want '.trajectory.file | endswith("/one.txt")'
    want '.trajectory.bank.sentences == 1 and .trajectory.bank.done'
fi

# By the mouse to the network and back.
click 1045 120
want '.trajectory.shown | not'
click 1120 120
want '.trajectory.shown'
press ctrl+k
want '.dialog == "palette"'
xdotool type --delay 15 "states"
want '.palette.query == "states"'
press Return
want '.dialog == "none" and (.trajectory.shown | not)'
stop

# Edits are seen against the run before them, in the same plane.
jq -n '{format: "heed.session", version: 1, model: {name: "dates"}, request: {model: "dates", input: "3 March 1987", edits: {forced: {"6": "8"}}},
    view: "step", at: 118, trajectory: {shown: true}}' >"$scratch/edited.json"
start --session "$scratch/edited.json"
want '.output == "1987-08-03" and .trajectory.paths.decoder.before == 12'
press r # taken back
want '.output == "1987-03-03" and .trajectory.paths.decoder.before == 0'
stop

# A narrow window has the panel in a drawer.
SIZE=960x640 start --model dates --view states --input "3 March 1987" --at 60
want "$near and .trajectory.place.path == \"decoder\""
press F4
want '.animating == false'
sleep 0.5 # it slides out
move 207 411 # a source token, and one that lies below the drawer
want '.hover.column == 1'
move 627 411
want '.hover.column == -1'
click 700 186
want '.trajectory.place.path == "encoder"'
stop
