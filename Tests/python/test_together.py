# SPDX-License-Identifier: Apache-2.0
"""Several programs using one vault at the same time: each reads complete files, also if another one is killed while writing."""
from __future__ import annotations

import base64
import fcntl
import json
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset

import programs
from programs import PIN, TESTNET, key
from test_state import ALICE, BOB, add, governed, payment, set_policy, sign, vault  # noqa: F401
from test_swap import Waiting

STRACE = shutil.which("strace") and not subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode


def message(text: str) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": "01234567-89ab-4def-8123-456789abcdef", "kind": "message",
                       "network_passphrase": TESTNET, "message": text, "signers": [ALICE.public_key]})


@pytest.mark.slow
def test_forty_concurrent_signatures_are_all_recorded(offline):
    offline.import_key("alice", ALICE)

    def made(number: int) -> bool:
        text = f"number {number}"
        signature = offline.sign("sign", "-", "--key", "alice", "--yes", "--format", "signature", stdin=message(text), pin=PIN).out
        return base64.b64decode(signature) == ALICE.sign_message(text)

    def look(number: int) -> None:
        offline.sign("inspect", "-", stdin=message(f"look {number}"))
        assert offline.sign("journal", "verify", "--json").json()["torn_bytes"] == 0

    with ThreadPoolExecutor(8) as signers, ThreadPoolExecutor(1) as watchers:
        looks = watchers.map(look, range(20))
        assert all(signers.map(made, range(40)))
        list(looks)
    entries = [row["type"] for row in map(json.loads, offline.sign("journal", "--json").out.splitlines())]
    assert entries.count("intent") == 40 and entries.count("outcome") == 80
    offline.sign("journal", "verify", "--key", "alice", pin=PIN)


def test_readers_see_a_complete_book_while_it_is_changed(offline):
    offline.import_key("alice", ALICE)

    def look(number: int) -> int:
        offline.sign("book", "show", "--json")
        return offline.sign("journal", "verify", "--json").json()["book"] or 0

    with ThreadPoolExecutor(3) as watchers:
        looks = watchers.map(look, range(60))
        for number in range(5):
            add(offline, "contacts", "add", f"number-{number}", key(f"contact {number}").public_key)
        assert max(looks) <= 5
    assert look(0) == 5


# ---------------------------------------------------------------- the daily limit, 15 XLM here

WORDS = ("--key", "alice", "--yes", "--network", "testnet")


def channel(amount: str, number: int) -> str:
    """A payment by Alice in a transaction of an account without earlier signatures, so that no finding is about sequence numbers."""
    return programs.payment(sdk.Payment(BOB.public_key, Asset.native(), amount, source=ALICE.public_key), source=key(f"channel {number}"),
                            sequence=100)


def reviewed(machine, text: str, *more: str) -> Waiting:
    """A signer that has reviewed the text with the current journal and waits for the PIN."""
    return Waiting(machine, "sign", "-", *WORDS, *more, stdin=text, until=b"info POLICY")


def intents(machine) -> list[dict]:
    return [row for row in map(json.loads, machine.sign("journal", "--json").out.splitlines()) if row["type"] == "intent"]


def test_payments_of_concurrent_signers_are_added_up_for_the_daily_limit(governed):
    waiting = [reviewed(governed, channel("9.9", number)) for number in range(4)]
    ended = [signer.goes_on() for signer in waiting]
    assert [code for code, _, _ in ended] == [0, 77, 77, 77]
    for _, out, err in ended[1:]:
        assert out == "" and "another program has signed something since this was reviewed, and now POLICY says: maximum_per_day" in err
        assert "again" in err
    assert "maximum_per_day" in sign(governed, channel("9.9", 9), code=77).err
    assert len(intents(governed)) == 1
    governed.sign("journal", "verify", "--key", "alice", pin=PIN)


def test_concurrent_payments_within_the_daily_limit_are_all_signed(governed):
    waiting = [reviewed(governed, channel(amount, number)) for number, amount in enumerate(["9", "5", "0.9", "0.1"])]
    assert [signer.goes_on()[0] for signer in waiting] == [0, 0, 0, 77], "the fees count too"


def test_without_a_daily_limit_concurrent_signers_do_not_block_each_other(governed):
    set_policy(governed, maximum_per_day="unlimited")
    waiting = [reviewed(governed, channel(f"9.{number}", number)) for number in range(3)]
    assert [signer.goes_on()[0] for signer in waiting] == [0, 0, 0]


def test_the_same_payment_signed_during_the_review_is_detected(governed):
    set_policy(governed, maximum_per_day="unlimited")
    waiting = [reviewed(governed, channel("9.9", number)) for number in range(2)]
    (first, *_), (second, out, err) = (signer.goes_on() for signer in waiting)
    assert (first, second, out) == (0, 77, "") and "now W-REPEATED says" in err


def test_the_same_transaction_signed_during_the_review_is_signed_again(governed):
    once = channel("9.9", 1)
    waiting = [reviewed(governed, once) for _ in range(3)]
    ended = [signer.goes_on() for signer in waiting]
    assert [code for code, _, _ in ended] == [0, 0, 0] and len({out for _, out, _ in ended}) == 1, "one signature, however often it is made"


