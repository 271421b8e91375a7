#!/usr/bin/env bash
# A large model writes: what is there is looked at meanwhile, Esc stops it, an export says that it is unfinished.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
command -v python3 >/dev/null || exit 77

# Small enough to be made and opened at once; it writes for many seconds, 511 outputs, as its end token is unlikely.
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

# While it is written
want '.writing and .running and (.output_tokens | length) >= 2'
press Return # leaves the field; the run goes on
press End
want '.writing and .at == .total'
first=$(get '.output_tokens | length')
want ".writing and (.output_tokens | length) > $first and .at == .total"
press Home
want '.writing and .at == 0'
press Right Right
want '.writing and .at == 2'
press End
want '.writing and .at == .total'
total=$(get .total)
want ".writing and .at > $total"
# Another head, another layer: at once, and what is written goes on and is followed
heads=$(get .layers.shown.heads)
cross=$(get .layers.shown.cross)
press alt+Right
want ".writing and .layers.shown.cross == ($cross + 1) % $heads and .at == .total"
press alt+Right alt+Left alt+Left
want ".writing and .layers.shown.cross == $cross"
press alt+Down
want '.writing and .layers.layer == .layers.shown.layers - 2 and .layers.shown.layer == .layers.layer'
total=$(get .total)
want ".writing and .at > $total and .layers.shown.layer == .layers.shown.layers - 2"
press alt+Up alt+Up
want '.writing and .layers.shown.layer == .layers.shown.layers - 1'
press Escape
want '.stopped > 2 and (.running | not) and (.writing | not) and (.toasts[-1].title | startswith("Stopped after "))'
want '.stopped == (.output_tokens | length) and .at == .total'
stopped=$(get .stopped)

# What is there stays, and says what it is
press Left
want ".at == .total - 1 and .stopped >= $stopped and (.output_tokens | length) == .stopped and (.running | not)"
stopped=$(get .stopped) # with the outputs that came after the last picture of it
press ctrl+e
want '.dialog == "export"'
click_on export:kind:CSV
want '.export.kind == "csv"'
press Return
want '.dialog == "none" and (.toasts[-1].title | startswith("Saved "))'
grep -q "^# Unfinished: $stopped outputs" "$(get .export.path)" || fail "the file does not say that it is unfinished"
[ "$(grep -vc '^#' "$(get .export.path)")" = $((stopped + 1)) ] || fail "the file has not a row for each output"

# Enter writes again; another key asks for another run
press Return
want '.writing and .stopped == null'
press slash End
xdotool type --delay 5 -- " lo"
want '.input == "bacada lo mi fu ne so lo" and .writing and .tokens > 6'
xdotool key --delay 0 Return Escape # before there is anything of it: it is stopped as soon as there is
want '.stopped != null'
stop
