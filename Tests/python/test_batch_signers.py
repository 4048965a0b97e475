# SPDX-License-Identifier: Apache-2.0
"""Batches that change signers: the final state in the review, and the signatures that `check` and `send` require of later transactions."""
from __future__ import annotations

import json
import time
import uuid

import pytest
from stellar_sdk import (Account, AccountMerge, Asset, BeginSponsoringFutureReserves, BumpSequence, CreateAccount,
                         EndSponsoringFutureReserves, Inflation, Payment, SetOptions, Signer, TransactionBuilder, TransactionEnvelope)

from programs import PIN, TESTNET, Machine, Sandbox, key

PAYER, ACCOUNT, SIGNER, CLAIMED, OTHER = (key(name) for name in ("payer", "account", "signer", "claimed", "other"))
X, S, Y, P, Q = (pair.public_key for pair in (ACCOUNT, SIGNER, CLAIMED, PAYER, OTHER))


def weighing(address: str, weight: int) -> Signer:
    return Signer.ed25519_public_key(address, weight)


LOW = {"low_threshold": 1, "med_threshold": 1, "high_threshold": 1}
LOWER = SetOptions(source=X, **LOW)
REMOVE = SetOptions(signer=weighing(S, 0), source=X)


def tx(operations, sequence: int, source: str = P) -> str:
    builder = TransactionBuilder(Account(source, sequence - 1), TESTNET, 100).add_time_bounds(0, int(time.time()) + 3600)
    for operation in operations:
        builder.append_operation(operation)
    return builder.build().to_xdr()


def request(text: str, hints: dict, number: int) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": str(uuid.UUID(int=number)), "kind": "transaction",
                       "network_passphrase": TESTNET, "envelope": text, "hints": hints})


@pytest.fixture(scope="module")
def book(folder, tmp_path_factory) -> Machine:
    """Its book has X: its own key and S, each of weight 1, all thresholds 2."""
    machine = Machine(folder, tmp_path_factory.mktemp("book"))
    machine.import_key("payer", PAYER)
    machine.sign("book", "accounts", "add", X, "--master-weight", "1", "--signer", f"{S}:1", "--thresholds", "2,2,2", "--yes",
                 pin=PIN)
    return machine


def seen(machine: Machine, *lines: str) -> dict:
    return machine.sign("inspect", "-", "-n", "testnet", "--json", stdin="\n".join(lines) + "\n").json()


def rules(document: dict) -> set[str]:
    return {finding["rule"] for finding in document["findings"]}


NEVER = {
    "flags set and cleared": [SetOptions(source=X, **LOW, set_flags=1, clear_flags=1)],
    "a payment of 0": [LOWER, Payment(S, Asset.native(), "0")],
    "a merge into itself": [LOWER, AccountMerge(P)],
    "inflation": [LOWER, Inflation()],
    "a sponsorship left open": [LOWER, BeginSponsoringFutureReserves(S)],
    "a sponsorship that did not begin": [LOWER, EndSponsoringFutureReserves()],
    "the creation of its own source": [LOWER, CreateAccount(Q, "5", source=P), CreateAccount(P, "5", source=Q)],
}


def test_a_lockout_is_reported_although_a_transaction_that_always_fails_would_prevent_it(book, subtests):
    for name in NEVER:
        with subtests.test(name=name):
            document = seen(book, tx(NEVER[name], 5), tx([REMOVE], 6))
            assert document["rejected"][0]["line"] == 1
            assert "W-LOCKOUT" in rules(document)


def raising(weight: int) -> SetOptions:
    return SetOptions(source=X, low_threshold=2, med_threshold=2, high_threshold=2, signer=weighing(S, weight))


