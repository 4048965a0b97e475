# SPDX-License-Identifier: Apache-2.0
"""Sequence numbers of pending transactions, cancellations, and the submitter's doctor."""
from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time

import pytest
from stellar_sdk import Account, Asset, TransactionBuilder, TransactionEnvelope

from programs import INHERITED, TESTNET, key, opened, payment, stuck

ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
PAY = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")


def number(result) -> int:
    return opened(result.out).transaction.sequence


def signed(request: str) -> str:
    envelope = opened(request)
    envelope.sign(ALICE)
    return envelope.to_xdr()


def test_warns_if_the_sequence_number_is_used_by_an_earlier_request(funded):
    first = funded.build(*PAY, "--note", "rent")
    assert "warning" not in first.err
    second = funded.build(*PAY[:-1], "2")
    assert number(second) == number(first)
    hash_ = opened(first.out).hash_hex()
    third = funded.build(*PAY[:-1], "3")
    assert f"{opened(second.out).hash_hex()} (Pay 2 XLM to {BOB.public_key}) and by 1 more, awaiting" in third.err
    assert f"sequence number {number(first)} is already used by {hash_} (rent), awaiting signatures since" in second.err
    assert "--after-drafts" in second.err


def test_after_drafts_uses_the_sequence_numbers_after_all_requests(funded):
    first = funded.build(*PAY)
    second = funded.build(*PAY, "--after-drafts")
    third = funded.build(*PAY, "--after-drafts")
    assert [number(second) - number(first), number(third) - number(first)] == [1, 2]
    assert f"note: 2 pending transactions or drafts, up to the sequence number {number(second)}" in third.err
    for request in (first, second, third):
        funded.submit("send", "-", stdin=signed(request.out))
    again = funded.build(*PAY).err
    assert again.count("warning") == 1 and "the same payment was applied 3 times" in again, "applied transactions no longer use a sequence number"


def test_after_drafts_counts_a_signed_transaction(funded):
    envelope = opened(funded.build(*PAY, "--note", "rent").out)
    envelope.sign(BOB)                                      # the network rejects it, and that may change
    funded.submit("send", "-", stdin=envelope.to_xdr(), code=None)
    assert number(funded.build(*PAY, "--after-drafts")) == envelope.transaction.sequence + 1


def test_warns_of_a_signed_transaction_with_a_later_sequence_number(funded):
    """The ledger rejected it because the sequence number before it was unused; building that one makes it valid again."""
    first = funded.build(*PAY)
    second = funded.build(*PAY[:-1], "2", "--after-drafts", "--note", "rent\x1b[2J")
    assert "tx_bad_seq" in funded.submit("send", "-", stdin=signed(second.out), code=75).err
    hash_ = opened(second.out).hash_hex()
    words = f"warning: {hash_} (rent\\x1b[2J) is signed with the later sequence number {number(second)} and can be applied after this " \
            f"one; to void it: coldstar-build cancel {hash_}"
    for more in ((), ("--sequence", number(first))):
        assert words in funded.build(*PAY[:-1], "3", *more).err
    funded.submit("send", "-", stdin=signed(funded.build("cancel", hash_, "--min-seq-num", number(first) - 1).out))
    assert "warning" not in funded.build(*PAY[:-1], "4").err


def test_a_warning_of_a_later_transaction_shows_its_summary_if_it_has_no_note(funded):
    lost, wanted, _ = at(funded, 2)
    funded.submit("send", "-", stdin=lost, code=75)
    said = funded.build(*PAY).err
    assert f"warning: {TransactionEnvelope.from_xdr(lost, TESTNET).hash_hex()} (Pay 1 XLM to {BOB.public_key}) is signed with the later" in said
    assert "already used by" not in said
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,native,\n"
    for more in ((), ("--sequence", wanted - 1)):
        assert f"signed with the later sequence number {wanted} and" in funded.build("batch", "-", "--source", ALICE.public_key, *more, stdin=table).err


def test_only_the_first_three_later_transactions_are_listed_and_the_rest_counted(funded):
    numbers = []
    for steps in range(2, 8):
        lost, wanted, _ = at(funded, steps)
        numbers.append(wanted)
        funded.submit("send", "-", stdin=lost, code=75)
    said = funded.build(*PAY).err
    assert [f"with the later sequence number {wanted} and" in said for wanted in numbers] == [True] * 3 + [False] * 3
    assert f"so are 3 more, up to sequence number {numbers[-1]}" in said


