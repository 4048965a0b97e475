# SPDX-License-Identifier: Apache-2.0
"""Several Horizon servers: one that is unreachable, behind, wrong or loses transactions, together with a good one."""
from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
import urllib.request
from threading import Event

import pytest
from stellar_sdk import Account, Asset, Network, TransactionBuilder

from programs import TESTNET, key
from servers import NOT_FOUND, Server, problem
from terminal import Terminal
from test_practice_anchor import until

ALICE, BOB = key("alice"), key("bob")


@pytest.fixture
def server(sandbox):
    """Makes servers that proxy the practice network."""
    made = []

    def make(say=lambda method, path, ask: None) -> Server:
        made.append(Server(sandbox.url, say))
        return made[-1]
    yield make
    for one in made:
        one.close()


def payment(machine, until: int = 0, amount: str = "1") -> tuple[str, str]:
    sequence = machine.sequence(ALICE)
    builder = TransactionBuilder(Account(ALICE.public_key, sequence), TESTNET, base_fee=100)
    envelope = builder.append_payment_op(BOB.public_key, Asset.native(), amount).add_time_bounds(0, until).build()
    envelope.sign(ALICE)
    return envelope.to_xdr(), envelope.hash_hex()


def send(machine, envelope: str, *servers, code: int = 0, wait: int = 30):
    urls = [part for server in servers for part in ("--horizon", server if isinstance(server, str) else server.url)]
    return machine.submit("send", "-", "--json", "--wait", wait, *urls, stdin=envelope, code=code)


def in_ledger(machine, hash_: str) -> bool:
    return json.loads(machine.submit("status", hash_, "--json").out)["state"] == "included"


DEAD = "http://127.0.0.1:1"


def test_an_unreachable_server_is_named_and_skipped(funded, server):
    envelope, hash_ = payment(funded)
    good = server()
    result = send(funded, envelope, DEAD, good)
    assert "127.0.0.1:1 does not answer" in result.err
    assert in_ledger(funded, hash_) and good.posts() == 1


def test_send_exits_with_69_if_no_server_is_reachable_and_can_be_repeated(funded):
    envelope, hash_ = payment(funded)
    send(funded, envelope, DEAD, "http://127.0.0.1:2", code=69)
    send(funded, envelope, DEAD, funded.env["STELLAR_HORIZON_URL"])
    assert in_ledger(funded, hash_)


def test_json_lists_every_transaction_if_no_server_is_reachable(funded, server, sandbox):
    """Recorded transactions with their journal state, the others as not submitted."""
    first, known = payment(funded)
    deaf = server(lambda method, path, ask: problem(504, "timeout") if method == "POST" else None)
    send(funded, first, deaf, code=75, wait=0)
    builder = TransactionBuilder(Account(BOB.public_key, funded.sequence(BOB)), TESTNET, 100)
    second = builder.append_payment_op(ALICE.public_key, Asset.native(), "1").add_time_bounds(0, 0).build()
    second.sign(BOB)
    result = send(funded, f"{first}\n{second.to_xdr()}\n", DEAD, code=69)
    one, two = map(json.loads, result.out.splitlines())
    assert (one["hash"], one["status"], one["state"], one["attempts"]) == (known, "pending", "pending", 1)
    assert (two["hash"], two["status"], two["state"], two["attempts"]) == (second.hash_hex(), "pending", "new", 0)
    assert "127.0.0.1:1" in two["reason"] and result.err.count("error: ") == 1
    [line] = map(json.loads, funded.submit("resume", "--json", "--horizon", DEAD, code=69).out.splitlines())
    assert (line["hash"], line["state"]) == (known, "pending")
    assert "new" not in funded.submit("status", "--json").out, "the journal must record nothing"


