# A table of one's own: read with holes in it, learnt from, foretold; and every file that cannot be used gets one
# sentence.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$*"; exit 1; }

# y is three times what x was two rows before; now and then something is missing, a row does not fit, one column is text.
awk 'BEGIN { srand(3); print "day,x,y,wind,station"
    for (r = 0; r < 240; ++r) { x[r] = rand() * 10; y = r < 2 ? 0 : 3 * x[r - 2]
        printf "2020-%02d-%02d,%s,%.3f,%.2f,%s\n", int(r / 28) + 1, r % 28 + 1, r % 50 == 7 ? "" : sprintf("%.3f", x[r]), y, rand(), "north" }
    print "2020-12-01,1,2" }' >rides.csv

"$HEED" train --data rides.csv --target y --window 4 --steps 30 --out m >log || fail "train: $(cat log)"
grep -q '“station” is text: left out' log || fail "nothing said of the text: $(cat log)"
grep -q 'Row 242 has 3 values, the header has 5: left out' log || fail "nothing said of the row: $(cat log)"
grep -q '5 values missing in 1 column' log || fail "nothing said of the holes: $(cat log)"
for who in attention persistence 'linear autoregression' LSTM; do
    grep -Eq "^  $who  [0-9.e-]+$" log || fail "no error of $who: $(cat log)"
done
for file in config.json model.safetensors card.md case.json lstm/model.safetensors; do
    [ -s "m/$file" ] || fail "$file is not there"
done
grep -Eq '^attention (has the lowest error|loses to [a-zL].*)$' log || fail "losing is not said: $(cat log)"
"$HEED" check m >log || fail "check: $(cat log)"

# Every row of a table is foretold, by the model and by what it is held against.
"$HEED" evaluate m rides.csv >log 2>said || fail "evaluate: $(cat said log)"
for who in forecast persistence 'linear autoregression' LSTM; do
    grep -Eq "^error of $who +[0-9.]+$" log || fail "evaluate, no error of $who: $(cat log)"
done
grep -q '^items *236$' log || fail "not every row with four before it: $(cat log)"
grep -Eq '^the forecast +(has the lowest error|loses to )' log || fail "evaluate does not say who is better: $(cat log)"
grep -q '^right' log && fail "no task says what is right: $(cat log)"
grep -q '5 values missing in 1 column' said || fail "evaluate says nothing of the holes: $(cat said)"
"$HEED" evaluate m rides.csv --json - 2>/dev/null | grep -q '"rmse":{"forecast":.*"LSTM":' || fail "no LSTM in the JSON"
"$HEED" evaluate m/lstm rides.csv 2>/dev/null | grep -q '^error of LSTM' && fail "the LSTM is held against itself"

# The same rows under the same seed give the same bytes.
"$HEED" train --data rides.csv --target y --window 4 --steps 30 --out again >log
cmp m/model.safetensors again/model.safetensors

# The next value with an interval, from a name, from a pipe, and with the words the model knows.
"$HEED" trace m rides.csv --json run.json >/dev/null 2>log || fail "trace: $(cat log)"
grep -q ' ± ' run.json || fail "no interval: $(head -c 300 run.json)"
grep -q '"input.attention"' run.json && grep -q '"temporal.attention"' run.json || fail "no maps"
"$HEED" trace m - --json - <rides.csv 2>/dev/null | diff - run.json || fail "a pipe gives another run"
"$HEED" trace m rides.csv --target y --window 4 --json - 2>/dev/null | diff - run.json

refused() { # what is said, and of what
    local said status=0
    said=$("$HEED" "${@:2}" 2>&1 >/dev/null) || status=$?
    [ $status != 0 ] || fail "${*:2}: not refused"
    grep -qF -e "$1" <<<"$said" || fail "${*:2}: $said"
    [ "$(wc -l <<<"$said")" = 1 ] || fail "${*:2}: more than a line: $said"
}
head -41 rides.csv >forty.csv
head -5 rides.csv >four.csv
awk 'BEGIN { print "a,b"; for (r = 0; r < 80; ++r) print "1,x" }' >text.csv
awk 'BEGIN { print "day,wind"; for (r = 0; r < 80; ++r) print "north,south" }' >words.csv
awk 'BEGIN { print "x"; for (r = 0; r < 80; ++r) print r }' >one.csv
awk 'BEGIN { print "x,y,wind"; for (r = 0; r < 80; ++r) print "NaN,nan,NaN" }' >nan.csv
awk 'BEGIN { print "x,y,wind"; for (r = 0; r < 80; ++r) print r % 7 (r % 2 ? ",1" : ",1,2,3") }' >ragged.csv
awk 'BEGIN { for (r = 0; r < 80; ++r) print r % 7 "," r % 5 "," r % 3 }' >bare.csv
: >empty.csv
for command in 'train --target y --out n --data' 'evaluate m' 'trace m'; do
    refused 'columns of numbers: expected at least 2, one to foretell and one to help, found 1 of 2 columns' $command text.csv
    refused 'columns of numbers: expected at least 2, one to foretell and one to help, found none of 2 columns' \
        $command words.csv
    refused 'columns of numbers: expected at least 2, one to foretell and one to help, found 1 of 1 column' $command one.csv
    refused 'nan.csv: columns of numbers: expected at least 2, one to foretell and one to help, found none of 3 columns' \
        $command nan.csv
    refused 'empty.csv: not a table: expected rows of values, found nothing' $command empty.csv
    refused 'ragged.csv: ' $command ragged.csv
    refused 'no.csv: ' $command no.csv
done
refused 'forty.csv: only 40 rows: at least 60 are needed' train --data forty.csv --target y --out n
refused 'a column of numbers: expected “x”, found column 1, column 2, column 3' trace m bare.csv
refused 'a column of numbers: expected “x”, found column 1, column 2, column 3' evaluate m bare.csv
refused 'four.csv: only 4 rows: at least 5 are needed' evaluate m four.csv
for file in forty rides text words one nan ragged bare empty; do
    refused "$file.csv: no tensors: expected a PyTorch, NumPy or safetensors file, found" check $file.csv
done
refused 'the column to foretell: expected x, y or wind, found "v"' train --data rides.csv --target v --out n
refused 'goes with --target' train --data rides.csv --out n
refused '--target: expected "y", as it was trained, found "x"' trace m rides.csv --target x
refused '--window: expected 4, as it was trained, found 9' trace m rides.csv --window 9
refused 'no.csv' trace m no.csv
[ ! -e n ] || fail "something was written"
