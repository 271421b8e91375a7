#!/usr/bin/env bash
# heed watch: a model that a script rewrites 200 times, now and then only half of it, and a file of weights. The newest
# whole one is said within a second, a broken one never, in bounded memory.
set -euo pipefail
scratch=$(mktemp -d)
trap 'kill $watcher 2>/dev/null || true; rm -rf "$scratch"' EXIT
watcher=
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
command -v jq >/dev/null || { echo "no jq"; exit 77; }

memory() { awk '/VmRSS/ { print $2 }' "/proc/$watcher/status"; } # kB
lines() { cat "$1" 2>/dev/null | wc -l; } # none, too, before what writes it has begun
until_lines() { # FILE N
    for _ in $(seq 100); do
        [ "$(lines "$1")" -lt "$2" ] || return 0
        sleep 0.1
    done
    fail "$1 has $(lines "$1") lines, not $2: $(cat notes)"
}

# ---------------------------------------------------------------- a model
cp -r "$SOURCE/assets/models/reverse/additive" model
"$HEED" watch model "abc" --json - >versions 2>notes &
watcher=$!
until_lines versions 1
before=$(memory)
[ "$(python3 "$SOURCE/tests/e2e/python/rewrite_model.py" model 200 0.02)" = 200 ]
sleep 1
last=$(tail -n 1 versions | jq .log_prob)
after=$(memory)
kill -TERM $watcher
wait $watcher || true
truth=$("$HEED" trace model "abc" --json - | jq .log_prob)
[ "$(lines versions)" -ge 3 ] || fail "only $(lines versions) versions were read"
jq -en "($last - $truth) | fabs < 1e-6" >/dev/null || fail "the newest is $truth, the last that was said $last"
jq -es 'map(.version) == [range(1; length + 1)]' versions >/dev/null || fail "versions are counted"
jq -es 'all(.[]; .log_prob != null and .log_prob <= 0 and .output == .output)' versions >/dev/null || fail "a broken one"
[ "$after" -lt $((before + 60000)) ] || fail "memory grew from $before to $after kB"
echo "$(lines versions) versions, memory $before to $after kB"

# ---------------------------------------------------------------- weights: each version tells which it is
cat >write.py <<'PY'
import sys, time
sys.path.insert(0, sys.argv[1])
import heed_dump
def rows(n):
    return [[n / 1000, 1 - n / 1000]] * 3
for n in range(1, 101):
    if n % 5 == 0:  # half a file, closed
        text = '{"source": ["a", "b"], "target": ["x", "y", "z"], "attention": ' + str(rows(n)) + "}"
        with open("run.json", "w") as file:
            file.write(text[:len(text) - 20])
        time.sleep(0.03)
    heed_dump.dump("a b", "x y z", rows(n), "run.json")
    time.sleep(0.01)
PY
"$HEED" watch run.json --json - --full >weights 2>notes & # it is not there yet
watcher=$!
sleep 0.3
python3 write.py "$SOURCE/assets/python"
sleep 1
kill -TERM $watcher
wait $watcher || true
[ "$(lines weights)" -ge 3 ] || fail "only $(lines weights) versions were read"
jq -e '.trace.maps[0].weights | (.[0] == .[1] and .[1] == .[2] and length == 3 and (.[0] | add - 1 | fabs) < 1e-6)' weights >/dev/null ||
    fail "a version of two writings"
[ "$(tail -n 1 weights | jq '.trace.maps[0].weights[0][0] * 1000 | round')" = 100 ] || fail "the newest is not the last"

# ---------------------------------------------------------------- a model in two files: either is followed by the name of one
mkdir pair
from=$SOURCE/tests/checkpoints/pytorch_tutorial_bahdanau
cp "$from"/{encoder.pt,decoder.pt,input_lang.json,output_lang.json} pair
"$HEED" watch pair/encoder.pt "nineteen thirty six" --json - >halves 2>notes &
watcher=$!
until_lines halves 1
cp pair/decoder.pt pair/beside
mv pair/beside pair/decoder.pt
until_lines halves 2
kill -TERM $watcher
wait $watcher || true

# ---------------------------------------------------------------- words
status=0
"$HEED" watch model 2>notes || status=$?
[ $status = 2 ] && grep -q 'TEXT is missing' notes || fail "a model needs a text"
"$HEED" watch run.json --count 1 >one
[ "$(lines one)" = 1 ] && grep -q 'entropy share' one || fail "one version as a line"
