# SPDX-License-Identifier: Apache-2.0
"""Handoff folders, as on a USB stick: which files are written, read and ignored."""
from __future__ import annotations

import base64
import json
import os
import re
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import Keypair

from programs import PIN, TESTNET, key, opened
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")


@pytest.fixture
def stick(offline):
    (offline.home / "stick").mkdir()
    return offline.home / "stick"


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def fresh(count: int = 1) -> str:
    """Payments that are valid for an hour; each count has its own sequence number."""
    builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 4 + count), TESTNET, 100)
    for number in range(count):
        builder.append_operation(sdk.Payment(BOB.public_key, sdk.Asset.native(), f"{count}.{number + 1}"))
    return builder.add_time_bounds(0, int(time.time()) + 3600).build().to_xdr()


def put(machine, folder, text: str) -> str:
    """Writes a request into the folder as the builder names it, and returns the name."""
    made = machine.build("convert", "-", "--network", "testnet", stdin=text).out
    digest = machine.sign("inspect", "-", "--json", stdin=made).json()["hash"]
    name = f"transaction-{digest[:8]}-unsigned.json"
    (folder / name).write_text(made)
    return name


def test_request_and_signature_are_handed_over_through_a_folder(online, offline, tmp_path):
    stick = tmp_path / "stick"
    offline.import_key("alice", ALICE)
    online.fund(ALICE, BOB)
    built = online.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                         "--out", f"{stick}/")
    request, = os.listdir(stick)
    digest = offline.sign("inspect", stick, "--json").json()["hash"]
    assert request == f"transaction-{digest[:8]}-unsigned.json" and request in built.err and digest in built.err
    signed = offline.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    name = f"transaction-{digest[:8]}-signed.xdr"
    assert sorted(os.listdir(stick)) == [name, request] and name in signed.err and signed.out == ""
    assert (stick / name).stat().st_mode & 0o777 == 0o600
    again = offline.sign("sign", stick, "--key", "alice", "--yes", pin=PIN, code=66)
    assert "no unsigned handoff" in again.err and "1 is already signed" in again.err
    assert digest in online.submit("send", stick).err


def test_file_names_state_the_kind_state_and_format(signer, stick):
    put(signer, stick, fresh())
    for form, ending in (("response", "json"), ("ur", "txt"), ("request", "json")):
        folder = stick.parent / form
        signer.sign("sign", stick, "--key", "alice", "--yes", "--format", form, "--out", f"{folder}/", pin=PIN)
        name, = os.listdir(folder)
        assert name.startswith("transaction-") and name.endswith(f"-signed.{ending}")
    signer.build("message", "--account", ALICE.public_key, "hello", "--out", f"{stick.parent}/letters/")
    name, = os.listdir(stick.parent / "letters")
    assert name.startswith("message-") and name.endswith("-unsigned.json")
    signer.sign("sign", "letters", "--key", "alice", "--yes", "--out", "letters", pin=PIN)
    assert sum(n.startswith("message-") and n.endswith("-signed.json") for n in os.listdir(stick.parent / "letters")) == 1


def test_a_second_signature_gets_a_file_of_its_own(signer, stick):
    signer.import_key("second", BOB)
    name = put(signer, stick, fresh())
    for number in range(2):
        signer.sign("sign", stick / name, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    assert len(os.listdir(stick)) == 2, "the same signature is written once"
    other = Keypair.random()
    signed = sdk.TransactionEnvelope.from_xdr((stick / name.replace("unsigned.json", "signed.xdr")).read_text(), TESTNET)
    signed.sign(other)
    (stick / name.replace("unsigned.json", "signed.xdr")).write_text(signed.to_xdr())
    signer.sign("sign", stick / name, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    assert name.replace("unsigned.json", "signed-2.xdr") in os.listdir(stick)


def test_a_folder_with_several_requests_is_signed_as_a_whole(signer, stick):
    for count in (1, 3, 2):
        put(signer, stick, fresh(count))
    seen = signer.sign("sign", stick, "--key", "alice", "--yes", "--format", "response", "--out", stick, pin=PIN)
    assert "Sequence 6 to 8, 3 transactions, one behind the other" in " ".join(seen.err.split()) and "3 transactions signed" in seen.err
    made, = (name for name in os.listdir(stick) if name.startswith("batch-"))
    assert len((stick / made).read_text().splitlines()) == 3
    again = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=66)
    assert "3 are already signed" in again.err and len(os.listdir(stick)) == 4
    put(signer, stick, fresh(4))
    more = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    assert "3 in this folder are already signed" in more.err and len(os.listdir(stick)) == 6


def asked(machine, folder, number: int = 1) -> str:
    """A request that names alice and bob, in the folder."""
    text = machine.build("convert", "-", "--network", "testnet", stdin=fresh(number)).out
    document = json.loads(text) | {"signers": [ALICE.public_key, BOB.public_key]}
    digest = opened(text).hash_hex()
    (folder / f"transaction-{digest[:8]}-unsigned.json").write_text(json.dumps(document))
    return digest


def test_what_asks_another_key_is_left_out(online, signer, stick):
    """As when the proofs of two signers are on one stick."""
    for who in (ALICE, BOB):
        online.build("message", "--prove", who.public_key, "--out", f"{stick}/")
    signed = signer.sign("sign", stick, "--key", "alice", "--yes", "--format", "response", "--out", stick, pin=PIN)
    assert re.search(r"left out, because it asks another key to sign: .*message-", signed.err)
    answers = [name for name in os.listdir(stick) if "signed.json" in name and "unsigned" not in name]
    assert len(answers) == 1
    again = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=66)
    assert "1 is already signed" in again.err and "W-KEY" not in again.err


