#!/usr/bin/env bash
# The export dialog writes what it says; a full place is said, and nothing half is left.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --at 118
press ctrl+e
want '.dialog == "export" and .export.kind == "png" and .export.figure == "heatmap"'
click_on export:kind:SVG
want '.export.kind == "svg" and (.export.path | endswith(".svg"))'
press Return
want '.dialog == "none" and (.toasts | length) == 1 and (.toasts[0].bad | not)'
file=$(get .export.path)
[ -s "$file" ] || fail "no file"
grep -q '</svg>' "$file" || fail "the file is not whole"
grep -q '>end<' "$file" || fail "the end token is not text in it"


# What is there is not replaced without a word.
cp "$file" "$scratch/first"
press ctrl+e
want '.dialog == "export" and .export.there and .export.error == ""'
echo mine >"$file"
press Return # under the next free name
want '.dialog == "none" and (.toasts[-1].title == "Saved dates-additive-2.svg")'
[ "$(cat "$file")" = mine ] || fail "the file that was there is gone"
cmp "${file%.svg}-2.svg" "$scratch/first" || fail "the second is not the figure"

press ctrl+e
want '.dialog == "export"'
click_on export:kind:CSV
want '.export.kind == "csv"'
press Return
want '.dialog == "none" and (.toasts[-1].title == "Saved dates-additive.csv")'
[ "$(wc -l <"${file%.svg}.csv")" = 12 ] || fail "the CSV has not a header and eleven rows"

press ctrl+e
want '.dialog == "export"'
want ".export.there" # so the row of the path stands a line higher
click 1000 708
press ctrl+a
xdotool type --delay 10 "/dev/full/x.csv"
want '.export.path == "/dev/full/x.csv"'
press Return
press Return
want '.dialog == "export" and (.export.error | startswith("/dev/full"))'
want '[.toasts[] | select(.bad)] | length == 0'
press Escape
want '.dialog == "none"'

# A workspace that is gone to while the dialog is open: what is exported there is not what was chosen here.
stop
start --model translate/transformer --input "the red car"
press End ctrl+e
want '.dialog == "export"'
press ctrl+5
want '.dialog == "none" and .view == "memory"'
press ctrl+1
want '.view == "step"'
stop
