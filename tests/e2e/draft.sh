#!/usr/bin/env bash
# heed check --draft: the assistant's guesses as a family, decided by the example beside the model where there is one.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }
command -v jq >/dev/null || { echo "no jq"; exit 77; }

for model in aladdinpersson minimal_nmt zero_to_all; do
    cp -r "$SOURCE/tests/checkpoints/$model" "$model"
    "$HEED" check "$model" --draft "$model.json" >said 2>notes || fail "$model: $(cat said notes)"
    grep -q '^expected.json: of .* one agrees with it, and was taken\.$' said || fail "$model: $(cat said)"
    [ "$("$HEED" check "$model" --family "$model.json" --json - 2>notes | jq -r .verdict)" = verified ] || fail "$model: $(cat notes)"
done
jq -e '.comment.mapping.answers.unit == "relu"' aladdinpersson.json >/dev/null || fail "ReLU was not found out"
jq -e '.config.decoder.start == "layers" and .config.decoder.start_from == "top"' minimal_nmt.json >/dev/null || fail "the last of its states"

# What was taken stays where it agrees; others are tried all the same.
cp zero_to_all.json before.json
"$HEED" check zero_to_all --draft zero_to_all.json --json - 2>notes | jq -e '.draft.examples | .agree == 1 and .tried > 1' >/dev/null ||
    fail "an agreeing draft was not looked at for others that agree"
cmp before.json zero_to_all.json || fail "an agreeing draft was changed"

# An example that no answer agrees with.
cp -r zero_to_all other
jq '.examples[].attention[0] |= reverse' other/expected.json >changed && mv changed other/expected.json
status=0
"$HEED" check other --draft other.json >said 2>notes || status=$?
[ $status = 1 ] && grep -q 'none agrees with it, the nearest within [^ ]*\.$' said || fail "status $status, $(cat said notes)"
grep -q 'no answer that was tried agrees' notes && ! grep -q 'with changes' notes || fail "what was tried is advised: $(cat notes)"

# One that the weights agree with, and what is written does not.
cp -r zero_to_all likely
jq '.examples[].top5[][][1] -= 1' likely/expected.json >changed && mv changed likely/expected.json
status=0
"$HEED" check likely --draft likely.json >said 2>notes || status=$?
[ $status = 1 ] && grep -q 'in its weights, but not in what it writes or how likely that is' said || fail "status $status, $(cat said notes)"

# Half a model: the draft is written, and says what it lacks.
mkdir half && cp "$SOURCE/tests/checkpoints/zero_to_all/encoder.pt" half
status=0
"$HEED" check half/encoder.pt --draft half.json >said 2>notes || status=$?
[ $status = 1 ] && grep -q 'The decoder has no cell yet' notes || fail "status $status, $(cat notes)"
jq -e '.tensors | has("encoder.forward.{layer}.*")' half.json >/dev/null || fail "the draft is not whole"
