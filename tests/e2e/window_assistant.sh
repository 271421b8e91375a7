#!/usr/bin/env bash
# Files that no family knows: from Ctrl+O through the assistant's questions to the right map, by mouse and keys.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# A program installed without families, and a user with a folder of their own.
mkdir -p "$scratch/app/bin" "$scratch/app/share/heed"
cp "$HEED" "$scratch/app/bin/heed"
for part in "$SOURCE"/assets/*; do
    [ "$(basename "$part")" = families ] || ln -s "$part" "$scratch/app/share/heed/"
done
ln -s "$SOURCE/shaders" "$scratch/app/share/heed/shaders"
HEED=$scratch/app/bin/heed
export XDG_DATA_HOME=$scratch/data

# look_at FILE: Ctrl+O and its folder, where it is the only checkpoint: no family reads it, and it can be chosen all the same.
look_at() {
    press ctrl+o
    want '.dialog == "open"'
    xdotool type --delay 8 "$(dirname "$1")"
    press Return
    want ".open.folder == \"$(dirname "$1")\" and .open.filter == \"\" and (.open.kinds | length) > 0"
    want '(.open.kinds | length) == .open.entries and ([.open.kinds[] | select(. == "")] == [])'
    want ".open.chosen == \"$1\"" # the only checkpoint there
    want ".open.kinds[\"$(basename "$1")\"] == \"no known family\" and .open.preview.mappable"
    want '.open.preview.text == "No family of models reads these tensors."'
}
mapping='.assistant.settled and (.assistant.rows | length) > 5'
# answer QUESTION OPTION: its number, then the arrows.
answer() {
    press "$(get "[.assistant.questions[] | select(.open) | .id] | index(\"$1\") + 1")"
    for _ in 1 2 3 4 5; do
        [ "$(get ".assistant.questions[] | select(.id == \"$1\") | .answer")" = "$2" ] && return
        before=$(get ".assistant.questions[] | select(.id == \"$1\") | .answer")
        press Right
        want ".assistant.settled and (.assistant.questions[] | select(.id == \"$1\") | .answer) != \"$before\""
    done
    fail "no answer $2 to $1"
}
# agrees FOLDER: the family that was saved gives what the model's own code gave.
agrees() { "$HEED" check "$1" --json - | jq -e '.verdict == "verified"' >/dev/null || fail "$1 is not verified"; }
save() {
    press ctrl+k
    xdotool type --delay 8 "save as a family"
    press Return
    want '.assistant == null and .opening == "" and .dialog == "none"'
    # Its map stands there whole, as it was seen before, under one message.
    want '(.running | not) and .total > 0 and .at == .total'
    want '[.toasts[].title] | length == 1 and (.[0] | startswith("Saved the family "))'
}

for name in keon pcyin d2l; do
    mkdir "$scratch/$name"
    cp "$SOURCE/tests/checkpoints/$name"/* "$scratch/$name/"
    mv "$scratch/$name/expected.json" "$scratch/$name.json" # not known while the questions are answered
done
start --model dates/additive --input "3 March 1987"
SECONDS=0
keon=$(echo "$scratch"/keon/*.pt)
look_at "$keon"
press Return
want "$mapping"
answer unit relu
click_on undo # the arrow in the bar takes the answer back
want '(.assistant.questions[] | select(.id == "unit") | .answer) == "tanh"'
answer unit relu
press Escape # what was said stays
want '.assistant == null'
look_at "$keon"
click_on open:map
want "$mapping"
want '(.assistant.questions[] | select(.id == "unit") | .answer) == "relu"'
save
want '.history.steps == ["Opened Dates", "Opened seq2seq_7.pt"]'
mv "$scratch/keon.json" "$scratch/keon/expected.json"
agrees "$scratch/keon"
[ "$SECONDS" -lt 120 ] || fail "keon took $SECONDS s"

# With an example beside it all answers are tried, and those that agree are taken.
for name in pcyin d2l; do
    SECONDS=0
    mv "$scratch/$name.json" "$scratch/$name/expected.json"
    file=$(find "$scratch/$name" -type f -size +4k ! -name '*.json' ! -name '*.txt' | head -n 1)
    if [ "$name" = pcyin ] && [ -x "${HEED_DROP:-}" ]; then # dropped: the refusal's own button is what Enter does
        "$HEED_DROP" "$window" "$file" || fail "the window did not take the file"
        want '.error.mends | startswith("assistant ")'
        press Tab
        want '.focus.control == "failure:other"'
        press Escape
        want '.error == null'
        "$HEED_DROP" "$window" "$file" || fail "the window did not take the file"
        want '.error.mends | startswith("assistant ")'
        press Return
    else
        look_at "$file"
        press Return
    fi
    want "$mapping"
    if [ "$name" = pcyin ]; then # by keys
        press ctrl+k
        xdotool type --delay 8 "try all answers"
        press Return
        want '.assistant.tried.agree > 0'
        press ctrl+k
        xdotool type --delay 8 "take the answers that agree"
        press Return
        want '.assistant.settled and .assistant.agrees == true'
        save
    else # by the mouse: ten questions, and what decides them still comes to the eye
        click_on assistant:all
        want '.assistant.tried.agree > 0'
        click_on assistant:take
        want '.assistant.settled and .assistant.agrees == true'
        # A family of that name that somebody else has saved is not replaced unasked.
        theirs=$scratch/data/heed/families/$(get .assistant.name).json
        cp "$SOURCE/assets/families/bastings.json" "$theirs"
        press Escape
        want '.assistant == null'
        look_at "$file"
        press Return
        want "$mapping and (.assistant.there | contains(\"is there already\"))"
        press ctrl+Return
        want '.assistant.warned and .assistant != null'
        cmp -s "$SOURCE/assets/families/bastings.json" "$theirs" || fail "it was replaced"
        click_on assistant:save
        want '.assistant == null and .opening == "" and .dialog == "none"'
        cmp -s "$SOURCE/assets/families/bastings.json" "$theirs" && fail "it was not replaced"
    fi
    agrees "$scratch/$name"
    [ "$SECONDS" -lt 120 ] || fail "$name took $SECONDS s"
done
stop
