#!/usr/bin/env bash
# Attention as people have it, on the command line: every file of tests/attention_files opens, or says which axis, key
# or value is at fault; percentages, heads, notes.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }
files=$SOURCE/tests/attention_files

for file in "$files"/*; do
    case $file in *README.md | *percent.json) continue ;; esac
    "$HEED" export --from "$file" -o map.svg 2>notes || fail "$file: $(cat notes)"
    [ -s map.svg ] || fail "$file: nothing was drawn"
    rm map.svg
done
status=0
"$HEED" export --from "$files/percent.json" -o map.svg 2>notes || status=$?
[ $status = 1 ] && [ ! -e map.svg ] && grep -q 'percentages, to be divided by 100' notes || fail "percentages are not drawn as weights"
"$HEED" export --from "$files/percent.json" --percent -o map.csv 2>notes
grep -q 'percentages, divided by 100' notes || fail "that they were divided is said"
grep -q '^la,0.95' map.csv || fail "they were not divided"
"$HEED" export --from "$files/attn.pt" -o map.svg 2>notes
grep -q 'the file has no tokens: they are numbered' notes || fail "an array without words says so"
"$HEED" export --from "$files/LHTS.json" --heads 0:3,2:1 --figure compare -o two.csv 2>notes
[ "$(grep -vc '^#' two.csv)" = 61 ] || fail "two heads of 6 by 5 are 60 lines and a heading: $(grep -vc '^#' two.csv)"
status=0
"$HEED" export --from "$files/LHTS.json" --heads 3:0 -o x.svg 2>notes || status=$?
[ $status = 1 ] && grep -q '3 layers of 4 heads' notes || fail "there is no fourth layer: $(cat notes)"
status=0
"$HEED" export reverse/additive "a b" --percent -o x.svg 2>notes || status=$?
[ $status = 2 ] || fail "a model's weights are no percentages"

# What no length tells is asked about, and answered by an option; tokens decide it as well.
echo '[[[[1,0],[0,1],[1,0]],[[0,1],[1,0],[1,0]]],[[[1,0],[1,0],[0.5,0.5]],[[0,1],[0,1],[1,0]]]]' >batch.json # (2, 2, 3, 2)
{
    printf '\x93NUMPY\x01\x00v\x00%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }"
    printf '\x00\x00\xc8\x41\x00\x00\x96\x42' # 25, 75
} >percent.npy
status=0
"$HEED" trace --from batch.json >/dev/null 2>notes || status=$?
[ $status = 1 ] && grep -q 'axis 1 of 4, layers or sentences of a batch: .* (--axes LHTS or BHTS)$' notes ||
    fail "layers or a batch: $(cat notes)"
"$HEED" trace --from batch.json --axes BHTS >/dev/null 2>notes
grep -q '4 maps of 2 sentences' notes || fail "a batch of two: $(cat notes)"
"$HEED" trace --from batch.json --source "a b" --output "x y z" >/dev/null 2>notes
grep -q '4 maps;' notes || fail "tokens of one sentence: $(cat notes)"
"$HEED" trace --from batch.json --sentence 1 >/dev/null 2>notes
grep -q '2 maps;' notes || fail "one of the batch: $(cat notes)"
# What neither lengths nor keys tell is said, with its other readings; a run as JSON carries it.
"$HEED" export --from "$files/LHTS.json" -o map.svg 2>notes
grep -q 'Axes 1 and 2 of 4 are taken for layers and heads' notes && grep -q -e '--axes BHTS reads it as batch' notes ||
    fail "layers that may be a batch: $(cat notes)"
"$HEED" export --from "$files/hf_cross_key.json" -o map.svg 2>notes
grep -q 'Axis 2 of 4 is taken for heads' notes || fail "its key says which axis are layers: $(cat notes)"
"$HEED" trace --from "$files/LHTS.json" --json - >run.json 2>notes
grep -q '"notes": \["Axes 1 and 2' run.json || fail "the JSON says how it was read: $(head -c 400 run.json)"
"$HEED" trace --from run.json >/dev/null 2>notes
grep -q 'Axes 1 and 2 of 4' notes || fail "and what reads it again does, too: $(cat notes)"
status=0
"$HEED" trace --from run.json --percent >/dev/null 2>notes || status=$?
[ $status = 2 ] && grep -q -e '--percent is of attention that was computed elsewhere' notes ||
    fail "nothing is said of a run: $(cat notes)"
printf ',x,y\na,0.25,0.5\nb,0.75,0.5\n' >turned.csv
"$HEED" trace --from turned.csv >/dev/null 2>notes
grep -q 'Its rows are taken for source tokens' notes && grep -q -e '--axes TS reads it' notes || fail "a turned table: $(cat notes)"
echo '{"source": [["a", "b"], ["c", "d"]], "target": [["x"], ["y"]], "attention": [[[0.25, 0.75]], [[1, 0]]]}' >two.json
"$HEED" export --from two.json --sentence 1 --source "p q" --output r -o one.csv 2>notes
grep -q '^r,1' one.csv || fail "tokens of one of a batch: $(cat one.csv notes)"

status=0
"$HEED" trace --from batch.json --axes BXTS >/dev/null 2>notes || status=$?
[ $status = 2 ] || fail "there is no axis X"
status=0
"$HEED" trace reverse/additive "a b" --axes TS >/dev/null 2>notes || status=$?
[ $status = 2 ] && grep -q -e '--axes goes with --from FILE' notes || fail "a model's axes are known: $(cat notes)"
status=0
"$HEED" trace --from percent.npy >/dev/null 2>notes || status=$?
[ $status = 1 ] && grep -q -e '(--percent)$' notes || fail "a bare array of percentages: $(cat notes)"
"$HEED" export --from percent.npy --percent -o percent.csv 2>notes
grep -q '^1,0.25,0.75' percent.csv || fail "a bare array was not divided: $(cat percent.csv)"
for name in - /dev/stdin pipe; do # what a pipe brings
    [ $name != pipe ] || mkfifo pipe
    if [ $name = pipe ]; then cat "$files/HTS.json" >pipe & fi
    cat "$files/HTS.json" | "$HEED" export --from $name -o piped.csv 2>notes || fail "$name: $(cat notes)"
    "$HEED" export --from "$files/HTS.json" -o plain.csv 2>notes
    cmp <(grep -v '^#' piped.csv) <(grep -v '^#' plain.csv) || fail "$name: other weights than of the file"
    rm piped.csv plain.csv
done
printf '0.25,0.75\n1,x\n' >odd.csv
status=0
"$HEED" trace --from odd.csv >/dev/null 2>notes || status=$?
[ $status = 1 ] && grep -q 'odd.csv: line 2: field 2: expected a weight, found "x"' notes || fail "the cell is named: $(cat notes)"
