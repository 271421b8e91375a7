#!/usr/bin/env bash
# Attention that was computed elsewhere: opened by keyboard, several maps, Compare, a figure; back to a model.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

mkdir "$HOME/maps"
cat >"$HOME/maps/heads.json" <<'JSON'
[{"source": ["ver@@", "lassen", "</s>"], "target": ["leave", "</s>"], "attention": [[0.5, 0.4, 0.1], [0, 0, 1]]},
 {"source": ["ver@@", "lassen", "</s>"], "target": ["leave", "</s>"], "attention": [[0.1, 0.8, 0.1], [0.2, 0.2, 0.4]]}]
JSON

start
press ctrl+o
want '.dialog == "open" and .open.entries == 1'
press Down Return
want '.open.kinds["heads.json"] == "weights and tokens"'
press Down Return
want '.dialog == "none" and .maps.count == 2 and .maps.chosen == 0 and .error == null'
want '.input == "ver@@ lassen" and .model != "dates/additive" and .running == false'
# Opening them was a step: Ctrl+Z brings the model back, Ctrl+Y the weights.
want '.history.steps == ["Opened Dates", "Opened heads.json"]'
press ctrl+z
want '.maps.count == 0 and .output == "1987-03-03" and .running == false'
press ctrl+y
want '.maps.count == 2 and .input == "ver@@ lassen"'

press Next
want '.maps.chosen == 1'
press Next
want '.maps.chosen == 1'
press Prior
want '.maps.chosen == 0'
press space Right
want '.at == 0 and .playing == false'
press ctrl+2
want '.view == "compare" and (.compare.panels | length) == 2 and ([.compare.panels[].waiting] | any | not)'
press 2
want '(.compare.panels | length) == 1'
press ctrl+1
want '.view == "step"'
press ctrl+e
want '.dialog == "export"'
press Escape
want '.dialog == "none"'

# The picker brings a model back, and the input it had.
click 124 70
want '.menu == "models"'
press Down Return # past the only one of yours: round to the first family
want '.maps.count == 0 and .output == "1987-03-03"'
stop
