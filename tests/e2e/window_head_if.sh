#!/usr/bin/env bash
# "What if head 1 of layer 2 …" beside the sub-step that explains it: off, even, read as another of its layer, and as it
# was.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model translate/transformer --input "the council was not important" --at 100
press Left
want '.at == 99'
press Right
want '.at == 100 and .animating == false'
click 1310 708 # were off
want '.edits.heads["decoder:1:0"].kind == "off" and .running == false'
press ctrl+z
want '(.edits.heads | length) == 0 and .running == false'
click 1423 708 # were even
want '.edits.heads["decoder:1:0"].kind == "uniform" and .running == false'
press ctrl+z
want '(.edits.heads | length) == 0 and .running == false'
click 1535 708 # read as …
want '.menu == "head-other"'
press Down Return
want '.edits.heads["decoder:1:0"].kind == "head" and .menu == "none" and .running == false'
press ctrl+z
want '(.edits.heads | length) == 0 and .running == false'
press a
want '.heads.shown'
