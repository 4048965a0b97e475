# SPDX-License-Identifier: Apache-2.0
"""Batches with channel accounts, which provide the sequence numbers."""
from __future__ import annotations

import json

import pytest
from stellar_sdk import Keypair, TransactionEnvelope

from programs import PIN, TESTNET, key

ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
CHANNELS = [key(f"channel {number}") for number in range(3)]


@pytest.fixture
def funded(online):
    online.fund(ALICE, BOB, *CHANNELS)
    return online


def table(*rows: str) -> str:
    return "destination,amount,asset,memo,source\n" + "".join(f"{row}\n" for row in rows)


def payments(count: int, memo: str = "", source: str = "") -> list[str]:
    return [f"{BOB.public_key},1,native,{memo},{source}"] * count


def channels(machine, *pairs: Keypair | str):
    return machine.file("channels.txt", "".join(f"{pair if isinstance(pair, str) else pair.public_key}\n" for pair in pairs))


def batch(machine, rows, pairs=CHANNELS, *options, code=0, **more):
    return machine.build("batch", "-", "--source", ALICE.public_key, "--channels", channels(machine, *pairs), *options,
                         stdin=table(*rows), code=code, **more)


def envelopes(result) -> list[TransactionEnvelope]:
    return [TransactionEnvelope.from_xdr(json.loads(line)["envelope"], TESTNET) for line in result.out.splitlines()]


def test_channels_provide_the_sequence_numbers_and_the_payer_the_payments(funded):
    before = [funded.sequence(pair) for pair in CHANNELS]
    result = batch(funded, payments(350, "id:1"))
    found = envelopes(result)
    assert [e.transaction.source.account_id for e in found] == [CHANNELS[i].public_key for i in (0, 1, 2, 0)]
    assert [e.transaction.sequence for e in found] == [before[0] + 1, before[1] + 1, before[2] + 1, before[0] + 2]
    assert [len(e.transaction.operations) for e in found] == [100, 100, 100, 50]
    assert {op.source.account_id for e in found for op in e.transaction.operations} == {ALICE.public_key}
    assert "total     350 native in 350 payments" in result.err
    assert "channels  3 accounts provide their sequence numbers, pay the fees and must sign too" in result.err
    assert f"sequence  {before[0] + 1} to {before[0] + 2} of {CHANNELS[0].public_key}" in result.err
    assert ALICE.public_key not in result.err.split("sequence", 1)[1]


def test_a_file_from_windows_has_the_same_channels(funded):
    path = funded.file("channels.txt", "# ours\r\n\r\n" + "".join(f" {pair.public_key}\t\r\n" for pair in CHANNELS))
    result = funded.build("batch", "-", "--source", ALICE.public_key, "--channels", path, stdin=table(*payments(300)))
    assert [e.transaction.source.account_id for e in envelopes(result)] == [pair.public_key for pair in CHANNELS]


def test_each_request_names_the_payer_and_its_channel_as_signers(funded):
    for index, line in enumerate(batch(funded, payments(300)).out.splitlines()):
        assert set(json.loads(line)["signers"]) == {ALICE.public_key, CHANNELS[index].public_key}


def test_payments_of_different_payers_are_not_mixed_in_one_transaction(funded):
    found = envelopes(batch(funded, payments(1) + payments(1, source=BOB.public_key)))
    assert [[op.source.account_id for op in e.transaction.operations] for e in found] == [[ALICE.public_key], [BOB.public_key]]
    assert [e.transaction.source.account_id for e in found] == [CHANNELS[0].public_key, CHANNELS[1].public_key]


def test_the_payments_are_applied_and_the_payers_sequence_number_is_unchanged(funded):
    before = funded.sequence(ALICE)
    signed = []
    for index, envelope in enumerate(envelopes(batch(funded, payments(150)))):
        envelope.sign(ALICE)
        envelope.sign(CHANNELS[index])
        signed.append(envelope.to_xdr())
    funded.submit("send", "-", stdin="\n".join(signed))
    balances = {pair: float(funded.build("lookup", "account", pair.public_key, "--json").json()["balances"][0]["balance"])
                for pair in (ALICE, BOB, CHANNELS[0], CHANNELS[2])}
    assert balances == {ALICE: 9850, BOB: 10150, CHANNELS[0]: 9999.999, CHANNELS[2]: 10000}
    assert funded.sequence(ALICE) == before


