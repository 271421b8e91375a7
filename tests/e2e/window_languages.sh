#!/usr/bin/env bash
# The menu of a hundred languages: filtered by code and by name, walked by pages, begun at what is chosen.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

open_menu() {
    click 1380 70
    want '.menu == "score"'
}

start --model "$SOURCE/tests/checkpoints/hf_m2m100_bf16" --input "the old bank"
own=$(get '.output_tokens[0]')

# By name, by code; what nothing has can be taken back.
open_menu
xdotool type --delay 30 "zul"
press Return
want '.menu == "none" and .languages.target == "zu" and .running == false'
[ "$(get '.output_tokens[0]')" != "$own" ] || fail "it begins with the same language"
open_menu
xdotool type --delay 30 "qqq"
press Return
want '.menu == "score" and .languages.target == "zu"'
press BackSpace BackSpace BackSpace
xdotool type --delay 30 "swedi"
press Return
want '.menu == "none" and .languages.target == "sv" and .running == false'
open_menu
xdotool type --delay 30 "scottish gae" # a space is typed on
press Return
want '.menu == "none" and .languages.target == "gd"'

# Keys: it begins at what is chosen; pages, ends.
open_menu
press Return
want '.menu == "none" and .languages.target == "gd"'
open_menu
press Home Return
want '.menu == "none" and .languages.target == "af"'
open_menu
press Home Next Return
want '.menu == "none" and .languages.target != "af"'
page=$(get .languages.target)
open_menu
press Home Next Next Prior Return
want ".menu == \"none\" and .languages.target == \"$page\""
open_menu
press End Return # the last language of the text
want '.menu == "none" and .languages.source != ""'

# Esc changes nothing, whatever was typed.
before=$(get .languages.target)
open_menu
xdotool type --delay 30 "icel"
press Escape
want ".menu == \"none\" and .languages.target == \"$before\""
stop
