#!/usr/bin/env bash
# A Hugging Face folder as it lies on disk: opened by its path, told another language, stepped, forced, its maps looked
# at, exported; saved as a session and opened again; a folder whose task is told in words.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
folders=$SOURCE/tests/checkpoints

path() {
    press ctrl+o
    want '.dialog == "open"'
    xdotool type --delay 10 -- "$1"
    want ".open.filter == \"$1\""
    press Return
}

start
path "$folders/hf_mbart50_sharded_relu"
want '.dialog == "none" and .opening == "" and .running == false'
want '(.settings.model | endswith("/hf_mbart50_sharded_relu")) and .view == "step"'
press Escape
press slash ctrl+a
xdotool type --delay 15 "the old bank"
want '.input == "the old bank" and .running == false'
want '.output_tokens[0] == "fr_XX"'
press Return

# The menu of its languages: what is chosen is what it writes first, and a step of the history.
click 1380 70
want '.menu == "score"'
press Home Down Down Return # en_XX is the fourth in the folder's order of codes
want '.menu == "none" and .languages.target != "" and .running == false'
code=$(get .languages.target)
want ".output_tokens[0] == \"$code\" and .history.steps[-1] == \"Language to write: $code\""
press ctrl+z
want '.languages.target == "" and .output_tokens[0] == "fr_XX" and .running == false'
press ctrl+y
want ".languages.target == \"$code\" and .output_tokens[0] == \"$code\" and .running == false"

# Stepped: sub-steps of a layer, then whole tokens; another layer and another head are brought to the front.
press Home
want '.at == 0'
press Right Right Right Right
want '.at == 4'
press shift+Right
want '.at > 4'
press End
want '.at == .total'
press alt+Left
want '.layers.cross >= 0 or .layers.self >= 0'
press alt+Down
want '.layers.layer >= 0'
press Escape
want '.layers.layer == -1'

# Another token is forced by the menu over the output that is chosen.
press bracketleft
want '.selection.row == 1'
press bracketleft
want '.selection.row == 0'
row=$(get .selection.row)
press f
want '.menu == "force"'
press Down Return
want ".menu == \"none\" and .running == false and (.edits.forced[\"$row\"] | type) == \"string\""
press ctrl+z
want '(.edits.forced | length) == 0 and .running == false'
press ctrl+y
want '(.edits.forced | length) == 1 and .running == false'

# Exported as the picture of its layers.
press ctrl+e
want '.dialog == "export"'
press Return
want '.dialog == "none" and (.toasts[-1].bad | not)'
[ -s "$(get .export.path)" ] || fail "nothing was exported"

# A session keeps folder, language and forced token.
session=$scratch/folder.session.json
output=$(get .output)
save_session "$session"
stop
start --session "$session"
want ".languages.target == \"$code\" and (.edits.forced | length) == 1 and .running == false"
[ "$(get .output)" = "$output" ] || fail "the session writes something else"
stop

# A task that is told in words.
start --model "$folders/hf_t5_relu_tied" --input "the old bank"
own=$(get .output)
click 1380 70
want '.menu == "score"'
press End Return
want '.menu == "none" and .languages.prefix != "" and .running == false'
want ".output != \"$own\""
stop
