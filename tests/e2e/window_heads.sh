#!/usr/bin/env bash
# Every head of a Transformer: sorted from the palette, one kept by Enter where the pointer is, shown in the network by
# Enter once more; N is no step; measured over pairs whose folder is the last one's; in a narrow window too; and the
# same heads on paper, as they were measured.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

model=translate/transformer
text="the old man reads a book in the garden"
mkdir "$HOME/pairs"
"$HEED" data translate -n 40 --seed 7 >"$HOME/pairs/links.tsv"
choose() { # TITLE: from the palette
    press ctrl+k
    want '.dialog == "palette"'
    xdotool type --delay 15 -- "$1"
    press Return
    want '.dialog != "palette"'
}

start --model "$model" --input "$text"
press a
want '.heads.shown and .heads.seen.heads == 8'
steps=$(get '.history | length')
press n
want '(.toasts | length) > 0 and (.toasts[-1].detail + .toasts[-1].title | contains("no numbers in their cells"))'
[ "$(get '.history | length')" = "$steps" ] || fail "N is a step where nothing changed"
[ "$(get .settings.numbers)" = true ] || fail "N has turned the numbers off"
choose "best first"
want '.heads.order != "layer"'

# The pointer stands on another head than the chosen one: Enter keeps it, Enter once more shows it in the network.
for x in 300 560 820 1000; do
    move $x 300
    sleep 0.3
    [ "$(get .hover.unit)" -ge 0 ] && [ "$(get .heads.chosen)" = null ] && break
done
want '.hover.unit >= 0'
want '.heads.words | test("^Cross, layer [0-9]+, head [0-9]+.*Enter (chooses it|shows it in the network)[.]$")' # in the bar, where it hides no map
press Return
want '.heads.chosen != null'
layer=$(get .heads.chosen.layer) head=$(get .heads.chosen.head)
press Return
want ".heads.shown == false and .layers.shown.cross == $head"
press a
want ".heads.shown and .heads.seen.looked_at == {\"layer\": $layer, \"head\": $head}"

# A file of pairs: typed the first time, then the dialog begins where it lies.
choose "over a file of pairs"
want '.dialog == "open"'
xdotool type --delay 10 -- "$HOME/pairs/links.tsv"
press Return
want '.dialog == "none" and (.heads.seen.over // "" | startswith("40 pairs"))'
choose "over a file of pairs"
want ".dialog == \"open\" and .open.folder == \"$HOME/pairs\""
press Escape
want '.dialog == "none"'

# The chosen head as a figure of its own, whose caption names it; from the palette, and the best one as it was measured.
press ctrl+e
want '.dialog == "export" and .export.figure == "heads" and .export.head == null'
click_on export:figure:Heatmap
want '.export.figure == "heatmap" and .export.head == "front"'
click_on export:kind:SVG
want '.export.kind == "svg"'
press Return
want '.dialog == "none" and (.toasts | length) > 0 and (.toasts[-1].bad | not)'
named="layer $(($(get .heads.seen.looked_at.layer) + 1)), head $(($(get .heads.seen.looked_at.head) + 1))"
tr -d '\n' <"$(get .export.path)" | grep -q "$named" || fail "the figure is not of $named"
choose "chosen head exp"
want '.dialog == "export" and .export.figure == "heatmap" and .export.head == "front"'
press Escape
choose "best head exp"
want '.dialog == "export" and .export.figure == "heatmap" and .export.head == "best"'
press Escape
want '.dialog == "none" and .heads.over_file'
click_on heads:leave-file
want '.heads.over_file == false and (.heads.seen.over | startswith("40 pairs") | not)'
stop

# In a narrow window there is no panel beside the grid: the button of the file stands in the bar.
SIZE=960x640 start --model "$model" --input "$text"
press a
want '.heads.shown and .heads.seen.heads == 8'
choose "the next measure"
click_on heads:file
want '.dialog == "open"'
press Escape
stop
cd "$scratch"

# On paper: of the run alone nothing is said to align, over pairs with links it is.
"$HEED" export "$model" "$text" --figure heads -o alone.svg
"$HEED" export "$model" "$text" --figure heads --gold "$HOME/pairs/links.tsv" -o measured.svg
grep -q '>aligns<' alone.svg && fail "a run without links aligns"
grep -q '>aligns<' measured.svg || fail "no head aligns over the pairs"
grep -q '40 pairs' measured.svg || fail "over what it was measured is not said"
"$HEED" export "$model" "$text" --figure head-off --head 1:1=off --gold "$HOME/pairs/links.tsv" -o off.svg
if "$HEED" export "$model" "$text" --figure network --gold "$HOME/pairs/links.tsv" -o x.svg 2>errors; then fail "taken"; fi
grep -q 'figure heads or head-off' errors || fail "what --gold goes with is not said"
help=$("$HEED" export --help)
for figure in heads layers transformer head-off own-past; do
    grep -qE "^ *$figure  " <<<"$help" || fail "--help does not list $figure"
done