def test_a_batch_that_locks_an_account_is_held(book, subtests):
    for lines in [
            [tx([CreateAccount(X, "5")], 5), tx([REMOVE], 6)],
            [tx([BumpSequence(10000)], 5), tx([LOWER], 6), tx([REMOVE], 6, source=Q)],
            [tx([BumpSequence(10000, source=Q)], 5), tx([LOWER], 6, source=Q), tx([REMOVE], 6)],
            [tx([LOWER], 5), tx([REMOVE], 8), tx([raising(1)], 7)],
        ]:
        with subtests.test(sequences=len(lines)):
            assert "W-LOCKOUT" in rules(seen(book, *lines))


def test_a_batch_is_reviewed_in_the_order_of_sequence_numbers_and_not_of_lines(book):
    lines = [tx([LOWER], 5), tx([REMOVE], 6)]
    messages = set()
    for batch in (lines, lines[::-1]):
        document = seen(book, *batch)
        # In this order the account stays usable; it does not if the first is left out.
        (lockout,) = [finding for finding in document["findings"] if finding["rule"] == "W-LOCKOUT"]
        assert "if only some of the transactions are applied" in lockout["message"] and document["rejected"] == []
        messages.add(lockout["message"])
    assert len(messages) == 1


def test_a_lockout_is_reported_although_a_merge_that_fails_by_the_hints_follows(book):
    hints = {"accounts": {Y: {"sequence": "1", "thresholds": {"low": 2, "medium": 2, "high": 2},
                              "signers": [{"key": Y, "weight": 1}, {"key": S, "weight": 1}]}}}
    document = seen(book, request(tx([SetOptions(signer=weighing(S, 0), source=Y)], 5), hints, 1),
                    request(tx([AccountMerge(P, source=Y)], 6), hints, 2))
    assert "W-LOCKOUT" in rules(document)


def test_a_batch_that_is_too_varied_has_no_final_state_in_the_review(book):
    document = seen(book, *[tx([LOWER if number < 59 else REMOVE], 5 + number) for number in range(60)])
    assert document["too_varied"] and document["authority"] == []


ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
ADD = SetOptions(med_threshold=2, signer=weighing(CAROL.public_key, 1))
SWAP = SetOptions(master_weight=0, signer=weighing(CAROL.public_key, 1))


@pytest.fixture
def waiting(folder, tmp_path):
    """Accounts at a known sequence number."""
    start = 2**32 * 500
    accounts = [{"id": pair.public_key, "balance": "1000", "sequence": str(start)} for pair in (ALICE, BOB)]
    (tmp_path / "seed.json").write_text(json.dumps({"accounts": accounts}))
    network = Sandbox(folder, "--seed", tmp_path / "seed.json")
    (tmp_path / "online").mkdir()
    yield Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url}), start
    network.stop()


def line(start: int, operation, number: int, *pairs) -> str:
    envelope = TransactionEnvelope.from_xdr(tx([operation], start + number, source=ALICE.public_key), TESTNET)
    for pair in pairs:
        envelope.sign(pair)
    return envelope.to_xdr()


PAY = Payment(BOB.public_key, Asset.native(), "1")


@pytest.mark.parametrize("first, signers, code, backwards", [
    (ADD, (ALICE,), 1, False), (ADD, (ALICE, CAROL), 0, True), (SWAP, (ALICE,), 1, True), (SWAP, (CAROL,), 0, False)],
    ids=["one signer of two", "both signers", "the removed signer", "the added signer"])
def test_signatures_are_checked_against_the_signers_that_earlier_transactions_leave(waiting, first, signers, code, backwards):
    machine, start = waiting
    lines = [line(start, first, 1, ALICE), line(start, PAY, 2, *signers)]
    text = "\n".join(reversed(lines) if backwards else lines) + "\n"
    said = machine.submit("check", "-", stdin=text, code=code)
    assert "drop-surplus" not in said.err
    if code:
        assert "_bad_auth" in said.err and machine.submit("send", "-", "--wait", "0", stdin=text, code=65).out == ""
    else:
        machine.submit("send", "-", stdin=text)
