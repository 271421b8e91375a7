#!/usr/bin/env bash
# assets/python/heed_dump.py: nested lists, what looks like an array or a tensor, steps of generate(), and what is refused.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }

cat >dump.py <<'PY'
import json, os, sys
sys.path.insert(0, sys.argv[1])
import heed_dump

class Tensor:  # as PyTorch's: on another device, with a gradient, of half precision
    def __init__(self, values): self.values, self.steps = values, []
    def detach(self): self.steps.append("detach"); return self
    def cpu(self): self.steps.append("cpu"); return self
    def float(self): self.steps.append("float"); return self
    def tolist(self): assert self.steps == ["detach", "cpu", "float"], self.steps; return self.values

head = [[0.25, 0.75], [0.5, 0.5], [1, 0]]
heed_dump.dump(["a", "b"], "x y z", [head, head], "heads.json")
heed_dump.dump(["a", "b"], ["x", "y", "z"], (Tensor([[head]]), Tensor([[head]])), "layers.json")
steps = tuple((Tensor([[[row]]]),) for row in head)
grown = tuple((Tensor([[[[1.0 / n] * n]]]),) for n in (1, 2, 3))
heed_dump.dump("a b", "<s> x y z", steps, "steps.json", decoder_attentions=grown)
try:
    import numpy
    heed_dump.dump(numpy.array(["a", "b"]), ["x", "y", "z"], numpy.array([head], dtype="float16"), "numpy.json")
except ImportError:
    print("no numpy: not tried")

for bad in ([["x"]], [[None]], [[float("nan")]], [[object()]]):
    try:
        heed_dump.dump("a", "x", bad, "bad.json")
        sys.exit("%r was written" % bad)
    except ValueError as error:
        assert "attention[0][0]: expected a number" in str(error), error
for empty in ([], [[0.5, 0.5], []]):
    try:
        heed_dump.dump("a b", "x y", empty, "bad.json")
        sys.exit("%r was written" % empty)
    except ValueError as error:
        assert "expected numbers, found none" in str(error), error
assert not os.path.exists("bad.json")
assert not [name for name in os.listdir(".") if name.startswith(".")], "something was left beside"
process = heed_dump.show("a b", "x y z", head, heed=sys.argv[2])
assert process.wait() == 0
process = heed_dump.watch("heads.json", heed=sys.argv[2])
assert process.wait() == 0
try:
    heed_dump.show("a b", "x y z", head, heed="/nowhere/heed")
    sys.exit("nothing was started")
except FileNotFoundError as error:
    assert "expected Heed on the PATH" in str(error), error
PY
printf '#!/bin/sh\necho "$@" >>"%s/started"\n' "$scratch" >heed
chmod +x heed
python3 dump.py "$SOURCE/assets/python" "$scratch/heed"
grep -q '^--model .*run.json$' started && grep -q '^--watch heads.json$' started || fail "started as $(cat started)"

for file in heads:2 layers:2 steps:2; do
    "$HEED" trace --from "${file%:*}.json" --json out.json >/dev/null 2>notes || fail "$file: $(cat notes)"
    maps=$("$HEED" export --from "${file%:*}.json" -o map.csv 2>&1 | grep -c "${file#*:} maps") || true
    [ "$maps" = 1 ] || fail "$file has other maps: $("$HEED" export --from "${file%:*}.json" -o map.csv 2>&1)"
done
"$HEED" export --from steps.json --item 1 -o own.csv 2>/dev/null
grep -q '<s>' own.csv || fail "the decoder's own past begins with the start: $(cat own.csv)"
[ ! -e numpy.json ] || "$HEED" export --from numpy.json -o map.csv
