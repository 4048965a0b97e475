# SPDX-License-Identifier: Apache-2.0
"""The output of `status`, from the journal alone: each transaction's summary, state, and whether it can still be applied."""
from __future__ import annotations

import json
import sqlite3
import time

import pytest
from stellar_sdk import TransactionEnvelope

from programs import PAY, TESTNET, key, signed
from terminal import Terminal
from test_bump import bump, busy, signed_bump

ALICE, BOB = key("alice"), key("bob")
OTHER = [*PAY[:-1], "2"]
TO = f"{BOB.public_key[:6]}...{BOB.public_key[-6:]}"


def hash_of(request: str) -> str:
    return TransactionEnvelope.from_xdr(json.loads(request)["envelope"], TESTNET).hash_hex()


def status(machine, *args, code=0):
    return machine.submit("status", *args, code=code)


def sections(machine) -> dict[str, str]:
    """The lines of the list by hash."""
    found: dict[str, str] = {}
    for line in status(machine).out.splitlines():
        if not line.startswith(" "):
            hash_ = line[:64]
            found[hash_] = ""
        found[hash_] += line + "\n"
    return found


def end(machine, hash_: str) -> str | None:
    found = status(machine, hash_, "--json").json().get("end")
    assert (found or "") in sections(machine)[hash_] and (found is None) == ("in the ledger:" not in sections(machine)[hash_])
    return found


def rewritten(machine, *changes: str) -> None:
    with sqlite3.connect(machine.home / "online" / "journal.sqlite") as db:
        db.execute("PRAGMA ignore_check_constraints = on")
        for change in changes:
            db.execute(change)
    db.close()


def test_status_shows_the_summary_and_the_note(funded):
    request = funded.build(*PAY, "--note", "Invoice 42").out
    hash_ = hash_of(request)
    assert sections(funded)[hash_].splitlines()[1:] == [f"    Pay 1 XLM to {TO}; note: Invoice 42"]
    funded.submit("send", "-", stdin=signed(request).to_xdr())
    first, second = sections(funded)[hash_].splitlines()
    assert first.startswith(f"{hash_}  applied in ledger ") and second == f"    Pay 1 XLM to {TO}; note: Invoice 42"
    found = status(funded, hash_, "--json").json()
    assert (found["summary"], found["note"]) == (f"Pay 1 XLM to {TO}", "Invoice 42")


@pytest.mark.parametrize("env, state", [
    ({"LC_ALL": "C.UTF-8"}, "\x1b[36mwaits for signatures\x1b[0m  \x1b[1mPay 1 XLM to {TO}\x1b[0m"), ({"NO_COLOR": "1", "LC_ALL": "C"}, "waits for signatures  Pay 1 XLM to {TO}"),
], ids=["colors and marks", "plain ASCII"])
def test_a_terminal_shows_state_and_subject_first_and_the_hash_last(funded, env, state):
    hash_ = hash_of(funded.build(*PAY).out)
    _, shown = Terminal(funded, "coldstar-submit", "status", env=env).end()
    first, *rest = shown.splitlines()
    assert first == ("\u00b7 " if "NO_COLOR" not in env else "") + state.format(TO=TO)
    assert hash_ in rest[-1] and rest[-1].startswith("    ") and all(len(line) <= 80 for line in shown.splitlines() if "\x1b" not in line)
    assert status(funded).out.startswith(f"{hash_}  waits for signatures, requested ")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_without_escape_sequences_shows_whole_plain_lines(funded, term):
    funded.build(*PAY)
    _, shown = Terminal(funded, "coldstar-submit", "status", term=term, env={"LC_ALL": "C.UTF-8"}).end()
    assert shown.replace("\r\n", "\n") == status(funded).out


