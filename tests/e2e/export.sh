# heed export: files that other programs read, with the right tokens, values and sizes; and whole files or none.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DISPLAY WAYLAND_DISPLAY
for tool in pdftotext pdfinfo pdffonts rsvg-convert identify jq; do
    command -v $tool >/dev/null || { echo "$tool is not here"; exit 77; }
done

before=("$HEED" export)
source "$SOURCE/tests/support/command.sh"
date="3 March 1987"

# --- why this and not that: of the output that is named, against the token that is named
expect 0 translate/additive "the european economic area was signed" -o why.svg --figure why --why 1=politique
grep -q '>Why</text>' why.svg && grep -q 'politique' why.svg || fail "no question in the picture"
expect 0 translate/additive "the european economic area was signed" -o why.pdf --figure why --why 1
pdftotext why.pdf - | grep -q 'and not' || fail "no question in the PDF"
"$HEED" trace translate/additive "the european economic area was signed" --why 1=politique --json - >why.json
margin=$(printf %.2f "$(jq '.why[0].margin' why.json)")
grep -q ">+$margin</text>" why.svg || fail "not the margin of heed trace: $margin"
expect 2 translate/additive "the area" -o no.svg --figure why
expect 2 translate/additive "the area" -o no.svg --why 1
expect 2 translate/additive "the area" -o no.csv --figure why --why 1
expect 1 translate/additive "the area" -o no.svg --figure why --why 1=zyzzyva
expect 1 translate/additive "the area" -o no.svg --figure why --why 99
[ ! -e no.svg ] || fail "something was written"

# --- PNG: size and density
expect 0 dates "$date" -o a.png --width 84 --dpi 300
[ "$(identify -format '%m %w' a.png)" = "PNG 992" ] || fail "84 mm at 300 dpi: $(identify a.png)"
expect 0 dates "$date" -o b.png --width 174 --dpi 150
[ "$(identify -format '%w' b.png)" = 1028 ] || fail "174 mm at 150 dpi: $(identify b.png)"
expect 0 dates "$date" -o dark.png --theme dark --map viridis --no-numbers --title "Dates" --font-size 8

# --- SVG: text that stays text
expect 0 dates "$date" -o a.svg
rsvg-convert a.svg -o svg.png || fail "rsvg-convert does not read the SVG"
for token in 3 M a r c h 1 9 8 7 - 0 end; do grep -q ">$token</text>" a.svg || fail "no \"$token\" in the SVG"; done
grep -q 'width="84mm"' a.svg || fail "width of the SVG"

# --- PDF: text, fonts inside
expect 0 dates "$date" -o a.pdf --title "A title of its own"
pdftotext a.pdf - | grep -q 'A title of its own' || fail "no title in the PDF"
pdftotext a.pdf - | tr ' ' '\n' >words # letters that stand upright above their columns are one line
for token in M a r c h end; do grep -qx "$token" words || fail "no \"$token\" in the PDF"; done
pdfinfo a.pdf | grep -Eq '^Page size: +238\.1[0-9]* x' || fail "84 mm: $(pdfinfo a.pdf | grep Page.size)"
! pdffonts a.pdf | tail -n +3 | grep -v ' yes yes yes ' || fail "a font that is not in the PDF"

# --- the same run is the same file
for kind in png svg pdf csv json; do
    expect 0 dates "$date" -o one.$kind
    expect 0 dates "$date" -o two.$kind
    cmp one.$kind two.$kind || fail "$kind differs from run to run"
done

# --- numbers: CSV and JSON are the trace
"$HEED" trace dates "$date" --json - >trace.json
jq -r '(["output"] + .source.tokens), (.steps[] | [.token] + .weights) | @csv' trace.json | tr -d '"' >wanted.csv
tr -d '"' <one.csv >found.csv
paste -d, wanted.csv found.csv | awk -F, '
    NR == 1 { n = NF / 2; for (i = 1; i <= n; ++i) if ($i != $(i + n)) exit 1; next }
    { for (i = 2; i <= n; ++i) { d = $i - $(i + n); if (d > 1e-9 || d < -1e-9) exit 1 } }
    END { if (NR != 12 || n != 14) exit 1 }' || fail "the CSV is not the trace"