def expired(funded, sequence: int, amount: str = "1"):
    """A request of yesterday that was valid for an hour, by the ledger's time too."""
    return funded.build(*PAY[:-1], amount, "--sequence", sequence, "--fee", "100", "--valid-for", "1h", "--now", str(int(time.time()) - 86_400))


def next_number(funded) -> int:
    return int(funded.build("lookup", "account", ALICE.public_key, "--json").json()["sequence"]) + 1


def test_an_unsigned_request_with_a_later_sequence_number_is_a_note(funded):
    first = next_number(funded)
    gone = expired(funded, first)
    later = funded.build(*PAY[:-1], "2", "--sequence", first + 1)
    said = funded.build(*PAY).err
    assert f"note: the request {opened(later.out).hash_hex()} (Pay 2 XLM to {BOB.public_key}) has the later sequence number {number(later)} and" in said
    assert "warning" not in said and opened(gone.out).hash_hex() not in said


@pytest.mark.parametrize("wanted", [11, 12, 13])
def test_a_given_sequence_number_is_compared_with_the_journal(offline, wanted):
    """Also offline."""
    given = ("--network", "testnet", "--sequence")
    first = offline.build(*PAY, *given, 11, "--note", "rent")
    second = offline.build(*PAY[:-1], "2", *given, 12)
    assert "warning" not in first.err + second.err
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,native,\n"
    same = {11: f"{opened(first.out).hash_hex()} (rent)", 12: f"{opened(second.out).hash_hex()} (Pay 2 XLM to {BOB.public_key})"}
    said = offline.build("batch", "-", "--source", ALICE.public_key, *given, wanted, stdin=table).err
    warnings = [line for line in said.splitlines() if line.startswith("warning: sequence number")]
    assert len(warnings) == (wanted in same)
    for line in warnings:
        assert f"sequence number {wanted} is already used by {same[wanted]}, awaiting signatures since" in line
        assert line.endswith("only one of them can be applied"), "--after-drafts needs the network"
    assert f"sequence number {wanted} is already used by " in offline.build(*PAY, *given, wanted).err


def test_sequence_numbers_of_other_networks_and_accounts_cause_no_warning(offline):
    offline.build(*PAY, "--network", "testnet", "--sequence", "11")
    assert "warning" not in offline.build(*PAY, "--network", "public", "--sequence", "11").err
    other = ("payment", "--source", BOB.public_key, "--destination", ALICE.public_key, "--asset", "native", "--amount", "1")
    assert "warning" not in offline.build(*other, "--network", "testnet", "--sequence", "11").err


def test_an_expired_request_does_not_use_its_sequence_number(funded):
    first = expired(funded, next_number(funded))
    again = funded.build(*PAY)
    assert number(again) == number(first) and "warning: sequence number" not in again.err


def test_a_request_that_only_this_machines_clock_calls_expired_keeps_its_number(funded):
    """Once its clock is fast, the builder must not take a payment for gone that the ledger can still apply."""
    first = funded.build(*PAY)
    again = funded.build(*PAY, "--now", str(int(time.time()) + 2 * 86_400))
    assert number(again) == number(first) and f"warning: sequence number {number(first)} is already used by " in again.err
    beside = funded.build(*PAY, "--after-drafts", "--now", str(int(time.time()) + 2 * 86_400))
    assert number(beside) == number(first) + 1 and "the same payment was requested" in beside.err


def test_an_expired_request_before_later_ones_leaves_a_gap_that_is_reported(funded):
    first = next_number(funded)
    expired(funded, first)
    second = funded.build(*PAY, "--sequence", first + 1)
    third = expired(funded, first + 2)
    fourth = funded.build(*PAY, "--sequence", first + 3)
    behind = funded.build(*PAY, "--after-drafts")
    assert number(behind) == first + 4
    assert "note: 2 pending transactions or drafts" in behind.err
    assert f"no pending transaction uses sequence number {first}, and later ones wait for it" in behind.err
    filling = funded.build(*PAY[:-1], "2")
    assert number(filling) == first
    assert "warning" not in filling.err
    again = funded.build(*PAY, "--after-drafts")
    assert f"no pending transaction uses sequence number {number(third)}, and later ones" in again.err, "the first gap is filled and a second one remains"


def test_a_cancelled_transactions_sequence_number_stays_used_until_one_of_the_two_is_applied(funded):
    first = funded.build(*PAY)
    second = funded.build(*PAY, "--after-drafts")
    cancel = funded.build("cancel", opened(first.out).hash_hex())
    assert number(cancel) == number(first)
    assert f"sequence number {number(first)} is already used by {opened(cancel.out).hash_hex()}" in funded.build(*PAY).err
    assert number(funded.build(*PAY, "--after-drafts")) == number(second) + 1
    funded.submit("send", "-", stdin=signed(cancel.out))
    assert number(funded.build(*PAY)) == number(second), "a cancelled transaction no longer uses a sequence number"
    funded.submit("send", "-", stdin=signed(second.out))


