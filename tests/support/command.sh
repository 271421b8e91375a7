# What tests of the command line share. `before` holds the words that every command begins with.

fail() {
    printf '%s\n' "$*" >&2
    for file in out err; do [ ! -s $file ] || { echo "--- $file"; head -c 2000 $file; }; done >&2
    exit 1
}
# expect STATUS WORDS…: runs them; what is said lies in `out` and `err`. A success says nothing on standard
# error, a failure one line that begins with "heed: ".
expect() {
    local wanted=$1 status=0
    shift
    "${before[@]}" "$@" >out 2>err </dev/null || status=$?
    [ "$status" = "$wanted" ] || fail "$*: exit status $status, not $wanted"
    if [ "$wanted" = 0 ]; then
        [ ! -s err ] || fail "$*: said something on standard error"
    else
        [ "$(wc -l <err)" = 1 ] && grep -q '^heed: ' err || fail "$*: not one line on standard error"
    fi
}
