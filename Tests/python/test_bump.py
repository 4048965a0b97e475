# SPDX-License-Identifier: Apache-2.0
"""A fee bump of a pending transaction: built from the journal, signed offline, and settled together with its inner transaction."""
from __future__ import annotations

import json
import time
import urllib.error

import pytest
from stellar_sdk import Account, Asset, FeeBumpTransactionEnvelope, TransactionBuilder, TransactionEnvelope, xdr

from programs import PAY, PIN, TESTNET, key, signed, stuck
from servers import Server, problem

ALICE, BOB = key("alice"), key("bob")


def bump(machine, what, *options, fee=4000, code=0):
    return machine.build("fee-bump", what, "--fee-source", BOB.public_key, "--max-fee", fee, *options, code=code)


def states(machine) -> dict[str, tuple]:
    lines = [json.loads(line) for line in machine.submit("status", "--json").out.splitlines()]
    return {line["hash"]: (line["status"], line.get("ledger"), line.get("reason")) for line in lines if "state" in line}


def signed_bump(result) -> FeeBumpTransactionEnvelope:
    envelope = FeeBumpTransactionEnvelope.from_xdr(json.loads(result.out)["envelope"], TESTNET)
    envelope.sign(BOB)
    return envelope


def test_a_pending_transaction_is_bumped_by_its_hash_and_both_are_settled(funded, middle, offline):
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
    assert "no pending transactions" in funded.submit("resume").err
    assert f"included: went in as {outer.hash_hex()}" in funded.submit("status", inner.hash_hex()).out


@pytest.mark.parametrize("first", ["the bump", "the one inside"], ids=["bump first", "inner transaction first"])
def test_a_bump_and_its_inner_transaction_settle_each_other_from_the_journal_without_a_server(funded, sandbox, first):
    inner = signed(funded.build(*PAY).out)
    outer = signed_bump(bump(funded, funded.file("inner.xdr", inner.to_xdr())))
    one, other = (outer, inner) if first == "the bump" else (inner, outer)
    funded.submit("send", "-", stdin=one.to_xdr())
    busy(funded, sandbox, other)
    known = states(funded)
    assert known[other.hash_hex()] == (*known[one.hash_hex()][:2], f"went in as {one.hash_hex()}") and known[one.hash_hex()][0] == "success"
    assert "no pending transactions" in funded.submit("resume").err
    assert f"found to be included: went in as {one.hash_hex()}" in funded.submit("status", other.hash_hex()).out


def test_a_bump_fails_if_its_inner_transaction_failed_on_its_own(funded, sandbox):
    inner, outer = elsewhere(funded, bad)
    funded.submit("send", "-", stdin=inner.to_xdr(), code=1)
    refused = busy(funded, sandbox, outer, "--json", code=1).json()
    assert (refused["status"], refused["reason"]) == ("failed", f"went in as {inner.hash_hex()}")
    assert refused["result_codes"]["operations"] == ["op_underfunded"] and refused["attempts"] == 0


def test_a_pending_inner_transaction_does_not_settle_its_bump(funded, middle):
    inner = stuck(funded, middle)
    outer = signed_bump(bump(funded, inner.hash_hex()))
    lost(funded, middle, outer)
    assert states(funded)[outer.hash_hex()][:2] == ("pending", None) and middle.posts() == 2


def test_a_bump_is_settled_when_its_inner_transaction_is_applied_on_its_own(funded, middle):
    inner = stuck(funded, middle)
    outer = signed_bump(bump(funded, inner.hash_hex()))
    lost(funded, middle, outer)
    funded.post(inner)
    funded.submit("send", "-", stdin=inner.to_xdr())
    known = states(funded)
    assert known[inner.hash_hex()][:2] == known[outer.hash_hex()][:2] and known[outer.hash_hex()][0] == "success"
    assert known[outer.hash_hex()][2] == f"went in as {inner.hash_hex()}"
    funded.submit("resume")


def busy(machine, sandbox, envelope, *options, code=None):
    """Submits the envelope while the server rejects requests for transactions and answers all others."""
    server = Server(sandbox.url, lambda method, path, ask: problem(503, "stale_history") if path.startswith("/transactions") else None)
    result = machine.submit("send", "-", "--wait", "0", "--horizon-url", server.url, *options, stdin=envelope.to_xdr(), code=code)
    server.close()
    return result


def lost(machine, middle, envelope) -> None:
    """Submits the envelope with an unknown outcome."""
    middle.lose = True
    machine.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=envelope.to_xdr(), code=75)
    middle.lose = False


