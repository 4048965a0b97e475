#!/bin/sh
# An anchor across the gap, on the embedded practice network: login, customer data, deposits by SEP-6 and SEP-24, and a withdrawal, with
# the key on the offline machine. Argument: the folder of the built programs. Leaves nothing behind. SPDX-License-Identifier: Apache-2.0
set -eu

programs=$(cd "$1" && pwd)
. "$(dirname "$0")/two-machines.sh"
unset STELLAR_NETWORK_PASSPHRASE STELLAR_HORIZON_URL STELLAR_ACCOUNT COLDSTAR_HOME 2>/dev/null || true
export STELLAR_NETWORK=testnet
pin=294017

build() { "$programs/coldstar-build" "$@" --home "$online"; }
submit() { "$programs/coldstar-submit" "$@" --home "$online"; }
# Nobody is asked: the demonstration agrees to what it made itself.
signer() {
    exec 9<<EOF
$pin
EOF
    "$programs/coldstar-sign" "$@" --home "$offline" --pin-fd 9 2>"$work/signing" || { cat "$work/signing" >&2; exit 1; }
    exec 9<&-
}
sign() { signer sign "$stick/$1.json" --key alice --yes --out "$stick/$1-signed.xdr"; }
# A member of a JSON document, by its name.
member() { sed -n "s/^ *\"$1\": \"\\([^\"]*\\)\".*/\\1/p" "$2" | head -n 1; }

step "A practice network with an anchor starts on this machine (no internet is used)"
start_network
domain=${STELLAR_HORIZON_URL#http://}
cat "$work/ready"

step "Offline machine: a new key behind a PIN"
signer key new alice --words 12 >"$work/key"
alice=$("$programs/coldstar-sign" key show alice --json --home "$offline" | grep -o 'G[A-Z2-7]\{55\}' | head -n 1)
who="--home-domain $domain --http-loopback --account $alice"
echo "$alice"

step "Online machine: an account, and what the anchor says of itself"
build fund "$alice"
"$programs/coldstar-build" lookup toml "$domain" --http-loopback --json >"$work/toml"
issuer=$(member issuer "$work/toml")
submit anchor info --home-domain "$domain" --http-loopback

step "Both machines: a trustline for the anchor's asset SRT"
build trust add --source "$alice" --asset "SRT:$issuer" --out "$stick/trust.json"
sign trust
submit send "$stick/trust-signed.xdr"

step "Both machines: the login is fetched and checked online, signed offline, given back online"
# shellcheck disable=SC2086
build challenge $who --out "$stick/login.json"
sign login
submit auth "$stick/login-signed.xdr" --http-loopback

step "Online machine: a deposit by SEP-6, with the customer data that the anchor asks for"
# shellcheck disable=SC2086
submit anchor deposit $who --protocol sep6 --asset SRT --amount 100 --type bank_account --yes --json \
    --customer first_name=Ada --customer last_name=Lovelace --customer email_address=ada@example.com \
    --customer email_address_verification=123456 >"$work/deposit"
cat "$work/deposit"
# shellcheck disable=SC2086
submit anchor customer get $who --type sep6-deposit
# shellcheck disable=SC2086
submit anchor watch "$(member id "$work/deposit")" $who --interval 1 --timeout 120

step "Online machine: a deposit by SEP-24, on the anchor's page"
# shellcheck disable=SC2086
submit anchor deposit $who --protocol sep24 --asset SRT --amount 50 --yes --json >"$work/page"
url=$(member url "$work/page")
echo "$url"
echo "(a browser shows this page; here its form is filled in by this script)"
form='amount=50&name=Ada'
if command -v curl >/dev/null; then
    curl -fsS --noproxy '*' --data "$form" "$url" >"$work/answer"
else
    python3 -c 'import sys, urllib.request as u; u.build_opener(u.ProxyHandler({})).open(sys.argv[1], sys.argv[2].encode()).read()' "$url" "$form"
fi
# shellcheck disable=SC2086
submit anchor watch "$(member id "$work/page")" $who --interval 1 --timeout 120

step "Online machine: a withdrawal begins"
# shellcheck disable=SC2086
submit anchor withdraw $who --protocol sep6 --asset SRT --amount 20 --type bank_account --yes --json \
    --customer birth_date=1990-12-31 --customer bank_account_number=0532013000 >"$work/withdrawal"
id=$(member id "$work/withdrawal")
cat "$work/withdrawal"

step "Both machines: exactly the payment that the anchor waits for is built online, signed offline and sent"
# shellcheck disable=SC2086
build withdrawal $who --id "$id" --out "$stick/pay.json"
# Where this anchor's withdrawals go: with a real one you compare this account with what it says elsewhere.
signer book domains add "$domain" --withdrawal "$(member account_id "$work/withdrawal")" --yes
"$programs/coldstar-sign" inspect "$stick/pay.json" --home "$offline"
sign pay
submit send "$stick/pay-signed.xdr"
# shellcheck disable=SC2086
submit anchor watch "$id" $who --interval 1 --timeout 120

step "What became of all of it"
submit anchor transfers
build lookup account "$alice"
