#!/usr/bin/env bash
# Text of twelve scripts in the window: pasted, moved in, deleted, copied, saved and opened again; pasted lines become
# a list of inputs.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
source "$SOURCE/tests/support/scripts.sh"
command -v xclip >/dev/null || exit 77

clip() { printf '%s' "$1" | xclip -selection clipboard -i; }
clipped() { timeout 5 xclip -selection clipboard -o; }
holds() { # EXPECTED: waits until the clipboard does
    for _ in $(seq 40); do
        [ "$(clipped)" != "$1" ] || return 0
        sleep 0.05
    done
    fail "$(clipped) was copied, not $1"
}
quoted() { jq -n --arg text "$1" '$text'; }
paste() {
    clip "$1"
    press slash ctrl+a ctrl+v
}

start --model translate --input "the agreement" --record "$scratch/record.jsonl"
for name in "${!scripts[@]}"; do
    text=${scripts[$name]}
    paste "$text"
    want ".input == $(quoted "$text") and .running == false"
    clip "nothing"
    press ctrl+a ctrl+c Escape
    holds "$text"
done

# What a reader takes for one character is passed and deleted as one.
paste "${scripts[emoji]}"
press End BackSpace
want ".input == $(quoted "👩🏽‍🔬🇺🇳")"
press Home Delete
want ".input == $(quoted "🇺🇳")"
press ctrl+z ctrl+z
want ".input == $(quoted "${scripts[emoji]}")"
press ctrl+shift+z
want ".input == $(quoted "👩🏽‍🔬🇺🇳")"
press Escape
paste "${scripts[latin_with_marks]}"
press End shift+Left shift+Left ctrl+x
want ".input == $(quoted $'e\u0301te\u0301 ')"
press ctrl+v
want ".input == $(quoted "${scripts[latin_with_marks]}")"
# Arrows go where they point: in Hebrew the text begins at the right.
paste "${scripts[hebrew]}"
press Home Left Delete
want ".input == $(quoted "שום עולם")"
press Escape slash ctrl+a
xdotool key --delay 200 a eacute Cyrillic_YA U1F600
want ".input == $(quoted "aéя😀")"
press Escape

# White space, and several lines.
paste $'the agreement\n\tof the\r\ntreaty'
want '.input == "the agreement of the treaty" and .inputs.offered == 3'
press Escape ctrl+k
xdotool type --delay 15 "pasted lines"
press Return
want '.inputs.lines == ["the agreement", "of the", "treaty"] and .input == "the agreement" and .inputs.offered == 0'
press alt+Down alt+Down
want '.input == "treaty" and .inputs.at == 2'
press slash alt+Up
want '.input == "of the" and .inputs.at == 1'
press Escape

# A session keeps both.
paste "${scripts[emoji]} ${scripts[arabic]}"
want ".input == $(quoted "${scripts[emoji]} ${scripts[arabic]}")"
press Escape ctrl+shift+s
want '.dialog == "save-session"'
press ctrl+a
xdotool type --delay 10 "$scratch/kept.json"
press Return
want '.dialog == "none" and (.session_file | endswith("kept.json"))'
stop
start --session "$scratch/kept.json"
want ".input == $(quoted "${scripts[emoji]} ${scripts[arabic]}") and (.inputs.lines | length) == 3 and .inputs.at == 1"
stop

# And so does what was recorded.
"$HEED" --model translate --input "the agreement" --replay "$scratch/record.jsonl" --dump-state "$scratch/again.json" \
    --screenshot "$scratch/again.png" || fail "the recording is not played"
jq -e ".input == $(quoted "${scripts[emoji]} ${scripts[arabic]}") and .inputs.at == 1" "$scratch/again.json" >/dev/null ||
    fail "another state from the recording"

# The mouse: letters of 8 px from x 256 on; a double click takes a word, a third all, a drag what it passes.
at() { move $((256 + $1 * 8)) 70; }
start --model translate --input "the agreement on the european economic area"
clip "nothing"
at 7
xdotool click --repeat 2 --delay 60 1
press ctrl+c
holds "agreement"
sleep 0.6 # no click is the third of these
xdotool click --repeat 3 --delay 60 1
press ctrl+c
holds "the agreement on the european economic area"
sleep 0.6
at 4
xdotool mousedown 1
for n in 6 8 10 13; do at $n; sleep 0.05; done
xdotool mouseup 1
press ctrl+c
holds "agreement"
at 4
sleep 0.6
xdotool click 1 keydown shift
at 16
xdotool click 1 keyup shift
press ctrl+c
holds "agreement on"
xdotool type --delay 20 "treaty on"
want '.input == "the treaty on the european economic area"'
press ctrl+z ctrl+z ctrl+z
want '.input == "the agreement on the european economic area"'
