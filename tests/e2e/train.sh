# heed data, train and evaluate: the same words make the same bytes, Ctrl+C keeps a model, wrong words are told.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$*"; exit 1; }

for task in dates translate reverse copy names alphabet twoway; do
    "$HEED" data $task -n 20 --seed 1 | diff - "$SOURCE/tests/core/tasks/$task.first20.tsv"
done
for task in adding sentiment recall sort hull stories; do
    "$HEED" data $task -n 5 --seed 1 | diff - "$SOURCE/tests/core/tasks/$task.first5.jsonl"
done
[ "$("$HEED" data reverse -n 0 | wc -l)" = 0 ]

# Twice the same, with one thread and with two.
for threads in 1 2; do
    for n in 1 2; do
        "$HEED" train --task dates --out "run $n/m" --steps 12 --batch 16 --seed 5 --threads $threads >log
    done
    diff -r "run 1" "run 2" || fail "the same command made two models"
    grep -q '^done 12  best 0.000 at step 12  [0-9.]* s  saved run 2/m$' log || fail "the last line: $(cat log)"
done
for file in config.json model.safetensors source.vocab.json target.vocab.json case.json card.md recipe.json; do
    [ -s "run 1/m/$file" ] || fail "$file is not there"
done
# And again from the recipe it left.
"$HEED" train --recipe "run 1/m/recipe.json" --out again >log
cmp again/model.safetensors "run 1/m/model.safetensors"

# Words instead of letters.
"$HEED" train --task translate --out french --steps 2 --batch 4 >log
"$HEED" data translate -n 3 | "$HEED" evaluate french --json - | grep -q '"aer":{' || fail "no error rate"

# A file's own words; then its own items are what it is measured by.
"$HEED" data reverse -n 200 --seed 2 | cut -f 1,2 >items.tsv
"$HEED" train --data items.tsv --out own --steps 3 --score none >log
"$HEED" evaluate own items.tsv --json - --limit 50 >numbers
grep -Eq '^\{"items":.*"exact_match":.*"token_accuracy":.*"aer":.*"entropy":.*"by_length":.*"loss":[0-9].*"seconds":[^,]*\}$' numbers ||
    fail "evaluate, the order of keys: $(cat numbers)"
grep -q '"aer":null' numbers && grep -q '"items":50' numbers || fail "evaluate: $(cat numbers)"

# A bad line is answered, the rest goes on, and the status says so.
status=0
{ head -n 2 items.tsv; echo "no tab"; tail -n 1 items.tsv; } | "$HEED" evaluate own >out || status=$?
[ "$status" = 1 ] && grep -q '^{"line":3,"error":' out && grep -q '^items  *3$' out || fail "bad line: $status $(cat out)"

# A task whose models answer a whole input at once; its items are JSON Lines.
for n in 1 2; do
    "$HEED" train --task adding --out "adder $n/m" --steps 12 --batch 16 --seed 5 --threads 2 >log
done
diff -r "adder 1" "adder 2" || fail "the same command made two adders"
grep -q '^done 12  best 0.[0-9]* at step 12  [0-9.]* s  saved adder 2/m$' log || fail "the last line: $(cat log)"
[ ! -e "adder 1/m/source.vocab.json" ] || fail "numbers have no vocabulary"
"$HEED" train --recipe "adder 1/m/recipe.json" --out "adder again" >log
cmp "adder again/model.safetensors" "adder 1/m/model.safetensors"
"$HEED" check "adder 1/m" >out || fail "check: $(cat out)"
"$HEED" data adding -n 40 --seed 99 >items.jsonl
"$HEED" evaluate "adder 1/m" items.jsonl --json - >numbers
jq -e '.items == 40 and .token_accuracy == null and .aer == null and .entropy > 3 and .seconds > 0 and
    (.by_length | map(.items) | add) == 40 and (.gold["pool.attention"] | .mass > 0 and .hits >= 0 and
    .ratio.median > 0 and .ratio.largest >= .ratio.median)' numbers >/dev/null || fail "evaluate: $(cat numbers)"
