# SPDX-License-Identifier: Apache-2.0
"""Many transactions in one file: accounts in parallel, each in the order of its sequence numbers; failures, kills, terminals."""
from __future__ import annotations

import json
import os
import pty
import signal
import time
import urllib.request

import pytest
from stellar_sdk import Account, Asset, TransactionBuilder

from programs import TESTNET, key
from servers import Server, problem

BOB = key("bob")


def account(sandbox, name: str):
    pair = key(name)
    urllib.request.urlopen(f"{sandbox.url}/friendbot?addr={pair.public_key}").read()
    return pair


def sequence(sandbox, pair) -> int:
    return int(json.load(urllib.request.urlopen(f"{sandbox.url}/accounts/{pair.public_key}"))["sequence"])


def row(sandbox, pair, count: int, bad: int | None = None, until: int = 0, first: int = 1):
    """Consecutive payments of one account; the one numbered `bad` goes to a missing account."""
    source = Account(pair.public_key, sequence(sandbox, pair) + first - 1)
    made = []
    for number in range(count):
        builder = TransactionBuilder(source, TESTNET, base_fee=100)
        target = key("nobody") if number == bad else BOB
        builder.append_payment_op(target.public_key, Asset.native(), "1").add_time_bounds(0, until)
        envelope = builder.build()
        envelope.sign(pair)
        made.append((envelope.to_xdr(), envelope.hash_hex()))
    return made


def pile(machine, *rows) -> str:
    """One file with the rows interleaved, each in reverse order."""
    lines = [xdr for row_ in rows for xdr, _ in reversed(row_)]
    return str(machine.file("many.txt", "\n".join(lines[::2] + lines[1::2]) + "\n"))


def lines(result) -> dict[str, dict]:
    return {line["hash"]: line for line in map(json.loads, result.out.splitlines())}


def included(sandbox, pair) -> list[str]:
    page = json.load(urllib.request.urlopen(f"{sandbox.url}/accounts/{pair.public_key}/transactions?limit=200&include_failed=true"))
    return [record["hash"] for record in page["_embedded"]["records"] if record["source_account"] == pair.public_key]


@pytest.fixture
def people(sandbox):
    account(sandbox, "bob")
    return [account(sandbox, name) for name in ("alice", "carol", "dave")]


def test_accounts_are_submitted_in_parallel_and_each_in_sequence_order(online, sandbox, people):
    rows = [row(sandbox, pair, 4) for pair in people]
    result = online.submit("send", pile(online, *rows), "--json")
    said = lines(result)
    assert len(said) == 12 and {line["status"] for line in said.values()} == {"success"}
    for pair, made in zip(people, rows):
        assert included(sandbox, pair) == [hash_ for _, hash_ in made]
        assert [said[hash_]["ledger"] for _, hash_ in made] == sorted(said[hash_]["ledger"] for _, hash_ in made)
    assert "12 transactions of 3 accounts, one per ledger and account; the longest queue has 4: about 24 s" in result.err
    assert "\r" not in result.err, "no progress without a terminal"


def test_results_are_printed_in_the_order_of_the_file(online, sandbox, people):
    rows = [row(sandbox, pair, 3) for pair in people]
    path = pile(online, *rows)
    given = [hash_ for text in open(path).read().split() for row_ in rows for xdr, hash_ in row_ if xdr == text]
    assert list(lines(online.submit("send", path, "--json"))) == given


def test_a_failure_stops_its_account_and_no_other(online, sandbox, people):
    alice, carol, _ = people
    bad, good = row(sandbox, alice, 4, bad=1), row(sandbox, carol, 4)
    result = online.submit("send", pile(online, bad, good), "--json", code=1)
    said = lines(result)
    assert [said[hash_]["status"] for _, hash_ in bad] == ["success", "failed", "failed", "failed"]
    assert [said[hash_]["status"] for _, hash_ in good] == ["success"] * 4
    assert included(sandbox, alice) == [hash_ for _, hash_ in bad[:2]]
    for _, hash_ in bad[2:]:
        assert said[hash_]["state"] == "queued" and said[hash_]["attempts"] == 0
        assert said[hash_]["reason"] == f"not submitted: {bad[1][1]} failed before it"
    assert said[bad[1][1]]["result_codes"]["operations"] == ["op_no_destination"]

    # Resume does not continue after a failure.
    again = online.submit("resume")
    assert "2 held back after a failure" in again.err and included(sandbox, alice) == [hash_ for _, hash_ in bad[:2]]
    assert "held back" in online.submit("status", bad[3][1]).out

    # Neither does a second send, which may be a concurrent program; only --past-failures does.
    online.submit("send", pile(online, bad, good), "--json", code=1)
    assert included(sandbox, alice) == [hash_ for _, hash_ in bad[:2]]
    online.submit("send", pile(online, bad, good), "--json", "--past-failures", code=1)
    assert included(sandbox, alice) == [hash_ for _, hash_ in bad]


def test_transactions_after_a_sequence_gap_are_not_submitted(online, sandbox, people):
    alice = people[0]
    late = row(sandbox, alice, 3, first=2)
    said = lines(online.submit("send", pile(online, late), "--json", code=75))
    assert said[late[0][1]]["result_codes"] == {"transaction": "tx_bad_seq"}
    assert [said[hash_]["attempts"] for _, hash_ in late] == [1, 0, 0]


