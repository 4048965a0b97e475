#!/bin/sh
# The desk on the embedded practice network, with a signer whose camera is replaced by files: what the page shows is saved and read, and the
# response comes back as a picture. With CI=1 a browser does all of it, and leaves pictures of the pages in out/desk.
# Argument: the folder of the built programs. SPDX-License-Identifier: Apache-2.0
set -eu

programs=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
if [ -n "${CI:-}" ]; then
    exec "${DEMO_PYTHON:-$here/.build/venv/bin/python}" "$here/Tests/python/desk_demo.py" "$programs" "${DEMO_OUT:-$here/out/desk}"
fi
. "$here/samples/two-machines.sh"
# Installed samples belong to root.
out=$PWD/out/desk
[ ! -f "$here/Package.swift" ] || out=$here/out/desk
unset STELLAR_NETWORK_PASSPHRASE STELLAR_HORIZON_URL STELLAR_ACCOUNT COLDSTAR_HOME 2>/dev/null || true
export STELLAR_NETWORK=testnet
pin=294017

signer() {
    exec 9<<EOF
$pin
EOF
    "$programs/coldstar-sign" "$@" --home "$offline" --pin-fd 9
    exec 9<&-
}
account() { "$programs/coldstar-sign" key show "$1" --json --home "$offline" | grep -o 'G[A-Z2-7]\{55\}' | head -n 1; }

step "A practice network with an anchor starts on this machine (no internet is used)"
start_network
cat "$work/ready"

step "Offline machine: the keys of alice and bob, behind a PIN"
for name in alice bob; do
    signer key new "$name" --words 12 >/dev/null
    "$programs/coldstar-build" fund "$(account "$name")" --home "$online"
done
"$programs/coldstar-build" contacts add bob "$(account bob)" --home "$online"

step "Online machine: the desk; open this address"
: >"$work/desk"
"$programs/coldstar-desk" --port 0 --no-open --http-loopback --source "$(account alice)" --home "$online" >"$work/desk" 2>"$work/desk.log" &
desk=$!
# The traps of two-machines.sh end the network; the desk ends before.
trap 'kill "$desk" 2>/dev/null || true; wait "$desk" 2>/dev/null || true; finish' EXIT
until grep -q ready "$work/desk"; do
    kill -0 "$desk" 2>/dev/null || { cat "$work/desk.log" >&2; exit 1; }
    sleep 0.05
done
sed 's/^ready //' "$work/desk"
echo "The practice anchor, for the page Anchors: ${STELLAR_HORIZON_URL#http://}"

step "Offline machine: its camera is replaced by files"
mkdir -p "$out"
response=$out/response.png
cat <<EOF
Build a payment to bob. On its page choose "Download the request" and type the path of the file here, or the paths of pictures of its codes.
The signer shows what it signs, and writes its response to $response: choose that picture on the page.
Ctrl-D ends the demonstration.
EOF
while printf '\nfile: ' && read -r file; do
    [ -n "$file" ] || continue
    case $file in
        # shellcheck disable=SC2086
        *.png | *.jpg | *.jpeg) "$programs/coldstar-scan" $file >"$stick/request" || continue ;;
        *) cp "$file" "$stick/request" || continue ;;
    esac
    "$programs/coldstar-sign" inspect "$stick/request" --home "$offline" || continue
    signer sign "$stick/request" --key alice --yes --format response --force --out "$stick/response.json" 2>"$work/signing" ||
        { cat "$work/signing" >&2; continue; }
    "$programs/coldstar-sign" qr "$stick/response.json" --force --png "$response" --home "$offline" && echo "written: $response"
done
echo
