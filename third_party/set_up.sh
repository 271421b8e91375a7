# Sourced by app/run and tests/run, with $top set to the top of the source tree: packages and build.
# Everything said here goes to standard error, so that the program's own output can be piped.

say() { printf '%s\n' "$*" >&2; }

# transient TEXT: a line of progress that the next one replaces; nothing where standard error is a file.
transient() { if [ -t 2 ]; then printf '\r\033[K%s' "$*" >&2; fi; }

# listed_packages PART: the names in packages.txt, up to the mark for "build", all of them for "tests".
listed_packages() {
    local line
    while IFS= read -r line; do
        case $line in
            '# -- tests only --') [ "$1" = tests ] || return 0 ;;
            '' | '#'*) ;;
            *) printf '%s\n' "$line" ;;
        esac
    done <"$top/third_party/packages.txt"
}

# need_packages build|tests: installs what is missing; sets `installed` to 1 where it did.
need_packages() {
    installed=0
    [ -z "${HEED_SKIP_PACKAGES:-}" ] || return 0
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        command -v cmake >/dev/null && command -v ninja >/dev/null && return 0
        say "This system has no apt: install the tools and libraries named in third_party/README.md, then run this again."
        exit 1
    fi

    local wanted present missing=() name
    mapfile -t wanted < <(listed_packages "$1")
    present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null) || true
    for name in "${wanted[@]}"; do
        case $'\n'$present$'\n' in *$'\n'"installed $name"$'\n'*) ;; *) missing+=("$name") ;; esac
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    say "Heed needs these system packages, which are not here (${#missing[@]}):"
    printf '%s\n' "${missing[*]}" | fold -s -w 90 | sed 's/^/    /' >&2
    local rights=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && { [ -t 2 ] || sudo -n true 2>/dev/null; }; then
            say "They are installed now with apt-get; sudo may ask for your password. Ctrl+C leaves everything as it is."
            rights=(sudo)
            sudo -n true 2>/dev/null || sudo -v
        else
            say "Installing them takes root; ask for: apt-get install --no-install-recommends ${missing[*]}"
            exit 1
        fi
    else
        say "They are installed now with apt-get."
    fi
    apt_quietly "reading the package lists" update
    apt_quietly "installing packages" install -y --no-install-recommends "${missing[@]}"
    installed=1
}

# apt_quietly WHAT ARGS…: apt-get with one line of progress; its own words only if it fails.
apt_quietly() {
    local what=$1 log status kind percent last=-1
    shift
    log=$(mktemp)
    [ -t 2 ] || say "  $what …"
    {
        status=0
        # The status lines need a descriptor of their own: apt closes it for dpkg. sudo keeps none above 2 open.
        ${rights[@]+"${rights[@]}"} env DEBIAN_FRONTEND=noninteractive sh -c 'exec apt-get "$@" 3>&1' apt-get \
            -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=3 "$@" 2>&1 </dev/null || status=$?
        printf 'exit:%s\n' "$status"
    } | while IFS= read -r line; do
        case $line in
            dlstatus:* | pmstatus:*)
                kind=${line%%:*}
                percent=$last # pmstatus:PACKAGE[:ARCHITECTURE]:12.3456:what it does
                [[ $line =~ :([0-9]+)\.[0-9]+: ]] && percent=${BASH_REMATCH[1]}
                [ "$kind" = pmstatus ] && kind="unpacking and setting up" || kind=fetching
                if [ "$percent" != "$last" ]; then transient "  $what: $kind, $percent %"; fi
                last=$percent
                ;;
            *) printf '%s\n' "$line" >>"$log" ;;
        esac
    done
    status=$(sed -n 's/^exit://p' "$log")
    if [ "$status" != 0 ]; then
        transient ""
        grep -m 5 -iE '^(E:|W:|dpkg: error|.*(failed|no space))' "$log" >&2 || true
        grep -v '^exit:' "$log" | tail -n 10 >&2
        say "apt-get ${1} did not succeed; what it said is above, all of it in $log."
        exit 1
    fi
    rm -f "$log"
    transient ""
}

# jobs_at_once: a compiler a core, but no more than memory allows (about 1 GB each).
jobs_at_once() {
    local cores free
    cores=$(nproc 2>/dev/null || echo 2)
    free=$(awk '/^MemAvailable:/ {print int($2 / 1000000)}' /proc/meminfo 2>/dev/null || true)
    if [ -n "$free" ] && [ "$free" -lt "$cores" ]; then cores=$((free > 0 ? free : 1)); fi
    printf '%s\n' "${HEED_JOBS:-$cores}"
}

# build TARGET…: configures where that is needed and builds in build/release; quiet when there is nothing to do.
build() {
    local folder=$top/build/release configure=$installed log status
    mkdir -p "$folder"
    exec 9>"$folder/.lock"
    if command -v flock >/dev/null && ! flock -n 9; then
        say "waiting for another build in $folder …"
        flock 9
    fi
    # A tree that was moved or copied keeps the old paths: start again.
    if [ -f "$folder/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$folder/CMakeCache.txt"; then
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
        configure=1
    fi
    [ -f "$folder/build.ninja" ] || configure=1
    if [ "$configure" = 1 ]; then
        transient "  configuring …"
        log=$(cd "$top" && cmake --preset release 2>&1 9>&-) || {
            transient ""
            printf '%s\n' "$log" | grep -v '^-- \(Detecting\|Check\|  Found\)' | tail -n 30 >&2
            say "cmake could not configure the build; its words are above."
            exit 1
        }
        transient ""
    fi

    # ninja's lines "[3/80] …" become one line that counts; what compilers say is passed on.
    local line seconds=$SECONDS steps=0 next=0 tally
    tally=$(mktemp)
    {
        status=0
        NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$(jobs_at_once)" "$@" 2>&1 9>&- || status=$?
        printf 'exit:%s\n' "$status"
    } | while IFS= read -r line; do
        case $line in
            '['*/*'] Re-'* | 'ninja: Entering'* | 'ninja: no work'* | '-- '*) ;;
            '['[0-9]*/[0-9]*'] '*)
                line=${line%%]*}
                line=${line#[}
                steps=${line#*/}
                if [ -t 2 ]; then
                    transient "  building ${line%/*} of $steps"
                elif [ "$steps" -gt 5 ] && [ $((100 * ${line%/*} / steps)) -ge "$next" ]; then
                    say "  building ${line%/*} of $steps …"
                    next=$((100 * ${line%/*} / steps + 25))
                fi
                printf '%s\n' "$steps" >"$tally"
                ;;
            'exit:'*) [ "$line" = exit:0 ] || printf 'failed\n' >"$tally" ;;
            *)
                transient ""
                say "$line"
                ;;
        esac
    done
    transient ""
    steps=$(cat "$tally")
    rm -f "$tally"
    if [ "$steps" = failed ]; then
        say "The build failed; what the compiler said is above."
        exit 1
    fi
    if [ -n "$steps" ] && [ "$steps" -gt 5 ]; then say "  built in $((SECONDS - seconds)) s"; fi
    exec 9>&-
}