def test_transactions_after_an_unknown_outcome_are_not_submitted(online, sandbox, people):
    def say(method, path, ask):
        return problem(504, "timeout") if method == "POST" else None
    server = Server(sandbox.url, say)
    made = row(sandbox, people[0], 3)
    result = online.submit("send", pile(online, made), "--json", "--wait", "2", "--horizon", server.url, code=75)
    said = lines(result)
    assert [said[hash_]["status"] for _, hash_ in made] == ["pending"] * 3
    assert said[made[2][1]]["reason"] == f"not submitted yet: waiting for {made[0][1]}"
    assert server.posts() == said[made[0][1]]["attempts"], "only the first was ever sent"
    server.close()
    online.submit("resume")
    assert included(sandbox, people[0]) == [hash_ for _, hash_ in made]


@pytest.mark.parametrize("queue", ["--async", "--no-async"])
def test_resume_after_kills_applies_every_transaction_once(online, sandbox, people, queue):
    rows = [row(sandbox, pair, 5) for pair in people]
    server = Server(sandbox.url)
    path = pile(online, *rows)
    for moment in (1, 4, 9):
        with online.started("coldstar-submit", "send", path, queue, "--horizon", server.url) as process:
            deadline = time.monotonic() + 30
            while server.posts() < moment and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
    online.submit("resume")
    for pair, made in zip(people, rows):
        assert included(sandbox, pair) == [hash_ for _, hash_ in made]
    server.close()
    assert "no pending transactions" in online.submit("resume").err


def test_concurrent_submitters_apply_every_transaction_once(online, sandbox, people):
    rows = [row(sandbox, pair, 5) for pair in people]
    path = pile(online, *rows)
    programs = [online.started("coldstar-submit", "send", path, "--json") for _ in range(3)]
    for program in programs:
        out, err = program.communicate(timeout=60)
        assert program.returncode == 0, err
        assert len(out.splitlines()) == 15
    for pair, made in zip(people, rows):
        assert included(sandbox, pair) == [hash_ for _, hash_ in made]


def test_two_transactions_with_one_sequence_number_are_refused_before_submission(online, sandbox, people):
    alice = people[0]
    made, other = row(sandbox, alice, 2), row(sandbox, alice, 1, bad=0)
    result = online.submit("send", pile(online, made, other), code=65)
    assert "only one of the two can be applied" in result.err and alice.public_key in result.err
    assert included(sandbox, alice) == []


def test_a_duplicate_line_is_submitted_once(online, sandbox, people):
    made = row(sandbox, people[0], 2)
    result = online.submit("send", pile(online, made, made), "--json")
    assert "2 given more than once" in result.err and len(lines(result)) == 2


def test_a_bad_signature_among_many_is_found_before_anything_is_sent(online, sandbox, people):
    made, other = row(sandbox, people[0], 2), row(sandbox, people[1], 2)
    stranger = TransactionBuilder(Account(people[2].public_key, sequence(sandbox, people[2])), TESTNET, base_fee=100)
    envelope = stranger.append_payment_op(BOB.public_key, Asset.native(), "1").add_time_bounds(0, 0).build()
    envelope.sign(BOB)
    result = online.submit("send", pile(online, made, other, [(envelope.to_xdr(), "")]), code=65)
    assert "many.txt:" in result.err and "weight" in result.err
    assert all(included(sandbox, pair) == [] for pair in people)
    assert "no pending transactions" in online.submit("resume").err


def test_warns_of_transactions_that_may_expire_before_their_turn(online, sandbox, people):
    until = int(time.time()) + 65
    made = row(sandbox, people[0], 30, until=until)
    result = online.submit("send", pile(online, made), "--json", "--now", until - 65)
    assert f"20 may expire before they are submitted (the first is {made[10][1]})" in result.err
    assert "channel accounts" in result.err


def test_several_files_are_submitted_like_one(online, sandbox, people):
    made = row(sandbox, people[0], 3)
    paths = [online.file(f"{number}.xdr", xdr) for number, (xdr, _) in enumerate(made)]
    assert len(lines(online.submit("send", *reversed(paths), "--json"))) == 3
    assert included(sandbox, people[0]) == [hash_ for _, hash_ in made]


def test_a_terminal_shows_the_progress(online, sandbox, people):
    rows = [row(sandbox, pair, 4) for pair in people]
    path = pile(online, *rows)
    server = Server(sandbox.url, lambda method, path, ask: (time.sleep(0.15), None)[1] if method == "POST" else None)
    pid, screen = pty.fork()
    if pid == 0:
        os.environ.update({"TERM": "xterm", "COLDSTAR_HOME": str(online.home), "STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": server.url})
        program = str(online.folder / "coldstar-submit")
        os.execv(program, [program, "send", path])
    seen = b""
    try:
        while piece := os.read(screen, 4096):
            seen += piece
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    server.close()
    assert b" of 12: applied " in seen and b"\r\x1b[K" in seen
    assert seen.rstrip().endswith(b"12 of 12: applied 12, failed 0, pending 0, sent 12")


def test_invalid_submission_options_are_usage_errors(online, subtests):
    for options, code in [(("--parallel", "0"), 64), (("--parallel", "1000"), 64), (("--parallel", "x"), 64),
                          (("--wait", "a minute"), 64), (("--async", "--no-async"), 64)]:
        with subtests.test(options=options, code=code):
            online.submit("send", "AAAA", *options, code=code)