jq -e --slurpfile t trace.json '.steps[3].weights == $t[0].steps[3].weights and .target.text == "1987-03-03"' one.json >/dev/null ||
    fail "the JSON is not the trace"
expect 0 --from trace.json -o from.csv
cmp from.csv one.csv || fail "a trace that was written and read again"
"$HEED" trace dates "$date" --full --json - | cmp - one.json || fail "export and trace write two kinds of JSON"
expect 0 --from trace.json -o from.json
cmp from.json trace.json || fail "a trace that was read and written again"
expect 0 --from one.json -o from.json
cmp from.json one.json || fail "a full trace that was read and written again"
expect 0 --from trace.json -o from.svg
expect 0 dates "$date" -o part.csv --rows 2:4 --columns 0:2
[ "$(wc -l <part.csv)" = 4 ] && [ "$(head -n 1 part.csv | tr -cd , | wc -c)" = 3 ] || fail "rows and columns"
expect 0 dates "$date" -o part.svg --rows 0:3 --columns 2:6
! grep -q '>3</text>' part.svg || fail "columns that were left out"

# --- the network
for kind in png svg pdf; do expect 0 dates "$date" -o net.$kind --figure network; done
[ "$(identify -format '%w' net.png)" = 2055 ] || fail "174 mm at 300 dpi: $(identify net.png)"
rsvg-convert net.svg -o net2.png
pdftotext net.pdf - | grep -q 'Embedding' || fail "no row names in the network's PDF"
expect 0 dates "$date" -o net-at.png --figure network --at 60
cmp -s net.png net-at.png && fail "--at changes nothing"
expect 0 dates "$date" -o at.png --at 60

# --- a comparison: models beside one another, a family's members, one wide
expect 0 dates "$date" -o compare.svg --figure compare --with reverse/additive --title "Side by side"
grep -q 'width="174mm"' compare.svg || fail "width of the comparison"
for word in dates/additive reverse/additive 'Side by side'; do grep -q ">$word</text>" compare.svg || fail "no \"$word\" in the comparison"; done
for kind in png pdf csv json; do expect 0 reverse "a b c" -o compare.$kind --figure compare; done
jq -e '.format == "heed.compare" and (.models | length) > 1' compare.json >/dev/null || fail "the comparison's JSON"
expect 0 reverse "a b c" -o part.svg --figure compare --rows 0:1 --columns 0:2
expect 1 reverse "a b c" -o part.svg --figure compare --rows 0:99
expect 2 dates "$date" -o a.png --with reverse/additive
expect 2 --from trace.json -o a.png --figure compare
expect 2 dates "$date" -o a.png --figure compare --at 3

# --- a search as a tree: its words stay text, its lines are as wide as the page allows
search="the economic reports were not new"
for kind in png svg pdf; do expect 0 translate "$search" -o tree.$kind --figure tree --title "A search"; done
expect 0 translate "$search" -o tree.json --figure tree
expect 2 translate "$search" -o tree.json --figure tree --title "A search"
for word in rapports étaient start 4; do grep -q ">$word</text>" tree.svg || fail "no \"$word\" in the tree"; done
grep -q 'width="174mm"' tree.svg || fail "width of the tree"
pdftotext -layout tree.pdf - | grep -q "Beam search, width 4" || fail "no caption under the tree"
[ "$(jq '.hypotheses | length' tree.json)" = 4 ] || fail "a tree's search is four wide"
expect 0 translate "$search" -o wide.svg --figure tree --beam 7 --length-penalty 0.6 --width 84 --no-numbers
grep -q "length penalty 0.6" wide.svg && grep -q ">7</text>" wide.svg || fail "the search is not the one that was asked for"
expect 0 reverse/none "a b c" -o none-tree.svg --figure tree
expect 0 translate "$search" -o best.json --beam 3
expect 2 translate "$search" -o a.png --figure tree --at 3
expect 2 translate "$search" -o a.png --figure tree --rows 0:1
expect 2 --from trace.json -o a.png --figure tree
expect 2 translate "$search" -o a.png --length-penalty 1
expect 2 translate "$search" -o a.png --figure compare --beam 3

