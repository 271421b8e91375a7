#!/usr/bin/env bash
# heed watch follows a folder as trainings treat theirs: a log that is held open in it, the folder removed and made anew,
# a link that is turned to the newest checkpoint, checkpoints of which the oldest go. The newest is said, within a bound
# that a slow machine keeps; nothing is said twice, and no descriptor and no watch of the system is left over.
set -euo pipefail
scratch=$(mktemp -d)
trap 'kill $watcher $logger 2>/dev/null || true; rm -rf "$scratch"' EXIT
watcher= logger=
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
command -v jq >/dev/null || { echo "no jq"; exit 77; }

# Versions of one model, each with its own log P.
cat >versions.py <<'PY'
import json, os, shutil, struct, sys
source, count = sys.argv[1], int(sys.argv[2])
for n in range(1, count + 1):
    shutil.copytree(source, "step_%d" % n)
    path = os.path.join("step_%d" % n, "model.safetensors")
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])
    name = sorted(key for key in header if "bias" in key and header[key]["dtype"] == "F32")[-1]
    begin = 8 + length + header[name]["data_offsets"][0] + 4 * 4  # of a letter
    value = struct.unpack("<f", data[begin:begin + 4])[0] - n
    os.chmod(path, 0o644)
    with open(path, "wb") as file:
        file.write(data[:begin] + struct.pack("<f", value) + data[begin + 4:])
PY
cp -rL "$SOURCE/assets/models/reverse/additive" model
chmod -R u+w model
python3 versions.py model 6
truth() { "$HEED" trace "$1" "abc" --json - | jq .log_prob; }
for n in 1 2 3 4 5 6; do truth "step_$n" >"truth_$n"; done
[ "$(cat truth_* | sort -u | wc -l)" = 6 ] || fail "versions that cannot be told apart: $(cat truth_*)"

start() { # FOLLOWED
    : >said
    "$HEED" watch "$1" "abc" --json - >said 2>notes &
    watcher=$!
    for _ in $(seq 100); do
        [ ! -s said ] || break
        sleep 0.1
    done
    held=$(held)
}
held() { # descriptors, and what the system watches
    local watches
    watches=$(cat "/proc/$watcher/fdinfo/"* 2>/dev/null | grep -c '^inotify wd' || true)
    echo "$(find "/proc/$watcher/fd" -type l | wc -l) $watches"
}
newest_is() { # N: of the versions, in the end
    for _ in $(seq 100); do
        if tail -n 1 said | jq -e --argjson n "$(cat "truth_$1")" '(.log_prob - $n) | fabs < 1e-5' >/dev/null; then return; fi
        sleep 0.1
    done
    fail "the newest is version $1: $(tail -n 1 said) $(cat notes)"
}
end() {
    [ "$(held)" = "$held" ] || fail "it held $held, and holds $(held)"
    kill -TERM $watcher
    wait $watcher || true
    watcher=
}

# ---------------------------------------------------------------- a log
(
    exec 3>model/train.log
    while :; do
        echo "a step" >&3
        sleep 0.05
    done
) &
logger=$!
start model
for n in 1 2 3; do
    cp "step_$n/model.safetensors" model/model.safetensors
    newest_is $n
done
sleep 1
[ "$(wc -l <said)" = 4 ] || fail "the log is no version: $(wc -l <said) lines"
kill $logger
wait $logger 2>/dev/null || true
logger=
for _ in 1 2 3 4 5; do
    echo "closed each time" >>model/train.log
    sleep 0.3
done
[ "$(wc -l <said)" = 4 ] || fail "a log that is closed is no version: $(wc -l <said) lines"
end

# ---------------------------------------------------------------- the folder made anew
start model
for n in 1 2 3; do
    rm -r model
    cp -r "step_$n" model
    newest_is $n
    cp step_6/model.safetensors model/model.safetensors # in the new one
    newest_is 6
done
end

# ---------------------------------------------------------------- a link
turn() {
    ln -sn "step_$1" turned
    mv -T turned latest
}
for followed in latest latest/model.safetensors; do
    turn 1
    start $followed
    newest_is 1
    for n in 2 3 4; do
        turn $n
        newest_is $n
    done
    cp step_4/model.safetensors kept
    cp step_5/model.safetensors beside
    mv beside step_4/model.safetensors
    newest_is 5
    end
    mv kept step_4/model.safetensors
done

# ---------------------------------------------------------------- checkpoints of which the oldest go
mkdir last
from=$SOURCE/tests/checkpoints/bentrevett_tut3
cp "$from"/*_vocab.pt last
cp "$from/tut3-model.pt" last/step_9.pt
start last
for n in 10 11 12; do
    cp "$from/tut3-model.pt" "last/step_$n.pt"
    for _ in $(seq 100); do
        [ "$(wc -l <said)" -lt $((n - 8)) ] || break
        sleep 0.1
    done
    rm "last/step_$((n - 1)).pt"
done
sleep 2
[ "$(wc -l <said)" = 4 ] || fail "each checkpoint is said once: $(cat said)"
end
