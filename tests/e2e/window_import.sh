#!/usr/bin/env bash
# Models of other toolkits in the window: found and opened by keyboard, their words asked for and given, a wrong
# list refused, files dropped, and what is remembered of it.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
models=$SOURCE/tests/checkpoints
[ -f "$models/bentrevett_tut4/tut4-model.pt" ] || exit 77

mkdir -p "$HOME/tut4" "$HOME/alone" "$HOME/words"
cp "$models"/bentrevett_tut4/* "$HOME/tut4"
rm -f "$HOME"/tut4/vocab.json "$HOME"/tut4/*.pkl
cp "$models/bentrevett_tut4/tut4-model.pt" "$HOME/alone/model.pt"
cp "$models"/bentrevett_tut4/*_vocab.pt "$HOME/words"
printf '%s\n' a b c >"$HOME/words/wrong.txt"
echo hello >"$HOME/tut4/notes.md"

start
press ctrl+o
want '.dialog == "open" and .open.entries == 3'
xdotool type tut
want '.open.filter == "tut"'
want '.open.kinds["tut4"] | startswith("bentrevett")' # a folder that is a model; it can be looked into all the same
press Down
want '.open.chosen | endswith("/tut4")'
press ctrl+a BackSpace
want '.open.filter == ""'
press Right
want '(.open.folder | endswith("/tut4")) and (.open.kinds["tut4-model.pt"] | startswith("bentrevett"))'
want '.open.kinds["notes.md"] == "text"'
xdotool type MODEL
want '.open.filter == "MODEL"'
press Down
want '.open.preview.title == "tut4-model.pt"'
press Return
want '.dialog == "none" and .opening == "" and (.settings.model | endswith("/tut4-model.pt"))'
want '.report.shown == false and .report.family != "" and .running == false and .output != ""'
[ "$(get '.report.source.tokens')" = "$(get '.report.source.expected')" ] || fail "the source words were not found"
[ "$(get '[.report.case[].good] | all')" = true ] || fail "its own case does not agree"
want '.report.standing == "verified" and .report.doubt == ""'

# Its report, and the model in Heed's own format, which opens without the files it came from.
press ctrl+k
xdotool type "load report"
press Return
want '.report.shown and .dialog == "none"'
press Return
want '.report.shown == false'
press ctrl+s
want '.dialog == "save-model" and (.save_model.path | endswith("/tut4-model-heed"))'
press ctrl+a
xdotool type --delay 4 "$HOME/words/mine"
want '.save_model.path | endswith("/words/mine")'
press Return
want '.dialog == "none" and .save_model.busy == false and .save_model.error == ""'
"$HEED" check "$HOME/words/mine" >"$scratch/checked" || fail "the saved model: $(cat "$scratch/checked")"
"$HEED" trace "$HOME/words/mine" "8 september 1959" | grep -q '1959-09-08' || fail "the saved model writes something else"

# Without its words: the question, a wrong list, the right ones.
press ctrl+o
want '.dialog == "open"'
press BackSpace
want '.open.folder == env.HOME'
xdotool type alone
want '.open.filter == "alone" and (.open.kinds["alone"] | startswith("bentrevett"))'
press Down
want '.open.chosen | endswith("/alone")'
press ctrl+a BackSpace
want '.open.filter == ""'
press Right
want '(.open.folder | endswith("/alone")) and .open.entries == 1'
press Down
want '.open.chosen | endswith("/model.pt")'
press Return
want '.report.waiting and .report.shown and .report.source.tokens == 0'
xdotool type "$HOME/words/wrong.txt"
want '.report.answers.source_words | endswith("wrong.txt")'
press Return
want '.report.source.tokens == 3 and (.report.source.problem | test("3")) and (.report.source.problem | test("'"$(get .report.source.expected)"'"))'
press ctrl+a
xdotool type "$HOME/words/src_vocab.pt"
press Return
want '.report.source.problem == "" and .report.source.tokens == .report.source.expected and .report.waiting'
xdotool type "$HOME/words/trg_vocab.pt"
want '.report.answers.target_words | endswith("trg_vocab.pt")'
press Return
want '.report.waiting == false and (.settings.model | endswith("/alone/model.pt"))'
press slash
xdotool type --delay 4 "8 september 1959"
want '.output == "1959-09-08" and .report.standing == "not verified"'

# Esc leaves a question, and the old model is still there.
rm "$HOME"/tut4/*_vocab.pt
press ctrl+o
want '.dialog == "open"'
press BackSpace
want '.open.folder == env.HOME'
xdotool type tut4
want '.open.filter == "tut4"'
press Down Return # the folder itself
want '.report.waiting'
press Escape
want '(.report.waiting | not) and (.settings.model | endswith("/alone/model.pt")) and .output != ""'

# What was answered is remembered: the next window asks nothing.
stop
start
want '(.settings.model | endswith("/alone/model.pt")) and (.report.waiting | not) and .output != ""'

# Dropped as a file manager drops: a folder, two files of one model, and lists that answer the question.
drop=${HEED_DROP:-}
if [ -x "$drop" ]; then
    "$drop" "$window" "$HOME/tut4/tut4-model.pt" || fail "the window did not take the file"
    want '.report.waiting and .report.file == "tut4-model.pt"'
    "$drop" "$window" "$HOME/words/trg_vocab.pt" "$HOME/words/src_vocab.pt" || fail "the window did not take the lists"
    want '(.report.waiting | not) and (.settings.model | endswith("/tut4/tut4-model.pt")) and .output != ""'
    mkdir "$HOME/pair"
    cp "$models"/pytorch_tutorial_bahdanau/{encoder.pt,decoder.pt,input_lang.json,output_lang.json} "$HOME/pair"
    "$drop" "$window" "$HOME/pair/encoder.pt" "$HOME/pair/decoder.pt" || fail "the window did not take two files"
    want '(.settings.model | endswith("/encoder.pt")) and .report.family != "" and .error == null'
fi
stop
