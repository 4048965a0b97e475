# SPDX-License-Identifier: Apache-2.0
"""Inputs that are costly to read, review or show finish within limits that only runaway work reaches; Benchmarks/budget.py measures them."""
from __future__ import annotations

import json
import os
import random
import resource
import subprocess
from pathlib import Path

import pytest

from heavy_inputs import HEAVY, MOST, address, claimed_hints, envelope, heavy, lines, own_hints, pay, payments, request, raw, text
from programs import PIN, key

# Builds that are not optimised are about ten times slower. The limits end what has run away; a busy or slow machine does not reach them.
IS_SLOW = not {"debug", "quick"}.isdisjoint(Path(os.environ.get("COLDSTAR_BIN", "")).parts)
SECONDS, MEMORY = (120, 2 << 30) if IS_SLOW else (30, 1 << 30)
SIZE = MOST // 4 if IS_SLOW else MOST
FORMS = [(), ("--full",), ("--json",)]


def limited(machine, *args: str) -> subprocess.CompletedProcess:
    """Runs the signer under limits of CPU time and memory and discards its output."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.run([machine.folder / "coldstar-sign", *args], cwd=machine.home, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          preexec_fn=limit, env={"COLDSTAR_HOME": str(machine.home)})


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("make", HEAVY, ids=lambda make: make.__name__)
def test_heavy_inputs_are_reviewed_within_the_time_and_memory_limits(offline, make, seed):
    (offline.home / "input").write_bytes(heavy(make, seed, SIZE))
    for form in FORMS:
        done = limited(offline, "inspect", "input", "-n", "testnet", *form)
        assert done.returncode in (0, 65), (form, done.returncode, done.stderr[-300:])


@pytest.mark.parametrize("count, code", [(1000, 0), (1001, 65)])
def test_a_request_names_at_most_a_thousand_signers(offline, count, code):
    rng = random.Random(count)
    accounts = {address(raw(rng)): {"signers": [{"key": address(raw(rng)), "weight": 1} for _ in range(count // 10 + (count % 10 if first == 0 else 0))]}
                for first in range(10)}
    offline.file("request.json", request(envelope(payments(rng, 1)), hints={"accounts": accounts}))
    said = offline.sign("inspect", "request.json", code=code)
    assert code == 0 or "names 1001 signers, more than 1000" in said.err


@pytest.mark.parametrize("make", [claimed_hints, own_hints], ids=lambda make: make.__name__)
def test_an_envelope_with_too_many_possible_signers_is_refused(offline, make):
    offline.import_key("alice", key("alice"))
    offline.file("input", heavy(make, 3, 80_000).decode())
    found = json.loads(offline.sign("inspect", "input", "-n", "testnet", "--json").out)["findings"]
    assert any(one["rule"] == "R-XDR" and one["level"] == "refuse" and "too many accounts" in one["message"] for one in found)
    said = offline.sign("sign", "input", "--key", "alice", "-n", "testnet", "--yes", pin=PIN, code=77)
    assert "never signed" in said.err


def test_a_large_batch_is_reviewed_quickly_under_a_policy_after_thousands_of_payments_that_day(offline):
    """The day's sums are added up once for a batch, not for each of its transactions."""
    offline.import_key("alice", key("alice"))
    policy = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "any", "assets": ["native"],
              "maximum_per_day": {"native": "1000000"}, "maximum_per_transaction": {"native": "1000"}, "maximum_fee": "100", "unattended": ["W-SEQJUMP"]}
    offline.file("policy.json", json.dumps(policy))
    offline.sign("policy", "set", "policy.json", "--yes", pin=PIN)
    rng = random.Random(11)
    count = 200 if IS_SLOW else 2000
    paid = [text(envelope([pay(raw(rng))], sequence=11 + number)) for number in range(count)]
    offline.file("paid", "\n".join(paid) + "\n")
    offline.sign("sign", "paid", "--key", "alice", "--yes", "-n", "testnet", "--out", "signed", pin=PIN)
    (offline.home / "input").write_text(lines(SIZE, lambda sequence: envelope([pay(raw(rng))], sequence=count + sequence)))
    done = limited(offline, "inspect", "input", "-n", "testnet", "--json")
    assert done.returncode == 0, (done.returncode, done.stderr[-300:])


def test_a_book_of_10000_contacts_does_not_exceed_the_time_and_memory_limits(offline):
    offline.import_key("alice", key("alice"))
    rng = random.Random(7)
    contacts = [{"name": f"contact-{number}", "account": address(raw(rng))} for number in range(10_000)]
    offline.file("contacts.json", json.dumps({"format": "coldstar-contacts", "version": 1, "contacts": contacts}))
    offline.sign("book", "contacts", "import", "contacts.json", "--key", "alice", "--yes", pin=PIN)
    offline.file("input", heavy(HEAVY[0], 1, 100_000).decode())
    done = limited(offline, "inspect", "input", "-n", "testnet")
    assert done.returncode == 0, (done.returncode, done.stderr[-300:])
