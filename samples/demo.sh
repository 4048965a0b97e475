#!/bin/sh
# The whole loop on the embedded practice network: a payment is built online, signed offline and submitted.
# Argument: the folder of the built programs. Leaves nothing behind. SPDX-License-Identifier: Apache-2.0
set -eu

programs=$(cd "$1" && pwd)
. "$(dirname "$0")/two-machines.sh"
unset STELLAR_NETWORK STELLAR_NETWORK_PASSPHRASE STELLAR_HORIZON_URL STELLAR_ACCOUNT COLDSTAR_HOME 2>/dev/null || true
export STELLAR_NETWORK=testnet

step "A practice network starts on this machine (no internet is used)"
start_network
cat "$work/ready"

step "Offline machine: two new keys, each behind a PIN"
pin=294017
for name in alice bob; do
    exec 9<<EOF
$pin
EOF
    "$programs/coldstar-sign" key new "$name" --words 12 --home "$offline" --pin-fd 9
    exec 9<&-
done
alice=$("$programs/coldstar-sign" key show alice --json --home "$offline" | grep -o 'G[A-Z2-7]\{55\}' | head -n 1)
bob=$("$programs/coldstar-sign" key show bob --json --home "$offline" | grep -o 'G[A-Z2-7]\{55\}' | head -n 1)

step "Online machine: friendbot funds both accounts"
"$programs/coldstar-build" fund "$alice" --home "$online"
"$programs/coldstar-build" fund "$bob" --home "$online"
balance() {
    "$programs/coldstar-build" lookup account "$1" --json --home "$online" |
        tr -d ' \n' | grep -o '"asset":"native","balance":"[0-9.]*"' | grep -o '[0-9.]*"$' | tr -d '"'
}
alice_before=$(balance "$alice")
bob_before=$(balance "$bob")

step "Online machine: build a payment of 25.5 XLM; the unsigned request goes onto the stick"
"$programs/coldstar-build" payment --source "$alice" --destination "$bob" --asset native --amount 25.5 \
    --memo "text:Invoice 42" --home "$online" --out "$stick/request.json"
cat "$stick/request.json"

step "Offline machine: the review, before any PIN is asked"
"$programs/coldstar-sign" inspect "$stick/request.json" --home "$offline"

step "Offline machine: sign; the answer goes back as a file, and as one QR code"
exec 9<<EOF
$pin
EOF
"$programs/coldstar-sign" sign "$stick/request.json" --key alice --yes --format response --home "$offline" \
    --pin-fd 9 --out "$stick/response.json" 2>"$work/signing" || { cat "$work/signing" >&2; exit 1; }
exec 9<&-
cat "$stick/response.json"
"$programs/coldstar-sign" qr "$stick/response.json" --png "$stick/response.png" --home "$offline"
"$programs/coldstar-sign" qr "$stick/response.json" --home "$offline" | cat

step "Online machine: check, then submit"
"$programs/coldstar-submit" check "$stick/response.json" --home "$online"
"$programs/coldstar-submit" send "$stick/response.json" --home "$online"

step "Balances"
printf 'alice  before %s  after %s XLM\n' "$alice_before" "$(balance "$alice")"
printf 'bob    before %s  after %s XLM\n' "$bob_before" "$(balance "$bob")"

step "The same once more over Stellar RPC alone: no command is told of Horizon"
export STELLAR_RPC_URL="$STELLAR_HORIZON_URL/rpc"
unset STELLAR_HORIZON_URL
"$programs/coldstar-build" payment --source "$bob" --destination "$alice" --asset native --amount 10 \
    --home "$online" --out "$stick/back.json"
exec 9<<EOF
$pin
EOF
"$programs/coldstar-sign" sign "$stick/back.json" --key bob --yes --format response --home "$offline" \
    --pin-fd 9 --out "$stick/back-response.json" 2>"$work/signing" || { cat "$work/signing" >&2; exit 1; }
exec 9<&-
"$programs/coldstar-submit" send "$stick/back-response.json" --home "$online"
"$programs/coldstar-build" overview "$alice" "$bob" --home "$online"
"$programs/coldstar-submit" statement --account "$bob" --home "$online"
