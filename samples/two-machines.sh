# What the demonstrations share: two homes and a stick in a folder that goes when they end, with the practice network, whatever ends
# them. To be sourced; `sandbox` is the network's process. SPDX-License-Identifier: Apache-2.0
work=$(mktemp -d)
sandbox=
finish() {
    code=$?
    trap - EXIT INT TERM HUP
    if [ -n "$sandbox" ]; then
        kill "$sandbox" 2>/dev/null || true
        wait "$sandbox" 2>/dev/null || true
    fi
    rm -rf "$work"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

step() { printf '\n\033[1m== %s\033[0m\n' "$1"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || step() { printf '\n== %s\n' "$1"; }

# Two machines that share nothing but a stick: each has a home of its own.
online=$work/online-machine offline=$work/offline-machine stick=$work/stick
mkdir -p "$online" "$offline" "$stick"

# Starts the practice network, and has everybody ask it: STELLAR_HORIZON_URL.
start_network() {
    "$programs/coldstar-sandbox" --port 0 >"$work/ready" 2>"$work/sandbox.log" &
    sandbox=$!
    tries=0
    until grep -q ready "$work/ready"; do
        kill -0 "$sandbox" 2>/dev/null || { cat "$work/sandbox.log" >&2; exit 1; }
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || { echo "the practice network does not start" >&2; exit 1; }
        sleep 0.05
    done
    STELLAR_HORIZON_URL=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$work/ready")
    export STELLAR_HORIZON_URL
}
