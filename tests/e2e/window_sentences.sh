#!/usr/bin/env bash
# The sentences of a file: 100,000 lines through two models, sorted, filtered and opened, in memory that stays
# flat; the sums are those of `heed evaluate`.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

"$HEED" data translate -n "${LINES_OF_FILE:-100000}" --seed 5 >"$scratch/lines.tsv"
"$HEED" data translate -n 300 --seed 6 >"$scratch/few.tsv"
printf 'one\ttwo\tthree\tfour\tfive\n\tempty\n' >>"$scratch/few.tsv"

# patience EXPRESSION: as want, for what takes minutes
patience() {
    for _ in $(seq 6000); do
        if jq -e "$1" "$state" >/dev/null 2>&1; then return; fi
        kill -0 "$heed_pid" || fail "the program left"
        sleep 0.1
    done
    fail "waited for: $1"
}
kilobytes() { awk '/VmRSS/ { print $2 }' "/proc/$heed_pid/status"; }

start --model translate/additive

# A file by Ctrl+O; its sums are those of the command line.
press ctrl+o
want '.dialog == "open"'
xdotool type --delay 10 -- "$scratch/few.tsv"
want '.open.filter | endswith("few.tsv")'
press Return
want '.dialog == "none" and .navigator.done and .navigator.lines == 302'
want '.navigator.bad == 2 and (.navigator.bad_lines[0].problem | contains("line 301: wrong number of columns"))'
"$HEED" evaluate translate/additive "$scratch/few.tsv" --json "$scratch/evaluated" >/dev/null || true
aer=$(jq '.aer.shift0 * 100 | round' "$scratch/evaluated")
words=$(get .navigator.words)
[[ $words == "302 shown, 300 measured: AER .$(printf %02d "$aer"), "* ]] || fail "AER $aer, but: $words"

# F2: all of the window; typed words, a condition, what is not there.
press F2
want '.view == "navigator" and .navigator.full'
click 250 120
xdotool type --delay 10 -- "the words>8"
want '.navigator.query == "the words>8" and .navigator.shown > 0 and .navigator.shown < 300'
press Return
want '.navigator.chips == ["words>8"] and .navigator.query == "the"'
want '.navigator.rows | all(.words > 8)'
click 250 120
xdotool type --delay 10 -- " zyzzyva"
want '.navigator.empty == "No line has “the zyzzyva” and words > 8."'
press Escape Escape
want '.navigator.query == ""'

# Words are taken away by the cross of their chip; a drag over a histogram is a condition; of what is in sight τ is
# measured, and of all lines once a click sorts by it.
want '.navigator.agreed > 0 and .navigator.agreed < 302'
click 455 120 # the chip
want '.navigator.chips == []'
press Escape
move 820 145 # over the histogram of entropy
xdotool mousedown 1
move 850 145
move 870 145
xdotool mouseup 1
want '.navigator.chips | length == 1 and (.[0] | test("=.*\\.\\."))'
want '.navigator.shown < 302'
click 470 120
want '.navigator.chips == []'

# A file that is dropped; a session that was saved with the drawer open.
if [ -x "${HEED_DROP:-}" ]; then
    "$HEED" data translate -n 12 --seed 7 >"$HOME/dropped.tsv"
    "$HEED_DROP" "$window" "$HOME/dropped.tsv" || fail "the window did not take the file"
    want '(.navigator.file | endswith("/dropped.tsv")) and .navigator.done and .navigator.lines == 12'
    "$HEED_DROP" "$window" "$scratch/few.tsv" || fail "the window did not take the file"
    want '(.navigator.file | endswith("/few.tsv")) and .navigator.done and .navigator.lines == 302'
fi

# 100,000 lines, with a second model: sorted while they come, and when all are there.
press F2
want '.view == "step"'
press ctrl+o
want '.dialog == "open"'
xdotool type --delay 10 -- "$scratch/lines.tsv"
want '.open.filter | endswith("/lines.tsv")'
press Return
want '.dialog == "none" and .navigator.found_all and .navigator.shown > 0'
press F2
want '.view == "navigator"'
click 300 70
want '.navigator.against'
patience '.navigator.measured > 20000'
early=$(kilobytes)
patience '.navigator.done'
late=$(kilobytes)
echo "memory: $early kB with 20,000 lines measured, $late kB with all; the table $(get .navigator.bytes) bytes"
[ $((late - early)) -lt 64000 ] || fail "memory grew from $early to $late kB"
[ "$(get .navigator.problem)$(get .navigator.other_problem)" = "" ] || fail "$(get .navigator.problem)"
want '.navigator.sort == "dlogp" and (.navigator.rows | map(.dlogp) | . == sort)'

# Keys walk the rows; Enter opens the line in Step, Ctrl+Enter in Compare.
press Home Down Down
chosen=$(get .navigator.chosen_line)
want ".navigator.chosen_line == .navigator.rows[2].line"
source=$(sed -n "$(get .navigator.chosen_line)p" "$scratch/lines.tsv" | cut -f1)
press Return
want ".view == \"step\" and .input == \"$source\" and .navigator.drawer"
press ctrl+Return
want ".view == \"compare\" and .input == \"$source\" and .compare.what == \"models\""

# A session keeps the file, the drawer and how it is sorted.
press ctrl+1
want '.view == "step" and .navigator.drawer'
save_session "$scratch/lines.session.json"
stop
start --session "$scratch/lines.session.json"
want '.view == "step" and .navigator.drawer and (.navigator.file | endswith("/lines.tsv"))'
want '.navigator.sort == "dlogp" and .navigator.against and .navigator.lines == '"${LINES_OF_FILE:-100000}"
want '.navigator.measured > 0'
stop