def test_a_fee_bump_uses_the_sequence_number_of_its_inner_transaction(funded):
    request = funded.build(*PAY)
    bump = funded.build("fee-bump", funded.file("signed.xdr", signed(request.out)), "--fee-source", BOB.public_key, "--max-fee", "400")
    assert number(funded.build(*PAY, "--after-drafts")) == number(request) + 1
    assert "warning" not in funded.build("payment", "--source", BOB.public_key, "--destination", ALICE.public_key, "--asset", "native",
                                         "--amount", "1").err
    assert bump.out


def test_each_account_has_its_own_sequence_numbers(funded):
    funded.build(*PAY)
    other = funded.build("payment", "--source", BOB.public_key, "--destination", ALICE.public_key, "--asset", "native", "--amount", "1",
                         "--after-drafts")
    assert "up to the sequence number" not in other.err


def test_a_batch_starts_after_all_requests_with_after_drafts(funded):
    first = funded.build(*PAY)
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,native,\n{BOB.public_key},1,native,id:7\n"
    made = funded.build("batch", "-", "--source", ALICE.public_key, "--after-drafts", "--format", "xdr", stdin=table)
    numbers = [opened(line).transaction.sequence for line in made.out.split()]
    assert numbers == [number(first) + 1, number(first) + 2]


def test_sequence_cannot_be_combined_with_after_drafts(offline):
    table = f"destination,amount,asset\n{BOB.public_key},1,native\n"
    for command in (PAY, ("batch", "-", "--source", ALICE.public_key)):
        result = offline.build(*command, "--sequence", "9", "--after-drafts", "--network", "testnet", stdin=table, code=64)
        assert "--sequence cannot be combined with --after-drafts" in result.err


@pytest.mark.parametrize("kind", ["one", "batch", "mixed"])
def test_concurrent_builders_use_different_sequence_numbers(funded, kind):
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,native,\n{BOB.public_key},1,native,id:7\n"
    one, batch = ((*command, "--after-drafts", "--format", "xdr") for command in (PAY, ("batch", "-", "--source", ALICE.public_key)))
    commands = {"one": [one] * 8, "batch": [batch] * 4, "mixed": [one, batch] * 3}[kind]
    programs = [funded.started("coldstar-build", *command) for command in commands]
    for program, command in zip(programs, commands):
        program.stdin.write(table.encode() if command is batch else b"")
        program.stdin.close()
    outs = [(program.stdout.read().decode(), program.stderr.read().decode(), program.wait(60)) for program in programs]
    assert {code for *_, code in outs} == {0}, outs
    numbers = sorted(opened(line).transaction.sequence for out, *_ in outs for line in out.strip().splitlines())
    wanted = sum(2 if command is batch else 1 for command in commands)
    assert numbers == list(range(numbers[0], numbers[0] + wanted))
    rows = [json.loads(line) for line in funded.submit("journal", "export").out.splitlines()]
    assert sorted(int(row["sequence"]) for row in rows if row["table"] == "request") == numbers, "a request that lost its number must not be recorded"


def test_nothing_can_follow_the_largest_sequence_number(funded):
    last = funded.build(*PAY, "--sequence", str(2**63 - 1), "--network", "testnet")
    result = funded.build(*PAY, "--after-drafts", code=65)
    assert f"no transaction can follow {opened(last.out).hash_hex()} (Pay 1 XLM to" in result.err and "the largest possible sequence number" in result.err


def test_amount_max_is_refused_after_pending_transactions(funded):
    most = (*PAY[:-1], "max", "--after-drafts")
    assert "all that is spendable" in funded.build(*most).err, "nothing was out"
    refused = funded.build(*most, code=64)
    assert "--amount max cannot be computed" in refused.err
    assert "all that is spendable" in funded.build(*PAY[:-1], "max").err


def test_append_to_cannot_be_combined_with_after_drafts(funded):
    first = funded.file("first.json", funded.build(*PAY).out)
    refused = funded.build(*PAY, "--append-to", first, "--after-drafts", code=64)
    assert "by --after-drafts, cannot be changed" in refused.err


