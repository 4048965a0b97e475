# SPDX-License-Identifier: Apache-2.0
"""Every command that a program prints for copying is run unchanged by a shell, with no environment variables that would help it."""
from __future__ import annotations

import json
import os
import re
import subprocess

import pytest
import stellar_sdk as sdk
from stellar_sdk import TransactionEnvelope

from anchor import TransferAnchor
from programs import INHERITED, PIN, TESTNET, Machine, key
from test_transfers import ALICE, HOT, INFO, SERVER, SRT, named


@pytest.fixture
def anchor():
    anchor = TransferAnchor(SERVER)
    anchor.answers[("GET", "/sep6/info")] = anchor.answers[("GET", "/sep24/info")] = INFO
    anchor.answers[("GET", "/sep6/withdraw")] = {"id": "w1", "account_id": HOT.public_key}
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1", "how": "at the counter"}
    anchor.status = "pending_user_transfer_start"
    anchor.answers[("GET", "/sep6/transaction")] = lambda call: (200, {"transaction": {
        "id": call["query"]["id"], "kind": "withdrawal" if call["query"]["id"][0] == "w" else "deposit", "status": anchor.status, "amount_in": "20",
        "amount_in_asset": f"stellar:SRT:{SERVER.public_key}", "withdraw_anchor_account": HOT.public_key}})
    yield anchor
    anchor.stop()


class Bare(Machine):
    """A machine configured by options alone: network, server, certificates and home are not set anywhere else."""

    def __init__(self, folder, place, sandbox, offline):
        (place / "it's here").mkdir(parents=True)
        super().__init__(folder, place)
        (place / "the ca's.pem").write_text("")
        self.home_options = ("--home", "it's here")
        self.server = ("--horizon-url", sandbox.url, "--ca-file", "the ca's.pem", *self.home_options)
        self.network = ("--network", "testnet")
        self.signer = offline

    def pasted(self, line: str, code: int = 0) -> subprocess.CompletedProcess:
        surroundings = {"PATH": f"{self.folder}:{os.environ['PATH']}", "HOME": str(self.home), "COLDSTAR_HOME": "/nowhere", **INHERITED}
        done = subprocess.run(["/bin/sh", "-c", line], cwd=self.home, env=surroundings, capture_output=True, text=True, timeout=60)
        assert done.returncode == code, f"{line}\n{done.stdout}\n{done.stderr}"
        return done


@pytest.fixture
def bare(folder, tmp_path, sandbox, offline):
    offline.import_key("alice", ALICE)
    return Bare(folder, tmp_path / "bare", sandbox, offline)


def lines(text: str) -> list[str]:
    """All commands printed for copying."""
    return re.findall(r"^ *(?:next|then): (.*)$", text, re.M) + re.findall(r"(?:to go on later: )(coldstar-submit .*)$", text, re.M)


@pytest.fixture
def ready(bare, online, anchor):
    """Alice has 50 SRT and is logged in."""
    online.fund(ALICE, SERVER, HOT.public_key)
    for pair in (ALICE, HOT):
        online.apply(pair, sdk.ChangeTrust(SRT))
    online.apply(SERVER, sdk.Payment(ALICE.public_key, SRT, "50"))
    who = ("--home-domain", anchor.domain, "--account", ALICE.public_key, "--http-loopback")
    asked = bare.build("challenge", *who, *bare.network, *bare.server).out
    signed = bare.signer.sign("sign", "-", "--key", "alice", "--yes", stdin=asked, pin=PIN).out
    bare.submit("auth", "-", "--http-loopback", *bare.network, *bare.server, stdin=signed)
    return who


def test_the_commands_printed_after_a_withdrawal_can_be_pasted(bare, ready, anchor):
    begun = bare.submit("anchor", "withdraw", *ready, *bare.network, *bare.server, "--asset", "SRT", "--amount", "20", "--type", "bank_account", "--field", "dest=DE1", "--yes")
    found = lines(begun.err)
    assert [line.split()[1:3] for line in found] == [["withdrawal", "1"], ["anchor", "watch"], ["anchor", "resume"]]
    pay, watch, resume = found
    assert "--out withdrawal-1.json" in pay
    bare.pasted(pay)
    operation = TransactionEnvelope.from_xdr(json.loads((bare.home / "withdrawal-1.json").read_text())["envelope"], TESTNET).transaction.operations[0]
    assert (operation.destination.account_id, operation.amount) == (HOT.public_key, "20")
    resumed = bare.pasted(resume)
    assert lines(resumed.stderr) == [pay, watch]
    waited = bare.pasted(watch + " --timeout 0", code=75)
    assert lines(waited.stderr) == [pay]
    anchor.status = "completed"
    assert "completed" in bare.pasted(watch).stdout
    assert lines(bare.pasted(resume).stderr) == []