def test_two_requests_with_one_number_are_not_called_signed(signer, stick):
    for amount in ("1", "2"):
        builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 4), TESTNET, 100)
        builder.append_operation(sdk.Payment(BOB.public_key, sdk.Asset.native(), amount))
        put(signer, stick, builder.add_time_bounds(0, int(time.time()) + 3600).build().to_xdr())
    held = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=77)
    text = re.sub(r"\s+", " ", held.err)
    assert "another transaction with the sequence number 5 stands before in this batch" in text and "was signed at" not in text


def test_a_co_signer_signs_what_another_key_has_signed_already(signer, stick):
    signer.import_key("bob", BOB)
    digest = asked(signer, stick)
    signer.sign("sign", stick, "--key", "alice", "--yes", "--format", "response", "--out", stick, pin=PIN)
    assert signer.sign("inspect", stick, "--json").json()["hash"] == digest
    seen = signer.sign("sign", stick, "--key", "bob", "--yes", "--format", "xdr", "--out", stick, pin=PIN)
    assert ALICE.public_key in "".join(seen.err.split())
    made = sdk.TransactionEnvelope.from_xdr((stick / f"transaction-{digest[:8]}-signed.xdr").read_text(), TESTNET)
    assert [s.signature_hint for s in made.signatures] == [ALICE.signature_hint(), BOB.signature_hint()]
    for name in ("alice", "bob"):
        assert "1 is already signed" in signer.sign("sign", stick, "--key", name, "--yes", "--out", stick, pin=PIN, code=66).err


@pytest.mark.parametrize("forged", ["signature", "key", "hash", "half", "huge"])
def test_what_others_leave_in_the_folder_keeps_no_key_from_signing(signer, stick, forged):
    """Someone who wants that bob does not sign puts an answer in bob's name beside the request."""
    signer.import_key("bob", BOB)
    digest = asked(signer, stick)
    right = BOB.sign(bytes.fromhex(digest))
    wrong = BOB.sign(bytes(32))
    response = {"format": "coldstar-response", "version": 1, "hash": digest if forged != "hash" else "00" * 32,
                "signatures": [{"public_key": BOB.public_key if forged != "key" else ALICE.public_key,
                                "signature": base64.b64encode(right if forged == "hash" else wrong).decode()}]}
    text = json.dumps(response)
    text = {"half": text[:60], "huge": "[" * 100_000}.get(forged, text)
    (stick / f"transaction-{digest[:8]}-signed.json").write_text(text)
    seen = signer.sign("sign", stick, "--key", "bob", "--yes", "--format", "response", "--out", stick, pin=PIN)
    assert (stick / f"transaction-{digest[:8]}-signed-2.json").exists()
    assert ("cannot be read" in seen.err) == (forged in ("half", "huge"))


def test_a_stranger_s_signature_is_not_put_into_the_transaction(signer, stick):
    digest = asked(signer, stick)
    mallory = key("mallory")
    response = {"format": "coldstar-response", "version": 1, "hash": digest,
                "signatures": [{"public_key": mallory.public_key, "signature": base64.b64encode(mallory.sign(bytes.fromhex(digest))).decode()}]}
    (stick / f"transaction-{digest[:8]}-signed.json").write_text(json.dumps(response))
    signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    made = sdk.TransactionEnvelope.from_xdr((stick / f"transaction-{digest[:8]}-signed.xdr").read_text(), TESTNET)
    assert [s.signature_hint for s in made.signatures] == [ALICE.signature_hint()]


def test_what_cannot_be_on_one_page_is_signed_one_after_the_other(signer, stick):
    asked(signer, stick)
    signer.build("message", "--account", ALICE.public_key, "hello", "--out", f"{stick}/")
    refused = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=64)
    assert "2 things to sign" in refused.err and len(os.listdir(stick)) == 2
    terminal = Terminal(signer, "coldstar-sign", "sign", "stick", "--key", "alice", "--yes", "--out", "stick")
    for _ in range(2):
        terminal.until("PIN or passphrase of alice:")
        terminal.type(f"{PIN}\n")
    code, shown = terminal.end()
    assert code == 0, shown
    assert len(os.listdir(stick)) == 4
    assert "2 are already signed" in signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=66).err


