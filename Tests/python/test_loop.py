# SPDX-License-Identifier: Apache-2.0
"""The whole loop through the real programs: built online, signed offline, applied on the practice network."""
from __future__ import annotations

import json
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, Server, TransactionEnvelope

from programs import PIN, TESTNET, key

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")


@pytest.fixture
def funded(funded, offline):
    """Alice's key is also on the offline machine."""
    offline.import_key("alice", ALICE)
    return funded


def native(online, pair) -> str:
    balances = online.build("lookup", "account", pair.public_key, "--json").json()["balances"]
    return next(b["balance"] for b in balances if b["asset"] == "native")


def carried(online, offline, *command, fmt="response"):
    """Builds, signs and submits; returns the request and the line of `send --json`."""
    request = online.build(*command)
    answer = offline.sign("sign", "-", "--key", "alice", "--yes", "--format", fmt, stdin=request.out, pin=PIN)
    sent = online.submit("send", "-", "--json", stdin=answer.out)
    return request.json(), json.loads(sent.out)


def test_fund_creates_an_account_that_lookup_finds(online):
    assert CAROL.public_key in online.build("fund", CAROL.public_key).err
    assert native(online, CAROL) == online.account(CAROL)["balances"][0]["balance"] == "10000.0000000"


def test_a_payment_goes_through_all_three_programs(funded, offline, subtests):
    for fmt in ("response", "xdr", "request", "ur"):
        with subtests.test(fmt=fmt):
            before = native(funded, BOB)
            request, sent = carried(funded, offline, "payment", "--source", ALICE.public_key, "--destination", BOB.public_key,
                                    "--asset", "native", "--amount", "10.5", fmt=fmt)
            assert sent["status"] == "success" and sent["ledger"] > 0
            assert float(native(funded, BOB)) - float(before) == 10.5
            assert sent["hash"] == TransactionEnvelope.from_xdr(request["envelope"], TESTNET).hash_hex()


def test_the_three_programs_show_the_same_check_words(funded, offline):
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    words = offline.sign("inspect", "-", "--json", stdin=request.out).json()["words"]
    assert words in request.err
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=request.out, pin=PIN)
    assert words in " ".join(signed.err.split())
    assert words in funded.submit("check", "-", stdin=signed.out).out


def test_max_leaves_the_reserve_and_nothing_else(funded, offline):
    carried(funded, offline, "payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "max")
    assert native(funded, ALICE) == "1.0000000"


def test_a_trustline_can_be_added_used_and_removed(funded, offline):
    funded.fund(ISSUER)
    offline.import_key("issuer", ISSUER)
    asset = f"USD:{ISSUER.public_key}"
    carried(funded, offline, "trust", "add", "--source", ALICE.public_key, "--asset", asset, "--limit", "50")
    request = funded.build("payment", "--source", ISSUER.public_key, "--destination", ALICE.public_key, "--asset", asset, "--amount", "50")
    signed = offline.sign("sign", "-", "--key", "issuer", "--yes", stdin=request.out, pin=PIN)
    funded.submit("send", "-", stdin=signed.out)
    refused = funded.build("trust", "remove", "--source", ALICE.public_key, "--asset", asset, code=65)
    assert "still holds 50" in refused.err and "hint: " in refused.err
    full = funded.build("payment", "--source", ISSUER.public_key, "--destination", ALICE.public_key, "--asset", asset, "--amount", "0.0000001", code=65)
    assert "op_line_full" in full.err
    carried(funded, offline, "payment", "--source", ALICE.public_key, "--destination", ISSUER.public_key, "--asset", asset, "--amount", "max")
    carried(funded, offline, "trust", "remove", "--source", ALICE.public_key, "--asset", asset)
    held = funded.build("lookup", "account", ALICE.public_key, "--json").json()["balances"]
    assert [b["asset"] for b in held] == ["native"]


def test_a_payment_to_a_missing_account_is_refused_with_a_hint(funded):
    refused = funded.build("payment", "--source", ALICE.public_key, "--destination", CAROL.public_key, "--asset", "native", "--amount", "1", code=65)
    assert CAROL.public_key in refused.err and "create-account" in refused.err and "fund" in refused.err
    assert refused.out == ""


def test_create_account_then_pay_it_in_one_transaction(funded, offline):
    first = funded.build("create-account", "--source", ALICE.public_key, "--destination", CAROL.public_key, "--starting-balance", "2")
    path = funded.file("first.json", first.out)
    both = funded.build("payment", "--source", ALICE.public_key, "--destination", CAROL.public_key, "--asset", "native", "--amount", "3",
                        "--append-to", path)
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=both.out, pin=PIN)
    funded.submit("send", "-", stdin=signed.out)
    assert native(funded, CAROL) == "5.0000000"


