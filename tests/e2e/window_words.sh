#!/usr/bin/env bash
# A closed vocabulary: words are completed as they are typed, unknown ones replaced by a click.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

"$HEED" train --task translate --score additive --steps 5 --threads 1 --out "$scratch/words" >/dev/null 2>&1 || fail "no model"
start --model "$scratch/words" --input "the president"
press slash End
xdotool type --delay 15 " did not si"
want '.completion.words | index("sign")'
press Escape
want '(.completion.words | length) == 0 and .input == "the president did not si"'
xdotool type --delay 15 "g"
want '.completion.words == ["sign", "signs", "signed"]'
press Down
want '.completion.chosen == 1'
press Up Tab
want '.input == "the president did not sign" and (.completion.words | length) == 0'
xdotool type --delay 15 " the tre"
want '.completion.words | index("treaty")'
press Right
want '.input | startswith("the president did not sign the tre")'
# The caret stands where the word ends: typing goes on.
xdotool type --delay 15 "qx"
want '(.input | endswith("qx")) and (.unknown_words | length) == 1'
press ctrl+a BackSpace
xdotool type --delay 15 "sign the treety"
want '.unknown_words[0].nearest[0] == "treaty"'
# "“treety” is not in this model's vocabulary. Nearest: [treaty] …", under the input.
for x in 600 620 640 660 600 620 640 660; do
    click $x 107
    for _ in $(seq 20); do
        if jq -e '.input != "sign the treety"' "$state" >/dev/null; then break 2; fi
        sleep 0.05
    done
done
want '.input == "sign the treaty" and (.unknown_words | length) == 0'
xdotool type --delay 15 "."
want '.input == "sign the treaty."'
press Return t
want '.theme == "light"'
