# Stories written with a real window: a sentence is typed with a mistake in it, words are taken, the story is read again,
# edited, cut, and taken back; a slot that is pressed is followed.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

told="mary went to the kitchen. john went to the garden. john took the ball."
start --model stories/tied --input "$told where is mary?"
want '.view == "gallery" and .output == "kitchen"'

row() { echo $((96 + 64 + 34 * $1 - 17)); } # the middle of a sentence's row, from 1

click 150 "$(row 4)" # the empty one
sleep 0.3
xdotool type --delay 20 "mary took the ball" # John has it
press Return                                 # nothing is read
press BackSpace BackSpace BackSpace BackSpace
xdotool type --delay 20 "m"
press Tab
press Return
want ".input == \"$told mary took the milk. where is mary?\" and .running == false"

sleep 0.3
xdotool type --delay 20 "where is the milk" # in the row that has come
press Return
want ".input == \"$told mary took the milk. where is the milk?\" and .output == \"kitchen\""

click 150 "$(row 1)" # the first sentence is edited
sleep 0.3
for _ in 1 2 3 4 5 6 7; do press BackSpace; done
xdotool type --delay 20 "off"
press Tab Return
want '(.input | startswith("mary went to the office. john went")) and .output == "office"'

move 150 "$(row 2)"
sleep 0.2
click 294 "$(row 2)" # its cross
want '.input == "mary went to the office. john took the ball. mary took the milk. where is the milk?"'
press ctrl+z
want '.input | contains("john went to the garden")'

click 535 146 # the header of the fifth slot
want '.selection.column == 3 or .selection.column == 4'
stop

# Its model answers at once: another workspace shows another model, and says whose. Nothing of the run that was shown
# is drawn as that model's.
for key in ctrl+1 ctrl+5 ctrl+2; do
    start --model stories/tied
    press $key
    want '.view != "gallery" and .model == "dates/additive" and .running == false and .total > 0'
    want '.toasts[-1].title | endswith(" shows another model: Dates")'
    stop
done
