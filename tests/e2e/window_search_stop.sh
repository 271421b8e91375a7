#!/usr/bin/env bash
# A large model searches: Esc stops the run and the search at once, which stays so until it is asked for again.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
command -v python3 >/dev/null || exit 77

# Its end token is unlikely: a run writes 511 outputs, and a search of it goes on for longer than this test.
"$SOURCE/tests/bench/large_transformer" "$HOME/large" --layers 6 --words 40000

start
press ctrl+o
want '.dialog == "open"'
xdotool type --delay 10 -- "$HOME/large"
want ".open.filter == \"$HOME/large\""
press Return
want '.dialog == "none" and .opening == "" and .model == "large"'
press slash
press ctrl+a
xdotool type --delay 5 -- "bacada lo mi fu ne so"
press Return # leaves the field
want '.running and .search.stopped == null'

# While the sentence is written
press ctrl+3
want '.view == "search" and .writing and .search.tree == null'
press Escape
want '(.running | not) and .stopped > 0 and .search.stopped == 0'
sleep 1 # nothing begins by itself
want '(.running | not) and .search.stopped == 0 and .search.so_far == null and .search.tree == null'
press ctrl+1 ctrl+3
want '.view == "search" and .search.stopped == 0 and .search.so_far == null'

# A setting is another search; without the sentence, which is still stopped
press b
want '.search.width == 5 and .search.stopped == null and .search.so_far >= 2'
press Escape
want '.search.stopped >= 2 and .search.so_far == null and .search.tree == null'

# Enter begins it again, and so does the button
press Return
want '.search.stopped == null and (.writing or .search.so_far >= 0)'
press Escape
want '.search.stopped != null and (.running | not)'
click_on search:again
want '.search.stopped == null and (.writing or .search.so_far >= 0)'
press Escape
want '.search.stopped != null and (.running | not)'

# Another input is another search
press slash
press ctrl+a
xdotool type --delay 5 -- "lo"
want '.input == "lo" and .search.stopped == null'
press Escape
stop
