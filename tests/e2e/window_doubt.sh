#!/usr/bin/env bash
# A model that was understood only in part: its name says so, the band stands above every workspace and leads to the
# report, and what is copied from the window carries the sentence.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

mkdir "$scratch/keon"
cp "$SOURCE"/tests/checkpoints/keon/* "$scratch/keon/"
rm "$scratch/keon/expected.json"
start --model "$scratch/keon" --input "a1 a2 a3"
want '.report.standing == "not verified" and (.report.doubt | test("ReLU"))'

# Tab comes to the band, wherever the model is at work.
for view in ctrl+2 ctrl+3 ctrl+5 ctrl+1; do
    press Escape $view
    tab_to doubt:report
done
press Escape F2 F2 # the page of sentences
want '.view == "navigator"'
tab_to doubt:report
press F2
want '.view == "step"'
tab_to doubt:report
press Return
want '.report.shown'
press F6
want '.report.shown == false'
press F6
want '.report.shown'
press Escape
want '.report.shown == false'

# With its example it is verified, and there is no band.
cp "$SOURCE/tests/checkpoints/keon/expected.json" "$scratch/keon/"
stop
start --model "$scratch/keon" --input "a1 a2 a3"
want '.report.standing == "verified" and .report.doubt == ""'
stop
