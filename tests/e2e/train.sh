# heed data, train and evaluate: the same words make the same bytes, Ctrl+C keeps a model, wrong words are told.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$*"; exit 1; }

for task in dates translate reverse copy sort twoway; do
    "$HEED" data $task -n 20 --seed 1 | diff - "$SOURCE/tests/core/tasks/$task.first20.tsv"
done
for task in adding sentiment; do
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
grep -Eq '^\{"items":.*"exact_match":.*"token_accuracy":.*"aer":.*"entropy":.*"by_length":.*"seconds":[^,]*\}$' numbers ||
    fail "evaluate, the order of keys: $(cat numbers)"
grep -q '"aer":null' numbers && grep -q '"items":50' numbers || fail "evaluate: $(cat numbers)"

# A bad line is answered, the rest goes on, and the status says so.
status=0
{ head -n 2 items.tsv; echo "no tab"; tail -n 1 items.tsv; } | "$HEED" evaluate own >out || status=$?
[ "$status" = 1 ] && grep -q '^{"line":3,"error":' out && grep -q '^items  *3$' out || fail "bad line: $status $(cat out)"

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
    "--task dates --data items.tsv --out x" "--data items.jsonl --out x"; do
    status=0
    # shellcheck disable=SC2086
    "$HEED" train $words >out 2>err || status=$?
    [ "$status" = 2 ] && [ "$(wc -l <err)" = 1 ] || fail "train $words: $status $(cat err)"
done
[ ! -e x ]
