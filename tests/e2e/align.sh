# heed align: a line in, a line out, at once; and its links give the error rate that heed evaluate reports, by
# another program's arithmetic (aer.awk).
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$SOURCE/tests/e2e
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
for tool in awk jq; do command -v $tool >/dev/null || { echo "$tool is not here"; exit 77; }; done
fail() { printf '%s\n' "$*" >&2; exit 1; }
same() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d < 1e-5 && d > -1e-5) }'; }

# --- the arithmetic itself: gold 0-0 1-1 2-2, found 0-0 1-2 2-1
printf 'a b c\tx y z\t0-0 1-1 2-2\t\n' >gold.tsv
echo '0-0 1-2 2-1' >links
[ "$(awk -f "$here/aer.awk" gold.tsv links)" = "3 3 0.666666667" ] || fail "the script's own arithmetic"

# --- links against gold: hard and soft, with sure and possible links
for family in dates translate/dot reverse/additive; do
    "$HEED" data ${family%%/*} -n 150 --seed 9 >gold.tsv
    "$HEED" evaluate $family gold.tsv --json - >report.json
    "$HEED" align $family gold.tsv >links
    "$HEED" align $family --soft gold.tsv >soft
    [ "$(wc -l <links)" = 150 ] || fail "$family: $(wc -l <links) lines for 150"
    read -r _ _ hard < <(awk -f "$here/aer.awk" gold.tsv links)
    read -r _ _ soft < <(awk -v soft=1 -f "$here/aer.awk" gold.tsv soft)
    same "$hard" "$(jq .aer.shift0 report.json)" || fail "$family: error rate $hard, evaluate says $(jq .aer.shift0 report.json)"
    same "$soft" "$(jq .aer.soft report.json)" || fail "$family: soft $soft, evaluate says $(jq .aer.soft report.json)"
done

# --- a threshold keeps the soft links from it on
"$HEED" align reverse/additive --threshold 0.3 gold.tsv >some
awk '{ out = ""; for (k = 1; k <= NF; ++k) { split($k, p, ":"); if (p[2] >= 0.3) out = out (out == "" ? "" : " ") p[1] } print out }' soft |
    cmp - some || fail "--threshold and --soft disagree"

# --- a pipe is a file, in whatever pieces it comes; no empty alignment is lost
"$HEED" align reverse/additive <gold.tsv | cmp - links || fail "a pipe gives other links"
while IFS= read -r line; do printf '%s\n' "$line"; done <gold.tsv | "$HEED" align reverse/additive - | cmp - links || fail "line by line"

# --- an answer for each line before the next is asked
mkfifo asked answered
"$HEED" align dates <asked >answered &
exec 3>asked 4<answered
for k in 1 2 3; do
    printf '3 March 1987\t1987-03-03\n' >&3
    IFS= read -r -t 20 line <&4 || fail "no answer to line $k while the pipe is open"
    [ "${line%% *}" = 8-0 ] || fail "line $k: $line"
done
exec 3>&- 4<&-
wait

# --- bad lines are answered in their places
status=0
printf 'no tab\n3 March 1987\t1987-03-03\tmore\tand\tmore\n\n\t1987\nx\t\n' | "$HEED" align dates >out 2>err || status=$?
[ "$status" = 1 ] && [ ! -s err ] || fail "bad lines: status $status, $(cat err)"
[ "$(wc -l <out)" = 5 ] || fail "five lines in, $(wc -l <out) out"
for n in 1 3 4; do sed -n ${n}p out | jq -e ".line == $n and (.error | length > 0)" >/dev/null || fail "line $n: $(sed -n ${n}p out)"; done
sed -n 2p out | grep -Eq '^([0-9]+-[0-9]+ ?)+$' || fail "the good line among them"
[ -z "$(sed -n 5p out)" ] || fail "an empty target has no links"
head -c 1200000 /dev/zero | tr '\0' x | "$HEED" align dates >out || true
jq -e '.error | contains("mebibyte")' out >/dev/null || fail "a line without end"

# --- wrong words, and what cannot be done
status=0; "$HEED" align dates no-such-file >out 2>err || status=$?
[ "$status" = 1 ] && [ "$(wc -l <err)" = 1 ] || fail "no such file: $status"
status=0; "$HEED" align reverse/none gold.tsv >out 2>err || status=$?
[ "$status" = 1 ] && grep -q 'no attention' err || fail "a model without attention: $status"
status=0; "$HEED" align adding gold.tsv >out 2>err || status=$?
[ "$status" = 1 ] && grep -q 'answers at once' err || fail "a model that writes nothing: $status $(cat err)"
status=0; "$HEED" align dates --threshold 2 gold.tsv >out 2>err || status=$?
[ "$status" = 2 ] || fail "a threshold of 2: $status"

# --- long sources and long targets in one file need no more memory than each alone
{ printf '%s\tla loi\n' "$(printf 'the %.0s' {1..1500})"; printf 'the law\t%s\n' "$(printf 'la %.0s' {1..1500})"; } >long.tsv
cat long.tsv long.tsv long.tsv >longer.tsv
(ulimit -v 2000000; "$HEED" align translate longer.tsv >out) || fail "lines of very different lengths"
[ "$(wc -l <out)" = 6 ] || fail "an answer for each of them"
