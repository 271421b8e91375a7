#!/usr/bin/env bash
# The checker itself: a made-up tree with one breach of each kind, and sound neighbours it must leave alone.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
put() { mkdir -p "$tree/$(dirname "$1")"; printf '%s\n' "${@:2}" >"$tree/$1"; }

put core/autodiff/tape.h '#include "core/base/error.h"' '#include <Eigen/Dense>' '#include <vector>' 'int operand(int);'
put core/analysis/influence_map.cpp '#include "core/models/model.h"'
put app/views/base/step.cpp '#include "app/figures/base/scene.h"' '#include <imgui.h>'
bash "$here/check.sh" "$tree" >"$tree/out" || { cat "$tree/out"; echo "a sound tree was refused"; exit 1; }

put core/autodiff/nn.cpp '#include "core/nn/layers.h"'
put core/analysis/entropy.cpp '#include "core/models/model.h"'
put core/nn/window.cpp '#include <GLFW/glfw3.h>'
put core/train/go.cpp '#include <thread>'
put core/tasks/dice.cpp 'int roll() { return rand() % 6; }'
put core/attic/old.h '#include <vector>'
put app/render/draw.cpp '#include "core/trace/trace.h"'
put app/views/run.cpp '  #  include "core/decode/run.h"'
put app/views/gl.cpp '#include <epoxy/gl.h>'
put app/cli/show.cpp '#include "app/window/window.h"'
put app/figures/near.cpp '#include "scene.h"'
put core/text/long.cpp "$(seq 601)"
bash "$here/check.sh" "$tree" >"$tree/out" && { echo "a broken tree passed"; exit 1; }
found=$(cut -d: -f1 "$tree/out" | sort -u)
for file in core/{autodiff/nn,analysis/entropy,nn/window,train/go,tasks/dice,text/long}.cpp core/attic/old.h \
    app/{render/draw,views/run,views/gl,cli/show,figures/near}.cpp; do
    grep -qxF "$file" <<<"$found" || { cat "$tree/out"; echo "the breach in $file was not found"; exit 1; }
done
grep -q '12 breaches$' "$tree/out" || { cat "$tree/out"; echo "expected 12 breaches"; exit 1; }
