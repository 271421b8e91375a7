#!/usr/bin/env bash
# Why this token and not that: the tab by key, another rival by typing, what its two buttons change; and the same
# numbers from the command line.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

text="the european economic area was signed in august"
near() { awk -v a="$1" -v b="$2" -v by="$3" 'BEGIN { exit !(a - b < by && b - a < by) }' || fail "$1 is not near $2"; }

"$HEED" trace translate/additive "$text" --why 1 --why 3 --json - >"$scratch/run.json"
for n in 0 1; do
    sum=$(jq ".why[$n] | ([.words[].adds] | add) + .written_so_far + .rest" "$scratch/run.json")
    near "$sum" "$(jq ".why[$n].margin" "$scratch/run.json")" 1e-6
    near "$(jq ".why[$n] | .log_p[0] - .log_p[1]" "$scratch/run.json")" "$sum" 1e-6
done
[ "$(jq '.why[1].rival == .steps[3].top[1].token' "$scratch/run.json")" = true ] || fail "the rival is not the second best"
"$HEED" trace translate/additive "$text" --why 1 | grep -q '^rest ' || fail "no rest was printed"
if "$HEED" trace translate/additive "$text" --why 1=zyzzyva 2>"$scratch/errors"; then fail "zyzzyva was taken"; fi
grep -q 'is not in the target vocabulary' "$scratch/errors" || fail "what is wrong was not said"

start --model translate/additive --input "$text" --at 52
want '.why.shown == false'
press y
want '.why.shown and .why.margin != null'
output=$(get .why.output)
near "$(get '(.why.words | add) + .why.so_far + .why.rest')" "$(get .why.margin)" 1e-6
second=$(get .why.rival)
press ctrl+e
want '.dialog == "export" and .export.figure == "why"'
press Return
want '.dialog == "none" and (.toasts | length) > 0 and (.toasts[-1].bad | not)'
[ -s "$(get .export.path)" ] || fail "the figure was not written"
press ctrl+k
xdotool type --delay 15 "choose the token to compare"
press Return
want '.menu == "rival"'
xdotool type --delay 15 "paris"
press Return
want '.menu == "none" and .why.rival == "paris" and .why.output == '"$output"
press ctrl+k
xdotool type --delay 15 "write the token that it is compared"
press Return
want '.edits.forced["'"$output"'"] == "paris" or (.edits | tostring | contains("paris"))'
want '.why.written == "paris"'
press ctrl+z
want '.why.rival == "paris" and .why.written != "paris"'
press ctrl+k
xdotool type --delay 15 "deciding word"
press Return
want '(.input | length) < '"${#text}"' and .running == false'
press ctrl+z
want '.input == "'"$text"'"'
press y
want '.why.shown == false'
[ "$second" != paris ] || fail "the second best was paris all along"
stop