def test_json_lists_every_transaction_if_the_server_is_not_a_horizon(funded, server):
    envelope, hash_ = payment(funded)
    none = server(lambda method, path, ask: (200, b"<html>hello</html>"))
    result = send(funded, envelope, none, code=76)
    assert json.loads(result.out)["hash"] == hash_ and json.loads(result.out)["state"] == "new"
    half = server(lambda method, path, ask: (200, b"{}") if path.startswith("/accounts/") else None)
    assert json.loads(send(funded, envelope, half, code=76).out)["status"] == "pending" and half.posts() == 0
    assert funded.submit("send", "-", "--horizon", none.url, stdin=envelope, code=76).out == ""
    send(funded, envelope, server())


@pytest.mark.parametrize("answer, place", [((*problem(429, "rate_limit_exceeded"), {"Retry-After": "1"}), "/"),
                                           ((*problem(503, "stale_history"), {"Retry-After": "1"}), "/accounts/")], ids=["429", "503"])
def test_a_rate_limit_before_submission_is_waited_for(funded, server, answer, place):
    """With one transaction, and with several, whose accounts are requested at once."""
    envelope, hash_ = payment(funded)
    asked = []

    def say(method, path, ask):
        if path == place or place != "/" and path.startswith(place):
            asked.append(path)
            return answer if len(asked) == 1 else None
    busy = server(say)
    assert "waiting " in send(funded, envelope, busy).err and in_ledger(funded, hash_)
    sequence = funded.sequence(ALICE)
    source = Account(ALICE.public_key, sequence)
    pile = []
    for _ in range(2):
        two = TransactionBuilder(source, TESTNET, 100).append_payment_op(BOB.public_key, Asset.native(), "1").add_time_bounds(0, 0).build()
        two.sign(ALICE)
        pile.append(two.to_xdr())
    asked.clear()
    result = send(funded, "\n".join(pile) + "\n", busy)
    assert "waiting " in result.err and [json.loads(line)["status"] for line in result.out.splitlines()] == ["success"] * 2


def test_a_rate_limit_longer_than_the_wait_is_an_unreachable_server(funded, server):
    envelope, hash_ = payment(funded)
    busy = server(lambda method, path, ask: (*problem(429, "rate_limit_exceeded"), {"Retry-After": "60"}) if path.startswith("/accounts/") else None)
    result = send(funded, envelope, busy, code=69, wait=30)
    assert "it asks to wait 60 s" in result.err and "waiting" not in result.err and busy.posts() == 0
    assert sum(line.startswith("GET /accounts/") for line in busy.log) == 1


def test_the_environment_variable_accepts_several_servers(funded, server):
    envelope, hash_ = payment(funded)
    good = server()
    funded.submit("send", "-", stdin=envelope, env={"STELLAR_HORIZON_URL": f"{DEAD} {good.url}"})
    assert in_ledger(funded, hash_) and good.posts() == 1


@pytest.mark.parametrize("answer", [problem(429, "rate_limit_exceeded"), problem(503, "stale_history"), (502, b"<html>")],
                         ids=["429", "503", "502"])
def test_a_busy_server_is_skipped(funded, server, answer):
    envelope, hash_ = payment(funded)
    busy, good = server(lambda method, path, ask: None if path == "/" else answer), server()
    send(funded, envelope, busy, good)
    assert in_ledger(funded, hash_)


@pytest.mark.parametrize("applied", [True, False], ids=["applied", "swallowed"])
def test_an_unknown_outcome_is_resolved_by_another_server(funded, server, applied):
    envelope, hash_ = payment(funded)

    def say(method, path, ask):
        if method == "POST":
            if applied:
                ask()
            return problem(504, "timeout")
        return NOT_FOUND if path.startswith("/transactions/") else None
    deaf, good = server(say), server()
    result = send(funded, envelope, deaf, good)
    line = json.loads(result.out)
    assert line["status"] == "success"
    assert deaf.posts() == 1 and good.posts() == (0 if applied else 1), "the next attempt must go to the other server"


