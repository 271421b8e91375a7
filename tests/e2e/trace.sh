# heed trace: columns in a pipe, a picture on a terminal, JSON, a line at a time, and what it says of bad words.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset NO_COLOR COLORTERM COLUMNS DISPLAY WAYLAND_DISPLAY

before=()
source "$SOURCE/tests/support/command.sh"
# on_terminal COLUMNS COMMAND…: what a terminal gets (in `out`), and its exit status.
on_terminal() {
    local columns=$1
    shift
    TERM=xterm script -qec "stty cols $columns; $(printf '%q ' "$@")" /dev/null </dev/null >out 2>err
}
escape=$(printf '\033')

# --- in a pipe: columns, no escapes, the same each time
expect 0 "$HEED" trace dates "3 March 1987"
sed -n 1p out | grep -Eqx 'dates/additive  additive  13 tokens  11 outputs  log p -?[0-9.]+' || fail "first line"
sed -n 2p out | grep -Eqx ' +3   _   M   a   r   c   h   _   1   9   8   7 end      p' || fail "token line"
grep -qx 'output  1987-03-03' out || fail "output line"
! grep -q "$escape" out || fail "escapes in a pipe"
cp out first
COLORTERM=truecolor expect 0 "$HEED" trace dates 3 March 1987
cmp out first || fail "several words are one text"

# --- on a terminal
COLORTERM=truecolor on_terminal 100 "$HEED" trace dates "3 March 1987" || fail "terminal"
grep -q "$escape\[48;2;" out || fail "no colours where the terminal has them"
grep -q 'Step through it' out || fail "picture"
COLORTERM=truecolor NO_COLOR=1 on_terminal 100 "$HEED" trace dates "3 March 1987" || fail "NO_COLOR"
! grep -q "$escape" out || fail "escapes in spite of NO_COLOR"
grep -q '[▓█]' out || fail "no shades"
on_terminal 100 "$HEED" trace dates "3 March 1987" || fail "few colours"
! grep -q "$escape" out || fail "24-bit colours on a terminal that did not say it has them"
for columns in 30 40 60 80; do
    on_terminal $columns "$HEED" trace dates "3 March 1987" || fail "$columns columns"
    [ "$(grep '━' out | tr -d '\r' | LC_ALL=C.UTF-8 wc -L)" -le $columns ] || fail "rows wider than $columns columns"
done
status=0
on_terminal 80 "$HEED" trace dates || status=$?
[ "$status" = 2 ] || fail "no text on a terminal: exit status $status, not 2"

# --- JSON
expect 0 "$HEED" trace dates "3 March 1987" --json -
jq -e '.format == "heed.trace" and .version == 1 and .target.text == "1987-03-03" and .target.finished
       and (.source.tokens | length) == 13 and (.steps | length) == 11
       and ([.steps[].weights | add | . > 0.999 and . < 1.001] | all) and (has("encoder") | not)' out >/dev/null ||
    fail "JSON"
expect 0 "$HEED" trace dates "3 March 1987" --json run.json --full
jq -e '(.encoder.annotations | length) == 13 and (.steps[0].logits | length) > 10' run.json >/dev/null || fail "--full"
expect 2 "$HEED" trace dates "3 March 1987" --full
expect 1 "$HEED" trace dates "3 March 1987" --json no/such/folder/run.json
expect 1 "$HEED" trace dates "3 March 1987" --json /dev/full

# --- what is forced
expect 0 "$HEED" trace dates "3 March 1987" --force 3=9 --json -
jq -e '.target.tokens[3] == "9"' out >/dev/null || fail "--force"
expect 0 "$HEED" trace dates "3 March 1987" --target 1999-12-31 --json -
jq -e '.target.text == "1999-12-31"' out >/dev/null || fail "--target"
expect 0 "$HEED" trace dates "3 March 1987" --weights 2=0,0,0,0,0,0,0,0,0,0,0,0,1 --json -
jq -e '.steps[2].weights[12] == 1 and .steps[2].weights[0] == 0' out >/dev/null || fail "--weights"
expect 0 "$HEED" trace dates "3 March 1987" --max-steps 4 --json -
jq -e '(.steps | length) == 4 and (.target.finished | not)' out >/dev/null || fail "--max-steps"
expect 1 "$HEED" trace dates "3 March 1987" --force 99=1
expect 1 "$HEED" trace dates "3 March 1987" --force 3=nonsense
expect 2 "$HEED" trace dates "3 March 1987" --force nonsense
expect 2 "$HEED" trace dates "3 March 1987" --force 3=1 --force 3=2
expect 1 "$HEED" trace dates "3 March 1987" --weights 2=1,2,3
expect 1 "$HEED" trace dates "3 March 1987" --weights 2=0,0,0,0,0,0,0,0,0,0,0,0,nan
expect 1 "$HEED" trace dates "3 March 1987" --weights 2=0,0,0,0,0,0,0,0,0,0,0,0,-1
expect 2 "$HEED" trace dates "3 March 1987" --weights 2=a
expect 2 "$HEED" trace dates "3 March 1987" --max-steps 0
expect 2 "$HEED" trace dates "3 March 1987" --nonsense
expect 2 "$HEED" trace

# --- texts that are easily misread by a command line
expect 0 "$HEED" trace dates "[3 March 1987]" --json -
jq -e '.source.text == "[3 March 1987]"' out >/dev/null || fail "brackets"
expect 0 "$HEED" trace dates export --json -
jq -e '.source.text == "export"' out >/dev/null || fail "a text that is a command's name"
expect 0 "$HEED" trace dates --json - -- --3
jq -e '.source.text == "--3"' out >/dev/null || fail "a text with dashes"

