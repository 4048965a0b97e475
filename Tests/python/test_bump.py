# SPDX-License-Identifier: Apache-2.0
"""A fee bump of what is stuck: made from the journal, signed offline, and one with the transaction inside it."""
from __future__ import annotations

import json
import time

import pytest
from stellar_sdk import FeeBumpTransactionEnvelope, TransactionEnvelope

from middle import Middle
from programs import PIN, TESTNET, key
from test_watch import post

ALICE, BOB = key("alice"), key("bob")
PAY = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")


@pytest.fixture
def middle(sandbox):
    server = Middle(sandbox.url)
    yield server
    server.close()


@pytest.fixture
def funded(online):
    for pair in (ALICE, BOB):
        online.build("fund", pair.public_key)
    return online


def signed(request: str) -> TransactionEnvelope:
    envelope = TransactionEnvelope.from_xdr(json.loads(request)["envelope"], TESTNET)
    envelope.sign(ALICE)
    return envelope


def stuck(machine, middle, *options) -> TransactionEnvelope:
    """Sent, with no answer that says what became of it, and in no ledger."""
    envelope = signed(machine.build(*PAY, *options).out)
    middle.lose = True
    result = machine.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=envelope.to_xdr(), code=75)
    middle.lose = False
    assert envelope.hash_hex() in result.err
    return envelope


def bump(machine, what, *options, fee=4000, code=0):
    return machine.build("fee-bump", what, "--fee-source", BOB.public_key, "--max-fee", fee, *options, code=code)


def states(machine) -> dict[str, tuple]:
    lines = [json.loads(line) for line in machine.submit("status", "--json").out.splitlines()]
    return {line["hash"]: (line["status"], line.get("ledger"), line.get("reason")) for line in lines if "state" in line}


def signed_bump(result) -> FeeBumpTransactionEnvelope:
    envelope = FeeBumpTransactionEnvelope.from_xdr(json.loads(result.out)["envelope"], TESTNET)
    envelope.sign(BOB)
    return envelope


def test_what_is_stuck_is_bumped_by_its_hash_and_both_are_settled(funded, middle, offline):
    inner = stuck(funded, middle)
    made = bump(funded, inner.hash_hex())
    assert f"inner     {inner.hash_hex()}" in made.err and "ten times" not in made.err
    assert json.loads(made.out)["signers"] == [BOB.public_key]
    offline.import_key("bob", BOB)
    answer = offline.sign("sign", "-", "--key", "bob", "--yes", stdin=made.out, pin=PIN).out
    outer = FeeBumpTransactionEnvelope.from_xdr(answer, TESTNET)
    assert outer.transaction.inner_transaction_envelope.to_xdr() == inner.to_xdr()
    funded.submit("send", "-", stdin=answer)
    known = states(funded)
    assert known[outer.hash_hex()][0] == known[inner.hash_hex()][0] == "success"
    assert known[outer.hash_hex()][1] == known[inner.hash_hex()][1]
    assert known[inner.hash_hex()][2] == f"went in as {outer.hash_hex()}"
    assert "nothing is open" in funded.submit("resume").err
    assert f"included: went in as {outer.hash_hex()}" in funded.submit("status", inner.hash_hex()).out


def test_when_the_one_inside_goes_in_by_itself_the_bump_is_settled_too(funded, middle, sandbox):
    inner = stuck(funded, middle)
    outer = signed_bump(bump(funded, inner.hash_hex()))
    middle.lose = True
    funded.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=outer.to_xdr(), code=75)
    middle.lose = False
    post(sandbox.url, inner)
    funded.submit("send", "-", stdin=inner.to_xdr())
    known = states(funded)
    assert known[inner.hash_hex()][:2] == known[outer.hash_hex()][:2] and known[outer.hash_hex()][0] == "success"
    assert known[outer.hash_hex()][2] == f"went in as {inner.hash_hex()}"
    funded.submit("resume")


def test_of_two_bumps_the_one_that_lost_is_settled(funded, middle):
    inner = stuck(funded, middle)
    first, second = (signed_bump(bump(funded, inner.hash_hex(), fee=fee)) for fee in (4000, 9000))
    middle.lose = True
    funded.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=first.to_xdr(), code=75)
    middle.lose = False
    funded.submit("send", "-", stdin=second.to_xdr())
    known = states(funded)
    assert known[first.hash_hex()][2] == known[inner.hash_hex()][2] == f"went in as {second.hash_hex()}"


@pytest.mark.parametrize("fee, count, words", [(1999, 1, "2000"), (2000, 1, None), (2999, 2, "3000"), (3000, 2, None)])
def test_ten_times_the_rate_is_asked_for_what_may_be_in_a_queue(funded, middle, fee, count, words):
    if count == 1:
        inner = stuck(funded, middle)
    else:
        first = funded.file("first.json", funded.build(*PAY).out)
        inner = stuck(funded, middle, "--append-to", first)
    made = bump(funded, inner.hash_hex(), fee=fee)
    if words:
        assert f"in its place only for ten times its fee: --max-fee {words}\n" in made.err
    else:
        assert "ten times" not in made.err


def test_what_was_never_sent_may_be_had_for_less(funded, middle):
    envelope = signed(funded.build(*PAY).out)
    made = bump(funded, funded.file("signed.xdr", envelope.to_xdr()), fee=200)
    assert "ten times" not in made.err


def test_what_is_in_the_ledger_needs_no_bump(funded, sandbox):
    envelope = signed(funded.build(*PAY).out)
    post(sandbox.url, envelope)
    result = bump(funded, funded.file("signed.xdr", envelope.to_xdr()), code=1)
    assert "is in ledger" in result.err and result.out == ""
    funded.submit("send", "-", stdin=envelope.to_xdr())
    result = bump(funded, envelope.hash_hex(), "--offline", code=1)
    assert "as the journal knows: there is nothing to pay a higher fee for" in result.err and result.out == ""


def test_what_has_expired_is_not_bumped(funded, middle):
    inner = stuck(funded, middle, "--valid-for", "1h")
    later = str(int(time.time()) + 7200)
    result = bump(funded, inner.hash_hex(), "--now", later, "--offline", code=1)
    assert "has expired" in result.err and result.out == ""


def test_a_request_without_a_signature_cannot_be_bumped(funded):
    request = funded.build(*PAY).out
    hash_ = TransactionEnvelope.from_xdr(json.loads(request)["envelope"], TESTNET).hash_hex()
    result = bump(funded, hash_, code=65)
    assert f"the journal has only the request for {hash_}" in result.err


def test_an_unknown_hash_is_66(funded):
    assert "the journal knows no transaction" in bump(funded, "ab" * 32, code=66).err


def test_a_number_that_another_transaction_used_is_told(funded, middle):
    inner = stuck(funded, middle)
    cancel = signed(funded.build("cancel", inner.hash_hex()).out)
    funded.submit("send", "-", stdin=cancel.to_xdr())
    assert "this number is used" in bump(funded, inner.hash_hex(), code=65).err


def test_a_bump_of_a_bump_is_refused(funded, middle):
    inner = stuck(funded, middle)
    outer = signed_bump(bump(funded, inner.hash_hex()))
    bump(funded, funded.file("bump.xdr", outer.to_xdr()), code=65)
