#!/usr/bin/env bash
# Runs that Heed wrote are opened: as an argument, by the dialog, by a drop; made again and compared.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

mkdir "$HOME/runs"
"$HEED" trace reverse/general "seashells" --json "$HOME/runs/run.json"
jq '.steps[2].weights[1] += 0.01 | .maps[0].weights[2][1] += 0.01' "$HOME/runs/run.json" >"$HOME/runs/wrong.json"
jq '.model.name = "mine/lost"' "$HOME/runs/run.json" >"$HOME/runs/lost.json"

start --model "$HOME/runs/run.json"
want '.model == "reverse/general" and .input == "seashells" and .output == "sllehsaes" and .at == .total'
want '.run_check.agrees and .maps.count == 0 and (.toasts[-1].detail | startswith("Agrees with reverse/general"))'
press Home
want '.at == 0'
press Right
want '.at == 1'

press ctrl+o
want '.dialog == "open" and .open.entries == 3' # where the run lies
want '.open.kinds["run.json"] == "run" and .open.kinds["wrong.json"] == "run"'
press Down Down Down
want '.open.preview.text == "seashells"'
press Return
want '.dialog == "none" and .maps.count == 1 and (.run_check.agrees | not)'
want '.run_check.words | startswith("Differs from reverse/general first at output 3")'

if [ -x "${HEED_DROP:-}" ]; then
    "$HEED_DROP" "$window" "$HOME/runs/lost.json" || fail "the window did not take the file"
    want '.run_check.words | contains("nothing was verified")'
fi
stop
