#!/usr/bin/env bash
# What the weights mean, in place of the network: by key and by the switch; another output, a column in every row,
# other weights as a what-if; a model without weights is not offered it.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start --model dates/additive --input "3 March 1987"
press End
press m
want '.meaning.shown == true and .meaning.measured == true and .meaning.row == 10'
want '.meaning.other_weights.output == 10 and (.meaning.other_weights.rows | length) == 6'
want '.meaning.other_weights.rows[5].tvd <= 0.01 and .meaning.other_weights.jsd > 0.1'
# another output by key
press bracketleft
want '.meaning.row == 9 and .meaning.other_weights.output == 9'
# a press on "all equal" of the card: a what-if; what is measured stays
tau=$(get '.meaning.tau.gradient | tostring')
click 100 769
want '.meaning.applied == "equal" and .edits.rows["9"].kind == "given"'
want "(.meaning.tau.gradient | tostring) == \"$tau\""
click 100 769
want '.meaning.applied == null and .edits.rows == {}'
# the switch: Network | States | Meaning
click 1120 120
want '.trajectory.shown == true and .meaning.shown == false'
click 1190 120
want '.meaning.shown == true and .trajectory.shown == false'
click 1050 120
want '.meaning.shown == false and .trajectory.shown == false'
stop

# Outputs as far as the switch: it is two buttons, one under the other, and its words again over the other views.
SIZE=1280x800 start --model translate/additive --input "the old man sold his red boat ."
press End
click 898 150
want '.meaning.shown == true'
click 727 120
want '.meaning.shown == false and .trajectory.shown == false'
click 898 118
want '.trajectory.shown == true'
click 727 120
want '.meaning.shown == false and .trajectory.shown == false'
stop

# Compare's τ is the number of Step, and a click on it opens what it was measured on: another model, too.
start --model dates/additive --input "3 March 1987"
press ctrl+2
want '(.compare.panels | length) == 6 and all(.compare.panels[]; .tau.gradient != null)'
tau=$(get '.compare.panels[1].tau.gradient | tojson')
want '.compare.panels[1].key == "dot"'
click 1513 209
want '.view == "step" and .meaning.shown == true and .meaning.measured == true and .model == "dates/dot"'
want ".meaning.agreement.gradient == $tau"
stop

start --model dates/none --input "3 March 1987"
press m
want '.meaning.shown == false and .meaning.obstacle == "This model has no weights."'
want '(.toasts | length) == 1 and .toasts[0].detail == "This model has no weights."'
stop

# A key that means nothing here says why, once however often it is pressed, and of the newest alone.
start --model translate/transformer --input "the old man sold his red boat ."
press m m m
want '(.toasts | length) == 1 and .toasts[0].title == "M does nothing here" and (.toasts[0].bad | not)'
want '.toasts[0].detail | startswith("What weights mean is measured of recurrent encoder-decoders")'
press b
want '(.toasts | length) == 1 and .toasts[0].title == "B does nothing here"'
stop
