#!/usr/bin/env bash
# A recurrent decoder with several heads: another is brought to the front, the atlas shows all, a weight is changed in
# every head, the head in front is exported, a session brings it back.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates/heads --input "3 March 1987"
want '.output == "1987-03-03" and .layers.shown == {"cross": 0, "heads": 4}'
press End
want '.at == .total'
press alt+Right
want '.layers.shown.cross == 1'
press alt+Left
want '.layers.shown.cross == 0'
press alt+Left
want '.layers.shown.cross == 3'
press a
want '.heads.shown == true'
press a
want '.heads.shown == false'

# A weight that is held is held in every head, and undone.
press bracketleft
want '.selection.row >= 0'
press d Up
want '(.edits.rows | length) == 1 and .running == false'
press Escape ctrl+z
want '(.edits.rows | length) == 0 and .running == false'

press ctrl+e
want '.dialog == "export"'
press Return
want '.dialog == "none" and (.toasts[-1].bad | not)'
[ -s "$(get .export.path)" ] || fail "nothing was exported"

session=$scratch/heads.session.json
save_session "$session"
stop
start --session "$session"
want '.layers.shown == {"cross": 3, "heads": 4} and .output == "1987-03-03"'
stop