def test_a_sequence_number_signed_during_the_review_is_detected(governed):
    set_policy(governed, maximum_per_day="unlimited", unattended=[])
    sign(governed, payment(sequence=9))
    waiting = [reviewed(governed, payment(sequence=10)), reviewed(governed, payment("2", sequence=10))]
    (first, *_), (second, out, err) = (signer.goes_on() for signer in waiting)
    assert (first, second, out) == (0, 77, "") and "now W-SEQUSED says" in err
    waiting = [reviewed(governed, payment(sequence=11)), reviewed(governed, payment("2", sequence=11))]
    sign(governed, payment("3", sequence=11))
    sign(governed, payment("3", sequence=12))
    for signer in waiting:
        assert signer.goes_on()[:2] == (77, "")


@pytest.mark.parametrize("amount, codes", [("5.3", [0, 77]), ("5", [0, 0])])
def test_a_batch_counts_payments_signed_during_its_review(governed, amount, codes):
    lines = governed.file("batch", channel("4.9", 1) + "\n" + channel("4.9", 2) + "\n")
    waiting = [reviewed(governed, channel(amount, 3)), Waiting(governed, "sign", str(lines), *WORDS, until=b"POLICY")]
    ended = [signer.goes_on() for signer in waiting]
    assert [code for code, _, _ in ended] == codes, ended
    if codes[1]:
        assert ended[1][1] == "" and "now POLICY says: maximum_per_day" in ended[1][2] and len(intents(governed)) == 1
    else:
        assert len(ended[1][1].split()) == 2


def test_a_signer_waiting_for_input_reads_the_journal_afterwards(governed):
    waiting = []
    for _ in range(3):
        process = governed.started("coldstar-sign", "sign", "-", *WORDS, pin=PIN)
        size = fcntl.fcntl(process.stdin, fcntl.F_SETPIPE_SZ, 4096)
        process.stdin.write(b"\n" * (size + 1))                  # more than the pipe holds: the write returns when the signer reads
        process.stdin.flush()
        waiting.append(process)
    ended = [process.communicate(channel("9.9", number).encode(), timeout=60) for number, process in enumerate(waiting)]
    assert [process.returncode for process in waiting] == [0, 77, 77]
    for out, err in ended[1:]:
        assert out == b"" and b"this is never signed: POLICY: maximum_per_day" in err


def test_a_signature_is_recorded_with_the_time_of_signing(governed):
    """Not with the time at which the signer began to wait: the daily limit counts from the signature."""
    signer = reviewed(governed, channel("9.9", 1))
    begun = int(time.time())
    while int(time.time()) == begun:
        pass
    assert signer.goes_on()[0] == 0
    rows = [json.loads(line) for line in governed.sign("journal", "--json").out.splitlines()][-3:]
    assert [row["type"] for row in rows] == ["intent", "outcome", "outcome"]
    assert all(datetime.fromisoformat(row["time"]).timestamp() > begun for row in rows), rows


STEPS = "fsync,linkat,renameat,renameat2,unlinkat"


@pytest.mark.slow
@pytest.mark.skipif(not STRACE, reason="strace may not trace here")
@pytest.mark.parametrize("what", ["sign", "book", "pin", "import"])
def test_a_kill_before_any_disk_write_leaves_a_usable_vault(offline, what):
    """The signer is killed before its first disk write, in the next run before its second, and so on."""
    offline.import_key("alice", ALICE)
    add(offline, "contacts", "add", "bob", BOB.public_key)
    pins = [PIN, "55667788"]
    for step in count(1):
        words = {"sign": ("sign", "-", "--key", "alice", "--yes"),
                 "book": ("book", "contacts", "add", "bob", BOB.public_key, "--memo", f"id:{step}", "--replace", "--yes"),
                 "pin": ("key", "change-pin", "alice", "--new-pin-fd", "0"), "import": ("key", "import", f"key{step}")}[what]
        stdin = {"sign": message(f"step {step}"), "pin": pins[1] + "\n"}.get(what, "")
        wrapper = offline.home / "coldstar-sign"
        wrapper.write_text(f'#!/bin/sh\nexec strace -qq -o /dev/null -e trace={STEPS} -e inject={STEPS}:signal=KILL:when={step} '
                           f'"{offline.folder}/coldstar-sign" "$@"\n')
        wrapper.chmod(0o755)
        traced = type(offline)(offline.home, offline.home, offline.env)
        process = traced.started("coldstar-sign", *words, pin=pins[0], secret=BOB.secret if what == "import" else None)
        process.communicate(stdin.encode(), timeout=60)
        if what == "pin" and offline.sign("journal", "verify", "--key", "alice", pin=pins[0], code=None).code:
            pins.reverse()
        offline.sign("journal", "verify", "--key", "alice", pin=pins[0])
        sign(offline, message(f"after {step}"), pin=pins[0])
        if process.returncode == 0:
            break
        assert process.returncode in (-9, 137)
    assert step > 4, "the signer was killed too rarely"
