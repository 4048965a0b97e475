# SPDX-License-Identifier: Apache-2.0
"""Servers whose clock is years ahead, or that do not find a transaction: nothing that one of them says alone ends a transaction, and at most one
transaction is applied for each number."""
from __future__ import annotations

import json
import time

import pytest
from stellar_sdk import TransactionEnvelope

from programs import TESTNET, Machine, key
from servers import NOT_FOUND, Handler, Server, problem
from test_servers import ALICE, in_ledger, payment

FAR = 1_924_992_000                                          # 2031


class Kind:
    """A server of one API that forwards to the practice network, with lies to switch on."""

    def __init__(self, url: str):
        self.dates = self.finds_nothing = self.lists_nothing = self.loses = self.drops = self.refuses = False
        self.server = self.made(url)

    @property
    def option(self) -> tuple[str, str]:
        return self.name, self.url

    def close(self) -> None:
        self.server.close()


class Horizon(Kind):
    name = "--horizon-url"

    def made(self, url: str) -> Server:
        return Server(url, self.say)

    @property
    def url(self) -> str:
        return self.server.url

    def say(self, method, path, ask):
        if method == "POST" and self.drops:
            return problem(504, "timeout")
        if method == "POST" and self.refuses:
            return problem(400, "transaction_failed", result_codes={"transaction": "tx_bad_seq"})
        if method == "POST" and self.loses:
            ask()
            return problem(504, "timeout")
        if path.startswith("/transactions/") and self.finds_nothing or path.endswith("/transactions") and method == "GET" and self.lists_nothing:
            return NOT_FOUND
        if not self.dates or path not in ("/", "/ledgers"):
            return None
        status, text = ask()
        document = json.loads(text)
        if path == "/":
            document["history_latest_ledger_closed_at"] = "2031-01-01T00:00:00Z"
        else:
            document["_embedded"]["records"][0]["closed_at"] = "2031-01-01T00:00:00Z"
        return status, json.dumps(document).encode()


class RPCHandler(Handler):
    def answer(self, body: bytes) -> None:
        asked = json.loads(body)
        self.server.log.append(asked["method"])
        self.put(*(self.server.say(asked, lambda: self.forward(body)) or self.forward(body)))


class RPC(Kind):
    name = "--rpc-url"

    def made(self, url: str) -> Server:
        return Server(url, self.say, RPCHandler)

    @property
    def url(self) -> str:
        return f"{self.server.url}/rpc"

    def say(self, asked, ask):
        method = asked["method"]
        if method == "sendTransaction" and (self.drops or self.loses):
            if self.loses:
                ask()
            return 504, b"timeout"
        if method == "sendTransaction" and self.refuses:
            hash_ = TransactionEnvelope.from_xdr(asked["params"]["transaction"], TESTNET).hash_hex()
            said = {"status": "ERROR", "hash": hash_, "errorResultXdr": "AAAAAAAAAGT////7AAAAAA==", "latestLedger": 1003,
                    "latestLedgerCloseTime": "1"}
            return 200, json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": said}).encode()
        status, text = ask()
        document = json.loads(text)
        found = document.get("result")
        if not found:
            return status, text
        if method == "getTransaction" and self.finds_nothing:
            kept = ("latestLedger", "latestLedgerCloseTime", "oldestLedger", "oldestLedgerCloseTime")
            found = {name: found[name] for name in kept} | {"status": "NOT_FOUND", "txHash": asked["params"]["hash"]}
        if method == "getTransactions" and self.lists_nothing:
            found["transactions"] = []
        if self.dates and "latestLedgerCloseTime" in found:
            found["latestLedgerCloseTime"] = str(FAR)
        document["result"] = found
        return status, json.dumps(document).encode()


@pytest.fixture(params=[Horizon, RPC], ids=["Horizon", "RPC"])
def liar(request, sandbox):
    made = request.param(sandbox.url)
    yield made
    made.close()


def applied(machine) -> list[str]:
    """The numbers of Alice's applied transactions."""
    rows = machine.build("lookup", "account", ALICE.public_key, "--json").json()
    return rows["sequence"]


def bare(machine) -> Machine:
    """The machine without the practice network's Horizon, which would be asked beside the server."""
    return Machine(machine.folder, machine.home, {"STELLAR_NETWORK": "testnet"})


def send(machine, envelope: str, *servers: Kind, code, wait: int = 3):
    return bare(machine).submit("send", "-", "--json", "--wait", wait, *(part for one in servers for part in one.option), stdin=envelope, code=code)


def soon() -> int:
    return int(time.time()) + 3600


def test_a_ledger_dated_2031_does_not_end_a_valid_transaction(funded, liar):
    envelope, hash_ = payment(funded, until=soon())
    liar.dates = liar.drops = True
    refused = send(funded, envelope, liar, code=75)
    assert json.loads(refused.out)["status"] == "pending" and "no longer" not in refused.err
    liar.dates = liar.drops = False
    assert json.loads(send(funded, envelope, liar, code=0, wait=20).out)["status"] == "success"
    assert in_ledger(funded, hash_)


def test_a_ledger_dated_2031_does_not_keep_a_transaction_from_being_sent(funded, liar):
    envelope, hash_ = payment(funded, until=soon())
    liar.dates = True
    send(funded, envelope, liar, code=0, wait=20)
    assert in_ledger(funded, hash_)


