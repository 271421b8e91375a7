#!/usr/bin/env bash
# What the window shows is what a screenshot of the same state has: nothing upside down, cut elsewhere or left over, with
# maps, glows and grounds that are drawn by shaders, and again after a part of it, or its size, has changed.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
command -v python3 >/dev/null || exit 77
python3 -c 'import ctypes; ctypes.CDLL("libX11.so.6")' 2>/dev/null || exit 77

text="the law was signed in paris"
same() { # COMMANDS: the state of the window, given to a screenshot
    printf '%s\n' "$@" >"$scratch/commands.jsonl"
    "$HEED" --model translate/transformer --input "$text" --size "$size" --scale 1 --replay "$scratch/commands.jsonl" \
        --screenshot "$scratch/picture.png"
    local far
    for _ in $(seq 40); do # the window may be about to draw
        far=$(python3 "$SOURCE/tests/e2e/python/window_pixels.py" "$DISPLAY" "$window" "$scratch/picture.png")
        if awk '{ exit !($1 < 2.5 && $2 > 4) }' <<<"$far"; then return; fi
        sleep 0.25
    done
    fail "the window is $far from its screenshot, and from that upside down"
}

size=960x640
SIZE=$size start --model translate/transformer --input "$text"
press a
want '.heads.shown'
move 480 600
same '{"t":0,"command":"heads"}'
press Right
same '{"t":0,"command":"heads"}' '{"t":0,"command":"heads-right"}'
press ctrl+2
want '.view == "compare"'
same '{"t":0,"command":"heads"}' '{"t":0,"command":"heads-right"}' '{"t":0,"command":"view-compare"}'

# Another size, and a part that changes after it.
size=1100x700
xdotool windowsize "$window" 1100 700
move 550 660
same '{"t":0,"command":"heads"}' '{"t":0,"command":"heads-right"}' '{"t":0,"command":"view-compare"}'
press ctrl+1
want '.view == "step"'
press Left
same '{"t":0,"command":"heads"}' '{"t":0,"command":"heads-right"}' '{"t":0,"command":"heads-left"}'