expect 0 translate "$search" -o tree.csv --figure tree
[ "$(head -n 1 tree.csv)" = "node,parent,output,token,probability,log_prob,total,what,rank" ] || fail "the tree's columns"
grep -q ',best,1$' tree.csv || fail "the tree's best sentence has no end"
expect 2 translate "$search" -o tree.csv --figure tree --no-numbers
expect 2 translate "$search" -o tree.svg --figure tree --map grey
expect 0 dates "$date" -o titled.svg --figure network --title "A title of its own"
grep -q ">A title of its own</text>" titled.svg || fail "no title above the network"
expect 2 dates "$date" -o a.svg --dpi 300
expect 2 dates "$date" -o a.csv --at 3

# --- a Transformer: letters of 7 pt on any page, or the width that has room for them; numbers name their map
cat=translate/transformer
for figure in transformer layers heads; do
    expect 0 $cat "the agreement was signed" -o wide.svg --figure $figure
    width=$(sed -n 's/.* viewBox="0 0 \([0-9.]*\).*/\1/p' wide.svg | head -n 1)
    grep -o 'font-size="[0-9.]*"' wide.svg | tr -dc '0-9.\n' |
        awk -v w="$width" '$1 * 174 / 25.4 * 72 / w < 6.98 { bad = 1 } END { exit bad }' ||
        fail "$figure: letters under 7 pt"
done
expect 2 $cat "the agreement was signed" -o none.svg --figure transformer --width 84
grep -q 'mm high, and a page has 240' err || fail "no page has room: $(cat err)"
room=$(sed -n 's/.*expected a width of \([0-9]*\) mm or more, found 84.*/\1/p' err)
expect 0 $cat "the agreement was signed" -o narrow.svg --figure transformer --width "$room"
expect 2 $cat "the agreement was signed" -o none.svg --figure layers --width 84
grep -q 'expected a width of [0-9]* mm or more, found 84' err || fail "no width that has room: $(cat err)"
expect 0 $cat "the agreement was signed" -o map.csv --figure transformer
[ "$(head -n 1 map.csv)" = "model,i,output,j,source,weight" ] || fail "the head of every map: $(head -n 1 map.csv)"
for map in encoder.layers.0.self.heads.1 decoder.layers.1.self.heads.0 decoder.layers.1.cross.heads.1; do
    grep -q "^$map,0," map.csv || fail "no $map"
done
cp map.csv transformer.csv
expect 0 $cat "the agreement was signed" -o map.csv --figure layers
cmp -s map.csv transformer.csv || fail "layers and transformer have the same maps"
expect 2 $cat "the agreement was signed" -o no.csv --figure layers --heads 0:1
expect 0 $cat "the agreement was signed" -o map.csv --figure network # as its canvas is called
cmp -s map.csv transformer.csv || fail "network and layers have the same maps"
expect 1 $cat "the agreement was signed" -o no.csv --figure pooling
grep -q "there is nothing to draw --figure pooling from" err || fail "another figure's numbers: $(cat err)"
expect 2 translate/additive "the area" -o no.csv --figure meaning
grep -q "a picture alone.*; .json has the whole run" err || fail "meaning as CSV: $(cat err)"
expect 2 reverse/location "abc" -o no.csv --figure doctor
grep -q "a picture alone.*; .json has its numbers" err || fail "doctor as CSV: $(cat err)"
[ ! -e no.csv ] || fail "a refused file"
expect 0 $cat "the agreement was signed" -o map.csv
[ "$(head -n 1 map.csv)" = "# Weights of layer 2, head 2" ] || fail "which map it is: $(head -n 1 map.csv)"
expect 0 $cat "the agreement was signed" -o map.csv --heads 0:1
[ "$(head -n 1 map.csv)" = "# Weights of layer 1, head 2" ] || fail "the chosen map: $(head -n 1 map.csv)"

