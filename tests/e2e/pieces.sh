#!/usr/bin/env bash
# --words: pieces folded into words in trace, export, compare and align; --heads by whose maps.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
command -v jq >/dev/null || { echo "jq is not here"; exit 77; }
before=("$HEED")
source "$SOURCE/tests/support/command.sh"
model=$SOURCE/tests/checkpoints/hf_marian_toy_enfr text="the council helps her students"

# --- rows sum to one, in words; the log p of all is that of the pieces
expect 0 trace "$model" "$text" --json -
cp out pieces.json
expect 0 trace "$model" "$text" --words --json -
jq -e --slurpfile p pieces.json '.source.tokens == ["the", "council", "helps", "her", "students", "</s>"]
    and ((.log_prob - $p[0].log_prob) | fabs) < 1e-6
    and ((.steps | length) < ($p[0].steps | length))
    and all(.maps[].weights[]; ((add - 1) | fabs) < 1e-4)' out >/dev/null || fail "in words: $(head -c 400 out)"
cp out words.json
# The fold of a fold is itself.
expect 0 trace --from words.json --words --json -
jq -e --slurpfile w words.json '.maps == $w[0].maps' out >/dev/null || fail "folded again"

# --- a piece is named as it is read, or as it is printed
for piece in ▁rapport rapport _rapport ␣rapport; do
    expect 0 trace "$model" "$text" --force 1=$piece --json -
    jq -e '.target.tokens[1] == "▁rapport"' out >/dev/null || fail "forced as $piece"
    expect 0 trace "$model" "$text" --why 1=$piece
done

# --- by a head: its map stands for the run
expect 0 trace "$model" "$text" --heads 1:3 --json -
jq -e --slurpfile p pieces.json '[.steps[].weights] ==
    [$p[0].maps[] | select(.name == "decoder.layers.1.cross.heads.3").weights[]]' out >/dev/null || fail "by head 1:3"
expect 0 trace "$model" "$text" --heads best --gold "$SOURCE/tests/golden/heads/pairs.tsv" --json -
cp out best.json
expect 0 trace "$model" "$text" --heads 1:3 --json -
cmp -s out best.json || fail "1:3 is the best of these pairs"

# --- files
expect 0 export "$model" "$text" --words --heads 1:3 -o words.csv
grep -q students words.csv || fail "no word in $(cat words.csv)"
expect 0 export "$model" "$text" --words --figure layers -o words.svg
expect 0 compare translate/transformer "$model" --input "$text" --json -
jq -e '.models | map(.source.tokens) | unique | length == 1' out >/dev/null || fail "two cuts: $(head -c 300 out)"
jq -e '.divergence[0][1] != null' out >/dev/null || fail "not compared"
expect 0 compare translate/transformer --heads mean --heads 0:1 --heads 1:1 --input "$text" --json -
jq -e '(.models | length) == 3 and .divergence[1][2] > 0' out >/dev/null || fail "heads: $(head -c 300 out)"

expect 0 compare translate/transformer --heads best --input "anne can see the old ministers of his council" --json -
expect 1 compare "$model" --heads best --input "$text"
grep -q "which head aligns best is not known" err || fail "the best of no links: $(cat err)"

# --- links are those of words, said or not
head -3 "$SOURCE/tests/golden/heads/pairs.tsv" >pairs.tsv
expect 0 align "$model" pairs.tsv --heads 1:3 --words
cmp -s out <(head -3 "$SOURCE/tests/golden/heads/links.txt") || fail "links: $(cat out)"

# --- evaluated and examined: pieces are tokens, links are of words; languages and tasks are told
expect 0 evaluate "$model" "$SOURCE/tests/golden/heads/pairs.tsv" --limit 5 --json -
jq -e '.items == 5 and .exact_match > .5 and .token_accuracy > .8 and .aer.shift0 < .5 and .aer.shift1 < 1
    and .entropy > 0 and (.notes | length) >= 2' out >/dev/null || fail "evaluated: $(cat out)"
printf 'the council\tle chat\n' >wrong.tsv
expect 0 evaluate "$model" wrong.tsv --json -
jq -e '.exact_match == 0 and .aer == null' out >/dev/null || fail "wrong: $(cat out)"
m2m=$SOURCE/tests/checkpoints/hf_m2m100_bf16
expect 0 evaluate "$m2m" wrong.tsv --source-language en --target-language fr --json -
jq -e '.items == 1' out >/dev/null || fail "languages: $(cat out)"
expect 1 evaluate "$m2m" wrong.tsv --target-language zz
[ ! -s out ] && [ "$(wc -l <err)" = 1 ] || fail "a language that it does not have: $(cat out err)"
expect 1 evaluate "$SOURCE/tests/checkpoints/hf_bert_uncased_old" wrong.tsv
grep -q "an encoder alone" err || fail "BERT: $(cat err)"
expect 0 check "$model" --data "$SOURCE/tests/golden/heads/pairs.tsv" --limit 5 --json -
jq -e '.doctor.sentences == 5' out >/dev/null || fail "the doctor: $(head -c 400 out)"
printf 'no tab\nthe council\tle conseil\n' >bad.tsv
if "$HEED" evaluate "$model" bad.tsv >out; then fail "a bad line is none"; fi
grep -q '^{"line":1,"error":".*source<TAB>target' out || fail "bad line: $(cat out)"

# --- a search counts what is forced as 0, and says so; its sentences have no language's token
mbart=$SOURCE/tests/checkpoints/hf_mbart50_sharded_relu
expect 0 trace "$mbart" "our large trees were old" --beam 2 --target-language de_DE
grep -q "counts 0 here" out || fail "why log p differ: $(cat out)"
if grep "^beam" out | grep -q de_DE; then fail "a token of the language: $(cat out)"; fi

# --- what cannot be is refused
expect 2 evaluate translate/dot wrong.tsv --target-language fr
expect 2 trace "$model" "$text" --words --full --json -
expect 2 trace "$model" "$text" --heads best --json -
expect 1 trace "$model" "$text" --heads 9:9 --json -
expect 2 export "$model" "$text" --words --figure tree -o tree.svg