def test_send_refuses_a_transaction_without_the_channels_signature(funded):
    [envelope] = envelopes(batch(funded, payments(1)))
    envelope.sign(ALICE)
    result = funded.submit("send", "-", stdin=envelope.to_xdr(), code=65)
    assert f"{CHANNELS[0].public_key} needs weight 1 (low), and the signatures reach 0" in result.err


def test_one_signature_is_enough_if_the_payer_is_a_signer_of_the_channel(funded, offline):
    made = funded.build("set-options", "--source", CHANNELS[0].public_key, "--signer", ALICE.public_key, "--signer-weight", "1").json()
    envelope = TransactionEnvelope.from_xdr(made["envelope"], TESTNET)
    envelope.sign(CHANNELS[0])
    funded.submit("send", "-", stdin=envelope.to_xdr())
    asked = batch(funded, payments(150), CHANNELS[:1]).out
    offline.import_key("alice", ALICE)
    reviewed = offline.sign("inspect", "-", stdin=asked)
    assert "Leaves   150 XLM in 150 operations, from" in reviewed.out
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=asked, pin=PIN)
    funded.submit("send", "-", stdin=signed.out)
    assert funded.sequence(CHANNELS[0]) == envelope.transaction.sequence + 2


def test_pending_sequence_numbers_are_tracked_for_each_channel(funded):
    first = envelopes(batch(funded, payments(1)))
    again = batch(funded, payments(1))
    assert f"sequence number {first[0].transaction.sequence} is already used by {first[0].hash_hex()} (" in again.err
    behind = envelopes(batch(funded, payments(200), CHANNELS, "--after-drafts"))
    assert behind[0].transaction.sequence == first[0].transaction.sequence + 1


def test_warns_when_few_channels_take_longer_than_the_validity(funded):
    result = batch(funded, payments(900), CHANNELS[:1], "--valid-for", "60s")
    assert "warning: submission takes about" in result.err and "more --channels shorten it" in result.err
    assert "warning: submission" not in batch(funded, payments(200), CHANNELS, "--valid-for", "60s").err


def test_an_invalid_channel_is_reported_with_its_line(funded, subtests):
    for lines, words in [
            ((), "no channel account found"),
            (("# nobody", "   ", ""), "no channel account found"),
            ((CHANNELS[0], CHANNELS[1], CHANNELS[0]), f"channels.txt:3: {CHANNELS[0].public_key} is already in line 1"),
            ((CHANNELS[0], ALICE), f"channels.txt:2: {ALICE.public_key} is the payer and cannot also be a channel"),
            ((CHANNELS[0], CAROL), f"channels.txt:2: the account {CAROL.public_key} does not exist on testnet"),
            (("bob",), "channels.txt:1: channel: not an address"),
            (("GAAA", CHANNELS[0], "x y"), "channels.txt:3: channel: "),
            ((f"{CHANNELS[0].public_key},1",), "channels.txt:1: channel: "),
        ]:
        with subtests.test(words=words):
            result = batch(funded, payments(1), lines, code=65)
            assert words in result.err and result.out == ""


def test_the_payer_of_a_single_row_cannot_be_a_channel(funded):
    result = batch(funded, payments(1) + payments(1, source=CHANNELS[1].public_key), code=65)
    assert f"channels.txt:2: {CHANNELS[1].public_key} is the payer" in result.err


def test_a_secret_among_the_channels_is_not_repeated(funded):
    result = batch(funded, payments(1), (CHANNELS[0].secret,), code=65)
    assert CHANNELS[0].secret not in result.err


def test_a_channel_that_cannot_pay_the_fee_is_refused(funded):
    funded.fund(CAROL)
    made = funded.build("payment", "--source", CAROL.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "max").json()
    envelope = TransactionEnvelope.from_xdr(made["envelope"], TESTNET)
    envelope.sign(CAROL)
    funded.submit("send", "-", stdin=envelope.to_xdr())
    result = batch(funded, payments(1), [CAROL], code=65)
    assert f"{CAROL.public_key} cannot pay the fee" in result.err


def test_an_underfunded_payer_is_reported_with_the_row(funded):
    result = batch(funded, [f"{BOB.public_key},6000,native,,"] * 2, code=65)
    assert f"standard input:3: {ALICE.public_key} can spare" in result.err


def test_sequence_cannot_be_combined_with_channels(offline):
    result = batch(offline, payments(1), CHANNELS, "--sequence", "7", "--network", "testnet", code=64)
    assert "--sequence cannot be combined with --channels" in result.err


def test_a_missing_channels_file_exits_with_66(funded):
    funded.build("batch", "-", "--source", ALICE.public_key, "--channels", "none.txt", stdin=table(*payments(1)), code=66)
