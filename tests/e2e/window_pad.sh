#!/usr/bin/env bash
# The query pad with a real window: the query follows the pointer and is pinned by a press, keys are dragged, added
# and deleted, the temperature and the score are taken, and Esc leads back to the cards.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates --input "3 March 1987" --at 118
press ctrl+6
want '.view == "gallery" and (.gallery.cards | index("query-pad"))'
press ctrl+k
xdotool type --delay 15 -- 'open the query pad'
press Return
want '.pad.opened and (.pad.keys | length) == 5 and .pad.score == "dot"'

# The plane: 2.2 units to either side of (287, 391), 115.9 px a unit.
place() { move "$(awk "BEGIN { printf \"%d\", 287 + 115.9 * $1 }")" "$(awk "BEGIN { printf \"%d\", 391 - 115.9 * $2 }")"; }
place -1 1
place -0.5 0.5
want '(.pad.query[0] + 0.5 | fabs) < 0.02 and (.pad.query[1] - 0.5 | fabs) < 0.02'
place 1 -1
want '(.pad.query[0] - 1 | fabs) < 0.02 and .pad.weights[4] > .pad.weights[1]'
xdotool click 1
want '.pad.pinned'
place -1 -1
press Right
want '(.pad.query[0] - 1.05 | fabs) < 0.02'

# A key is dragged: everything follows.
place -1.5 -0.6
xdotool mousedown 1
want '.pad.selected == 2'
for x in -1.2 -0.8 -0.5; do
    place $x 0.2
    sleep 0.05
done
xdotool mouseup 1
want '(.pad.keys[2][0] + 0.5 | fabs) < 0.02 and (.pad.keys[2][1] - 0.2 | fabs) < 0.02'
press Delete
want '(.pad.keys | length) == 4 and .pad.selected == -1'
place -1.8 -1.8
xdotool click --repeat 2 --delay 60 1
want '(.pad.keys | length) == 5 and (.pad.keys[4][0] + 1.8 | fabs) < 0.02'

# Every score stands below; a press shows it large.
click 755 770
want '.pad.score == "cosine"'
press 2
want '.pad.score != "cosine"'
press 5
want '.pad.score == "cosine"'

# It is exported as it stands, not the run that is out of sight.
press ctrl+e
want '.dialog == "export" and .export.figure == "query-pad" and (.export.path | endswith("/query-pad.png"))'
press Return
want '.dialog == "none" and .toasts[-1].title == "Saved query-pad.png"'
[ -s "$(get .export.path)" ] || fail "no picture of the pad"

# A session keeps it, and opens as it was left.
place 0 -2
xdotool click 1
want '.pad.pinned'
kept=$(jq -c '[.pad.keys, .pad.query, .pad.score]' "$state")
save_session "$scratch/pad.session.json"
press Escape # the chosen key first
press Escape
want '(.pad.opened | not) and .view == "gallery"'
press ctrl+e # cards are no figure
press ctrl+k # what comes after it is there: the key has been seen
want '.dialog == "palette"'
press Escape
want '.dialog == "none"'
stop
start --session "$scratch/pad.session.json"
want '.pad.opened and .pad.pinned and ([.pad.keys, .pad.query, .pad.score] | tojson) == '"$(jq -c 'tojson' <<<"$kept")"
stop