@pytest.mark.parametrize("code", ["tx_bad_auth", "tx_bad_seq", "tx_insufficient_balance"])
def test_a_rejection_by_one_server_is_not_final_if_another_accepts(funded, server, code):
    envelope, hash_ = payment(funded)
    liar = server(lambda method, path, ask: problem(400, "transaction_failed", result_codes={"transaction": code})
                  if method == "POST" else None)
    result = send(funded, envelope, liar, server())
    assert json.loads(result.out)["status"] == "success" and liar.posts() == 1


def test_a_rejection_by_one_server_is_not_final_while_the_other_is_unreachable(funded, server):
    envelope, hash_ = payment(funded)
    liar = server(lambda method, path, ask: problem(400, "transaction_failed", result_codes={"transaction": "tx_bad_auth"})
                  if method == "POST" else None)
    gone = server(lambda method, path, ask: None if path == "/" else problem(503, "stale_history"))
    result = send(funded, envelope, liar, gone, code=75, wait=4)
    assert gone.name in result.err and "unknown until" in result.err and json.loads(result.out)["status"] == "pending"
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def test_the_same_failure_from_both_servers_is_final(funded, server):
    envelope, _ = payment(funded, amount="1000000")
    result = send(funded, envelope, server(), server(), code=1)
    assert json.loads(result.out)["result_codes"]["operations"] == ["op_underfunded"]




def test_a_failure_in_a_ledger_that_the_other_server_does_not_have_is_not_final(funded, server):
    """One server reports that the payment failed in a ledger, which would invite a second payment; the other has no such transaction."""
    envelope, hash_ = payment(funded)
    record = {"hash": hash_, "successful": False, "ledger": 10**9, "created_at": "2026-01-01T00:00:00Z",
              "source_account": ALICE.public_key, "source_account_sequence": "1", "fee_charged": "100", "max_fee": "100",
              "operation_count": 1, "envelope_xdr": "AAAA", "result_xdr": "AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA="}

    def say(method, path, ask):
        if method == "POST":
            return problem(504, "timeout")
        return (200, json.dumps(record).encode()) if path.startswith("/transactions/") else None
    liar, deaf = server(say), server(lambda method, path, ask: problem(504, "timeout") if method == "POST" else None)
    result = send(funded, envelope, liar, deaf, code=75, wait=6)
    assert f"{liar.name} says that it failed in ledger 1000000000, and {deaf.name}" in result.err
    assert json.loads(result.out)["status"] == "pending"
    funded.submit("resume")
    assert in_ledger(funded, hash_)


@pytest.mark.slow
@pytest.mark.parametrize("told", ["by its ledgers", "by its answer"])
def test_a_used_sequence_number_is_not_final_before_the_history_includes_that_ledger(funded, server, told):
    """One address for several servers: the account is served by one that has the payment, the history by one that does not."""
    envelope, hash_ = payment(funded)
    pages = []

    def say(method, path, ask):
        if method == "POST":
            ask()
            return problem(504, "timeout")
        if path == "/ledgers":
            return (200, pages[0]) if told == "by its ledgers" else None
        if path.startswith("/transactions/"):
            number = json.loads(pages[0])["_embedded"]["records"][0]["sequence"]
            return (*NOT_FOUND, {"Latest-Ledger": str(number)} if told == "by its answer" else {})
    behind = server(say)
    with urllib.request.urlopen(f"http://{behind.good}/ledgers?order=desc&limit=1") as first:
        pages.append(first.read())
    result = send(funded, envelope, behind, code=75, wait=14)
    assert json.loads(result.out)["status"] == "pending" and f"the history of {behind.name} ends at" in result.out
    assert behind.posts() == 1
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def test_a_server_with_submission_disabled_rejects_no_transaction(funded, server):
    envelope, hash_ = payment(funded)
    closed = server(lambda method, path, ask: problem(403, "transaction_submission_disabled") if method == "POST" else None)
    result = send(funded, envelope, closed, code=69)
    assert "transaction_submission_disabled" in result.err and "coldstar-submit resume" in result.err
    assert json.loads(result.out)["state"] == "queued"
    assert json.loads(send(funded, envelope, closed, server()).out)["status"] == "success" and in_ledger(funded, hash_)


