# heed compare: tables, JSON and figures of several models on one text.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
command -v jq >/dev/null || { echo "jq is not here"; exit 77; }
before=("$HEED" compare)
source "$SOURCE/tests/support/command.sh"

# --- a table: each model with its output
expect 0 reverse/additive reverse/none --input "a b c d"
grep -Eq '^additive +-[0-9.]+ +[0-9.]+ +[0-9.]+ ' out || fail "no line of additive: $(cat out)"
grep -Eq '^none +-[0-9.]+ +- +- ' out || fail "no line of none: $(cat out)"
! grep -q $'\x1b' out || fail "escapes in a pipe"
expect 0 translate/local-m --input "a a b" # sharp, but not all in one word
grep -Eq '^.* -[0-9.]+ +<\.001 +0\.999[0-9] ' out || fail "a little printed as nothing: $(cat out)"

expect 0 translate/transformer --input "the agreement was signed" # as good as certain
grep -Eq '^Transformer +0\.000 ' out && ! grep -q -- '-0\.000' out || fail "a nothing with a sign: $(cat out)"

# --- JSON: the traces are those of heed trace, the divergence is symmetric and 0 for itself
expect 0 reverse/additive reverse/none reverse/additive --input "a b c d" --json -
"$HEED" trace reverse/additive "a b c d" --json - >trace.json
jq -e --slurpfile t trace.json '.format == "heed.compare" and .version == 1 and .input == "a b c d"
    and (.models | length) == 3 and .models[0] == $t[0]
    and .divergence[0][0] == 0 and .divergence[0][2] == 0 and .divergence[2][0] == 0
    and .divergence[0][1] == null and .divergence[1][1] == null
    and (.metrics | length) == 3 and .metrics[1].entropy == null' out >/dev/null || fail "the JSON: $(head -c 400 out)"

# --- τ is what heed trace --meaning says of the same run; without weights there is none
"$HEED" trace reverse/additive "a b c d" --meaning --json - >meaning.json
jq -e --slurpfile t meaning.json '.metrics[0].tau.gradient == $t[0].meaning.agreement.gradient
    and .metrics[0].tau.leave_one_out == $t[0].meaning.agreement.leave_one_out and .metrics[1].tau == null' out >/dev/null ||
    fail "tau: $(jq -c '[.metrics[].tau]' out), $(jq -c .meaning.agreement meaning.json)"
expect 0 reverse/additive reverse/none --input "a b c d"
tau=$(jq -r '.meaning.agreement.gradient.mean' meaning.json)
grep -q "^additive .* $(printf %.3f "$tau") " out || fail "no tau of $tau in the table: $(cat out)"
grep -q '^tau: .*gradient x input' out || fail "not said what tau is"

# --- the alignment error of one text is what heed evaluate says of that line
"$HEED" data dates -n 3 --seed 4 >gold.tsv
while IFS= read -r line; do
    expect 0 dates/additive --input "${line%%$'\t'*}" --json -
    printf '%s\n' "$line" | "$HEED" evaluate dates --json - >report.json
    jq -e --slurpfile r report.json '.metrics[0].aer as $a | $r[0].aer as $b
        | [$a.shift0 - $b.shift0, $a.shift1 - $b.shift1, $a.soft - $b.soft] | all(. < 1e-5 and . > -1e-5)' out >/dev/null ||
        fail "$line: $(jq -c '.metrics[0].aer' out), evaluate says $(jq -c .aer report.json)"
done <gold.tsv

# --- a family is all its models, however many; AER says whose it is
expect 0 translate --input "the small car is red" --json -
[ "$(jq '.models | length' out)" = "$(find "$SOURCE/assets/models/translate" -mindepth 1 -maxdepth 1 -type d | wc -l)" ] || fail "not all of the family"
expect 0 dates/cosine-beta dates/local-m --input "xyz 3 march 1987" --json -
jq -e 'all(.metrics[]; has("aer_of_map"))' out >/dev/null || fail "the AER of the map"

# --- figures and numbers in files
for kind in png svg pdf csv json; do
    expect 0 dates reverse/additive --input "3 March 1987" -o a.$kind
    [ -s a.$kind ] || fail "no .$kind"
done
grep -q '>dates/additive</text>' a.svg || fail "models of one score are named in full"
[ "$(head -n 1 a.csv)" = "model,i,output,j,source,weight" ] || fail "the head of the CSV"
[ "$(grep -c '^dates/additive,' a.csv)" = 143 ] || fail "11 × 13 weights: $(grep -c '^dates/additive,' a.csv)"

# --- a family alone is all its models; with scores, those members
expect 0 reverse --input "a b c" --json -
jq -e '[.models[].model.name] | index("reverse/additive") != null and index("reverse/none") != null' out >/dev/null || fail "the family"
expect 0 reverse --score none --score additive --input "a b c" --json -
jq -e '[.models[].model.name] == ["reverse/none", "reverse/additive"]' out >/dev/null || fail "members by score"
expect 1 reverse --score no-such-score --input "a b c"
grep -q additive err || fail "the members there are"

# --- a model under scores by name: its own is itself, one there is not is refused
expect 0 dates/additive --score additive --input "3 March 1987" --json -
jq -e '.models[0].model.score == "additive"' out >/dev/null || fail "its own score"
expect 0 dates/additive --score additive --score local-m --score none --input "3 March 1987" --json -
jq -e '[.models[].target.text] | unique | length == 1' out >/dev/null || fail "another score writes the same tokens"
jq -e '.models[1].model.alignment == "local-m" and .models[2].model.score == "none" and .models[2].steps[0].weights == null
    and .models[1].log_prob != .models[0].log_prob and .divergence[0][1] > 0' out >/dev/null || fail "other scores change nothing"
expect 1 dates/additive --score no-such-score --input "3 March 1987"

# --- wrong words
expect 2 dates
expect 2 --input x
expect 2 dates --input x -o a.gif
expect 2 $(yes dates | head -n 37) --input x
expect 1 no-such-model --input x
expect 1 dates --input ""
expect 1 reverse/none reverse/none --input "a b" -o none.svg
[ ! -e none.svg ] || fail "half a file"

# --- models of one side alone: an encoder's heads over its input, a decoder's rows with what went to its own past
hub=$SOURCE/tests/checkpoints
expect 0 "$hub/hf_bert_uncased_old" "$hub/hf_gpt2_base_prefix" --input "the old council" -o alone.csv
grep -q '^hf_bert_uncased_old,0,\[CLS\],0,\[CLS\],' alone.csv || fail "an encoder's rows are its own places: $(head -n 4 alone.csv)"
expect 0 "$hub/hf_bert_uncased_old" --input "the old council" --json alone.json
grep -q '"places"' alone.json && grep -q '"axis": *"source_query"' alone.json || fail "an encoder has places"
! grep -q '"log_prob": *0' alone.json || fail "an encoder wrote no steps"
grep -q '^hf_gpt2_base_prefix,0,' alone.csv || fail "a decoder's rows"
