# SPDX-License-Identifier: Apache-2.0
"""Handoff folders, as on a USB stick: which files are written, read and ignored."""
from __future__ import annotations

import os
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import Keypair

from programs import PIN, TESTNET, key

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


def test_a_folder_with_several_unsigned_requests_is_refused(signer, stick):
    names = [put(signer, stick, fresh(count)) for count in (1, 2)]
    refused = signer.sign("sign", stick, "--key", "alice", "--yes", pin=PIN, code=64)
    assert all(name in refused.err for name in names) and refused.out == ""
    signer.sign("sign", stick / names[0], "--key", "alice", "--yes", "--out", stick, pin=PIN)
    # Only one unsigned request is left.
    signer.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    assert len(os.listdir(stick)) == 4


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
