# SPDX-License-Identifier: Apache-2.0
"""Killing a program at any moment leaves no partial file and no changed key."""
from __future__ import annotations

import json
import random
import time

import pytest

from programs import PIN, key

ALICE, BOB = key("alice"), key("bob")


def killed_after(process, seconds: float, text: str) -> None:
    process.stdin.write(text.encode())
    process.stdin.close()
    time.sleep(seconds)                                     # the moment of the kill is what this test varies
    process.kill()
    process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_killed_import_leaves_a_whole_key_or_none(offline, seed):
    moment = random.Random(seed).uniform(0, 1.2)
    killed_after(offline.started("coldstar-sign", "key", "import", "alice", secret=ALICE.secret, pin=PIN), moment, "")
    files = [p.name for p in offline.home.rglob("*") if p.is_file()]
    assert set(files) <= {"alice.key", "seal.alice", "state.lock", "journal", "journal.lock"}
    if "alice.key" in files:
        assert offline.sign("key", "show", "alice", "--json").json()["public_key"] == ALICE.public_key
    else:
        offline.sign("key", "import", "alice", secret=ALICE.secret, pin=PIN)
    offline.sign("journal", "verify", "--key", "alice", pin=PIN)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_killed_signer_leaves_a_complete_result_or_none_and_an_unchanged_key(offline, seed):
    offline.import_key("alice", ALICE)
    vault = offline.home / "vault"
    key_file = (vault / "alice.key").read_bytes()
    built = offline.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                          "--network", "testnet", "--sequence", "9").out
    target = offline.home / "signed"
    moment = random.Random(100 + seed).uniform(0, 1.2)
    killed_after(offline.started("coldstar-sign", "sign", "-", "--key", "alice", "--yes", "--out", target, pin=PIN), moment, built)
    assert (vault / "alice.key").read_bytes() == key_file
    left = target.read_text() if target.exists() else None
    target.unlink(missing_ok=True)
    again = offline.sign("sign", "-", "--key", "alice", "--yes", "--out", target, stdin=built, pin=PIN)
    assert again.code == 0 and left in (None, target.read_text())
    assert sorted(p.name for p in offline.home.iterdir() if p.is_file()) == ["signed"]
    offline.sign("journal")


def test_a_killed_builder_leaves_a_whole_request_or_none(offline, subtests):
    target = offline.home / "request.json"
    command = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
               "--network", "testnet", "--sequence", "9", "--out", target)
    for seed in range(12):
        with subtests.test(seed=seed):
            moment = random.Random(200 + seed).uniform(0, 0.15)
            killed_after(offline.started("coldstar-build", *command), moment, "")
            if target.exists():
                assert json.loads(target.read_text())["format"] == "coldstar-request"
                target.unlink()
            offline.build(*command)
            assert [p.name for p in offline.home.iterdir() if p.is_file()] == ["request.json"]
            target.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_killed_submitter_is_resumed_and_pays_once(online, offline, seed):
    offline.import_key("alice", ALICE)
    online.fund(ALICE, BOB)
    built = online.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1").out
    signed = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=built, pin=PIN).out
    moment = random.Random(300 + seed).uniform(0, 0.25)
    killed_after(online.started("coldstar-submit", "send", "-"), moment, signed)
    online.submit("resume")
    online.submit("send", "-", stdin=signed)
    account = online.build("lookup", "account", BOB.public_key, "--json").json()
    assert account["balances"][0]["balance"] == "10001.0000000"