def test_the_python_sdk_sees_the_payment_on_the_practice_network(funded, offline, sandbox):
    _, sent = carried(funded, offline, "payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native",
                      "--amount", "7", "--memo", "id:42")
    record = Server(sandbox.url).transactions().transaction(sent["hash"]).call()
    assert record["successful"] and record["memo"] == "42"
    history = funded.build("lookup", "payments", ALICE.public_key, "--json").json()["payments"]
    assert (history[0]["direction"], history[0]["amount"], history[0]["to"]) == ("sent", "7.0000000", BOB.public_key)


def test_a_transaction_given_twice_is_submitted_once(funded, offline):
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=request.out, pin=PIN).out
    first, second = (json.loads(funded.submit("send", "-", "--json", stdin=signed).out) for _ in range(2))
    assert first["ledger"] == second["ledger"] and second["attempts"] == 1
    assert "already" not in first and second == first | {"already": True}
    assert f"{first['hash']}  was already applied in ledger {first['ledger']}; nothing was submitted\n" in funded.submit("send", "-", stdin=signed).err
    [known] = [json.loads(line) for line in funded.submit("status", "--json").out.splitlines()]
    assert (known["hash"], known["state"]) == (first["hash"], "included")


def test_the_response_to_a_modified_request_is_refused(funded, offline):
    """If the carrier changes the amount, the signature is for another transaction and the response matches no request."""
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1").json()
    envelope = TransactionEnvelope.from_xdr(request["envelope"], TESTNET)
    envelope.transaction.operations[0].amount = "900"
    forged = json.dumps(request | {"envelope": envelope.to_xdr()})
    answer = offline.sign("sign", "-", "--key", "alice", "--yes", "--format", "response", stdin=forged, pin=PIN).out
    refused = funded.submit("send", "-", stdin=answer, code=65)
    assert "no request with the hash" in refused.err


def test_a_response_with_a_wrong_hash_or_signer_is_refused(funded, offline):
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    answer = offline.sign("sign", "-", "--key", "alice", "--yes", "--format", "response", stdin=request.out, pin=PIN).json()
    other = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 5), TESTNET).append_operation(
        sdk.Payment(BOB.public_key, Asset.native(), "1")).set_timeout(60).build()
    funded.submit("send", "-", stdin=json.dumps(answer | {"hash": other.hash_hex()}), code=65)
    forged = answer | {"signatures": [answer["signatures"][0] | {"public_key": BOB.public_key}]}
    funded.submit("send", "-", stdin=json.dumps(forged), code=65)


def test_signing_again_gives_the_same_bytes_and_a_finding(offline):
    offline.import_key("alice", ALICE)
    built = offline.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                          "--network", "testnet", "--sequence", "9").out
    first = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built, pin=PIN)
    second = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built, pin=PIN)
    assert first.out == second.out
    assert "signed before" in second.err.lower() or "W-DUP" in second.err
    entries = [json.loads(line) for line in offline.sign("journal", "--json").out.splitlines()]
    assert [e.get("result", e["type"]) for e in entries] == ["key", *["intent", "signed", "delivered"] * 2]


def test_a_broken_chain_of_the_journal_stops_the_signer(offline):
    offline.import_key("alice", ALICE)
    built = offline.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                          "--network", "testnet", "--sequence", "9").out
    offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built, pin=PIN)
    journal = offline.home / "vault" / "journal"
    journal.write_bytes(journal.read_bytes().replace(b'"sequence":"9"', b'"sequence":"8"', 1))
    refused = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built, pin=PIN, code=77)
    assert "journal" in refused.err and refused.out == ""


def test_an_expired_transaction_is_reported_as_expired(funded):
    sequence = funded.sequence(ALICE)
    builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, sequence), TESTNET, base_fee=100)
    envelope = builder.append_payment_op(BOB.public_key, sdk.Asset.native(), "1").add_time_bounds(0, int(time.time()) - 60).build()
    envelope.sign(ALICE)
    signed = envelope.to_xdr()
    refused = funded.submit("send", "-", "--json", stdin=signed, code=1)
    assert "tx_too_late" in refused.err and json.loads(refused.out)["status"] == "failed"