def test_tx_too_late_is_not_accepted_for_a_transaction_without_expiry(funded, server):
    envelope, hash_ = payment(funded)
    liar = server(lambda method, path, ask: problem(400, "transaction_failed", result_codes={"transaction": "tx_too_late"})
                  if method == "POST" else None)
    result = send(funded, envelope, liar, code=75, wait=2)
    assert "rejected with tx_too_late, which is impossible" in result.err and json.loads(result.out)["status"] == "pending"
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def test_a_sequence_number_ahead_waits_and_is_submitted_by_resume(funded, server):
    first, one = payment(funded)
    source = Account(ALICE.public_key, funded.sequence(ALICE) + 1)
    ahead = TransactionBuilder(source, TESTNET, 100).append_payment_op(BOB.public_key, Asset.native(), "1").add_time_bounds(0, 0).build()
    ahead.sign(ALICE)
    result = send(funded, ahead.to_xdr(), server(), code=75)
    assert f"the account is at {source.sequence - 2}, and this is number {source.sequence}" in result.err
    assert "waits for the numbers before it" in result.err and "cancel" in result.err
    said = json.loads(result.out)
    assert (said["status"], said["state"], said["result_codes"]) == ("pending", "queued", {"transaction": "tx_bad_seq"})
    shown = funded.submit("status", ahead.hash_hex())
    assert "waits for earlier numbers" in shown.out and "failed" not in shown.out
    assert json.loads(funded.submit("status", ahead.hash_hex(), "--json").out)["can_still_be_applied"] is True
    send(funded, first, server())
    funded.submit("resume")
    assert in_ledger(funded, one) and in_ledger(funded, ahead.hash_hex())


def test_a_used_sequence_number_reported_by_one_server_is_not_final(funded, server):
    envelope, hash_ = payment(funded)

    def say(method, path, ask):
        if method == "POST":
            return problem(504, "timeout")
        if path.startswith("/accounts/") and posted():
            return 200, json.dumps({**json.loads(ask()[1]), "sequence": str(2**60)}).encode()
    liar = server(say)
    deaf = server(lambda method, path, ask: problem(504, "timeout") if method == "POST" else None)

    def posted():
        return liar.posts() + deaf.posts() > 0
    result = send(funded, envelope, liar, deaf, code=75, wait=6)
    assert f"{liar.name} says that its sequence number is used, {deaf.name} that it is not" in result.err
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def test_an_expiry_by_one_servers_ledger_time_is_not_final(funded, server):
    envelope, hash_ = payment(funded, until=int(time.time()) + 3600)

    def say(method, path, ask):
        if path == "/ledgers":
            page = json.loads(ask()[1])
            page["_embedded"]["records"][0]["closed_at"] = "2099-01-01T00:00:00Z"
            return 200, json.dumps(page).encode()
        return problem(504, "timeout") if method == "POST" else None
    liar = server(say)
    deaf = server(lambda method, path, ask: problem(504, "timeout") if method == "POST" else None)
    result = send(funded, envelope, liar, deaf, code=75, wait=6)
    assert f"it has expired by the ledger time of {liar.name}, but not by that of {deaf.name}" in result.err
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def test_a_server_of_another_network_is_named_and_nothing_is_submitted(funded, server):
    envelope, hash_ = payment(funded)

    def say(method, path, ask):
        if path == "/":
            return 200, json.dumps({**json.loads(ask()[1]), "network_passphrase": "Another one"}).encode()
    good, other = server(), server(say)
    result = send(funded, envelope, good, other, code=65)
    assert other.name in result.err and "Another one" in result.err
    assert good.posts() + other.posts() == 0


