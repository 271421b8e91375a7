#!/usr/bin/env bash
# check.sh TOP: says which C++ files below TOP are not as .clang-format has them, and how to mend that. Another
# version of the formatter lays some lines out differently: exit status 77 where version 14 is not here.
set -euo pipefail
cd -- "$1"
for name in clang-format-14 clang-format; do
    if command -v $name >/dev/null && $name --version | grep -q 'version 14\.'; then formatter=$name && break; fi
done
if [ -z "${formatter:-}" ]; then
    echo "clang-format 14 is not here"
    exit 77
fi

mapfile -d '' -t files < <(find app core tests -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | sort -z)
if [ ${#files[@]} = 0 ]; then echo "no source file was found" && exit 1; fi
wrong=$(printf '%s\0' "${files[@]}" | xargs -0 -n 40 -P "$(nproc)" "$formatter" --dry-run 2>&1 |
    sed -nE 's/^([^ :]+):([0-9]+):.*clang-format-violations.*/\1:\2/p' | sort -t: -k1,1 -k2,2n | sort -t: -u -k1,1)
if [ -n "$wrong" ]; then
    printf '%s\n' "not as the formatter has it, from:" $wrong "to mend it: $formatter -i FILE…"
    exit 1
fi
echo "${#files[@]} files are as .clang-format has them"
