# app/run: quiet when nothing changed, from any folder, its words on standard error, the exit status passed on.
set -euo pipefail
[ "$HEED" = "$SOURCE/build/release/heed" ] || { echo "app/run builds in build/release only"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd /
ln -s "$SOURCE/app/run" "$scratch/a link"
export HEED_SKIP_PACKAGES=1

for run in "$SOURCE/app/run" "$scratch/a link"; do
    "$run" --version >"$scratch/out" 2>"$scratch/err"
    grep -qx 'heed [0-9.]*' "$scratch/out"
    [ ! -s "$scratch/err" ] || { echo "app/run was not quiet:"; cat "$scratch/err"; exit 1; }
done

status=0
"$SOURCE/app/run" --no-such-option >"$scratch/out" 2>"$scratch/err" || status=$?
[ "$status" = 2 ] && [ ! -s "$scratch/out" ] || { echo "wrong words: exit status $status"; exit 1; }

# With no display: one line that says so, and the bundled example.
env -u DISPLAY -u WAYLAND_DISPLAY "$SOURCE/app/run" >"$scratch/out" 2>"$scratch/err" || true
head -n 1 "$scratch/err" | grep -q '^There is no display here'
