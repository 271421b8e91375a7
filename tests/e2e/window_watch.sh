#!/usr/bin/env bash
# A file of weights and a model that are rewritten while the window shows them; percentages are offered to be divided.
set -euo pipefail
source "$SOURCE/tests/support/window.sh"
command -v python3 >/dev/null || exit 77

mkdir "$HOME/run"
cat >"$scratch/write.py" <<'PY'
import sys, time
sys.path.insert(0, sys.argv[1])
import heed_dump
for n in range(int(sys.argv[3]), int(sys.argv[4]) + 1):
    if n % 3 == 0:
        with open(sys.argv[2], "w") as file:
            file.write('{"source": ["a"')
        time.sleep(0.05)
    heed_dump.dump("a b", "x y", [[n / 1000, 1 - n / 1000], [0, 1]], sys.argv[2])
    time.sleep(0.05)
PY
write() { python3 "$scratch/write.py" "$SOURCE/assets/python" "$HOME/run/run.json" "$@"; }
newest='.watch.newest and .watch.problem == "" and .watch.shown == .watch.read'
follow() { # ARGS…: weights have no steps to wait for
    rm -f "$state"
    "$HEED" --dump-state "$state" --size 1600x1000 --scale 1 "$@" 2>"$scratch/errors" &
    heed_pid=$!
}

write 1 1
follow --watch "$HOME/run/run.json"
want '.maps.count == 1 and .watch.read == 1 and .watch.shown == 1'
# How many of a storm's writings are seen is the machine's affair; of a lone writing the window owes its reading.
write 2 100
want ".watch.read >= 2 and $newest and (.watch.versions | length) <= 32 and .error == null"
for n in 101 102 103 104; do
    before=$(get .watch.read)
    write $n $n
    want ".watch.read > $before and $newest"
done
echo '{"source": ["a"' >"$HOME/run/run.json" # half of it, and it stays so
want '.watch.problem != "" and .maps.count == 1 and .watch.shown == .watch.read'
want '.watch.words | startswith("the newest writing is not shown: ")'
echo '{"source": "a b", "target": "x y", "attention": [[40, 60], [100, 0]]}' >"$HOME/run/run.json"
want '.watch.words | contains("percentages")'
tab_to watch:percent
press Return
want "$newest and .maps.count == 1"
rm "$HOME/run/run.json"
want '.watch.words | startswith("the file is gone")'
write 200 200
want '.maps.count == 1 and .watch.problem == ""' # each writing tells by itself whether it holds percentages
stop

# Followed before it is there, though it was open the time before.
rm "$HOME/run/run.json"
follow --watch "$HOME/run/run.json"
want '.error.title == "run.json is not there yet" and .watch.words == "the file is not there yet"'
write 1 1
want '.error == null and .maps.count == 1 and .watch.read == 1'
stop

# A click on an older version, and back to the newest.
cp -r "$SOURCE/assets/models/reverse/additive" "$HOME/run/model"
start --watch "$HOME/run/model" --input "abc"
want '.output == "cba" and .watch.read == 1'
rewrite() { python3 "$SOURCE/tests/e2e/python/rewrite_model.py" "$HOME/run/model" "$@" >/dev/null; }
rewrite 200 0.02
want ".watch.read >= 2 and $newest and .running == false"
for n in 1 2 3 4; do
    before=$(get .watch.read)
    rewrite 1 0
    want ".watch.read > $before and $newest and .running == false"
done
want '(.watch.versions | length) <= 32 and .watch.bytes < 300000000 and .input == "abc"'
before=$(get .watch.read)
click $((1240 - 16 - 22 - 52)) $((1000 - 96 - 45))
want ".watch.newest == false and .watch.shown < $before and .running == false and .output != \"\""
tab_to watch:newest
press Return
want "$newest"
stop

cp "$SOURCE/tests/attention_files/percent.json" "$HOME/run/"
start
press ctrl+o
want '.dialog == "open"'
xdotool type "$HOME/run/percent.json"
press Return
want '.error != null and (.error.detail | contains("percentages, to be divided by 100"))'
tab_to failure:percent
press Return
want '.error == null and .maps.count == 1 and .output == "la loi a été signée"'
stop