def test_warns_of_a_transaction_with_unknown_outcome_before_it_is_rebuilt(funded, middle):
    lost = stuck(funded, middle, "--note", "rent")
    other = funded.build(*PAY[:-1], "2")
    assert f"is already used by {lost.hash_hex()} (rent), submitted, outcome unknown" in other.err
    funded.post(TransactionEnvelope.from_xdr(signed(other.out), TESTNET))
    warning = f"warning: {lost.hash_hex()} (rent) was submitted with sequence number {lost.transaction.sequence}, and its outcome is unknown"
    for again in (PAY, (*PAY, "--after-drafts"), (*PAY, "--sequence", str(lost.transaction.sequence + 1), "--network", "testnet")):
        assert f"{warning}: run coldstar-submit resume before building it again\n" in funded.build(*again).err
    table = f"destination,amount,asset\n{BOB.public_key},1,native\n"
    assert warning in funded.build("batch", "-", "--source", ALICE.public_key, stdin=table).err
    funded.submit("resume", code=1)
    assert "outcome is unknown" not in funded.build(*PAY).err


# ---------------------------------------------------------------- cancel

def test_a_cancelled_transaction_can_no_longer_be_applied(funded):
    request = funded.build(*PAY)
    lost = signed(request.out)
    hash_ = opened(request.out).hash_hex()
    cancel = funded.build("cancel", hash_)
    assert f"voids     {hash_}" in cancel.err
    transaction = opened(cancel.out).transaction
    assert (transaction.source.account_id, transaction.sequence) == (ALICE.public_key, number(request))
    [operation] = transaction.operations
    assert operation.bump_to == 0
    funded.submit("send", "-", stdin=signed(cancel.out))
    refused = funded.submit("send", "-", stdin=lost, code=1)
    assert "tx_bad_seq" in refused.err
    assert float(funded.build("lookup", "account", BOB.public_key, "--json").json()["balances"][0]["balance"]) == 10_000


def test_cancel_accepts_the_transaction_itself(offline):
    for form in ("xdr", "request"):
        made = offline.build(*PAY, "--sequence", "77", "--network", "testnet", "--format", form).out
        cancel = offline.build("cancel", made.strip(), "--offline", "--network", "testnet")
        assert opened(cancel.out).transaction.sequence == 77
        assert json.loads(cancel.out)["note"].startswith("voids ")


def at(online, steps: int, **conditions) -> tuple[str, int, int]:
    """Alice's signed payment, `steps` sequence numbers after the account's current one.

    :return: envelope, its sequence number, and the account's.
    """
    current = online.sequence(ALICE)
    builder = TransactionBuilder(Account(ALICE.public_key, current + steps - 1), TESTNET, 100)
    builder.append_payment_op(BOB.public_key, Asset.native(), "1").add_time_bounds(0, int(time.time()) + 3600)
    for name, value in conditions.items():
        getattr(builder, f"set_{name}")(value)
    envelope = builder.build()
    envelope.sign(ALICE)
    return envelope.to_xdr(), current + steps, current


def test_cancelling_a_transaction_with_a_minimum_sequence_number_applies_at_once(funded):
    next_ = number(funded.build(*PAY))
    lost, wanted, current = at(funded, 10, min_sequence_number=next_ - 3)
    cancel = funded.build("cancel", lost, "--note", "lost")
    assert opened(cancel.out).transaction.preconditions.min_sequence_number == next_ - 3
    assert number(cancel) == wanted
    assert f"applies   now (the account's sequence number is {current}); until it is applied, the original can be" in cancel.err
    assert f"warning: it skips the sequence numbers from {next_} to {wanted - 1}: transactions signed there and not applied first become void" in cancel.err
    funded.submit("send", "-", stdin=signed(cancel.out))
    assert "tx_bad_seq" in funded.submit("send", "-", stdin=lost, code=1).err
    assert float(funded.build("lookup", "account", BOB.public_key, "--json").json()["balances"][0]["balance"]) == 10_000


def test_cancel_does_not_copy_the_originals_age_and_gap_preconditions(funded):
    lost, _, _ = at(funded, 1, min_sequence_number=1, min_sequence_age=3600, min_sequence_ledger_gap=100)
    cancel = funded.build("cancel", lost)
    conditions = opened(cancel.out).transaction.preconditions
    assert (conditions.min_sequence_number, conditions.min_sequence_age, conditions.min_sequence_ledger_gap) == (1, 0, 0)
    assert conditions.time_bounds.min_time == 0
    assert "skips" not in cancel.err, "no sequence number lies between"
    funded.submit("send", "-", stdin=signed(cancel.out))


