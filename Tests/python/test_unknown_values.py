# SPDX-License-Identifier: Apache-2.0
"""Responses of a later protocol, with members, texts and XDR arms that this version does not know: every command does its job or names the
value that it needed. The libraries' tests change every place of every response alone (UnknownValueTests of Horizon and of RPC)."""
from __future__ import annotations

import base64
import copy
import json
import random
import re
import struct

import pytest
import stellar_sdk as sdk

from programs import TESTNET, key, payment
from servers import Middle

ALICE, BOB = key("alice"), key("bob")
NEW = "of_a_later_version"
#: Exit codes: the server's response cannot be used, no server answers, the outcome is not known yet.
HONEST = {76, 69, 75}


def places(value, path=()):
    """The paths of all values of a document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        if name != "_links":
            yield from places(inner, (*path, name))


def at(document, path):
    for name in path:
        document = document[name]
    return document


def put(document, path, value):
    changed = copy.deepcopy(document)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def words(text: str) -> bytes | None:
    """The bytes of a text that is XDR in base64, whatever its type."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if len(data) >= 8 and len(data) % 4 == 0 else None


def extended(value, name: str = ""):
    """The document with an unknown member in each of its objects. The members of `data` are names that anyone can choose."""
    if isinstance(value, list):
        return [extended(each, name) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {key: each if key == "_links" else extended(each, key) for key, each in value.items()}
    return inner if name == "data" else {**inner, NEW: {"list": [1, {"deep": None}]}}


def mutants(document):
    """Each change of one text of a document, with the innermost name of its place."""
    for path in places(document):
        value = at(document, path)
        name = next((part for part in reversed(path) if isinstance(part, str)), "")
        if isinstance(value, str) and path:
            yield "text", name, path
            for offset in range(0, len(words(value) or b""), 4):
                yield f"arm {offset}", name, path


def changed(document, kind: str, path):
    if kind == "text":
        return put(document, path, NEW)
    data, offset = bytearray(words(at(document, path))), int(kind.split()[1])
    data[offset:offset + 4] = struct.pack(">I", 0x7FF1)
    return put(document, path, base64.b64encode(bytes(data)).decode())


class Recorder:
    """Remembers the responses of one run, and changes one place of one of them, or every object of all, in another."""

    def __init__(self, middle: Middle):
        self.seen, self.change, self.count, self.extends = [], None, 0, False
        middle.change = self.told

    def told(self, path, document):
        number, self.count = self.count, self.count + 1
        if self.extends:
            return extended(document)
        if self.change is None:
            self.seen.append(copy.deepcopy(document))
        elif number == self.change[0]:
            try:
                return changed(document, *self.change[1:])
            except (KeyError, IndexError, TypeError):
                return None                              # this run's response has no such place
        return None


def envelope(machine) -> str:
    sequence = machine.sequence(ALICE)
    found = sdk.TransactionEnvelope.from_xdr(payment(source=ALICE, sequence=sequence + 1), TESTNET)
    found.sign(ALICE)
    return found.to_xdr()


COMMANDS = {
    "lookup account": lambda m, x: m.build("lookup", "account", ALICE.public_key, "--json", code=None),
    "lookup payments": lambda m, x: m.build("lookup", "payments", ALICE.public_key, code=None),
    "overview": lambda m, x: m.build("overview", ALICE.public_key, code=None),
    "doctor": lambda m, x: m.submit("doctor", code=None),
    "check": lambda m, x: m.submit("check", "-", stdin=x, code=None),
    "send": lambda m, x: m.submit("send", "-", "--wait", m.wait, stdin=x, code=None),
    "status": lambda m, x: m.submit("status", code=None),
    "rpc doctor": lambda m, x: m.submit("doctor", "--rpc-url", m.rpc, code=None),
    "rpc check": lambda m, x: m.submit("check", "-", "--rpc-url", m.rpc, stdin=x, code=None),
    "rpc send": lambda m, x: m.submit("send", "-", "--wait", m.wait, "--rpc-url", m.rpc, stdin=x, code=None),
}


@pytest.fixture
def behind(funded, middle):
    """The online machine, whose servers are behind the middle; Bob has paid Alice."""
    funded.env["STELLAR_HORIZON_URL"] = middle.url
    funded.rpc, funded.wait = middle.url + "/rpc", "60"
    sequence = funded.sequence(BOB)
    paid = sdk.TransactionEnvelope.from_xdr(
        payment(sdk.Payment(ALICE.public_key, sdk.Asset.native(), "1"), source=BOB, sequence=sequence + 1), TESTNET)
    paid.sign(BOB)
    funded.submit("send", "-", stdin=paid.to_xdr())
    return funded


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_its_job_or_names_what_it_needed(behind, middle, command):
    run, record = COMMANDS[command], Recorder(middle)
    signed = envelope(behind)
    record.seen, record.count = [], 0
    whole = run(behind, signed)
    assert whole.code == 0, whole.err
    every = [(number, *mutant) for number, document in enumerate(record.seen) for mutant in mutants(document)]
    assert every or command == "status"
    again = lambda: envelope(behind) if "send" in command else signed
    following, record.extends = again(), True
    whole = run(behind, following)
    assert whole.code == 0, f"{command}: {whole.err}"
    # A response that was changed may leave the outcome unknown however long one waits.
    record.extends, behind.wait = False, "1"
    # A fixed sample: each place has a case in the libraries' tests.
    chosen = random.Random(28).sample(every, min(len(every), 3))
    for number, kind, name, path in chosen:
        record.change = None
        following = again()
        record.change, record.count = (number, kind, path), 0
        result = run(behind, following)
        where = f"{command}: response {number}, {kind} at {path}: {result.code} {result.err}"
        # 1: what is shown is worse than it was; 65: the server seems to be of another network.
        assert result.code in {0, 1, 65} | HONEST, where
        if result.code in HONEST:
            assert name in result.err + result.out or "not" in result.err, where


def test_payments_with_one_of_an_unknown_kind_are_listed(behind, middle):
    def change(path, document):
        if path.endswith("/payments"):
            document["_embedded"]["records"][0]["asset_type"] = "token_of_tomorrow"
        return document
    middle.change = change
    text = behind.build("lookup", "payments", ALICE.public_key).out
    reason = 'the field "asset_type" has a value that this version does not know: "token_of_tomorrow"'
    assert f"cannot be read: {reason}" in text and len(text.splitlines()) == 2
    found = behind.build("lookup", "payments", ALICE.public_key, "--json").json()["payments"]
    assert found[0]["unread"] == reason and found[0]["cursor"] and found[1]["type"] == "create_account"
    assert "cannot be read" in behind.build("overview", ALICE.public_key).out


def test_an_account_with_a_balance_and_a_signer_of_unknown_kinds(behind, middle):
    def change(path, document):
        if path == f"/accounts/{ALICE.public_key}":
            document["balances"].insert(0, {"asset_type": "contract_token", "balance": "5.0000000"})
            document["signers"].append({"key": "Z", "type": "quantum_key", "weight": 1})
        return document
    middle.change = change
    text = behind.build("lookup", "account", ALICE.public_key).out
    assert 'unknown     a balance cannot be read: the field "asset_type" has' in text
    assert 'unknown     a signer cannot be read: the field "type" has' in text
    assert behind.submit("check", "-", stdin=envelope(behind)).code == 0
    # Watched, it is an alarm when such a signer is added.
    middle.change = None
    behind.submit("watch", ALICE.public_key, code=None)
    middle.change = change
    watched = behind.submit("watch", ALICE.public_key, code=None)
    assert watched.code != 0 and "quantum_key" in watched.out + watched.err


def later(path, document, version=31):
    """The responses of a network at a later protocol."""
    if path == "/":
        document["current_protocol_version"] = version
    for record in document.get("_embedded", {}).get("records", []):
        if "protocol_version" in record:
            record["protocol_version"] = version
    return document


def test_a_newer_protocol_is_told_once_a_day(behind, middle):
    middle.change = later
    first = behind.build("lookup", "account", ALICE.public_key)
    assert "warning: testnet is at protocol 31, and this version was tested with protocols up to 30" in first.err
    assert "protocol" not in behind.build("lookup", "account", ALICE.public_key).err
    assert "protocol" not in behind.submit("check", "-", stdin=envelope(behind)).err
    report = behind.submit("doctor", code=1).out
    assert re.search(r"(?m)^protocol +attention .*\b31\b", report), report
    middle.change = None
    assert "protocol" not in behind.build("lookup", "account", ALICE.public_key).err


def test_the_signer_is_told_of_a_newer_protocol(behind, middle, offline):
    middle.change = later
    pay = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1")
    request = behind.build(*pay).out
    assert json.loads(request)["hints"]["protocol"] == 31
    shown = " ".join(offline.sign("inspect", "-", stdin=request, code=None).out.split())
    assert "W-PROTOCOL" in shown and "the network is at protocol 31" in shown
    middle.change = None
    assert "protocol" not in json.loads(behind.build(*pay).out)["hints"]