def test_resume_says_that_the_clocks_differ_and_goes_on(funded, liar):
    envelope, hash_ = payment(funded, until=soon())
    liar.drops = True
    send(funded, envelope, liar, code=75)
    liar.dates = True
    told = bare(funded).submit("resume", "--wait", 13, *liar.option, code=75)
    assert "(2031-01-01 00:00:00 UTC), but not by this machine's clock" in told.err
    liar.dates = liar.drops = False
    bare(funded).submit("resume", *liar.option)
    assert in_ledger(funded, hash_)


@pytest.mark.parametrize("wait", [3, pytest.param(14, marks=pytest.mark.slow)])
def test_what_was_applied_and_is_not_found_is_not_called_used_by_another(funded, liar, wait):
    before = int(applied(funded))
    envelope, hash_ = payment(funded, until=soon())
    liar.loses = liar.finds_nothing = liar.lists_nothing = True
    told = send(funded, envelope, liar, code=75, wait=wait)
    assert json.loads(told.out)["status"] == "pending" and "another transaction" not in told.err
    liar.finds_nothing = liar.lists_nothing = False
    bare(funded).submit("resume", *liar.option)
    assert in_ledger(funded, hash_) and int(applied(funded)) == before + 1


def test_what_another_machine_sent_and_is_not_found_by_its_hash_is_open(funded, liar, sandbox):
    envelope, hash_ = payment(funded, until=soon())
    funded.post(TransactionEnvelope.from_xdr(envelope, TESTNET))
    liar.finds_nothing = liar.lists_nothing = liar.refuses = True
    told = send(funded, envelope, liar, code=75)
    assert "does not show by which transaction" in told.err
    asked = bare(funded).submit("check", "-", *liar.option, stdin=envelope, code=75)
    assert "no server shows which transaction used it" in asked.out + asked.err
    liar.finds_nothing = liar.lists_nothing = False
    bare(funded).submit("resume", *liar.option)
    assert in_ledger(funded, hash_)


def test_what_only_the_list_of_transactions_shows_is_asked_for_again_by_its_hash(funded, liar, sandbox):
    envelope, hash_ = payment(funded, until=soon())
    funded.post(TransactionEnvelope.from_xdr(envelope, TESTNET))
    liar.finds_nothing = liar.refuses = True
    assert "is used by this transaction" in send(funded, envelope, liar, code=75).err
    liar.finds_nothing = False
    bare(funded).submit("resume", *liar.option)
    assert in_ledger(funded, hash_)


def test_a_number_that_another_transaction_used_is_final_and_names_it(funded, liar, sandbox):
    envelope, hash_ = payment(funded, until=soon())
    other, others = payment(funded, until=soon(), amount="2")
    funded.post(TransactionEnvelope.from_xdr(other, TESTNET))
    told = send(funded, envelope, liar, code=1, wait=10)
    assert f"was used by another transaction, {others}" in told.err and "tx_bad_seq" in told.out
    shown = json.loads(funded.submit("status", hash_, "--json").out)
    assert shown["can_still_be_applied"] is False
    assert f"used by {others}" in bare(funded).submit("check", "-", *liar.option, stdin=envelope, code=1).err


@pytest.mark.parametrize("kind, order", [(Horizon, 1), (RPC, -1)], ids=["Horizon first", "RPC last"])
def test_a_liar_beside_an_honest_server_ends_nothing(funded, sandbox, kind, order):
    envelope, hash_ = payment(funded, until=soon())
    bad, good = kind(sandbox.url), kind(sandbox.url)
    bad.dates = bad.finds_nothing = bad.lists_nothing = True
    bad.loses = good.loses = True
    told = send(funded, envelope, *(bad, good)[::order], code=None, wait=12)
    assert json.loads(told.out)["status"] in ("success", "pending")
    bad.close()
    bare(funded).submit("resume", *good.option)
    assert in_ledger(funded, hash_)
    good.close()


def test_check_does_not_call_a_transaction_too_late_by_one_clock(funded, liar):
    if liar.name == "--rpc-url":
        pytest.skip("Stellar RPC's latest ledger is a header, which this server does not change")
    envelope, _ = payment(funded, until=soon())
    liar.dates = True
    told = bare(funded).submit("check", "-", *liar.option, stdin=envelope, code=75)
    assert "not by this machine's clock" in told.err and "is not known" in told.err


def test_what_replaces_an_open_transaction_has_its_number(funded, liar):
    envelope, hash_ = payment(funded, until=soon())
    liar.drops = True
    send(funded, envelope, liar, code=75)
    number = TransactionEnvelope.from_xdr(envelope, TESTNET).transaction.sequence
    cancel = funded.build("cancel", hash_)
    assert TransactionEnvelope.from_xdr(json.loads(cancel.out)["envelope"], TESTNET).transaction.sequence == number
    again = funded.build("payment", "--source", ALICE.public_key, "--destination", key("bob").public_key, "--asset", "native", "--amount", "1")
    assert TransactionEnvelope.from_xdr(json.loads(again.out)["envelope"], TESTNET).transaction.sequence == number
