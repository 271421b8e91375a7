#!/usr/bin/env bash
# heed export --from FILE: attention that was computed elsewhere, in every format, one map or all of them.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }

cat >heads.json <<'JSON'
[{"source": ["ver@@", "lassen", "</s>"], "target": ["leave", "</s>"], "attention": [[0.5, 0.4, 0.1], [0, 0, 1]]},
 {"source": ["ver@@", "lassen", "</s>"], "target": ["leave", "</s>"], "attention": [[0.1, 0.8, 0.1], [0.2, 0.2, 0.4]]}]
JSON

for kind in png svg pdf csv json; do
    "$HEED" export --from heads.json -o "map.$kind" 2>notes || fail "$kind: $(cat notes)"
    [ -s "map.$kind" ] || fail "$kind is empty"
    grep -q '2 sentences, a map each; the first is drawn' notes || fail "nothing says that there are two maps"
done
grep -q 'heads, sentence 1' map.svg || fail "the figure has not the title of its file"
grep -q 'ver·' map.svg || fail "the joiner is shown as the file has it"
grep -q 'ver@@' map.csv || fail "numbers keep the tokens as they are"
grep -q 'sums to 1' map.svg || fail "the caption"

"$HEED" export --from heads.json --item 1 -o second.svg 2>notes
! grep -q 'the first is drawn' notes || fail "one map was asked for: $(cat notes)"
grep -q '1 of 2 rows does not sum to 1, farthest: row 2 sums to 0.8; drawn as given' notes || fail "the row that does not sum to 1: $(cat notes)"
grep -q 'heads, sentence 2' second.svg || fail "the second map"
! grep -q 'sums to 1' second.svg || fail "its rows do not sum to 1"
"$HEED" export --from heads.json --item 1 --title "" -o untitled.svg
! grep -q 'heads, sentence 2' untitled.svg || fail "an empty title is none"

"$HEED" export --from heads.json --figure compare --width 174 --map grey --no-numbers -o both.svg
grep -q 'heads, sentence 1' both.svg && grep -q 'heads, sentence 2' both.svg || fail "both maps side by side"
"$HEED" export --from heads.json --figure compare -o both.csv
[ "$(grep -vc '^#' both.csv)" = 13 ] || fail "two maps of 2 by 3 are 12 lines and a heading"
grep -q '^# .*Row 2 sums to 0.80, the others to 1' both.csv || fail "rows that do not sum to 1 in CSV"
grep -q 'Row 2 sums to 0.80, the others to 1' second.svg || fail "and in the picture"
"$HEED" export --from heads.json --item 1 -o second.json
grep -q '"note":"Row 2 sums to 0.80, the others to 1"' second.json || fail "and in JSON"
"$HEED" export --from heads.json --item 0 --rows 0:0 --columns 0:1 -o part.csv
[ "$(grep -c . part.csv)" = 2 ] || fail "a part of the map"

# What Heed wrote itself.
"$HEED" export --from both.csv --figure compare -o again.csv
cmp both.csv again.csv || fail "the CSV of two maps, read and written again"
"$HEED" export --from part.csv -o part.svg || fail "a part of a map"
"$HEED" export dates/additive "3 March 1987" -o own.csv
"$HEED" export --from own.csv -o again.csv
cmp own.csv again.csv || fail "the CSV of a run"

status=0
"$HEED" export --from heads.json --item 2 -o x.svg 2>notes || status=$?
[ $status = 1 ] && [ "$(wc -l <notes)" = 1 ] || fail "there is no third map"
status=0
"$HEED" export --from heads.json --figure network -o x.svg 2>notes || status=$?
[ $status = 2 ] || fail "there is no network"
echo '{"source": ["a", "b"], "target": ["x"], "attention": [[0.5]]}' >short.json
status=0
"$HEED" export --from short.json -o x.svg 2>notes || status=$?
[ $status = 1 ] && [ "$(wc -l <notes)" = 1 ] || fail "a row of another length"
[ ! -e x.svg ] || fail "a figure of nothing was written"

# Every map of a run, of whatever kind: none is left blank. A run of an encoder alone is read back.
hub=$SOURCE/tests/checkpoints
"$HEED" trace "$hub/hf_marian_toy_enfr" "the old council" --json run.json >/dev/null
"$HEED" export --from run.json --figure grid -o every.svg || fail "every map of a run"
grep -q "stroke-dasharray" every.svg && fail "a map of the run is blank"
"$HEED" trace "$hub/hf_bert_uncased_old" "the old council" --json read.json | tail -n +2 >live
"$HEED" trace --from read.json | tail -n +2 >back || fail "an encoder's run is not read back"
cmp -s live back || fail "an encoder's maps are not as they were: $(diff live back | head -5)"
"$HEED" export --from read.json --figure grid -o read.svg || fail "every map of an encoder"
pair="the old council of our old ministers can see the old ministers of his old council"
status=0
"$HEED" trace "$hub/hf_gpt2_base_prefix" "$pair" --target "$pair $pair $pair" >/dev/null 2>notes || status=$?
[ $status = 1 ] && grep -q "has room for 48 tokens, the pair needs" notes || fail "a pair that does not fit: $(cat notes)"
