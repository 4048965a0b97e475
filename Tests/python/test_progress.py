# SPDX-License-Identifier: Apache-2.0
"""Long jobs say at a terminal how far they have got; nothing is left of it, and there is none elsewhere."""
from __future__ import annotations

import os
import re
import signal
import time

import pytest

from programs import PIN, key
from servers import Server
from terminal import PATIENCE, Terminal

ALICE, BOB = key("alice"), key("bob")
ERASE = b"\r\x1b[K"
PEOPLE = 30


@pytest.fixture
def slow(sandbox):
    """The practice network behind a server that takes a while for each account."""
    def delay(method, path, ask):
        if "/accounts/" in path:
            time.sleep(0.15)

    server = Server(sandbox.url, delay)
    yield server
    server.close()


@pytest.fixture
def table(funded):
    rows = "".join(f"{key(f'person {number}').public_key},1,native\n" for number in range(PEOPLE))
    return funded.file("table.csv", "destination,amount,asset\n" + rows)


def batch(slow, *options: str) -> tuple[str, ...]:
    return ("batch", "table.csv", "--network", "testnet", "--source", ALICE.public_key, "--horizon-url", slow.url, *options)


def test_a_batch_counts_the_accounts_at_a_terminal_and_leaves_nothing_of_it(funded, table, slow):
    code, _ = (terminal := Terminal(funded, "coldstar-build", *batch(slow))).end()
    seen = terminal.seen
    assert code == 65
    counted = re.findall(rb"\rfetching (\d+) of 30 accounts, about \d+ s left\x1b\[K", seen)
    assert counted and counted == sorted(counted, key=int)
    assert ERASE in seen.rpartition(b"fetching")[2], "the line was not erased before the errors"
    assert b"does not exist" in seen.rpartition(ERASE)[2]


@pytest.mark.parametrize("options, term", [(("--quiet",), "xterm"), (("--json",), "xterm"), ((), "dumb")])
def test_there_is_no_progress_where_it_is_not_wanted_or_cannot_be_overwritten(funded, table, slow, options, term):
    code, seen = Terminal(funded, "coldstar-build", *batch(slow, *options), term=term).end()
    assert code == 65 and "fetching" not in seen and "\x1b" not in seen


def test_there_is_no_progress_without_a_terminal(funded, table, slow):
    said = funded.build(*batch(slow), code=65)
    assert "fetching" not in said.err and "\r" not in said.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_a_clean_line_and_ends_the_program(funded, table, slow, number):
    terminal = Terminal(funded, "coldstar-build", *batch(slow))
    terminal.until(" accounts, about")
    os.kill(terminal.pid, number)
    code, seen = terminal.end()
    assert code == -number and terminal.seen.endswith(ERASE)


def test_a_line_is_never_longer_than_the_terminal(funded, table, slow):
    terminal = Terminal(funded, "coldstar-build", *batch(slow), columns=20)
    terminal.end()
    lines = re.findall(rb"\r([^\r\x1b]+)\x1b\[K", terminal.seen)
    assert lines and all(len(line) < 20 for line in lines)


def test_a_signed_batch_is_asked_about_without_a_trace_of_progress(offline):
    """Reviewing a few transactions takes no two seconds: what a person reads is undisturbed."""
    offline.import_key("alice", ALICE)
    rows = f"destination,amount,asset,memo\n{BOB.public_key},1,native,text:a\n{BOB.public_key},1,native,text:b\n"
    made = offline.build("batch", "-", "--source", ALICE.public_key, "--sequence", "5", "--network", "testnet", stdin=rows)
    offline.file("batch.jsonl", made.out)
    terminal = Terminal(offline, "coldstar-sign", "sign", "batch.jsonl", "--key", "alice", "--out", "signed")
    assert "reviewing" not in terminal.until("yes: ")
    terminal.type("yes\n")
    terminal.until("PIN")
    terminal.type(PIN + "\n")
    code, seen = terminal.end()
    assert code == 0 and "signing " not in seen


@pytest.mark.slow
def test_a_long_review_and_its_signatures_are_counted(offline):
    offline.import_key("alice", ALICE)
    rows = "".join(f"{BOB.public_key},1,native,id:{number}\n" for number in range(3000))
    made = offline.build("batch", "-", "--source", ALICE.public_key, "--sequence", "5", "--network", "testnet",
                         stdin="destination,amount,asset,memo\n" + rows)
    offline.file("batch.jsonl", made.out)
    terminal = Terminal(offline, "coldstar-sign", "inspect", "batch.jsonl")
    terminal.end()
    shown = re.findall(rb"\rreviewing (\d+) of 3000 transactions", terminal.seen)
    if not shown:
        pytest.skip("this machine reviews 3000 transactions in two seconds")
    assert ERASE in terminal.seen.rpartition(b"reviewing")[2]
