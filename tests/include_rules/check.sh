#!/usr/bin/env bash
# check.sh TOP: reads every source file below TOP/{core,app,tests,shaders} and prints each breach of rules.txt.
set -euo pipefail
rules=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/rules.txt
cd -- "$1"

folders=()
for folder in core app tests shaders; do if [ -d $folder ]; then folders+=($folder); fi; done
find "${folders[@]}" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.vert' -o -name '*.frag' \
    -o -name '*.glsl' \) -print0 | sort -z | xargs -0 -r awk '
function begins(text, prefix) { return substr(text, 1, length(prefix)) == prefix }

# "core/trace" covers core/trace/… and not core/tracery/…; "core/trace/quantity" covers core/trace/quantity.h.
function covers(room, path) { return begins(path, room) && substr(path, length(room) + 1) ~ /^([\/._]|$)/ }

# The longest rule that covers the path.
function room_of(path,    room, best) {
    best = ""
    for (room in knows)
        if (covers(room, path) && length(room) > length(best)) best = room
    return best
}

function breach(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; breaches++ }

function check_include(header, quoted,    library, i, n, list) {
    if (quoted) {
        if (header !~ /^(core|app|tests)\//) { breach("\"" header "\" is not a path from the top of the tree"); return }
        if (begins(header, here "/") || room_of(header) == here) return
        n = split(knows[here], list, " ")
        for (i = 1; i <= n; i++) if (covers(list[i], header)) return
    } else {
        library = ""
        for (i = 1; i <= libraries; i++) if (header ~ pattern[i]) library = name[i]
        if (library == "" || index(" " knows[here] " ", " " library " ")) return
        header = header " (" library ")"
    }
    breach(here " may not know " header "; it knows:" knows[here])
}

FNR == NR {
    if ($1 == "library") { name[++libraries] = $2; pattern[libraries] = $3 }
    if ($1 == "room") { known = ""; for (i = 4; i <= NF; i++) known = known " " $i; knows[$2] = known }
    if ($1 == "never") { sub(/^never +/, ""); split($0, part, / +/); within[++nevers] = part[1]; words[nevers] = part[2] }
    if ($1 == "lines") longest = $2
    next
}

FNR == 1 {
    files++
    here = room_of(FILENAME)
    if (here == "" && FILENAME !~ /^shaders\//) breach("no room in rules.txt holds this file")
}
/^[ \t]*#[ \t]*include/ && here != "" {
    header = $0
    quoted = header ~ /include[ \t]*"/
    gsub(/^[^"<]*["<]|[">].*$/, "", header)
    check_include(header, quoted)
}
{
    for (i = 1; i <= nevers; i++)
        if (begins(FILENAME, within[i] "/") && $0 ~ words[i]) breach("must not appear in " within[i] ": " $0)
}
FNR == longest + 1 { breach("this file passes " longest " lines") }

END {
    if (files == 0) { print "no source file was found"; exit 1 }
    printf "%d files, %d breaches\n", files, breaches
    exit breaches > 0
}' "$rules"
