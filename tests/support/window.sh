# For the end-to-end tests of the window: source it. HEED names the program, SOURCE the tree. Everything goes to
# a scratch folder that is removed at the end. `want` polls the state that the program writes whenever it settles,
# so no test sleeps for a fixed time.
[ -n "${DISPLAY:-}" ] || exit 77
for tool in xdotool jq; do command -v $tool >/dev/null || exit 77; done

scratch=$(mktemp -d)
export XDG_CONFIG_HOME=$scratch/config XDG_STATE_HOME=$scratch/state HOME=$scratch/home LIBGL_ALWAYS_SOFTWARE=1
mkdir -p "$HOME"
state=$scratch/state.json
heed_pid=

finish() {
    xdotool mouseup 1 2>/dev/null || true # a failed drag must not hold the next test's mouse
    if [ -n "$heed_pid" ]; then kill "$heed_pid" 2>/dev/null && wait "$heed_pid" 2>/dev/null || true; fi
    rm -rf "$scratch"
}
trap finish EXIT

fail() {
    echo "FAILED: $*"
    # Of a long list its beginning: what is printed is to be read.
    jq -c 'del(.settings, .models) | walk(if type == "array" and length > 12 then .[:12] + ["… of \(length)"] else . end)
           | walk(if type == "string" and length > 300 then .[:300] + "…" else . end)' "$state" 2>/dev/null || true
    cat "$scratch/errors" 2>/dev/null || true
    exit 1
}

# want EXPRESSION: waits until jq says true of the state, at most half a minute: the machine may be slow.
want() {
    for _ in $(seq 600); do
        if jq -e "$1" "$state" >/dev/null 2>&1; then return; fi
        sleep 0.05
    done
    fail "waited for: $1"
}
get() { jq -r "$1" "$state"; }

# start ARGS…: opens the window and waits until a run is shown.
start() {
    rm -f "$state"
    "$HEED" --dump-state "$state" --size "${SIZE:-1600x1000}" --scale 1 "$@" 2>"$scratch/errors" &
    heed_pid=$!
    window=
    for _ in $(seq 600); do
        window=$(xdotool search --onlyvisible --pid "$heed_pid" --name '^Heed$' 2>/dev/null | head -n 1 || true)
        [ -z "$window" ] || break
        kill -0 "$heed_pid" 2>/dev/null || fail "the program left"
        sleep 0.05
    done
    [ -n "$window" ] || fail "no window came"
    xdotool windowfocus "$window" mousemove --window "$window" 700 480
    want '.total > 0 and .running == false'
}

# save_session FILE: in the dialog that a key opens.
save_session() {
    press ctrl+shift+s
    want '.dialog == "save-session"'
    press ctrl+a
    xdotool type --delay 10 -- "$1"
    want ".save_model.path == \"$1\""
    press Return
    want ".dialog == \"none\" and .session_file == \"$1\""
}

# stop: asks it to leave, and waits until it has.
stop() {
    kill -TERM "$heed_pid"
    wait "$heed_pid" || fail "exit status $?"
    heed_pid=
}

press() { for key in "$@"; do xdotool key "$key"; done; }
# tab_to CONTROL: presses Tab until it has the keyboard.
tab_to() {
    local now
    for _ in $(seq 90); do
        now=$(get .focus.control)
        if [ "$now" = "$1" ]; then return; fi
        press Tab
        want ".focus.control != \"$now\""
    done
    fail "Tab does not come to $1"
}
move() { xdotool mousemove --window "$window" "$1" "$2"; }
click() { move "$1" "$2"; xdotool click 1; }
# click_on CONTROL: by the mouse, where Tab says that it stands.
click_on() {
    tab_to "$1"
    local box= now # what scrolls into sight is clicked where it comes to rest
    while now=$(get '.focus.box | tostring') && [ "$now" != "$box" ]; do
        box=$now
        sleep 0.3
    done
    click "$(get '.focus.box[0] + .focus.box[2] / 2 | round')" "$(get '.focus.box[1] + .focus.box[3] / 2 | round')"
}