# --- unusual and bad texts
expect 0 "$HEED" trace dates "3 March 1987 😀"
expect 0 "$HEED" trace dates "$(printf '3 March \377 1987')" --json -
jq -e '.source.unknown | length > 0' out >/dev/null || fail "a byte that is no text"
expect 1 "$HEED" trace dates ""
expect 1 "$HEED" trace dates "$(head -c 10000 /dev/zero | tr '\0' 3)"
grep -q '10001' err || fail "the length is not named"
expect 1 "$HEED" trace no-such-model "3 March 1987"
grep -q '^heed: no-such-model: ' err || fail "the model is not named"
mkdir empty
expect 1 "$HEED" trace ./empty "3 March 1987"

# --- a line at a time
printf '3 March 1987\n\n7 May 2001\r\nx\377y\n12 June 1999' >lines
status=0
"$HEED" trace dates - <lines >out 2>err || status=$?
[ "$status" = 1 ] && [ ! -s err ] || fail "line mode: exit status $status"
[ "$(wc -l <out)" = 5 ] && jq -es '.[0].target.text == "1987-03-03" and .[1].line == 2
    and (.[1].error | length > 0) and .[2].source.text == "7 May 2001" and (.[4] | has("steps"))' out >/dev/null ||
    fail "line mode"
printf '3 March 1987\n' | "$HEED" trace dates >out 2>err || fail "a pipe without -"
jq -e '.target.text == "1987-03-03"' out >/dev/null || fail "a pipe without -"

# Every line is answered before the next one comes.
mkfifo asks answers
"$HEED" trace dates - <asks >answers &
exec 3>asks 4<answers
for _ in 1 2 3; do
    echo "3 March 1987" >&3
    read -r -t 20 line <&4 || fail "no answer while the pipe is open"
    printf '%s' "$line" | jq -e '.target.text == "1987-03-03"' >/dev/null || fail "answer"
done
exec 3>&- 4<&-
wait %1 || fail "the end of the lines"

# --- what the weights mean: the run's own, beside what else was measured
expect 0 "$HEED" trace dates "3 March 1987" --meaning --json -
jq -e 'def near(a; b; by): (a - b) | . <= by and . >= -by;
    .source.tokens as $tokens | .steps as $steps | .meaning.agreement as $means | .meaning.outputs as $all
    | ($all | length) == ($steps | length)
    and all(range($all | length); . as $i | $all[$i] | .output == $i and .token == $steps[$i].token
        and ([.weights, $steps[$i].weights] | transpose | all(near(.[0]; .[1]; 1e-6)))
        and all(.weights, .added, .gradient, .leave_one_out, .leave_one_out_of_row; length == ($tokens | length))
        and all(.leave_one_out[]; . >= 0 and . <= 1.000001) and all(.gradient[], .added[]; . >= 0)
        and all(.tau[]; . == null or (. >= -1.000001 and . <= 1.000001)))
    and all("gradient", "leave_one_out", "added", "shuffled"; . as $name | [$all[].tau[$name] | values] as $taus
        | $means[$name].outputs == ($taus | length) and near($means[$name].mean; ($taus | add / length); 1e-6)
          and $means[$name].low <= $means[$name].mean and $means[$name].mean <= $means[$name].high)' out >/dev/null ||
    fail "--meaning: $(jq -c .meaning.agreement out)"
jq -e '[.meaning.outputs[] | .weights as $own | .other_weights
    | (.[0].kind == "own" and .[0].weights == $own and .[0].tvd < 1e-6 and .[0].changed == false)
      and (map(.kind) | index("equal") and index("strongest") and index("shuffled"))
      and all(.[]; (.weights | add) > 0.999 and (.weights | add) < 1.001)
      and all(.[] | select(.kind == "other-map"); .tvd <= 0.011)] | all' out >/dev/null || fail "other weights"
expect 0 "$HEED" trace dates "3 March 1987" --meaning
grep -Eq '^gradient x input +-?[0-9.]+ +\(-?[0-9.]+ to -?[0-9.]+, 11 outputs\)$' out || fail "no agreement"
[ "$(grep -Ec '^ +[0-9]+ +' out)" -ge 11 ] || fail "no line an output"
expect 1 "$HEED" trace reverse/none abc --meaning
grep -q "no weights" err || fail "of a model without weights"
expect 2 "$HEED" trace dates "3 March 1987" --meaning --temperature 2
expect 2 "$HEED" trace dates "3 March 1987" --meaning --row 3=uniform
printf 'abc\nde\n' | "$HEED" trace reverse - --meaning | jq -es 'length == 2 and all(has("meaning"))' >/dev/null || fail "a line at a time"

# --- pipes that break, outputs that take no more
set +o pipefail
yes "3 March 1987" | "$HEED" trace dates - 2>err | head -n 2 >out
set -o pipefail
[ "$(wc -l <out)" = 2 ] && [ ! -s err ] || fail "a broken pipe"
status=0
"$HEED" trace dates "3 March 1987" >/dev/full 2>err || status=$?
[ "$status" = 1 ] && [ "$(wc -l <err)" = 1 ] || fail "a full disk behind standard output: $status"

# --- numbers below 0 are a text, in one word or in several
"$HEED" trace adding/linear "-.97 -.33* .83*" --json - >one
"$HEED" trace adding/linear -.97 -.33\* .83\* --json - | diff - one

# --- a decoder alone reads on after the source: what its rows give the output is said, since no column shows it
"$HEED" trace "$SOURCE/tests/checkpoints/hf_gpt2_base_prefix" "the old council" >out
grep -q '^rest  own past [0-9.]*% of all weight' out || fail "where the rest of the rows went"
