#!/usr/bin/env bash
# Text of twelve scripts through the command line: what is read is what every kind of file holds.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
for tool in pdftotext rsvg-convert jq; do
    command -v $tool >/dev/null || { echo "$tool is not here"; exit 77; }
done
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
source "$SOURCE/tests/support/scripts.sh"

for name in "${!scripts[@]}"; do
    text=${scripts[$name]}
    "$HEED" trace translate "$text" --json trace.json >/dev/null || fail "$name: no trace"
    jq -e --arg text "$text" '.source.text == $text' trace.json >/dev/null || fail "$name: another text in the trace"
    jq -e --arg text "$text" '[.source.tokens[:-1][]] | join(" ") == ($text | ascii_downcase) or (join(" ") | length) == ($text | length)' \
        trace.json >/dev/null || fail "$name: other tokens"
    for kind in svg png pdf csv json; do
        "$HEED" export translate "$text" -o "$name.$kind" || fail "$name: no $kind"
    done
    jq -e --arg text "$text" '.source.text == $text' "$name.json" >/dev/null || fail "$name: another text in the JSON"
    for word in $text; do
        head -n 1 "$name.csv" | grep -qiF -- "$word" || fail "$name: no \"$word\" in the CSV"
        grep -qiF -- ">$word</text>" "$name.svg" || fail "$name: no \"$word\" in the SVG"
    done
    rsvg-convert "$name.svg" -o "$name.svg.png" || fail "$name: the SVG is not read"
    # Readers put marks of direction about what is read from the right.
    pdftotext "$name.pdf" - | tr -d '\n' | sed 's/\xE2\x80[\xAA-\xAE]//g; s/\xE2\x81[\xA6-\xA9]//g' >"$name.txt"
    for word in $text; do
        grep -qiF -- "$word" "$name.txt" || echo "$name: no \"$word\" in the PDF: $(cat "$name.txt")" >>missing
    done
done
[ ! -e missing ] || fail "$(cat missing)"

# A file of several lines, one run each.
printf '%s\n' "${scripts[@]}" >lines.txt
"$HEED" trace translate - <lines.txt | jq -r .source.text >again.txt
cmp lines.txt again.txt || fail "lines of a file"
