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
[ "$(grep -c . two.csv)" = 61 ] || fail "two heads of 6 by 5 are 60 lines and a heading: $(grep -c . two.csv)"
status=0
"$HEED" export --from "$files/LHTS.json" --heads 3:0 -o x.svg 2>notes || status=$?
[ $status = 1 ] && grep -q '3 layers of 4 heads' notes || fail "there is no fourth layer: $(cat notes)"
status=0
"$HEED" export reverse/additive "a b" --percent -o x.svg 2>notes || status=$?
[ $status = 2 ] || fail "a model's weights are no percentages"