def test_cancelling_a_future_sequence_number_can_apply_at_once_with_min_seq_num(funded):
    lost, wanted, current = at(funded, 3)
    cancel = funded.build("cancel", lost)
    assert opened(cancel.out).transaction.preconditions.min_sequence_number is None
    assert f"applies   when the account's sequence number is {wanted - 1} (it is {current})" in cancel.err
    assert f"the sequence numbers from {current + 1} to {wanted - 1} must be used first; with --min-seq-num {current} this one applies at once" in cancel.err
    at_once = funded.build("cancel", lost, "--min-seq-num", current)
    assert "applies   now" in at_once.err and "warning: it skips" in at_once.err
    funded.submit("send", "-", stdin=signed(at_once.out))
    assert "tx_bad_seq" in funded.submit("send", "-", stdin=lost, code=1).err


def test_cancel_refuses_a_minimum_above_that_of_the_original(offline):
    for least, given in ((5, 6), (5, 20), (None, 20), (None, 21)):
        more = () if least is None else ("--min-seq-num", least)
        made = offline.build(*PAY, "--sequence", "20", *more, "--network", "testnet", "--format", "xdr").out.strip()
        result = offline.build("cancel", made, "--offline", "--network", "testnet", "--min-seq-num", given, code=65)
        assert f"--min-seq-num: at most {least or 19}," in result.err and result.out == ""


def test_an_offline_cancellation_says_from_which_sequence_numbers_it_applies(offline):
    made = offline.build(*PAY, "--sequence", "20", "--min-seq-num", "5", "--network", "testnet", "--format", "xdr").out.strip()
    cancel = offline.build("cancel", made, "--offline", "--network", "testnet")
    assert "applies   while the account's sequence number is from 5 to 19" in cancel.err
    assert "the sequence numbers from 6 to 19" in cancel.err
    assert opened(cancel.out).transaction.preconditions.min_sequence_number == 5


LONGER = [
    (("--valid-for", "7d"), "note: the original is valid until"), (("--no-expiry",), "note: the original is valid without expiry"),
    (("--valid-for", "1h"), None),
]


def test_notes_if_the_original_is_valid_longer_than_its_cancellation(offline):
    for given, words in LONGER:
        made = offline.build(*PAY, "--sequence", "20", *given, "--network", "testnet", "--format", "xdr").out.strip()
        said = offline.build("cancel", made, "--offline", "--network", "testnet").err
        assert "note: the original" not in said if words is None else words in said
        assert "note: the original" not in offline.build("cancel", made, "--offline", "--network", "testnet", "--no-expiry").err


def test_warns_of_preconditions_that_delay_the_cancellation(offline):
    made = offline.build(*PAY, "--sequence", "20", "--network", "testnet", "--format", "xdr").out.strip()
    said = offline.build("cancel", made, "--offline", "--network", "testnet", "--min-seq-age", "1h", "--min-ledger", "9").err
    assert "while --min-ledger and --min-seq-age delay this one" in said


def test_a_superseded_or_expired_transaction_cannot_be_cancelled(funded):
    lost, wanted, _ = at(funded, 1)
    funded.submit("send", "-", stdin=signed(funded.build(*PAY[:-1], "3").out))
    assert f"the account's sequence number is already {wanted}" in funded.build("cancel", lost, code=1).err
    expired = payment(sequence=wanted + 1, until=int(time.time()) - 60)
    assert "expired at" in funded.build("cancel", expired, code=1).err


def test_an_applied_transaction_cannot_be_cancelled(funded):
    request = funded.build(*PAY)
    funded.submit("send", "-", stdin=signed(request.out))
    result = funded.build("cancel", opened(request.out).hash_hex(), code=1)
    assert result.out == "" and "there is nothing to cancel" in result.err


def test_an_unknown_hash_is_not_cancelled(offline):
    result = offline.build("cancel", "ab" * 32, "--offline", "--network", "testnet", code=66)
    assert "is not in the journal" in result.err


def test_a_message_is_not_cancelled(offline):
    offline.build("message", "--account", ALICE.public_key, "hello", "--network", "testnet")
    hash_ = offline.submit("status", "--json").json()["hash"]
    result = offline.build("cancel", hash_, "--offline", "--network", "testnet", code=65)
    assert "is not a transaction" in result.err


# ---------------------------------------------------------------- doctor

def test_a_machine_that_is_ready_to_submit_is_good(funded):
    funded.build(*PAY)
    text = funded.submit("doctor").out
    assert "journal    good       readable, nothing pending" in text
    found = funded.submit("doctor", "--json").json()
    assert found["ok"] and {f["name"]: f["state"] for f in found["findings"]} == dict.fromkeys(
        ["journal", "server", "network", "ledger", "history", "clock", "protocol"], "good")


