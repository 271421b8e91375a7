#!/usr/bin/env bash
# A disk with no room left: what is written there is whole or absent, the words say why, and what was there stays.
# The disk is a small tmpfs in a mount namespace of its own; where that is not allowed there is nothing to test.
set -euo pipefail

if [ "${1:-}" != inside ]; then
    unshare -rm true 2>/dev/null || { echo "no mount namespaces here"; exit 77; }
    exec unshare -rm bash "$0" inside
fi

disk=$(mktemp -d)
trap 'umount "$disk"; rmdir "$disk"' EXIT
mount -t tmpfs -o size=64k heed-test "$disk" || { trap 'rmdir "$disk"' EXIT; echo "no tmpfs here"; exit 77; }

fail() { echo "$*"; exit 1; }
complains() { # FILE COMMAND…: exit status 1, one line that names the file and the reason, no leftovers
    local file=$1 said status=0 before after
    shift
    before=$(cd "$disk" && find . | sort)
    said=$("$@" 2>&1 >/dev/null) || status=$?
    after=$(cd "$disk" && find . | sort)
    [ $status = 1 ] || fail "exit status $status of $*"
    [ "$said" = "heed: $file: not written: No space left on device" ] || fail "it says: $said"
    [ "$before" = "$after" ] || fail "left over: $after"
}

echo old >"$disk/trace.json"
complains "$disk/trace.json" "$HEED" trace dates "3 March 1987" --full --json "$disk/trace.json"
[ "$(cat "$disk/trace.json")" = old ] || fail "the old file is gone"
complains "$disk/map.png" "$HEED" export dates "3 March 1987" -o "$disk/map.png" --dpi 600
# The folder itself is named only when it is whole.
status=0
"$HEED" train --task reverse --steps 1 --out "$disk/model" >/dev/null 2>"$disk/said" || status=$?
[ $status = 1 ] || fail "exit status $status of heed train"
[ "$(tail -n 1 "$disk/said")" = "heed: $disk/model/model.safetensors: not written: No space left on device" ] ||
    fail "it says: $(cat "$disk/said")"
rm "$disk/said"
[ "$(ls -A "$disk")" = trace.json ] || fail "left over: $(ls -A "$disk")"
complains "/dev/full" "$HEED" trace dates "3 March 1987" --json /dev/full
"$HEED" trace dates "3 March 1987" >/dev/full 2>"$disk/said" && fail "a full standard output went unnoticed"
grep -q "^heed: standard output: not written" "$disk/said" || fail "it says: $(cat "$disk/said")"