def test_a_server_behind_the_others_is_reported_and_used_last(funded, server):
    envelope, hash_ = payment(funded)

    def say(method, path, ask):
        if path == "/":
            root = json.loads(ask()[1])
            return 200, json.dumps({**root, "history_latest_ledger": root["history_latest_ledger"] - 100,
                                    "current_protocol_version": 1}).encode()
    late, good = server(say), server()
    result = send(funded, envelope, late, good)
    assert f"{late.name} is at ledger " in result.err and f"{good.name} is at " in result.err and "protocol 1" in result.err
    assert in_ledger(funded, hash_) and (late.posts(), good.posts()) == (0, 1)


def test_http_is_refused_except_for_loopback(funded):
    envelope, _ = payment(funded)
    send(funded, envelope, "http://horizon.example.com", funded.env["STELLAR_HORIZON_URL"], code=64)


def test_the_doctor_checks_each_server(funded, server):
    result = funded.submit("doctor", "--horizon", DEAD, "--horizon", server().url, code=1)
    assert f"server     attention  {DEAD}/" in result.out and result.out.count("server ") == 2


# ---------------------------------------------------------------- asynchronous submission

def queue_says(status: int, tx_status: str, *more: str):
    """The first response of `transactions_async`; later requests reach the real server."""
    said = [(status, tx_status)]

    def say(method, path, ask):
        if path == "/transactions_async" and said:
            status, word = said.pop()
            real = json.loads(ask()[1]) if word in more else {"hash": say.hash}
            return status, json.dumps({"tx_status": word, "hash": real["hash"]}).encode()
    return say


def test_async_posts_to_the_queue_and_waits_for_the_ledger(funded, server):
    envelope, hash_ = payment(funded)
    good = server()
    funded.submit("send", "-", "--async", "--horizon", good.url, stdin=envelope)
    assert in_ledger(funded, hash_) and (good.posts("_async"), good.posts()) == (1, 1)


@pytest.mark.parametrize("status", [404, 405])
def test_a_server_without_async_submission_falls_back_to_transactions(funded, server, status):
    envelope, hash_ = payment(funded)
    good = server(lambda method, path, ask: (status, b"") if path == "/transactions_async" else None)
    line = json.loads(funded.submit("send", "-", "--async", "--json", "--horizon", good.url, stdin=envelope).out)
    assert line["status"] == "success"
    assert good.posts("_async") == 1 and good.posts() == 2
    history = funded.submit("status", hash_).out
    assert "pending" not in history, "a missing endpoint is not an attempt with unknown outcome"


def test_try_again_later_is_retried(funded, server):
    envelope, hash_ = payment(funded)
    say = queue_says(503, "TRY_AGAIN_LATER")
    say.hash = hash_
    good = server(say)
    funded.submit("send", "-", "--async", "--horizon", good.url, stdin=envelope)
    assert in_ledger(funded, hash_) and good.posts("_async") == 2


def test_a_duplicate_is_looked_up_and_not_reported_as_rejected(funded, server):
    envelope, hash_ = payment(funded)
    say = queue_says(409, "DUPLICATE", "DUPLICATE")
    good = server(say)
    funded.submit("send", "-", "--async", "--horizon", good.url, stdin=envelope)
    assert in_ledger(funded, hash_) and good.posts("_async") == 1


def test_an_error_of_the_async_endpoint_has_its_result_code(funded, server):
    envelope, hash_ = payment(funded)
    funded.submit("send", "-", stdin=envelope)
    # Signed for a sequence number after a gap: the endpoint rejects it with its result.
    sequence = funded.sequence(ALICE)
    builder = TransactionBuilder(Account(ALICE.public_key, sequence + 5), TESTNET, base_fee=100)
    late = builder.append_payment_op(BOB.public_key, Asset.native(), "1").add_time_bounds(0, 0).build()
    late.sign(ALICE)
    result = funded.submit("send", "-", "--async", "--json", stdin=late.to_xdr(), code=75)
    assert json.loads(result.out)["result_codes"] == {"transaction": "tx_bad_seq"}


