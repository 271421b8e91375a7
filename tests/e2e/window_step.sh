#!/usr/bin/env bash
# The first run, stepping by key, playing.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start
want '.model == "dates/additive" and .input == "3 March 1987" and .output == "1987-03-03"'
want '.at == 0 and .hint and (.playing | not)'
press Right
want '.at == 1 and (.hint | not) and .moment.phase == "embed"'
press Right Right Left
want '.at == 2 and (.animating | not)'
press ctrl+Right
want '.at == 13 and .moment.position == 12'
press ctrl+Right
want '.at == 26 and .moment.phase == "forward"'
press End
want '.at == .total and .moment.phase == "choose"'
press shift+Left
want '.at == .total - 6'
press bracketleft
want '.selection.row >= 0'
press Down Down
want '.selection.column == 1'
press Escape
want '.selection.row == -1 and .selection.column == -1'
press Home
want '.at == 0'
press space
want '.playing and .at >= 2'
press space
want '(.playing | not)'
at=$(get .at)
[ "$at" -gt 1 ] || fail "playing did not move"

# What was the first run is not a first run again.
stop
start
want '.hint | not'
press ctrl+q
wait "$heed_pid" || fail "Ctrl+Q: exit status $?"
heed_pid=