"$HEED" evaluate "adder 1/m" - --json - <items.jsonl | jq -S 'del(.seconds)' | diff - <(jq -S 'del(.seconds)' numbers)
status=0
{ head -n 1 items.jsonl; echo '{"input": "1 two", "answer": "1"}'; echo 'none'; echo '{"input": "1", "answer": ".5"}'
    echo '{"input": "1 2", "answer": ".5", "gold": {"pool.attention": [[0, 2]]}}'; } |
    "$HEED" evaluate "adder 1/m" --json report.json >out || status=$?
[ "$status" = 1 ] && [ "$(jq -c .line out | sort | tr '\n' ' ')" = "2 3 5 " ] && [ "$(jq .items report.json)" = 2 ] ||
    fail "bad lines: $status $(cat out)"
"$HEED" train --data items.jsonl --recipe "adder 1/m/recipe.json" --steps 3 --out own2 >log
"$HEED" train --task sentiment --steps 3 --out mood >log
"$HEED" data sentiment -n 5 | "$HEED" evaluate mood --json - | jq -e '.items == 5' >/dev/null || fail "sentiment"
[ "$(jq -c . mood/target.vocab.json)" = '["positive","negative"]' ] || fail "classes: $(cat mood/target.vocab.json)"

# One that reads word by word and answers with a word: from the shipped recipe, and over its own past.
"$HEED" train --recipe "$SOURCE/assets/models/recall/key-value-predict/recipe.json" --steps 3 --out own3 >log
"$HEED" train --task recall --steps 2 --out own5 >log
"$HEED" data recall -n 30 --seed 4 >recall.jsonl
"$HEED" evaluate own3 recall.jsonl --json - | jq -e '.items == 30 and .entropy > 0 and
    (.gold["self.attention"] | .mass > 0 and .mass < 1)' >/dev/null || fail "recall"
"$HEED" check own3 >out || fail "check: $(cat out)"
"$HEED" trace own3 "a 3 b 7 ? b" --json - | jq -e '(.maps[0].weights | length) == 6 and .maps[0].weights[0][0] == null and
    (.answer.top | length) == 5' >/dev/null || fail "a trace of recall"
"$HEED" export own3 "a 3 b 7 ? b" -o recall.svg && grep -q '<svg' recall.svg || fail "export of recall"
"$HEED" train --data recall.jsonl --recipe own3/recipe.json --steps 2 --out own4 >log

# Ctrl+C, and again while it saves.
"$HEED" train --task dates --out kept --steps 1000000 >log &
learning=$!
sleep 2
while kill -INT $learning 2>/dev/null; do sleep 0.5; done
status=0
wait $learning || status=$?
[ "$status" = 0 ] && grep -q '^stopped [0-9]*  best .* saved kept$' log || fail "Ctrl+C: $status $(cat log)"
"$HEED" data dates -n 5 | "$HEED" evaluate kept >out

# On a terminal: a picture, redrawn.
if command -v script >/dev/null; then
    COLUMNS=100 NO_COLOR=1 script -qec "'$HEED' train --task dates --out seen --steps 20" /dev/null >screen
    grep -q 'Ctrl+C stops and keeps the best model so far' screen || fail "no picture"
    grep -q '100% *20 of 20' screen && grep -q 'Look at it: heed --model seen' screen || fail "$(cat screen)"
fi

# What cannot be done is one line; wrong words are 2.
status=0
"$HEED" train --task dates --out items.tsv --steps 1 >out 2>err || status=$?
[ "$status" = 1 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ] || fail "not a folder: $status $(cat err)"
status=0
"$HEED" train --task dates --out /proc/x/y --steps 1 >out 2>err || status=$?
[ "$status" = 1 ] && [ "$(wc -l <err)" = 1 ] || fail "not writable: $status $(cat err)"
for words in "--task dates" "--out x" "--task dates --out=" "--task dance --out x" "--task dates --out x --steps 0" \
    "--task dates --data items.tsv --out x" "--data items.jsonl --out x" "--task adding --cell gru --out x"; do
    status=0
    # shellcheck disable=SC2086
    "$HEED" train $words >out 2>err || status=$?
    [ "$status" = 2 ] && [ "$(wc -l <err)" = 1 ] || fail "train $words: $status $(cat err)"
done
[ ! -e x ]