# ---------------------------------------------------------------- malicious numbers and texts

def altered(wanted, change):
    """Proxies the good server and changes the response of one path."""
    def say(method, path, ask):
        if method != "GET" or path != wanted:
            return None
        status, body = ask()
        document = json.loads(body)
        change(document)
        return status, json.dumps(document).encode()
    return say


IMPOSSIBLE = [2**63 - 1, 2**32, -1, -2**63]


def test_an_impossible_ledger_number_is_a_protocol_error(funded, server):
    for number in IMPOSSIBLE:
        liar = server(altered("/ledgers", lambda document: document["_embedded"]["records"][0].update(sequence=number)))
        refused = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                               "--horizon", liar.url, code=76)
        assert 'sequence" is out of range' in refused.err and refused.out == ""
        assert 'sequence" is out of range' in funded.submit("doctor", "--horizon", liar.url, code=76).err


def test_an_impossible_latest_ledger_is_a_protocol_error(funded, server):
    for name in ("history_latest_ledger", "core_latest_ledger"):
        for number in IMPOSSIBLE:
            liar = server(altered("/", lambda document: document.update({name: number})))
            refused = funded.build("lookup", "fees", "--horizon", liar.url, "--horizon", server().url, code=76)
            assert f'"{name}" is out of range' in refused.err, number


def test_after_drafts_refuses_to_go_beyond_the_largest_sequence_number(funded, server):
    liar = server(altered(f"/accounts/{ALICE.public_key}", lambda document: document.update(sequence=str(2**63 - 2))))
    pay = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1", "--horizon", liar.url)
    funded.build(*pay)
    assert "sequence number" in funded.build(*pay, "--after-drafts", code=65).err


def test_a_servers_result_code_with_escapes_is_not_printed(funded, server):
    envelope, hash_ = payment(funded)
    refusing = [server(lambda method, path, ask, code=code: problem(400, "transaction_failed", result_codes={"transaction": code})
                       if method == "POST" else None)
                for code in ("\x1b]0;owned\x07\x1b[2Jtx_bad_auth", "tx_bad_seq")]
    result = send(funded, envelope, *refusing, code=75, wait=4)
    said = result.out + result.err + funded.submit("status", hash_).out
    assert "\x1b" not in said and "\x07" not in said and "owned" not in said


# ---------------------------------------------------------------- interruptions

def held(server, method: str, path: str):
    """A server that blocks one request; an event for its arrival, and one to release it."""
    came, go = Event(), Event()

    def say(asked, at, ask):
        if (asked, at) == (method, path):
            came.set()
            go.wait(60)
            return problem(504, "timeout")
    return server(say), came, go


@pytest.mark.parametrize("number", [None, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], ids=str)
def test_interrupting_send_reports_the_unknown_outcome(funded, server, number):
    envelope, hash_ = payment(funded)
    slow, came, go = held(server, "POST", "/transactions")
    terminal = Terminal(funded, "coldstar-submit", "send", str(funded.file("signed.xdr", envelope)), "-n", "testnet", "--horizon-url", slow.url)
    assert came.wait(60)
    if number:
        os.kill(terminal.pid, number)
    else:
        terminal.type("\x03")
    code, shown = terminal.end()
    go.set()
    assert code == -(number or signal.SIGINT)
    assert "the outcome of 1 is unknown" in shown
    assert json.loads(funded.submit("status", hash_, "--json").out)["state"] == "sent"
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def by(machine, pair, passphrase: str = TESTNET):
    """A payment by this account with the next sequence number."""
    sequence = machine.sequence(pair)
    builder = TransactionBuilder(Account(pair.public_key, sequence), passphrase, base_fee=100)
    envelope = builder.append_payment_op(ALICE.public_key, Asset.native(), "2").add_time_bounds(0, 0).build()
    envelope.sign(pair)
    return envelope