def test_the_commands_printed_after_a_deposit_can_be_pasted(bare, ready, anchor):
    begun = bare.submit("anchor", "deposit", *ready, *bare.network, *bare.server, "--asset", "SRT", "--amount", "20", "--yes")
    watch, resume = lines(begun.err)
    anchor.status = "completed"
    bare.pasted(watch)
    bare.pasted(resume)


def test_the_command_printed_for_another_machines_withdrawal_can_be_pasted(bare, ready, anchor):
    watched = bare.submit("anchor", "watch", "w7", *ready, *bare.network, *bare.server, "--timeout", "0", code=75)
    pay, = lines(watched.err)
    assert f"--home-domain {anchor.domain}" in pay and "--id w7" in pay and "--home 'it'\\''s here'" in pay
    bare.pasted(pay)
    assert (bare.home / "withdrawal.json").read_text()


LOCAL = [
    ("submit", "anchor", "transaction", "{}"), ("submit", "anchor", "watch", "{}", "--timeout", "0"), ("build", "withdrawal", "{}"), ("build", "withdrawal", "--id", "{}"),
    ("submit", "anchor", "customer", "get", "--transaction", "{}"), ("submit", "anchor", "customer", "put", "--field", "first_name=A", "--transaction", "{}"),
    ("submit", "anchor", "resume", "{}"),
]


def test_a_local_transfer_is_found_by_number_or_id_without_further_options(bare, ready, anchor, subtests):
    bare.submit("anchor", "withdraw", *ready, *bare.network, *bare.server, "--asset", "SRT", "--amount", "20", "--type", "bank_account", "--field", "dest=DE1", "--yes")
    anchor.answers[("GET", "/kyc/customer")] = {"id": "c1", "status": "ACCEPTED"}
    anchor.answers[("PUT", "/kyc/customer")] = lambda call: {"id": "c1"}
    for program, *command in LOCAL:
        run = getattr(bare, program)
        for name in ("1",) if "resume" in command else ("1", "w1"):
            with subtests.test(command=command, name=name):
                words = [word.format(name) for word in command]
                run(*words, "--http-loopback", *bare.server, code=75 if "watch" in words else 0)
                # Further options may only confirm what is recorded.
                if "resume" not in words:
                    assert "testnet" in run(*words, "--http-loopback", *bare.server, "--network", "public", code=65).err
                    assert "transfer 1 is of" in run(*words, "--http-loopback", *bare.server, "--account", HOT.public_key, code=65).err


def test_watch_by_number_polls_with_the_anchors_id(bare, ready, anchor):
    bare.submit("anchor", "withdraw", *ready, *bare.network, *bare.server, "--asset", "SRT", "--amount", "20", "--type", "bank_account", "--field", "dest=DE1", "--yes")
    statuses = ["pending_anchor", "pending_external", "completed"]
    asked = []

    def answer(call):
        asked.append(call["query"]["id"])
        return 200, {"transaction": {"id": "w1", "kind": "withdrawal", "status": statuses[min(len(asked), 3) - 1]}}
    anchor.answers[("GET", "/sep6/transaction")] = answer
    bare.submit("anchor", "watch", "1", "--http-loopback", *bare.server, "--interval", "1")
    assert asked == ["w1"] * 3


def test_a_number_given_with_a_domain_is_first_looked_up_as_the_anchors_id(bare, ready, anchor):
    bare.submit("anchor", "withdraw", *ready, *bare.network, *bare.server, "--asset", "SRT", "--amount", "20", "--type", "bank_account", "--field", "dest=DE1", "--yes")
    known = {"w1": "20", "1": "7"}

    def answer(call):
        id = call["query"]["id"]
        if id not in known:
            return 404, {"error": "transaction not found"}
        return 200, {"transaction": {"id": id, "kind": "withdrawal", "status": "completed", "amount_in": known[id]}}
    anchor.answers[("GET", "/sep6/transaction")] = anchor.answers[("GET", "/sep24/transaction")] = answer
    ask = ("anchor", "transaction", "1", *ready, *bare.network, *bare.server, "--json")
    assert bare.submit(*ask).json()["amount_in"] == "7"
    del known["1"]
    assert bare.submit(*ask).json()["amount_in"] == "20"
    bare.submit("anchor", "transaction", "2", *ready, *bare.network, *bare.server, code=1)


@pytest.mark.parametrize("command", [("anchor", "watch"), ("anchor", "transaction")])
def test_an_unknown_transfer_number_is_an_error_with_a_hint(offline, command):
    refused = offline.submit(*command, "7", code=66)
    assert "there is no transfer 7 on this machine" in refused.err and "anchor transfers" in refused.err
    offline.build("withdrawal", "7", code=66)
    offline.build("withdrawal", code=64)
    offline.build("withdrawal", "7", "--id", "7", code=64)
    assert "--home-domain is missing" in offline.submit("anchor", "info", code=64).err