def elsewhere(machine, made) -> tuple[TransactionEnvelope, FeeBumpTransactionEnvelope]:
    """A transaction and its fee bump from another machine: neither is in this one's journal."""
    inner = made(machine)
    outer = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, inner, TESTNET)
    outer.sign(BOB)
    return inner, outer


def good(machine, amount="1") -> TransactionEnvelope:
    number = machine.sequence(ALICE)
    builder = TransactionBuilder(Account(ALICE.public_key, number), TESTNET, 100)
    envelope = builder.append_payment_op(BOB.public_key, Asset.native(), amount).add_time_bounds(0, 0).build()
    envelope.sign(ALICE)
    return envelope


def bad(machine) -> TransactionEnvelope:
    """A transaction that fails in its ledger."""
    return good(machine, amount="9000000000")


def test_a_bump_is_settled_when_its_unjournaled_inner_transaction_is_applied_on_its_own(funded, middle):
    """Reported as failed, it would be paid a second time."""
    inner, outer = elsewhere(funded, good)
    lost(funded, middle, outer)
    funded.post(inner)
    [line] = map(json.loads, funded.submit("resume", "--json").out.splitlines())
    assert (line["hash"], line["status"]) == (outer.hash_hex(), "success") and line["reason"] == f"went in as {inner.hash_hex()}"
    # The inner transaction is settled too, as soon as the journal has it.
    funded.submit("send", "-", stdin=inner.to_xdr())
    known = states(funded)
    assert known[inner.hash_hex()] == ("success", line["ledger"], None)
    assert known[outer.hash_hex()] == ("success", line["ledger"], f"went in as {inner.hash_hex()}")


def test_a_bump_fails_when_its_unjournaled_inner_transaction_fails_in_a_ledger(funded, middle):
    inner, outer = elsewhere(funded, bad)
    lost(funded, middle, outer)
    with pytest.raises(urllib.error.HTTPError):
        funded.post(inner)
    [line] = map(json.loads, funded.submit("resume", "--json", code=1).out.splitlines())
    assert line["status"] == "failed" and line["ledger"] and line["reason"] == f"went in as {inner.hash_hex()}"
    assert line["result_codes"]["operations"] == ["op_underfunded"]


def test_a_bump_is_settled_by_another_bump_of_the_same_inner_transaction(funded, middle):
    inner, outer = elsewhere(funded, good)
    lost(funded, middle, outer)
    other = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 9000, inner, TESTNET)
    other.sign(BOB)
    funded.post(other)
    funded.submit("resume")
    assert states(funded)[outer.hash_hex()][2] == f"went in as {other.hash_hex()}"


def test_an_inner_transaction_is_settled_by_a_bump_that_the_journal_does_not_have(funded, middle):
    inner, outer = elsewhere(funded, good)
    lost(funded, middle, inner)
    funded.post(outer)
    funded.submit("resume")
    found = states(funded)[inner.hash_hex()]
    assert found[0] == "success" and found[2] == f"went in as {outer.hash_hex()}"


def test_an_applied_bump_settles_both_if_the_inner_transaction_is_looked_up_first(funded, middle):
    inner, outer = elsewhere(funded, good)
    lost(funded, middle, inner)
    lost(funded, middle, outer)
    funded.post(outer)
    funded.submit("send", "-", stdin=inner.to_xdr())
    known = states(funded)
    assert known[inner.hash_hex()][2] == f"went in as {outer.hash_hex()}"
    assert known[outer.hash_hex()][0] == "success" and known[outer.hash_hex()][2] is None
    assert "no pending transactions" in funded.submit("resume").err


def test_a_bump_fails_when_another_transaction_used_its_sequence_number(funded, middle):
    _, outer = elsewhere(funded, good)
    lost(funded, middle, outer)
    funded.post(good(funded, amount="2"))
    assert "was used by another transaction" in funded.submit("resume", code=1).err


@pytest.mark.slow
@pytest.mark.parametrize("wait", [0, 1, 9])
def test_an_expired_bump_is_reported_as_expired_and_not_submitted_whatever_the_wait(funded, middle, wait):
    builder = TransactionBuilder(Account(ALICE.public_key, 1 << 40), TESTNET, 100).append_payment_op(BOB.public_key, Asset.native(), "1")
    inner = builder.add_time_bounds(0, int(time.time()) - 100).build()
    inner.sign(ALICE)
    outer = TransactionBuilder.build_fee_bump_transaction(BOB, 4000, inner, TESTNET)
    outer.sign(BOB)
    refused = funded.submit("send", "-", "--wait", wait, "--json", "--horizon-url", middle.url, stdin=outer.to_xdr(), code=1)
    assert "expired (tx_too_late)" in refused.err and middle.posts() == 0
    assert (refused.json()["state"], refused.json()["attempts"]) == ("expired", 0)