def test_status_counts_further_operations_and_names_a_fee_bump(funded):
    first = funded.file("first.json", funded.build(*PAY).out)
    both = signed(funded.build(*PAY, "--append-to", first).out)
    funded.submit("send", "-", "--wait", "0", "--horizon-url", "http://127.0.0.1:1", stdin=both.to_xdr(), code=None)
    outer = signed_bump(bump(funded, funded.file("both.xdr", both.to_xdr())))
    said = sections(funded)[outer.hash_hex()]
    assert f"    Pay 1 XLM to {TO}, and 1 more, by a fee bump\n" in said


def test_status_lists_a_message(funded):
    funded.build("message", "--account", ALICE.public_key, "hello")
    assert "    Sign a message\n" in status(funded).out


def test_control_characters_in_a_note_are_escaped(funded):
    hash_ = hash_of(funded.build(*PAY, "--note", "x\u001b[2J\n    it can never be in the ledger: y").out)
    assert "\x1b" not in status(funded).out and len(sections(funded)[hash_].splitlines()) == 2


# ---------------------------------------------------------------- expired and superseded

def test_a_request_with_a_used_sequence_number_is_superseded(funded):
    dead = funded.build(*PAY).out
    envelope = signed(funded.build(*OTHER).out)
    assert end(funded, hash_of(dead)) is None
    funded.submit("send", "-", stdin=envelope.to_xdr())
    number, ledger = envelope.transaction.sequence, status(funded, envelope.hash_hex(), "--json").json()["ledger"]
    assert end(funded, hash_of(dead)) == f"it can never be in the ledger: its number {number} was used by {envelope.hash_hex()} in ledger {ledger}"
    assert end(funded, envelope.hash_hex()) is None


def test_a_used_sequence_number_of_another_account_or_network_does_not_supersede(funded):
    dead = hash_of(funded.build(*PAY).out)
    envelope = signed(funded.build(*OTHER).out)
    funded.submit("send", "-", stdin=envelope.to_xdr())
    assert end(funded, dead)
    for change in (f"source = '{BOB.public_key}'", f"source = '{ALICE.public_key}', network_passphrase = 'another'",
                   f"network_passphrase = '{TESTNET}', sequence = sequence - 1"):
        rewritten(funded, f"UPDATE submission SET {change}")
        assert end(funded, dead) is None
    rewritten(funded, "UPDATE submission SET sequence = sequence + 2")
    found = status(funded, dead, "--json").json()
    assert "has a later one" in found["end"] and found["can_still_be_applied"] is False


def test_an_expired_request_can_no_longer_be_applied(funded):
    over = int(time.time()) - 100
    dead = hash_of(funded.build(*PAY, "--sequence", 9, "--max-time", over, "--now", over - 100).out)
    assert "expired by this machine's clock at " in status(funded, dead).out
    assert status(funded, dead, "--json").json()["can_still_be_applied"] is None
    open_, forever = (hash_of(funded.build(*PAY, "--after-drafts", *more).out) for more in (("--valid-for", "1h"), ("--no-expiry",)))
    assert "end" not in status(funded, open_, "--json").json() and "end" not in status(funded, forever, "--json").json()


def test_an_expired_transaction_can_no_longer_be_applied_unless_its_outcome_is_unknown(funded, sandbox, subtests):
    envelope = signed(funded.build(*PAY).out)
    busy(funded, sandbox, envelope)
    for change, dead in [("max_time = 1000", True), ("max_time = NULL", False), ("max_time = 99999999999", False),
                         ("max_time = 1000, state = 'sent', attempts = 1", False),
                         ("max_time = 1000, state = 'pending', attempts = 1, doubtful_attempts = 1", False),
                         ("max_time = 1000, state = 'failed', attempts = 1", True),
                         ("max_time = 1000, state = 'included', ledger = 7", False)]:
        with subtests.test(change=change, dead=dead):
            rewritten(funded, f"UPDATE submission SET state = 'queued', attempts = 0, doubtful_attempts = 0, ledger = NULL, {change}")
            assert shown(funded, envelope) == ("expired by this machine's clock at 1970-01-01 00:16:40 UTC" if dead else None)


