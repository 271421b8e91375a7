#!/usr/bin/env bash
# Opening models: the picker, the dialog, folders that are none; the old model stays.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

mkdir -p "$HOME/mine" "$HOME/empty"
cp -r "$SOURCE/assets/models/dates/additive" "$HOME/mine/my dates"
cp -r "$SOURCE/assets/models/dates/additive" "$HOME/mine/short"
truncate -s 5000 "$HOME/mine/short/model.safetensors"
echo hello >"$HOME/notes.txt"

start
press ctrl+o
want '.dialog == "open" and .open.entries == 3'
press Escape
want '.dialog == "none"'
press ctrl+o
want '.dialog == "open" and .open.entries == 3'
press Down Down
want '.open.chosen | endswith("/mine")'
press Return
want '.open.entries == 2 and (.open.folder | endswith("/mine"))'
press Down Return
want '.dialog == "none" and .opening == "" and (.settings.model | endswith("/my dates")) and .output == "1987-03-03"'
press ctrl+o
want '.dialog == "open" and .open.entries == 2'
press Down Down
want '.open.chosen | endswith("/short")'
press Return
want '.dialog == "none" and .error.title == "short was not opened"'
want '(.settings.model | endswith("/my dates")) and .output == "1987-03-03"'
press Escape
want '.error == null'

# A path that was typed or pasted is a path, and Enter opens it.
path() {
    press ctrl+o
    want '.dialog == "open"'
    xdotool type --delay 10 -- "$1"
    want ".open.filter == \"$1\""
    press Return
}
path "~/empty"
want '.dialog == "open" and (.open.folder | endswith("/empty")) and .open.filter == ""'
xdotool type --delay 10 -- "../mine"
press Return
want '.open.folder | endswith("/mine")'
xdotool type --delay 10 -- "/nowhere/at all"
press Return
want '.dialog == "open" and (.open.problem | contains("/nowhere/at all"))'
press Escape
path "$HOME/mine/my dates"
want '.dialog == "none" and (.settings.model | endswith("/my dates"))'

# Part of a name, then Enter: the first that has it.
press ctrl+o
want '.dialog == "open" and .open.entries == 2'
xdotool type --delay 10 -- "SHORT"
want '.open.chosen | endswith("/short")'
press Return
want '.dialog == "none" and .error.title == "short was not opened"'
press Escape
want '.error == null'

# The picker opens at one's own model, by its own name; the next line is the family's default.
click 124 70
want '.menu == "models" and .model == "my dates" and .picker.rows[0].name == "my dates" and .picker.rows[0].own'
press Down Return
want '.menu == "none" and .model == "dates/additive" and .settings.recent[0] != null'
stop

# A model of last time that has gone: the window opens with the bundled one, and says so.
sed -i 's|"model": "[^"]*"|"model": "/nowhere/gone"|' "$XDG_CONFIG_HOME/heed/settings.json"
start
want '.model == "dates/additive" and .error.title == "gone was not opened"'

# The places scroll: the last family is one of them.
press ctrl+o
want '.dialog == "open"'
move 420 600
xdotool click --repeat 30 --delay 10 5
click 420 720
want '.dialog == "none" and (.settings.model | startswith("stories"))'