def test_the_applied_one_of_two_bumps_settles_the_other(funded, middle):
    inner = stuck(funded, middle)
    first, second = (signed_bump(bump(funded, inner.hash_hex(), fee=fee)) for fee in (4000, 9000))
    lost(funded, middle, first)
    funded.submit("send", "-", stdin=second.to_xdr())
    known = states(funded)
    assert known[first.hash_hex()][2] == known[inner.hash_hex()][2] == f"went in as {second.hash_hex()}"


@pytest.mark.parametrize("fee, count, words", [(1999, 1, "2000"), (2000, 1, None), (2999, 2, "3000"), (3000, 2, None)])
def test_a_bump_of_a_submitted_transaction_should_pay_ten_times_its_fee_rate(funded, middle, fee, count, words):
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


@pytest.mark.parametrize("fee, code", [(50_000 + 399, 65), (50_000 + 400, 0)])
def test_a_bump_of_a_contract_call_pays_the_resource_fee_on_top(online, fee, code):
    """A contract call reserves its resource fee, and the bump pays it in addition to its own."""
    resources = xdr.SorobanResources(xdr.LedgerFootprint([], []), xdr.Uint32(0), xdr.Uint32(0), xdr.Uint32(0))
    data = xdr.SorobanTransactionData(xdr.SorobanTransactionDataExt(0), resources, xdr.Int64(50_000))
    builder = TransactionBuilder(Account(ALICE.public_key, 4), TESTNET, 200).set_soroban_data(data)
    call = builder.append_invoke_contract_function_op("CAAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQC526", "f").add_time_bounds(0, 0).build()
    call.transaction.fee = 50_200
    call.sign(ALICE)
    result = bump(online, online.file("call.xdr", call.to_xdr()), "--offline", fee=fee, code=code)
    if code:
        assert "at least 50400: " in result.err and "plus 50000 for resources" in result.err


def test_a_bump_of_a_transaction_never_submitted_needs_no_tenfold_fee(funded, middle):
    envelope = signed(funded.build(*PAY).out)
    made = bump(funded, funded.file("signed.xdr", envelope.to_xdr()), fee=200)
    assert "ten times" not in made.err


def test_refuses_to_bump_an_applied_transaction(funded):
    envelope = signed(funded.build(*PAY).out)
    funded.post(envelope)
    result = bump(funded, funded.file("signed.xdr", envelope.to_xdr()), code=1)
    assert "applied in ledger" in result.err and result.out == ""
    funded.submit("send", "-", stdin=envelope.to_xdr())
    result = bump(funded, envelope.hash_hex(), "--offline", code=1)
    assert "according to the journal: there is nothing to pay a higher fee for" in result.err and result.out == ""


def test_refuses_to_bump_an_expired_transaction(funded, middle):
    inner = stuck(funded, middle, "--valid-for", "1h")
    later = str(int(time.time()) + 7200)
    result = bump(funded, inner.hash_hex(), "--now", later, "--offline", code=1)
    assert "expired at" in result.err and result.out == ""


def test_a_request_without_a_signature_cannot_be_bumped(funded):
    request = funded.build(*PAY).out
    hash_ = TransactionEnvelope.from_xdr(json.loads(request)["envelope"], TESTNET).hash_hex()
    result = bump(funded, hash_, code=65)
    assert f"the journal has only the request for {hash_}" in result.err


def test_signatures_that_came_back_are_taken_where_a_server_says_that_they_are_enough(funded):
    inner = signed(funded.build(*PAY).out)
    funded.submit("merge", funded.file("signed.xdr", inner.to_xdr()))
    refused = bump(funded, inner.hash_hex(), "--offline", code=65)
    assert "the journal has only the request for" in refused.err and refused.out == ""
    outer = signed_bump(bump(funded, inner.hash_hex()))
    assert outer.transaction.inner_transaction_envelope.to_xdr() == inner.to_xdr()


def test_bumping_an_unknown_hash_exits_with_66(funded):
    assert "is not in the journal" in bump(funded, "ab" * 32, code=66).err


def test_refuses_to_bump_a_transaction_whose_sequence_number_is_used(funded, middle):
    inner = stuck(funded, middle)
    cancel = signed(funded.build("cancel", inner.hash_hex()).out)
    funded.submit("send", "-", stdin=cancel.to_xdr())
    assert "this number is used" in bump(funded, inner.hash_hex(), code=65).err


def test_refuses_to_bump_a_fee_bump(funded, middle):
    inner = stuck(funded, middle)
    outer = signed_bump(bump(funded, inner.hash_hex()))
    bump(funded, funded.file("bump.xdr", outer.to_xdr()), code=65)