def inner_and_bump(machine):
    inner = signed(machine.build(*PAY).out)
    return inner, bump(machine, machine.file("inner.xdr", inner.to_xdr()))


def shown(machine, envelope) -> str | None:
    """The final statement about the transaction, in text and JSON."""
    found = status(machine, envelope.hash_hex(), "--json").json().get("end")
    assert found is None or f"    {found}\n" in sections(machine)[envelope.hash_hex()]
    return found


def test_a_transaction_applied_by_its_fee_bump_is_not_superseded(funded):
    inner, made = inner_and_bump(funded)
    outer = signed_bump(made)
    funded.submit("send", "-", stdin=outer.to_xdr())
    ledger = status(funded, outer.hash_hex(), "--json").json()["ledger"]
    assert shown(funded, inner) == f"applied in ledger {ledger}, as {outer.hash_hex()}"


def test_a_queued_transaction_applied_by_its_fee_bump_is_not_superseded(funded, sandbox):
    inner, made = inner_and_bump(funded)
    outer = signed_bump(made)
    funded.submit("send", "-", stdin=outer.to_xdr())
    busy(funded, sandbox, inner)
    ledger = status(funded, outer.hash_hex(), "--json").json()["ledger"]
    rewritten(funded, f"UPDATE submission SET state = 'queued', ledger = NULL, error = NULL WHERE hash = '{inner.hash_hex()}'")
    assert shown(funded, inner) == f"applied in ledger {ledger}, as {outer.hash_hex()}"


def test_a_fee_bump_whose_inner_transaction_was_applied_is_not_superseded(funded):
    inner, made = inner_and_bump(funded)
    funded.submit("send", "-", stdin=inner.to_xdr())
    ledger = status(funded, inner.hash_hex(), "--json").json()["ledger"]
    assert shown(funded, signed_bump(made)) == f"applied in ledger {ledger}, as {inner.hash_hex()}"


def test_the_applied_one_of_several_hashes_is_named(funded, middle, sandbox):
    """Two bumps, one of them submitted, and the inner transaction, which is applied on its own."""
    inner, made = inner_and_bump(funded)
    other = signed_bump(bump(funded, funded.file("inner.xdr", inner.to_xdr()), fee=9000))
    middle.lose = True
    funded.submit("send", "-", "--wait", "0", "--horizon-url", middle.url, stdin=other.to_xdr(), code=75)
    funded.post(inner)
    funded.submit("resume")
    ledger = status(funded, other.hash_hex(), "--json").json()["ledger"]
    assert shown(funded, signed_bump(made)) == shown(funded, inner) == f"applied in ledger {ledger}, as {inner.hash_hex()}"


def test_a_fee_bump_of_a_failed_transaction_is_reported_as_failed(funded):
    inner, made = inner_and_bump(funded)
    funded.submit("send", "-", stdin=inner.to_xdr())
    rewritten(funded, "UPDATE submission SET state = 'failed'")
    said = shown(funded, signed_bump(made))
    assert said.startswith("it failed in ledger ") and inner.hash_hex() in said and "what it does" not in said


def test_a_fee_bump_of_a_superseded_transaction_is_superseded(funded):
    inner, made = inner_and_bump(funded)
    other = signed(funded.build(*OTHER).out)
    funded.submit("send", "-", stdin=other.to_xdr())
    assert shown(funded, signed_bump(made)).startswith(f"it can never be in the ledger: its number {inner.transaction.sequence} was used by {other.hash_hex()} ")


# ---------------------------------------------------------------- events and abbreviated hashes

