# SPDX-License-Identifier: Apache-2.0
"""Several programs at one vault: each reads what is whole, and what one of them is stopped in the middle of is whole too."""
from __future__ import annotations

import base64
import json
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from programs import PIN, TESTNET, key
from test_state import ALICE, BOB, add, payment, sign

STRACE = shutil.which("strace") and not subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode


def message(text: str) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": "01234567-89ab-4def-8123-456789abcdef", "kind": "message",
                       "network_passphrase": TESTNET, "message": text, "signers": [ALICE.public_key]})


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


STEPS = "fsync,linkat,renameat,renameat2,unlinkat"


@pytest.mark.skipif(not STRACE, reason="strace may not trace here")
@pytest.mark.parametrize("what", ["sign", "book", "pin"])
def test_a_kill_before_any_step_to_the_disk_leaves_a_vault_that_signs(offline, what):
    """The signer is killed before its first write to the disk, in the next run before its second, and so on to the last."""
    offline.import_key("alice", ALICE)
    add(offline, "contacts", "add", "bob", BOB.public_key)
    pins = [PIN, "55667788"]
    for step in count(1):
        words = {"sign": ("sign", "-", "--key", "alice", "--yes"),
                 "book": ("book", "contacts", "add", "bob", BOB.public_key, "--memo", f"id:{step}", "--replace", "--yes"),
                 "pin": ("key", "change-pin", "alice", "--new-pin-fd", "0")}[what]
        stdin = {"sign": message(f"step {step}"), "pin": pins[1] + "\n"}.get(what, "")
        wrapper = offline.home / "coldstar-sign"
        wrapper.write_text(f'#!/bin/sh\nexec strace -qq -o /dev/null -e trace={STEPS} -e inject={STEPS}:signal=KILL:when={step} '
                           f'"{offline.folder}/coldstar-sign" "$@"\n')
        wrapper.chmod(0o755)
        traced = type(offline)(offline.home, offline.home, offline.env)
        process = traced.started("coldstar-sign", *words, pin=pins[0])
        process.communicate(stdin.encode(), timeout=60)
        if what == "pin" and offline.sign("journal", "verify", "--key", "alice", pin=pins[0], code=None).code:
            pins.reverse()
        offline.sign("journal", "verify", "--key", "alice", pin=pins[0])
        sign(offline, message(f"after {step}"), pin=pins[0])
        if process.returncode == 0:
            break
        assert process.returncode in (-9, 137)
    assert step > 5, "nothing was ever in the way"