@pytest.mark.parametrize("now, name, words", [
    ("2031-01-01T00:00:00Z", "ledger", "the server is stale, or this clock is fast"),
    ("2020-01-01T00:00:00Z", "clock", "transactions expire early"),
])
def test_a_clock_that_differs_from_the_ledger_needs_attention(funded, now, name, words):
    result = funded.submit("doctor", "--now", now, code=1)
    assert f"{name} needs attention" in result.err and words in result.out


def test_a_transaction_that_reached_no_server_does_not_affect_the_doctor(funded):
    envelope = signed(funded.build(*PAY).out)
    funded.submit("send", "-", "--wait", "0", "--horizon-url", "http://127.0.0.1:1", stdin=envelope, code=69)
    funded.submit("doctor")                                 # the server check failed before the journal recorded anything


def test_doctor_refuses_a_server_of_another_network(funded):
    result = funded.submit("doctor", "--network", "public", code=65)
    assert result.out == ""


def test_doctor_exits_with_69_if_the_server_is_unreachable(offline):
    offline.submit("doctor", "--network", "testnet", "--horizon-url", "http://127.0.0.1:1", code=69)


def test_doctor_does_not_create_a_journal(funded):
    assert "no journal yet" in funded.submit("doctor").out
    assert not (funded.home / "online").exists()


LOOKS = [("status",), ("status", "--json"), ("resume",), ("resume", "--json"), ("doctor",), ("anchor", "transfers")]


def test_a_missing_home_folder_is_an_error(funded):
    """After a crash, an empty report from a misspelt home would invite a second payment."""
    for look in LOOKS:
        for arguments, env in ((("--home", "typo"), {}), ((), {"COLDSTAR_HOME": str(funded.home / "typo")})):
            failed = funded.submit(*look, *arguments, env=env, code=66)
            assert "there is no folder " in failed.err and "typo" in failed.err
            assert failed.out == "" or "there is no folder " in failed.json()["error"]["message"], "an error, and no empty report"
        funded.file("file", "")
        assert "there is no folder file" in funded.submit(*look, "--home", "file", code=66).err
        assert not (funded.home / "typo").exists()


def test_a_home_without_a_journal_is_reported_and_none_is_created(funded):
    (funded.home / "other").mkdir()
    for look in LOOKS:
        done = funded.submit(*look, "--home", "other")
        assert "there is no journal in other/online" in done.err
        assert "no pending transactions" not in done.err and list((funded.home / "other").iterdir()) == []


@pytest.mark.parametrize("empty", ["", "-wal"])
def test_a_journal_that_lost_its_content_is_reported_as_damaged(funded, empty):
    """For example after a system crash; a new journal would look as if nothing had been submitted.

    With `-wal` the journal is gone and its log is left: what only reads finds no journal then, and what would write stops.
    """
    request = funded.build(*PAY).out
    folder = funded.home / "online"
    journal = folder / "journal.sqlite"
    journal.unlink()
    (folder / f"journal.sqlite{empty}").write_bytes(b"log" if empty else b"")
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for look in (("status",), ("resume",), ("doctor",), ("send", "-"), ("journal", "verify")):
        if empty and look[0] != "send":
            assert "no journal" in (said := funded.submit(*look, code=None)).out + said.err, look
            continue
        failed = funded.submit(*look, stdin=signed(request), code=65)
        assert f"the journal {journal} is damaged: " in failed.err and failed.out == ""
    assert f"the journal {journal} is damaged: " in funded.build(*PAY, code=65).err
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_a_missing_default_home_is_reported_as_no_journal(offline):
    done = offline.submit("status", env={"COLDSTAR_HOME": "", "XDG_DATA_HOME": str(offline.home / "data")})
    assert "there is no journal in " in done.err and done.out == "" and not (offline.home / "data").exists()


def test_doctor_exits_with_69_if_no_server_of_several_answers(offline):
    dead = ("--horizon-url", "http://127.0.0.1:1", "--horizon-url", "http://127.0.0.1:2")
    result = offline.submit("doctor", "--network", "testnet", *dead, code=69)
    assert "127.0.0.1:1" in result.err and result.out == ""


def test_one_unreachable_server_of_several_needs_attention(funded):
    result = funded.submit("doctor", "--horizon-url", "http://127.0.0.1:1", "--horizon-url", funded.env["STELLAR_HORIZON_URL"], code=1)
    assert "server needs attention" in result.err and "protocol   good" in result.out


# ---------------------------------------------------------------- a journal that was changed from outside

