#!/usr/bin/env bash
# Models of the tutorials, saved by PyTorch a moment ago, opened in the window through Ctrl+O by keyboard: they write
# what PyTorch says they write. Skipped where PyTorch is not there.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
make=$SOURCE/tests/checkpoints/make_checkpoints.py
python=
for candidate in ${HEED_PYTHON:-} /usr/bin/python3 python3; do
    if command -v "$candidate" >/dev/null && "$candidate" -c 'import torch, numpy' 2>/dev/null; then python=$candidate && break; fi
done
if [ -z "$python" ] || [ ! -f "$make" ]; then
    echo "PyTorch is not here: nothing was saved, nothing was opened"
    exit 77
fi

mkdir -p "$HOME/fresh"
"$python" "$make" "$HOME/fresh" --seeds 1 $(printf -- "--only %s " tutorial_pair tutorial_whole tutorial_location_legacy chatbot_concat chatbot_general_one_layer bentrevett_tut3 bentrevett_tut4_characters) >"$scratch/made" 2>&1 || fail "$(cat "$scratch/made")"
names=$(cd "$HOME/fresh" && ls -d */ | tr -d /)
[ -n "$names" ] || fail "no model was saved"

start
opened=0
for name in $names; do
    press ctrl+o
    want '.dialog == "open"'
    if [ "$opened" = 0 ]; then # from then on the dialog begins where it was left
        want '.open.folder == env.HOME and .open.entries == 1'
        press Down Return
    fi
    want '(.open.folder | endswith("/fresh")) and (.open.entries > 0)'
    xdotool type "$name"
    want ".open.filter == \"$name\" and .open.kinds[\"$name\"] != null and .open.kinds[\"$name\"] != \"\""
    press Down
    want ".open.chosen | endswith(\"/$name\")"
    press Return
    want ".dialog == \"none\" and .opening == \"\" and .error == null and (.settings.model | endswith(\"/$name\"))"
    expected=$HOME/fresh/$name/expected.json
    for n in 0 1; do
        text=$(jq -r ".examples[$n].raw_source" "$expected")
        [ "$text" != null ] || continue
        press Escape slash ctrl+a BackSpace
        want '.input == ""' # it begins with the first of its own examples
        xdotool type --delay 4 "$text"
        want ".input == $(jq -n --arg t "$text" '$t') and .running == false"
        jq -c ".examples[$n].output_tokens" "$expected" >"$scratch/expected"
        jq -c .output_tokens "$state" >"$scratch/found"
        # A run that PyTorch cut at its own limit has no end; what it wrote until then must be the same.
        jq -e -n --slurpfile e "$scratch/expected" --slurpfile f "$scratch/found" \
            '$e[0] as $e | $f[0] as $f | ($e | length) > 0 and $f[:($e | length)] == $e' >/dev/null ||
            fail "$name, \"$text\": PyTorch writes $(cat "$scratch/expected"), the window $(cat "$scratch/found")"
    done
    opened=$((opened + 1))
done
stop
echo "$opened models saved by PyTorch and opened"