# --- a model without attention
expect 0 reverse/none "a b c" -o none.json
expect 1 reverse/none "a b c" -o none.csv
expect 1 reverse/none "a b c" -o none.svg
[ ! -e none.csv ] && [ ! -e none.svg ] || fail "half a file"

# --- wrong words, bad targets
expect 2 dates "$date" -o a.gif
expect 2 dates "$date" -o nothing
expect 2 dates "$date"
expect 2 dates -o a.png
expect 2 -o a.png
expect 2 dates "$date" --from trace.json -o a.png
expect 2 dates "$date" -o a.png --figure bush
expect 2 dates "$date" -o a.png --map rainbow
expect 2 dates "$date" -o a.png --rows 3
expect 2 dates "$date" -o a.png --rows 4:2
expect 2 dates "$date" -o a.json --rows 0:1
expect 1 dates "$date" -o a.png --rows 0:99
expect 1 dates "$date" -o a.png --at 100000
expect 2 dates "$date" -o a.png --width 1e9
expect 2 dates "$date" -o a.png --dpi nan
expect 1 dates "$date" -o a.png --width 2000 --dpi 2400
expect 1 dates "" -o a.png
expect 1 --from no-such-file -o a.png
echo '{"format": "heed.trace", "version": 9}' >bad.json
expect 1 --from bad.json -o a.png
head -c 300 trace.json >cut.json
expect 1 --from cut.json -o a.png
expect 1 dates "$date" -o no/such/folder/a.png
mkdir folder.png
expect 1 dates "$date" -o folder.png
if [ "$(id -u)" != 0 ]; then
    mkdir closed && chmod 555 closed
    expect 1 dates "$date" -o closed/a.png
fi

# --- a full disk: the old file stays, nothing lies beside it
mkdir small
if mount -t tmpfs -o size=16k none small 2>/dev/null; then
    trap 'umount "$scratch/small"; rm -rf "$scratch"' EXIT
    echo old >small/a.png
    expect 1 dates "$date" -o small/a.png
    [ "$(cat small/a.png)" = old ] || fail "the old file is gone"
    [ "$(ls -A small)" = a.png ] || fail "left behind: $(ls -A small)"
fi

# --- unusual texts
expect 0 dates "3 März 1987 😀 日本" -o odd.svg
rsvg-convert odd.svg -o odd.png
expect 0 dates "$(printf '3 \377 <&> 1987')" -o odd.svg
rsvg-convert odd.svg -o odd.png
expect 0 dates "$(printf '3 \377 <&> 1987')" -o odd.pdf
pdftotext odd.pdf - >/dev/null

# --- rows as bars; the picture, the figure and the numbers of models that answer at once
expect 0 dates "$date" --figure bars --rows 1:4 -o bars.svg
rsvg-convert bars.svg -o bars.png
for model in "adding/linear|-.97 -.33* .83*" "sentiment/dense|the film was not good"; do
    text=${model#*|}
    expect 0 "${model%|*}" "$text" --figure pooling --at 2 -o pooling.svg
    rsvg-convert pooling.svg -o pooling.png
    grep -q 'Attention, eight samples' pooling.svg || fail "the samples are missing"
    expect 0 "${model%|*}" "$text" -o map.svg
done
expect 0 adding/linear "-.97 -.33* .83*" -o weights.csv
[ "$(head -n 1 weights.csv)" = "answer,1,2,3" ] || fail "the columns: $(head -n 1 weights.csv)"
expect 1 dates "$date" --figure pooling -o none.svg
[ ! -e none.svg ] || fail "a picture that is not there"
