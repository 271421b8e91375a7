#!/usr/bin/env bash
# About two minutes of use in every workspace, drawn at random: played again it comes to the same state, the same
# picture and the same recording, however often. HEED_REPLAY_LINES says how many commands, HEED_SEED which; the long
# form is the test replay.long.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"

# A workspace is shown for a dozen commands; a third of them belong to it alone.
awk -v lines="${HEED_REPLAY_LINES:-80}" -v seed="${HEED_SEED:-1}" '
function any(n) { return int(rand() * n) }
function of(list,   parts) { return parts[1 + any(split(list, parts, "|"))] }
function say(id, rest) {
    t += rand() * 0.8
    printf "{\"t\": %.3f, \"command\": \"%s\"%s}\n", t, id, rest
}
function text() { return of("3 March 1987|May 4, 1990|7 June 2001|12.08.1955|1 Jan 1700|31 dec 1999|xyz|4 may") }
function whole(name, n) { return ", \"" name "\": " any(n) }
function word(name, of_list) { return ", \"" name "\": \"" of(of_list) "\"" }
function step(   k) {
    k = any(14)
    if (k == 0) say("hold-weight", whole("output", 10) whole("source", 9) ", \"weight\": " rand())
    else if (k == 1) say("force-token", whole("output", 9) word("token", "1|2|9|-"))
    else if (k == 2) say("edit-row", ", \"output\": " any(10) - 1 word("edit", "uniform|strongest|own|previous|shuffled"))
    else if (k == 3) say(of("show-changed|show-model|show-difference"))
    else if (k == 4) say("set-temperature", ", \"temperature\": " 0.25 + 2 * rand())
    else if (k == 5) say(of("keep|reset|flip|apply-flip|uniform"))
    else if (k == 6) say(of("hold|weight-up|weight-right|clear"))
    else if (k == 7) say(of("force|type-weight|field-enter|close-menu"))
    else if (k == 8) say("states", "")
    else if (k == 9) say("states-side", ", \"decoder\": " of("true|false"))
    else if (k == 10) say("states-kind", word("kind", "annotations|forward|backward"))
    else if (k == 11) say("states-source", word("source", "runs|drawn"))
    else if (k == 12) say("states-distance", word("distance", "euclid|cosine"))
    else say("states-choose", ", \"decoder\": " of("true|false") whole("column", 9))
}
function compare(   k) {
    k = any(9)
    if (k == 0) say("compare-toggle", word("function", "dot|scaled|general|location|local-m|cosine"))
    else if (k == 1) say("compare-pin", whole("panel", 3) whole("row", 8) whole("column", 8))
    else if (k == 2) say("compare-difference", ", \"first\": 0, \"second\": 1")
    else if (k == 3) say("compare-other-input", ", \"text\": \"" text() "\"")
    else if (k == 4) say(of("compare-functions|compare-models|compare-inputs|compare-forced"))
    else if (k == 5) say("compare-target", word("text", "1987-03-03|2001-06-07|1990"))
    else if (k == 6) say(of("sharper|softer|temperature|compare-swap|compare-turn"))
    else if (k == 7) say(of("compare-alone|compare-shared"))
    else say("compare-open", whole("panel", 3))
}
function search(   k) {
    k = any(8)
    if (k == 0) say("beam-width", ", \"width\": " 1 + any(8))
    else if (k == 1) say(of("tree-right|tree-left|tree-up|tree-down|tree-right"))
    else if (k == 2) say("tree-open")
    else if (k == 3) say("tree-force-token", word("token", "1|2|9|-"))
    else if (k == 4) say("length-penalty", ", \"penalty\": " rand())
    else if (k == 5) say("tree-sentence", whole("sentence", 3))
    else if (k == 6) say("tree-type", word("text", "1|19|2"))
    else say(of("tree-take|tree-type-end|tree-force"))
}
function anywhere(   k) {
    k = any(14)
    if (k == 0) say("type", ", \"text\": \"" text() "\"")
    else if (k == 1) say(of("undo|undo|redo"))
    else if (k == 2) say(of("play|play|step|step-back|token|phase|first|last"))
    else if (k == 3) say("go-to", whole("at", 130))
    else if (k == 4) say("select-row", whole("row", 9))
    else if (k == 5) say("select-column", whole("column", 9))
    else if (k == 6) say(of("next-row|previous-row|next-column|previous-column"))
    else if (k == 7) say(of("heatmap|numbers|lift|inspector|theme|map-viridis|map-ember"))
    else if (k == 8) say("hover", whole("column", 9) whole("row", 9) ", \"unit\": -1")
    else if (k == 9) say("load", word("model", "dates/additive|dates/dot|dates/general|dates/local-p|reverse/additive"))
    else if (k == 10) say("set-speed", word_number())
    else if (k == 11) say(of("by-token|by-phase|by-substep|faster|slower"))
    else if (k == 12) say(of("clear|clear|bring-back-input|run|history|close-menu"))
    else { say(of("export|palette|keys")); say("close-dialog") }
}
function word_number() { return ", \"times\": " of("0.5|1|2|4") }
BEGIN {
    srand(seed)
    for (n = 0; n < lines; ++n) {
        if (n % 12 == 0) say("view-" (at = of("step|compare|search|gallery")))
        else if (rand() < 0.6) anywhere()
        else if (at == "compare") compare()
        else if (at == "search") search()
        else if (at == "gallery") say("gallery-scroll", ", \"to\": " any(300))
        else step()
    }
}' >"$scratch/drawn.jsonl"

# play FROM TO
play() {
    rm -rf "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"
    "$HEED" --size 1400x900 --model dates --input "3 March 1987" --replay "$scratch/$1.jsonl" \
        --screenshot "$scratch/$2.png" --dump-state "$scratch/$2.json" --record "$scratch/$2.jsonl" \
        2>"$scratch/errors" || fail "$1: exit status $?"
}

play drawn one
play drawn two
play one three # what was recorded while it was played
for n in two three; do
    for kind in json png jsonl; do
        cmp "$scratch/one.$kind" "$scratch/$n.$kind" || {
            diff "$scratch/one.json" "$scratch/$n.json" | head -20
            fail "seed ${HEED_SEED:-1}: $n.$kind differs"
        }
    done
done
jq -e '.format == "heed.state"' "$scratch/one.json" >/dev/null || fail "no state"
jq -r '"\(.view), \(.history.steps | length) steps, \(.playback // .at) of \(.total)"' "$scratch/one.json"
tail -n 1 "$scratch/one.jsonl" | jq -r '"the last command at \(.t) s"'
