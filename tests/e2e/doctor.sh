# heed check M --data FILE: the doctor's findings as text and as JSON, beside what check says anyway.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
command -v jq >/dev/null || { echo "jq is not here"; exit 77; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# --- a healthy model: nothing found, all of it looked for
"$HEED" data translate -n 120 --seed 31 >held.tsv
"$HEED" check translate/additive --data held.tsv >healthy.txt
grep -q '^Nothing found in 120 sentences\.$' healthy.txt || fail "$(cat healthy.txt)"
grep -q '^Looked for, not found$' healthy.txt || fail 'what was looked for is not listed'
"$HEED" check translate/additive --data held.tsv --json - >healthy.json
[ "$(jq -r '[.verdict, .family, .doctor.sentences, (.doctor.findings | length)] | @csv' healthy.json)" = '"verified","heed",120,0' ] ||
    fail "$(jq -c 'del(.tensors)' healthy.json)"
[ "$(jq '.tensors | length' healthy.json)" -gt 20 ] || fail 'tensors are missing'

# --- one that its card says is too flat
"$HEED" check translate/cosine --data held.tsv --json - >flat.json
jq -e '.doctor.findings[] | select(.id == "flat" and .severity == "fault")' flat.json >/dev/null || fail "$(jq -c .doctor.findings flat.json)"
jq -e '.doctor.findings[] | select(.id == "flat") | .evidence.line >= 1 and (.evidence.numbers.rows | length > 0)' flat.json >/dev/null ||
    fail 'a finding without its evidence'

# --- bare texts, of which the task knows the answers; from standard input; so many lines
cut -f1 held.tsv | "$HEED" check translate/additive --data - --limit 7 --json - >bare.json
[ "$(jq -r '[.doctor.sentences, .doctor.judged] | @csv' bare.json)" = 7,7 ] || fail "$(jq -c .doctor bare.json)"

# --- a bad line is answered and the rest goes on; the exit status says so
{ head -3 held.tsv; printf '\tno source\n'; tail -2 held.tsv; } >bad.tsv
status=0
"$HEED" check translate/additive --data bad.tsv >bad.txt || status=$?
[ $status = 1 ] || fail "exit status $status of a bad line"
grep -q '^{"line":4,"error":' bad.txt || fail "$(cat bad.txt)"
grep -q '5 sentences' bad.txt || fail "$(cat bad.txt)"
status=0
"$HEED" check translate/additive --data nosuch.tsv >/dev/null 2>error || status=$?
[ $status = 1 ] && [ "$(wc -l <error)" = 1 ] || fail "exit status $status: $(cat error)"

# --- without sentences: as before, and as JSON
"$HEED" check dates --json - | jq -e '.verdict == "verified" and (has("doctor") | not)' >/dev/null || fail 'check --json'

# --- the findings as a picture: of a file, of one sentence; and its numbers
"$HEED" check translate/cosine --data held.tsv --limit 20 -o findings.pdf >/dev/null
[ "$(head -c 4 findings.pdf)" = %PDF ] || fail 'no picture of the findings'
"$HEED" export reverse/location abcdefghijkl --figure doctor -o one.svg
grep -q '<svg' one.svg || fail 'no picture of a sentence'
"$HEED" export reverse/location abcdefghijkl --figure doctor -o one.json
jq -e '.model == "reverse/location" and .sentences == 1 and (.findings | map(.words) | all(test("interval|between") | not))' one.json >/dev/null ||
    fail "$(cat one.json)"
status=0
"$HEED" check translate/cosine -o findings.pdf >/dev/null 2>error || status=$?
[ $status = 2 ] || fail "exit status $status of -o without --data: $(cat error)"
