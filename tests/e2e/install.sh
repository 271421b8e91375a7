# An installed tree runs from wherever it is put, and finds its own files there.
set -euo pipefail
tree=$(mktemp -d)/"put anywhere"
trap 'rm -rf "$(dirname "$tree")"' EXIT
cmake --install "$(dirname "$HEED")" --prefix "$tree" >/dev/null
for file in bin/heed share/applications/heed.desktop share/icons/hicolor/scalable/apps/heed.svg \
    share/icons/hicolor/256x256/apps/heed.png share/doc/heed/README.md; do
    [ -s "$tree/$file" ] || { echo "$file is not installed"; exit 1; }
done
for folder in models help examples families grammar; do
    [ ! -d "$SOURCE/assets/$folder" ] || diff -rq "$SOURCE/assets/$folder" "$tree/share/heed/$folder"
done
[ ! -d "$SOURCE/shaders" ] || diff -rq "$SOURCE/shaders" "$tree/share/heed/shaders"
cd /
[ "$("$tree/bin/heed" --version)" = "$("$HEED" --version)" ]