def test_a_transaction_that_authorizes_another_is_known_as_signed(signer, stick):
    """It is never on a page with others; its answer, an envelope, does not name the network."""
    inner = sdk.TransactionEnvelope.from_xdr(fresh(), TESTNET)
    builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 4), TESTNET, 100).add_time_bounds(0, int(time.time()) + 3600)
    outer = builder.append_set_options_op(signer=sdk.Signer.pre_auth_tx(inner.hash(), 1)).build()
    name = put(signer, stick, outer.to_xdr())
    outer.sign(ALICE)
    (stick / name.replace("unsigned.json", "signed.xdr")).write_text(outer.to_xdr())
    assert "1 is already signed" in signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=66).err


def test_a_batch_and_a_transaction_are_one_page(signer, stick):
    lines = [json.loads(signer.build("convert", "-", "--network", "testnet", stdin=fresh(n)).out) for n in (1, 2)]
    batch = "\n".join(json.dumps(line) for line in lines)
    digest = signer.sign("inspect", "-", "--json", stdin=batch).json()["hash"]
    (stick / f"batch-{digest[:8]}-unsigned.jsonl").write_text(batch)
    put(signer, stick, fresh(3))
    seen = signer.sign("sign", stick, "--key", "alice", "--yes", "--format", "response", "--out", stick, pin=PIN)
    assert "3 transactions signed" in seen.err
    (stick / f"batch-{digest[:8]}-unsigned.jsonl").rename(stick / "batch-00000000-unsigned.jsonl")
    assert "its name" in signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=65).err


def test_other_files_in_the_folder_are_not_opened(signer, stick):
    """Other names, links, pipes and folders: opening some of them would hang or print their content."""
    name = put(signer, stick, fresh())
    os.mkfifo(stick / "transaction-00000001-unsigned.json")
    (stick / "transaction-00000002-unsigned.json").symlink_to("/dev/zero")
    (stick / "transaction-00000003-unsigned.json").mkdir()
    for other in ("autorun.inf", "request.json", "transaction-00000004-unsigned.json.exe", "TRANSACTION-00000005-UNSIGNED.JSON", "\x1b[2J.json"):
        (stick / other).write_text("not for us")
        os.chmod(stick / other, 0)
    seen = signer.sign("inspect", stick, "--json")
    assert seen.json()["hash"].startswith(name.split("-")[1])
    assert "not for us" not in seen.err and "\x1b" not in seen.err


def test_leftovers_of_an_interrupted_copy_are_reported_and_not_read(signer, stick):
    name = put(signer, stick, fresh())
    (stick / ".coldstar-1234abcd.tmp").write_text("half")
    (stick / "transaction-00000001-unsigned.json").write_text("")
    seen = signer.sign("inspect", stick, "--json")
    assert seen.json()["hash"].startswith(name.split("-")[1])
    assert ".coldstar-1234abcd.tmp" in seen.err and "transaction-00000001-unsigned.json" in seen.err and "interrupted" in seen.err


def test_a_truncated_request_file_is_refused(signer, stick, subtests):
    name = put(signer, stick, fresh())
    text = (stick / name).read_text()
    for keep in [0.1, 0.5, 0.9, 0.99]:
        with subtests.test(keep=keep):
            (stick / name).write_text(text[:int(len(text) * keep)])
            refused = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=65)
            assert name in refused.err and os.listdir(stick) == [name]


def test_a_request_file_named_after_another_hash_is_refused(signer, stick):
    name = put(signer, stick, fresh())
    (stick / name).rename(stick / "transaction-00000000-unsigned.json")
    refused = signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN, code=65)
    assert "its name" in refused.err and len(os.listdir(stick)) == 1


def test_an_empty_folder_is_a_missing_input(offline, stick):
    assert "no unsigned handoff" in offline.sign("inspect", stick, code=66).err
    offline.submit("send", stick, "--network", "testnet", "--horizon-url", "http://127.0.0.1:1", code=66)


def test_an_existing_request_file_is_not_replaced_without_force(online, tmp_path):
    online.fund(ALICE, BOB)
    command = ["payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1", "--out",
               f"{tmp_path}/stick", "--max-time", "1900000000"]
    (tmp_path / "stick").mkdir()
    online.build(*command)
    before = {p.name: p.read_text() for p in (tmp_path / "stick").iterdir()}
    online.build(*command, code=73)
    assert {p.name: p.read_text() for p in (tmp_path / "stick").iterdir()} == before
    online.build(*command, "--force")


def test_an_unwritable_folder_is_an_error(signer, stick):
    name = put(signer, stick, fresh())
    (signer.home / "file").write_text("")
    refused = signer.sign("sign", stick / name, "--key", "alice", "--yes", "--out", f"{signer.home}/file/sub/", pin=PIN, code=73)
    assert refused.out == ""
