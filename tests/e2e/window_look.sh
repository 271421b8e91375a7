#!/usr/bin/env bash
# Theme, zoom, panels, palette, keys page; remembered on the next start; broken settings do not matter.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

start
want '.theme == "dark" and .settings.heatmap and .settings.numbers'
press t
want '.theme == "light"'
press h n l F4
want '(.settings.heatmap | not) and (.settings.numbers | not) and .settings.scale == "lift" and (.settings.inspector | not)'
press ctrl+equal
want '.settings.zoom > 1.05 and .scale > 1.05'
press ctrl+0
want '.scale == 1'
press ctrl+k
want '.dialog == "palette"'
xdotool type --delay 15 "viridis"
want '.palette.query == "viridis"'
press Return
want '.dialog == "none" and .settings.map == "viridis"'
press F1
want '.dialog == "keys"'
press Escape
want '.dialog == "none"'
press h
want '.settings.heatmap'
stop
start
want '.theme == "light" and .settings.map == "viridis" and .settings.heatmap and (.settings.inspector | not)'
stop
echo '{ "theme": ' >"$XDG_CONFIG_HOME/heed/settings.json"
start
want '.theme == "dark" and .settings.map == "ember"'

# A window smaller than the smallest, as on a small screen: everything is smaller, nothing overlaps.
xdotool windowsize "$window" 640 480
want '.width == 960 and .height == 720 and .scale < 0.67'
xdotool windowsize "$window" 1280 800
want '.width == 1280 and .scale == 1'
