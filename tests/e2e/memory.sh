# heed memory: the table, JSON and the picture of what is left of a word.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
command -v jq >/dev/null || { echo "jq is not here"; exit 77; }
before=("$HEED" memory)
source "$SOURCE/tests/support/command.sh"

# --- JSON: every norm where it belongs; a word that was not yet read changes nothing
expect 0 reverse/none reverse/additive --input abcdefgh --items 10 --json -
jq -e '.format == "heed.memory" and .version == 1 and (.models | length) == 2
    and all(.models[]; (.source.tokens | length) as $T | (.target.tokens | length) as $N
        | (.influence.forward | length) == $T and (.influence.decoder | length) == $N
        and (.influence.initial | length) == $T and all(.influence.forward[][]; . >= 0)
        and .influence.forward[0][1] == 0 and .influence.backward[$T - 1][0] == 0)' out >/dev/null ||
    fail "the JSON: $(head -c 400 out)"
# side by side: |[f; b]|² = |f|² + |b|²
jq -e '.models[0].influence as $i | $i.annotations[3][2] as $a | $i.forward[3][2] as $f | $i.backward[3][2] as $b
    | ($a * $a - $f * $f - $b * $b) | . < 1e-5 and . > -1e-5' out >/dev/null || fail "annotations"

# --- accuracy by length: the fixed context falls, attention does not within what it learnt from
jq -e '[.models[] | .by_length.points] | (.[0] | map(select(.length == 35))[0].exact_interval[1]) < 0.5
    and (.[1] | map(select(.length == 35))[0].exact_interval[0]) > 0.5' out >/dev/null || fail "by length"
jq -e 'all(.models[].by_length.points[]; .exact_interval[0] <= .exact_match and .exact_match <= .exact_interval[1])
    and .models[0].by_length.trained == {"shortest": 5, "longest": 40}' out >/dev/null || fail "intervals"

# --- a table in words, a picture, untrained weights
expect 0 reverse/none --input abc --no-lengths -o memory.pdf
head -c 5 memory.pdf | grep -q '%PDF-' || fail "no PDF"
grep -q 'reverse/none wrote' out || fail "no table"
expect 0 reverse/none --input abc --no-lengths --random --json random.json
jq -e '.models[0].weights == "random" and .models[0].by_length == null' random.json >/dev/null || fail "random"

# --- heed export draws the same picture of the models that stand beside one in the window, as SVG and PDF
expect 0 reverse/none-rnn reverse/none reverse/none-lstm reverse/lstm --input abcdef -o named.svg
"$HEED" export reverse/lstm abcdef --figure memory -o beside.svg
cmp -s named.svg beside.svg || fail "heed export --figure memory is not what heed memory draws"
grep -q '<text' beside.svg || fail "text is not kept as text"
! grep -q '<image' beside.svg || fail "not all of it is lines, areas and text"
"$HEED" export reverse/lstm abcdef --figure memory -o beside.pdf
head -c 5 beside.pdf | grep -q '%PDF-' || fail "no PDF"
"$HEED" export reverse/lstm abcdef --figure memory --readers attention -o attentive.svg
"$HEED" memory reverse/rnn reverse/additive reverse/lstm --input abcdef -o named.svg >/dev/null
cmp -s named.svg attentive.svg || fail "--readers attention is not what heed memory draws of them"
grep -q 'Readers with attention' attentive.svg || fail "whose readers they are"
"$HEED" export copy/coverage "a b c" --figure memory --readers attention -o no.svg 2>err && fail "no such readers"
grep -q 'readers are of one kind' err || fail "which readers there are"
"$HEED" export reverse/lstm abcdef --readers attention -o no.svg 2>err && fail "a heatmap has no readers"

# --- a model without weights: influence in the network's picture, and said to be none
"$HEED" export dates/none "3 March 1987" --figure network -o network.svg
grep -q 'not weights' network.svg || fail "the caption of influence"
"$HEED" export dates/additive "3 March 1987" --figure network -o network.svg
! grep -q 'not weights' network.svg || fail "weights said to be none"

# --- wrong words, and models without an influence
expect 2 reverse/none --input abc -o memory.csv
expect 1 adding/linear --input ".1 .2*" --no-lengths
expect 1 reverse/none --input ""
