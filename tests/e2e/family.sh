#!/usr/bin/env bash
# --family of every command that opens a model, what heed check --why says, and models in several files.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
before=("$HEED")
. "$SOURCE/tests/support/command.sh"
command -v jq >/dev/null || { echo "no jq"; exit 77; }

model=$SOURCE/tests/checkpoints/bentrevett_tut4/tut4-model.pt
mine=$scratch/mine.json # the same family under a name that nobody else knows
jq '.id = "mine" | .title = "a family of my own"' "$SOURCE/assets/families/bentrevett_tut4.json" >"$mine"
printf 'a man\ta man\n' >pairs

says() { grep -qF -- "$1" "$2" || fail "$2 lacks: $1"; }

# ---------------------------------------------------------------- each command takes one, and no command takes one that there is not
each() { # FAMILY EXPECTED
    expect "$2" trace "$model" "a man" --json - --family "$1"
    expect "$2" export "$model" "a man" -o a.svg --family "$1"
    expect "$2" compare "$model" --input "a man" --family "$1"
    expect "$2" align "$model" pairs --family "$1"
    expect "$2" evaluate "$model" pairs --family "$1"
    expect "$2" memory "$model" --input "a man" --no-lengths --family "$1"
    expect "$2" watch "$model" "a man" --count 1 --family "$1"
    expect "$2" check "$model" --family "$1" --json -
}
each bentrevett_tut4 0
each "$mine" 0
says '"family":"a family of my own"' out
each nonsense 2
says 'expected the name of one of' err
expect 1 trace "$model" "a man" --family nematus
says 'expected one of nematus, or a file for --family' err
expect 2 trace --from x.json --family nematus
expect 2 export --from x.json -o a.svg --family nematus
expect 2 --family nematus
says '--family goes with --model or --watch' err

# ---------------------------------------------------------------- why
expect 0 check "$model" --why
says 'bentrevett_tut4 (bentrevett/pytorch-seq2seq, tutorial 4): 21 of 21 tensors taken by its rules, 13 of 13 parts there' out
expect 0 check "$model" --why --json -
[ "$(jq -r '.closest[0].family, (.closest[0].taken | length), (.closest[0].not_taken | length)' out | tr '\n' ' ')" = \
    "bentrevett_tut4 21 0 " ] || fail "closest: $(jq -c '.closest[0]' out)"
"${before[@]}" check "$SOURCE/tests/checkpoints/keon" --why --family nematus >out 2>err && fail "nematus reads keon"
says "heed: " err

# ---------------------------------------------------------------- packed
mkdir run
gzip -c "$model" >run/tut4-model.pt.gz
cp "$SOURCE"/tests/checkpoints/bentrevett_tut4/*vocab* run/
expect 0 trace run/tut4-model.pt.gz "a man" --json -
tar -C "$SOURCE/tests/checkpoints/bentrevett_tut4" -czf run/all.tar.gz tut4-model.pt
rm run/tut4-model.pt.gz
expect 0 trace run "a man" --json -
head -c 3000 run/all.tar.gz >run/cut.tar.gz
"${before[@]}" trace run/cut.tar.gz "a man" >out 2>err && fail "half of an archive was read"
says 'cut off' err

# A whole folder in one file, by every name it may have.
tar -C "$SOURCE/tests/checkpoints" -czf run/bert.tgz hf_bert_uncased_old
tar -C "$SOURCE/tests/checkpoints/hf_bert_uncased_old" -cf run/bert.tar .
for packed in run/bert.tgz run/bert.tar; do
    expect 0 check "$packed" --json -
    [ "$(jq -r .verdict out)" = verified ] || fail "$packed: $(cat out err)"
done
expect 0 trace run/bert.tgz "our large trees were old" --json -
echo "every command takes a family"
