# SPDX-License-Identifier: Apache-2.0
"""Requests that no one has signed: their place in status, forgetting them, and their sequence numbers."""
from __future__ import annotations

import json
import random
import time

import pytest

from programs import PAY, PIN, key, opened, signed, stuck
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")


def number(result) -> int:
    return opened(result.out).transaction.sequence


def pay(amount: int) -> tuple[str, ...]:
    return (*PAY[:-1], str(amount))


def hashes(machine, *args) -> list[str]:
    return [line[:64] for line in machine.submit("status", *args).out.splitlines() if not line.startswith(" ")]


# ---------------------------------------------------------------- status

def test_status_lists_open_requests_before_settled_transactions(funded, middle):
    void = opened(funded.build(*pay(1)).out).hash_hex()
    applied = signed(funded.build(*pay(2)).out)
    funded.submit("send", "-", stdin=applied.to_xdr())
    pending = stuck(funded, middle, "--note", "stuck").hash_hex()
    partly = funded.build(*pay(4), "--after-pending")
    funded.submit("merge", "-", stdin=signed(partly.out).to_xdr())
    unsigned = opened(funded.build(*pay(5), "--after-drafts").out).hash_hex()
    wanted = [unsigned, opened(partly.out).hash_hex(), pending, applied.hash_hex(), void]
    assert hashes(funded) == wanted
    assert [json.loads(line)["hash"] for line in funded.submit("status", "--json").out.splitlines()] == wanted
    for limit in range(6):
        assert hashes(funded, "--limit", limit) == wanted[:limit]
    assert "1 more" in funded.submit("status", "--limit", 2).err and "more" not in funded.submit("status", "--limit", 3).err


def test_status_never_hides_an_open_request_behind_settled_ones(funded):
    random.seed(1)
    waiting: list[str] = []
    for amount in range(1, 9):
        request = funded.build(*pay(amount), "--no-expiry")
        if random.random() < 0.6:
            funded.submit("send", "-", stdin=signed(request.out).to_xdr())
            waiting = []                # their sequence number was used
        else:
            waiting.insert(0, opened(request.out).hash_hex())
    assert hashes(funded, "--limit", len(waiting) + 1)[:len(waiting)] == waiting


# ---------------------------------------------------------------- forgetting

def test_an_unsigned_request_can_be_forgotten_and_frees_its_sequence_number(funded):
    request = funded.build(*PAY, "--note", "rent")
    hash_ = opened(request.out).hash_hex()
    assert [row["hash"] for row in funded.build("request", "list", "--json").json()["requests"]] == [hash_]
    listed = funded.build("request", "list").out
    assert listed.startswith(hash_) and "note: rent" in listed
    refused = funded.build("request", "forget", hash_[:8], code=77)
    assert "--yes" in refused.err and hashes(funded) == [hash_]
    assert funded.build("request", "forget", hash_[:8], "--yes", "--json").json() == {"version": 1, "forgotten": hash_}
    assert hashes(funded) == [] and funded.build("request", "list", "--json").json()["requests"] == []
    # Another amount: within the same second the same payment would have the same hash.
    assert "warning" not in funded.build(*PAY[:-1], "2").err, "its sequence number is free"
    assert hash_ in funded.submit("status", hash_, code=66).err
    assert hash_ in funded.build("request", "forget", hash_, "--yes", code=66).err


def test_what_waits_behind_a_request_that_is_not_signed_goes_on_once_its_number_is_used(funded):
    """As a policy's refusal leaves it: the request is forgotten, and the next payment takes its number."""
    refused = funded.build(*pay(1))
    late = [signed(funded.build(*pay(amount), "--after-drafts").out) for amount in (2, 3)]
    waits = funded.submit("send", "-", stdin="\n".join(envelope.to_xdr() for envelope in late), code=75)
    assert "waits for earlier numbers" in waits.err and "its outcome is unknown" not in waits.err
    funded.build("request", "forget", opened(refused.out).hash_hex(), "--yes")
    next_one = signed(funded.build(*pay(4)).out)
    assert next_one.transaction.sequence == number(refused)
    funded.submit("send", "-", stdin=next_one.to_xdr())
    funded.submit("resume")
    assert [line.split()[1] for line in funded.submit("status").out.splitlines() if not line.startswith(" ")] == ["applied"] * 3


def test_forget_asks_for_a_confirmation_at_a_terminal(funded):
    hash_ = opened(funded.build(*PAY).out).hash_hex()
    for answer, left in (("no", [hash_]), ("yes", [])):
        terminal = Terminal(funded, "coldstar-build", "request", "forget", hash_[:10])
        assert hash_ in terminal.until("type yes: ")
        terminal.type(answer + "\n")
        assert terminal.end()[0] == (0 if left == [] else 77)
        assert hashes(funded) == left


def test_a_signed_request_cannot_be_forgotten(funded):
    request = funded.build(*PAY)
    hash_ = opened(request.out).hash_hex()
    funded.submit("merge", "-", stdin=signed(request.out).to_xdr())
    refused = funded.build("request", "forget", hash_, "--yes", code=77)
    assert "was signed" in refused.err and f"coldstar-build cancel {hash_}" in refused.err
    assert hashes(funded) == [hash_]


def test_a_submitted_transaction_can_be_forgotten_only_when_it_is_settled(funded, middle):
    pending = stuck(funded, middle).hash_hex()
    assert "its outcome is not known" in funded.build("request", "forget", pending, "--yes", code=77).err
    funded.submit("resume")
    funded.build("request", "forget", pending, "--yes")
    assert funded.submit("status", pending, "--json").json()["status"] == "success", "its outcome must stay known"