@pytest.mark.parametrize("table", ["request", "submission", "event"])
def test_unknown_columns_of_the_journal_are_ignored(funded, tmp_path, table):
    funded.submit("send", "-", stdin=signed(funded.build(*PAY).out))
    copy = tmp_path / "copy.sqlite"
    funded.submit("journal", "backup", copy)
    whole = funded.submit("journal", "export", "--from", copy).out
    with sqlite3.connect(copy) as db:
        for name in ("version", "table", "signatures", "more", "bytes"):
            db.execute(f'ALTER TABLE {table} ADD COLUMN "{name}" {"BLOB" if name == "bytes" else "TEXT"}')
        db.execute(f'UPDATE {table} SET bytes = x\'00\'' if table != "event" else "SELECT 1")
    db.close()
    assert funded.submit("journal", "export", "--from", copy).out == whole
    assert "all whole" in funded.submit("journal", "verify", copy).out
    funded.submit("journal", "export", "--csv", "--from", copy)


def test_journal_faults_are_shown_without_control_characters(funded, tmp_path):
    for _ in range(2):
        funded.submit("send", "-", stdin=signed(funded.build(*PAY).out))
    copy = tmp_path / "copy.sqlite"
    funded.submit("journal", "backup", copy)
    with sqlite3.connect(copy) as db:
        db.execute("PRAGMA ignore_check_constraints = on")
        db.execute("UPDATE submission SET hash = char(27) || '[2J' || number")
    db.close()
    result = funded.submit("journal", "verify", copy, code=65)
    assert "its envelope has the hash" in result.err and "\x1b" not in result.err


# ---------------------------------------------------------------- the largest possible time

def test_the_largest_possible_time_causes_no_overflow(funded):
    first = funded.build(*PAY)
    lines = "\n".join(signed(one.out) for one in (first, funded.build(*PAY, "--after-drafts")))
    result = funded.submit("send", "-", "--now", str(2**63 - 1), stdin=lines, code=None)
    assert "2 may expire before they are submitted" in result.err


# ---------------------------------------------------------------- a disk that is full or read-only

MOUNTING = ["unshare", "--mount", "--map-root-user"]


@pytest.fixture
def mounted(offline):
    """Runs a shell in which a small file system can be mounted at `disk`."""
    def run(script: str, disk: str) -> subprocess.CompletedProcess:
        (offline.home / disk).mkdir(exist_ok=True)
        return subprocess.run([*MOUNTING, "sh", "-ec", script], cwd=offline.home, capture_output=True, text=True, timeout=120,
                              env={"PATH": f"{offline.folder}:{os.environ['PATH']}", "HOME": str(offline.home), **INHERITED})
    if run("mount -t tmpfs tmpfs probe", "probe").returncode:
        pytest.skip("nobody may mount anything here")
    return run


MAKE = f"coldstar-build {' '.join(PAY)} --network testnet --sequence 9 --home disk >/dev/null 2>&1"


@pytest.mark.parametrize("look", ["status", "journal export", "journal verify", "journal verify disk/online/journal.sqlite"])
def test_a_read_only_journal_can_be_read(mounted, look):
    done = mounted(f"mount -t tmpfs tmpfs disk; {MAKE}; ls disk/online >&2; mount -o remount,ro disk; coldstar-submit {look} --home disk", "disk")
    assert done.returncode == 0, done.stderr
    assert "1 request" in done.stdout if "verify" in look else "Pay 1 XLM" in done.stdout or '"table":"request"' in done.stdout.replace(" ", "")
    assert "journal.sqlite-wal" not in done.stderr


def test_a_read_only_journal_with_an_unmerged_log_is_refused(mounted):
    """As after a power failure, with the disk mounted elsewhere: only the log holds the latest changes."""
    done = mounted(f"mount -t tmpfs tmpfs disk; {MAKE}; echo log > disk/online/journal.sqlite-wal; mount -o remount,ro disk; "
                   "coldstar-submit status --home disk", "disk")
    assert done.returncode == 73 and "the latest of it is still in the log beside it" in done.stderr
    assert "hint: copy the folder" in done.stderr and done.stdout == ""


def test_a_read_only_disk_is_reported_as_such(mounted):
    done = mounted(f"mount -t tmpfs tmpfs disk; {MAKE}; mount -o remount,ro disk; {MAKE.replace('>/dev/null 2>&1', '')}", "disk")
    assert done.returncode == 73 and "cannot be written: it or its folder is read-only" in done.stderr


@pytest.mark.parametrize("made", [True, False])
def test_a_full_disk_is_reported_as_such(mounted, made):
    fill = "cat /dev/zero > disk/ballast 2>/dev/null || true"
    done = mounted(f"mount -t tmpfs -o size=1m tmpfs disk; {MAKE if made else ':'}; {fill}; {MAKE.replace('>/dev/null 2>&1', '')}", "disk")
    assert done.returncode == 73 and "cannot grow: the disk is full" in done.stderr, done.stderr


