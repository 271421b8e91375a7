#!/usr/bin/env bash
# Several lines pasted from a real clipboard: the offer's two buttons, the list that drops down, and what does not fit.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
command -v xclip >/dev/null || exit 77

paste() { # TEXT, into the input
    printf '%s' "$1" | xclip -selection clipboard -i >/dev/null 2>&1
    press slash ctrl+a ctrl+v
}
lines=$'the agreement was signed\n\tthe law was published in 1992\r\nthe treaty\n'
joined="the agreement was signed the law was published in 1992 the treaty"

start --model translate --input "the agreement"
paste "$lines"
want ".input == \"$joined\" and .inputs.offered == 3"

# As one line: the offer leaves, the input stays.
click 720 110
want ".inputs.offered == 0 and .inputs.lines == [] and .input == \"$joined\""
press Escape

# As a list: the first line is run.
paste "$lines"
want '.inputs.offered == 3'
click 608 110
want '.inputs.offered == 0 and (.inputs.lines | length) == 3 and .input == "the agreement was signed" and .running == false'

# The list by keys: it begins at the line that is run, and Enter runs another.
press alt+i
want '.menu == "inputs" and .focus.control == "input:0"'
press Down Down
want '.focus.control == "input:2"'
press Return
want '.menu == "none" and .input == "the treaty" and .inputs.at == 2 and .running == false'
press alt+i
want '.menu == "inputs" and .focus.control == "input:2"'
press Home
want '.focus.control == "input:0"'
xdotool type "law" # the line that has a word that begins so
want '.focus.control == "input:1"'
press Home
want '.focus.control == "input:0"'
xdotool type --delay 30 "the t" # a space after letters is typed
want '.focus.control == "input:2" and .menu == "inputs"'
press Escape
want '.menu == "none" and .input == "the treaty"'

# From the field as well, and nothing is typed into it.
press slash alt+i
want '.menu == "inputs"'
press Up Return
want '.menu == "none" and .input == "the law was published in 1992"'

# By the mouse: the second row, at its place below the head.
press alt+i
want '.menu == "inputs"'
click 400 144
want '.menu == "none" and .input == "the agreement was signed"'
press alt+i
want '.menu == "inputs"'
click 800 700 # beside it
want '.menu == "none" and .input == "the agreement was signed"'
press ctrl+k
xdotool type --delay 15 "choose from the list"
press Return
want '.menu == "inputs"'
press Escape
want '.menu == "none"'

# Ten thousand lines are a list like any other.
paste "$(seq -f 'the agreement %g' 10000)"
want '.inputs.offered == 10000'
press Escape ctrl+k
xdotool type --delay 15 "pasted lines"
press Return
want '(.inputs.lines | length) == 10000 and .running == false'
press alt+i
want '.focus.control == "input:0"'
press End
want '.focus.control == "input:9999"'
press Prior
want '.focus.control != "input:9999" and (.focus.control | startswith("input:99"))'
press Return
want '.menu == "none" and (.input | startswith("the agreement 99"))'
press ctrl+k
xdotool type --delay 15 "close the list"
press Return
want '.inputs.lines == []'

# More than a field holds is cut, and that is said, in whatever field.
head -c 70000 /dev/zero | tr '\0' x | xclip -selection clipboard -i >/dev/null 2>&1
press ctrl+k
want '.dialog == "palette"'
press ctrl+v
want '.toasts[-1].title == "Not all of it was pasted"'
press Escape
stop