def test_a_superseded_request_can_be_forgotten_even_if_it_was_signed(funded):
    void = funded.build(*pay(1))
    funded.submit("merge", "-", stdin=signed(void.out).to_xdr())
    funded.submit("send", "-", stdin=signed(funded.build(*pay(2)).out).to_xdr())
    funded.build("request", "forget", opened(void.out).hash_hex(), "--yes")


def test_forget_refuses_a_malformed_or_unknown_hash(funded, subtests):
    funded.build(*PAY)
    for typed, code in [("abc", 65), ("xyzxyzxyz", 65), ("01234567", 66), ("0" * 64, 66)]:
        with subtests.test(typed=typed, code=code):
            funded.build("request", "forget", typed, "--yes", code=code)


def test_forgetting_without_a_journal_creates_none(offline):
    offline.build("request", "forget", "01234567", "--yes", code=66)
    assert offline.build("request", "list", "--json").json()["requests"] == []
    assert not (offline.home / "online").exists()


# ---------------------------------------------------------------- numbers

def test_after_pending_ignores_unsigned_requests(funded):
    draft = funded.build(*pay(1), "--no-expiry")
    second = funded.build(*pay(2), "--after-pending")
    assert number(second) == number(draft)
    hash_ = opened(draft.out).hash_hex()
    assert f"is already used by {hash_}" in second.err and f"coldstar-build request forget {hash_}" in second.err
    funded.submit("send", "-", stdin=signed(second.out).to_xdr())


def test_after_pending_follows_the_last_signed_sequence_number(funded):
    random.seed(0)
    first = number(funded.build(*pay(1)))
    wanted = first
    for amount in range(2, 7):
        request = funded.build(*pay(amount), "--after-pending")
        assert number(request) == wanted
        if random.random() < 0.5:
            funded.submit("merge", "-", stdin=signed(request.out).to_xdr())
            wanted += 1
    drafted = [number(funded.build(*pay(amount), "--after-drafts", "--no-expiry")) for amount in range(20, 23)]
    assert drafted == [drafted[0] + step for step in range(3)] and drafted[0] >= wanted


@pytest.mark.parametrize("options", [(), ("--after-pending",), ("--after-drafts",)])
def test_expired_requests_cause_no_sequence_number_warning(funded, options):
    earlier = str(int(time.time()) - 7200)
    following = int(funded.build("lookup", "account", ALICE.public_key, "--json").json()["sequence"]) + 1
    funded.build(*pay(1), "--sequence", following, "--fee", "100", "--valid-for", "1h", "--now", earlier)
    assert "warning" not in funded.build(*pay(2), *options, "--valid-for", "1h").err


# ---------------------------------------------------------------- the output of --json as the next program's input

@pytest.fixture
def pair(online, offline):
    online.fund(key("alice"), key("bob"))
    offline.import_key("alice", ALICE)
    return online, offline


@pytest.mark.parametrize("made", [(), ("--format", "xdr"), ("--format", "ur"), ("--format", "sep7")])
def test_the_signer_accepts_the_json_output_of_a_build(pair, made):
    online, offline = pair
    outcome = online.build(*PAY, "--json", *made)
    answer = offline.sign("sign", "-", "-n", "testnet", "--yes", "--json", stdin=outcome.out, pin=PIN)
    assert answer.json()["hash"] == outcome.json()["hash"]
    sent = online.submit("send", "-", "--json", stdin=answer.out)
    assert json.loads(sent.out)["status"] == "success"


def test_the_signer_accepts_the_json_output_of_a_batch(pair):
    online, offline = pair
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,XLM,id:1\n{BOB.public_key},2,XLM,id:2\n"
    outcome = online.build("batch", "-", "--source", ALICE.public_key, "--json", stdin=table)
    answer = offline.sign("sign", "-", "--yes", "--json", stdin=outcome.out, pin=PIN)
    sent = online.submit("send", "-", "--json", stdin=answer.out)
    assert [json.loads(line)["status"] for line in sent.out.splitlines()] == ["success", "success"]


def test_sign_and_inspect_accept_the_json_output_of_a_message_and_a_payment(pair):
    online, offline = pair
    outcome = online.build("message", "--account", ALICE.public_key, "hello", "--json")
    offline.sign("sign", "-", "--yes", stdin=outcome.out, pin=PIN)
    outcome = online.build(*PAY, "--json")
    assert "Pay 1 XLM" in offline.sign("inspect", "-", stdin=outcome.out).out


def test_json_output_that_names_a_file_is_refused_with_the_files_name(pair):
    online, offline = pair
    outcome = online.build(*PAY, "--json", "--out", "payment.json")
    refused = offline.sign("sign", "-", "--yes", stdin=outcome.out, pin=PIN, code=65)
    assert "which is in the file payment.json" in refused.err and "hint: give that file: payment.json" in refused.err


def test_json_output_with_a_wrong_hash_is_refused(pair):
    online, offline = pair
    outcome = online.build(*PAY, "--json").json()
    outcome["hash"] = "0" * 64
    refused = offline.sign("sign", "-", "--yes", stdin=json.dumps(outcome), pin=PIN, code=65)
    assert "the hash in this document is not that of the transaction in it" in refused.err


def test_json_output_without_a_transaction_is_refused(offline, subtests):
    offline.import_key("alice", ALICE)
    for inside in ["{}", '{"hash": "00", "transaction": "AAAA"}', "", "AAAA", 7, None, []]:
        with subtests.test(inside=inside):
            document = json.dumps({"version": 1, "hash": "0" * 64, "transaction": inside})
            offline.sign("sign", "-", "--yes", stdin=document, pin=PIN, code=65)