# ---------------------------------------------------------------- wording

def test_a_malformed_number_is_a_usage_error(offline):
    for option in ("--wait", "--parallel"):
        for value in ("abc", "-1", "1.5", "99999999999999999999", ""):
            offline.submit("send", "-", option, value, "--network", "testnet", "--horizon-url", "http://127.0.0.1:1", stdin=payment(), code=64)


def test_a_damaged_copy_is_reported_without_suggesting_the_same_command(offline):
    offline.file("copy", "this is no database" * 100)
    result = offline.submit("journal", "verify", "copy", code=65)
    assert "damaged" in result.err and "journal verify" not in result.err


def test_a_cancellation_is_described_as_doing_nothing(offline):
    made = offline.build(*PAY, "--sequence", "20", "--network", "testnet", "--format", "xdr").out.strip()
    cancel = offline.build("cancel", made, "--offline", "--network", "testnet")
    assert "does      Do nothing but use" in cancel.err and "Raise" not in cancel.err


def test_an_unreadable_request_in_the_journal_does_not_prevent_building(funded):
    """A home may have a request of a release that wrote notes longer than readers accept."""
    funded.build(*PAY)
    with sqlite3.connect(funded.home / "online" / "journal.sqlite") as db:
        db.execute("UPDATE request SET document = json_set(document, '$.note', ?)", ("x" * 1001,))
    db.close()
    assert ", awaiting signatures" in funded.build(*PAY).err
    funded.build(*PAY, "--after-drafts")


# ---------------------------------------------------------------- batches by name

def batch(machine, *more) -> list[str]:
    rows = [f"{BOB.public_key},{number},native,id:{number}" for number in (1, 2)]
    table = machine.file("pay.csv", "destination,amount,asset,memo\n" + "\n".join(rows) + "\n")
    return machine.build("batch", table, "--source", ALICE.public_key, *more).out.splitlines()


def test_a_batch_is_found_by_the_name_of_its_table(funded):
    first, second = batch(funded)
    assert "batch pay.csv, requested" in funded.submit("status", "pay.csv").out
    assert "0 of 2 transactions applied, 2 wait for signatures" in " ".join(funded.submit("status", "pay.csv").out.split())
    funded.submit("send", "-", stdin=signed(first))
    assert "1 of 2 transactions applied" in funded.submit("status", "pay.csv").out
    listed = [json.loads(line) for line in funded.submit("status", "pay.csv", "--json").out.splitlines()]
    assert {row["batch"]["name"] for row in listed} == {"pay.csv"} and len({row["batch"]["id"] for row in listed}) == 1
    assert "neither a batch in the journal nor a hash" in funded.submit("status", "other.csv", code=65).err


def test_a_batch_is_forgotten_unless_one_of_it_can_still_be_applied(funded):
    first, second = batch(funded, "--name", "week 48")
    funded.submit("signatures", "-", "-n", "testnet", stdin=signed(second))
    assert "its signatures can still be used" in funded.build("request", "forget", "week 48", "--yes", code=77).err
    assert len(json.loads(funded.build("request", "list", "--json").out)["requests"]) == 2
    batch(funded, "--name", "week 49", "--after-drafts")
    told = funded.build("request", "forget", "week 49", "--yes", "--json").json()
    assert told["batch"] == "week 49" and len(told["forgotten"]) == 2
    assert len(json.loads(funded.build("request", "list", "--json").out)["requests"]) == 2


# ---------------------------------------------------------------- failures as documents

def test_a_failure_with_json_is_a_document_and_says_the_same(funded):
    failed = funded.build(*PAY[:-1], "1.00000001", "--json", code=65)
    error = json.loads(failed.out)["error"]
    assert error["code"] == 65 and error["kind"] == "bad-input" and error["message"] in failed.err
    missing = funded.build("payment", "--from", ALICE.public_key, "--json", code=64)
    assert json.loads(missing.out)["error"]["message"] == "--destination, --asset and --amount are missing"
    assert funded.build("payment", code=64).out == "", "without --json there is none"


def test_other_words_for_the_source_are_taken_where_there_is_one(funded):
    for option in ("--from", "--account"):
        built = opened(funded.build("payment", f"{option}={ALICE.public_key}", *PAY[3:]).out)
        assert built.transaction.source.account_id == ALICE.public_key
    assert "--from" in funded.build("contacts", "list", "--from", "x", code=64).err