def test_json_lists_the_events_that_text_shows(funded):
    request = funded.build(*PAY).out
    hash_ = signed(request).hash_hex()
    funded.submit("send", "-", stdin=signed(request).to_xdr())
    events = status(funded, hash_, "--json").json()["events"]
    assert [event["kind"] for event in events] == ["requested", "queued", "attempt", "outcome"]
    assert events[0]["detail"] == json.loads(request)["id"] and events[3]["detail"] == "included"
    shown = [line for line in status(funded, hash_).out.splitlines() if line.startswith("  2")]
    assert [line.split("  ")[1].replace(" UTC", "Z").replace(" ", "T") for line in shown] == [event["time"] for event in events]
    assert all("events" not in json.loads(line) for line in status(funded, "--json").out.splitlines())


def test_an_abbreviated_hash_is_accepted(funded):
    hash_ = hash_of(funded.build(*PAY).out)
    funded.build(*PAY, "--after-drafts")
    whole = status(funded, hash_).out
    for length in (8, 9, 63, 64):
        assert status(funded, hash_[:length]).out == status(funded, hash_[:length].upper()).out == whole, length


def test_a_malformed_or_unknown_hash_is_refused(funded):
    funded.build(*PAY)
    for text, code in (("1234567", 65), ("1234567g", 65), ("0" * 65, 65), ("", 65), ("12345678%", 65), ("1234567\u0663", 65), ("0" * 63, 66), ("0" * 64, 66)):
        refused = status(funded, text, code=code)
        assert ("8 or more of the first" in refused.err) == (code == 65) and ("knows nothing of " + text in refused.err) == (code == 66), text


def test_an_ambiguous_abbreviated_hash_is_refused(funded):
    funded.build(*PAY)
    envelope = signed(funded.build(*PAY, "--after-drafts").out)
    funded.submit("send", "-", "--wait", "0", stdin=envelope.to_xdr(), code=None)
    several = ["abcdef12" + digit * 56 for digit in "123"]
    with sqlite3.connect(funded.home / "online" / "journal.sqlite") as db:
        numbers = [number for number, in db.execute("SELECT number FROM request ORDER BY number")]
    for number, hash_ in zip(numbers, several):
        rewritten(funded, f"UPDATE request SET hash = '{hash_}' WHERE number = {number}")
    refused = status(funded, "abcdef12", code=65)
    assert f"several hashes begin with abcdef12: {several[0]}, {several[1]}\n" in refused.err and refused.out == ""
    rewritten(funded, f"UPDATE submission SET hash = '{several[2]}'")
    assert f"{several[0]}, {several[1]} and others" in status(funded, "abcdef12", code=65).err
    assert several[1] in status(funded, "abcdef122").out


def test_an_impossible_number_of_attempts_is_a_damaged_row(funded, subtests):
    envelope = signed(funded.build(*PAY).out)
    funded.submit("send", "-", "--horizon-url", "http://127.0.0.1:1", stdin=envelope.to_xdr(), code=69)
    for columns in ["attempts = 9223372036854775807", "attempts = -1", "doubtful_attempts = attempts + 1", "doubtful_attempts = -1",
                    "attempts = 9223372036854775807, doubtful_attempts = 9223372036854775807"]:
        with subtests.test(columns=columns):
            rewritten(funded, "UPDATE submission SET attempts = 0, doubtful_attempts = 0", f"INSERT INTO submission (hash, network_passphrase, envelope, source, sequence, state, attempts, doubtful_attempts, queued_at) VALUES"
                      f" ('{envelope.hash_hex()}', '{TESTNET}', '{envelope.to_xdr()}', '{ALICE.public_key}', {envelope.transaction.sequence}, 'queued', 0, 0, 1)"
                      " ON CONFLICT DO NOTHING", f"UPDATE submission SET {columns}")
            for command in (("status",), ("status", "--json"), ("resume",), ("send", "-")) if columns == "attempts = -1" else (("status", "--json"), ("resume",)):
                refused = funded.submit(*command, stdin=envelope.to_xdr() if command[0] == "send" else "", code=65)
                assert "column " in refused.err and "attempts" in refused.err, command
