# SPDX-License-Identifier: Apache-2.0
"""Several programs at one vault: each reads what is whole, and what one of them is stopped in the middle of is whole too."""
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
def test_forty_signatures_eight_at_a_time_are_all_made(offline):
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


def test_the_book_may_change_while_others_look(offline):
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


# ---------------------------------------------------------------- what is let go in a day, 15 XLM here

WORDS = ("--key", "alice", "--yes", "--network", "testnet")


def channel(amount: str, number: int) -> str:
    """A payment of Alice's in a transaction of an account that nothing was signed for: no sequence number speaks up."""
    return programs.payment(sdk.Payment(BOB.public_key, Asset.native(), amount, source=ALICE.public_key), source=key(f"channel {number}"),
                            sequence=100)


def reviewed(machine, text: str, *more: str) -> Waiting:
    """A signer that has reviewed this by the journal as it is now, and waits for the PIN."""
    return Waiting(machine, "sign", "-", *WORDS, *more, stdin=text, until=b"info POLICY")


def intents(machine) -> list[dict]:
    return [row for row in map(json.loads, machine.sign("journal", "--json").out.splitlines()) if row["type"] == "intent"]


def test_what_signers_that_run_side_by_side_let_go_is_added_up(governed):
    waiting = [reviewed(governed, channel("9.9", number)) for number in range(4)]
    ended = [signer.goes_on() for signer in waiting]
    assert [code for code, _, _ in ended] == [0, 77, 77, 77]
    for _, out, err in ended[1:]:
        assert out == "" and "another program has signed something since this was reviewed, and now POLICY says: maximum_per_day" in err
        assert "run the same command" in err
    assert "maximum_per_day" in sign(governed, channel("9.9", 9), code=77).err
    assert len(intents(governed)) == 1
    governed.sign("journal", "verify", "--key", "alice", pin=PIN)


def test_what_fits_together_is_signed_together(governed):
    waiting = [reviewed(governed, channel(amount, number)) for number, amount in enumerate(["9", "5", "0.9", "0.1"])]
    assert [signer.goes_on()[0] for signer in waiting] == [0, 0, 0, 77], "the fees are counted too"


def test_without_a_limit_for_the_day_signers_do_not_wait_for_each_other(governed):
    set_policy(governed, maximum_per_day="unlimited")
    waiting = [reviewed(governed, channel("9.9", number)) for number in range(3)]
    assert [signer.goes_on()[0] for signer in waiting] == [0, 0, 0]


def test_a_number_that_was_signed_for_meanwhile_is_found_too(governed):
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
def test_a_batch_is_added_up_with_what_was_signed_since_its_page_was_shown(governed, amount, codes):
    lines = governed.file("batch", channel("4.9", 1) + "\n" + channel("4.9", 2) + "\n")
    waiting = [reviewed(governed, channel(amount, 3)), Waiting(governed, "sign", str(lines), *WORDS, until=b"POLICY")]
    ended = [signer.goes_on() for signer in waiting]
    assert [code for code, _, _ in ended] == codes, ended
    if codes[1]:
        assert ended[1][1] == "" and "now POLICY says: maximum_per_day" in ended[1][2] and len(intents(governed)) == 1
    else:
        assert len(ended[1][1].split()) == 2


def test_a_signer_that_waits_for_its_input_has_not_read_the_journal_before_it(governed):
    waiting = []
    for _ in range(3):
        process = governed.started("coldstar-sign", "sign", "-", *WORDS, pin=PIN)
        size = fcntl.fcntl(process.stdin, fcntl.F_SETPIPE_SZ, 4096)
        process.stdin.write(b"\n" * (size + 1))                  # more than the pipe holds: it ends when the signer reads
        process.stdin.flush()
        waiting.append(process)
    ended = [process.communicate(channel("9.9", number).encode(), timeout=60) for number, process in enumerate(waiting)]
    assert [process.returncode for process in waiting] == [0, 77, 77]
    for out, err in ended[1:]:
        assert out == b"" and b"this is never signed: POLICY: maximum_per_day" in err


def test_a_signature_is_written_down_as_of_when_it_was_made(governed):
    """Not as of when the signer began to wait: the day is counted from the signature."""
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
def test_a_kill_before_any_step_to_the_disk_leaves_a_vault_that_signs(offline, what):
    """The signer is killed before its first write to the disk, in the next run before its second, and so on to the last."""
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
    assert step > 4, "nothing was ever in the way"
