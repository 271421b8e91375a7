#!/usr/bin/env bash
# A Transformer as the Gallery opens it: its card, heads that are chosen by mouse and keys, maps that are lit together,
# how they are read, its twins without positions and with the norm after, an export; Step shows the same model.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

palette() {
    press ctrl+k
    want '.dialog == "palette"'
    xdotool type --delay 10 -- "$1"
    press Return
    want '.dialog == "none"'
}

start --model dates --input "3 March 1987" --at 118
press ctrl+6
want '.view == "gallery" and (.gallery.opened | not) and (.gallery.cards | index("transformer"))'
click 603 740 # the second of the second row
want '.gallery.opened and .model == "translate/transformer" and .view == "gallery" and .running == false'
want '.gallery.transformer.shown == {"layer": 1, "head": 1} and .gallery.transformer.beside == .output'
want '.gallery.transformer.members == ["translate/transformer", "translate/additive", "translate/none"]'

# The first head of the encoder; then by keys.
click 157 185
want '.gallery.transformer.of == "source" and .gallery.transformer.shown == {"layer": 0, "head": 0}'
press alt+Right
want '.gallery.transformer.shown == {"layer": 0, "head": 1}'
press alt+Up # there is nothing above
want '.gallery.transformer.of == "source" and .gallery.transformer.shown.layer == 0'
press alt+Down alt+Down
want '.gallery.transformer.of == "past" and .gallery.transformer.shown == {"layer": 0, "head": 1}'
click 365 757 # cross, layer 2, head 3
want '.gallery.transformer.of == "cross" and .gallery.transformer.shown == {"layer": 1, "head": 2}'

# A cell that is pointed at is lit in every map; a click keeps it.
move 720 300
want '.hover.row >= 0 and .hover.column >= 0'
click 720 300
want '.selection.row >= 0 and .selection.column >= 0'
press Escape
want '.selection.row == -1 and .gallery.opened'

palette "maps with the mean"
want '.gallery.transformer.read == "mean"'
palette "maps with rollout"
want '.gallery.transformer.read == "rollout"'
palette "maps with one head"
want '.gallery.transformer.read == "head"'

# Its twins: the norm after, by the menu; no positions, and back, by the switch.
click 1500 70
want '.menu == "score"'
press End Return
want '.model == "translate/transformer-norm-after" and .gallery.opened and .view == "gallery" and .running == false'
press ctrl+z
want '.model == "translate/transformer" and .gallery.opened and .view == "gallery" and .running == false'

press ctrl+e
want '.dialog == "export" and .export.figure == "transformer"'
press Return
want '.dialog == "none" and (.toasts[-1].bad | not)'
[ -s "$(get .export.path)" ] || fail "nothing was exported"

press F5
want '.lecture.on'
press F5
want '.lecture.on | not'

# Saved as it is looked at, and opened again.
session=$scratch/card.session.json
click 157 185
want '.gallery.transformer.of == "source"'
save_session "$session"
press ctrl+1
want '.view == "step" and .model == "translate/transformer"'
press ctrl+6
want '.gallery.opened and .view == "gallery"'
press Escape
want '.view == "gallery" and (.gallery.opened | not)'
stop
start --session "$session"
want '.gallery.opened and .view == "gallery" and .gallery.transformer.of == "source"'
stop

# Another architecture in its place, and back: the run that was shown is not drawn as the new model's.
start --model translate/transformer --input "the red car"
press End
want '.at == .total'
for name in additive transformer; do
    press ctrl+o
    want '.dialog == "open"'
    xdotool type --delay 10 -- "$SOURCE/assets/models/translate/$name"
    want ".open.filter | endswith(\"translate/$name\")"
    press Return
    want ".dialog == \"none\" and .model == \"translate/$name\" and .running == false and .total > 0 and .at == .total"
done
stop