def interrupted(machine, came, *args) -> str:
    """The program's output when it is interrupted in that moment."""
    terminal = Terminal(machine, "coldstar-submit", *args)
    assert came.wait(60)
    terminal.type("\x03")
    code, shown = terminal.end()
    assert code == -signal.SIGINT
    return shown


def test_interrupting_resume_counts_transactions_still_in_the_queue(funded, server):
    """With two pending accounts and --parallel 1."""
    deaf = server(lambda method, path, ask: problem(504, "timeout") if method == "POST" else None)
    pile = [by(funded, pair) for pair in (ALICE, BOB)]
    for envelope in pile:
        send(funded, envelope.to_xdr(), deaf, code=75, wait=0)
    came, go = Event(), Event()

    def say(method, path, ask):
        if path.startswith("/transactions"):
            came.set()
            go.wait(60)
    shown = interrupted(funded, came, "resume", "--parallel", "1", "--horizon-url", server(say).url)
    go.set()
    assert "interrupted; the outcome of 2 is unknown" in shown


def test_interrupting_resume_counts_unknown_outcomes_of_other_networks(funded, server):
    """The only server is of the second network; the first network's transaction stays unknown."""
    deaf = server(lambda method, path, ask: problem(504, "timeout") if method == "POST" else None)
    for pair in (ALICE, BOB):
        send(funded, by(funded, pair).to_xdr(), deaf, code=75, wait=0)
    first = by(funded, ALICE).hash_hex()
    with sqlite3.connect(funded.home / "online" / "journal.sqlite") as db:
        db.execute("UPDATE submission SET network_passphrase = ? WHERE hash = ?", (Network.PUBLIC_NETWORK_PASSPHRASE, first))
    db.close()
    came, go = Event(), Event()
    roots = []

    def say(method, path, ask):
        if path == "/":
            roots.append(path)
            return problem(503, "stale_history") if len(roots) == 1 else None
        if path.startswith("/transactions"):
            came.set()
            go.wait(60)
    shown = interrupted(funded, came, "resume", "--wait", "0", "--horizon-url", server(say).url)
    go.set()
    assert "interrupted; the outcome of 2 is unknown" in shown and len(roots) == 2


def test_interrupting_send_reports_nothing_if_the_server_did_not_accept_the_transaction(funded, server):
    envelope, hash_ = payment(funded)
    busy = server(lambda method, path, ask: (429, b"{}", {"Retry-After": "50"}) if method == "POST" else None)
    terminal = Terminal(funded, "coldstar-submit", "send", str(funded.file("signed.xdr", envelope)), "-n", "testnet", "--horizon-url", busy.url)
    until(lambda: busy.posts() == 1 and json.loads(funded.submit("status", hash_, "--json").out)["state"] == "queued")
    terminal.type("\x03")
    code, shown = terminal.end()
    assert code == -signal.SIGINT and "interrupted" not in shown
    funded.submit("resume")
    assert in_ledger(funded, hash_)


def test_an_ignored_signal_does_not_interrupt_send(funded, server):
    envelope, hash_ = payment(funded)
    slow, came, go = held(server, "POST", "/transactions")
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)            # as set by nohup and inherited by the child
    try:
        process = funded.started("coldstar-submit", "send", "-", "-n", "testnet", "--horizon-url", slow.url)
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        process.stdin.write(envelope.encode())
        process.stdin.close()
        assert came.wait(60)
        process.send_signal(signal.SIGHUP)
        slow.say = lambda method, path, ask: None
        go.set()
        said = process.stderr.read().decode()
    assert process.returncode == 0 and "interrupted" not in said and in_ledger(funded, hash_)
