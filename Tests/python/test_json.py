# SPDX-License-Identifier: Apache-2.0
"""Every command has a --json output."""
from __future__ import annotations

import base64
import json
import os
import sqlite3
import subprocess

import pytest
from stellar_sdk import StrKey, TransactionEnvelope

from programs import PAY, PIN, TESTNET, key, opened, signed
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")


# Their output is a document or a code already.
ARE_RESULTS = {"key export", "key backup", "key shares make", "sheet key", "sheet addresses", "qr", "book export",
               *(f"book {part} export" for part in ("contacts", "accounts", "domains", "contracts"))}


@pytest.mark.parametrize("program, least, without", [
    ("coldstar-build", 50, set()), ("coldstar-submit", 30, set()), ("coldstar-sign", 40, ARE_RESULTS)])
def test_every_command_takes_json(offline, program, least, without):
    all_ = offline.options(program)
    assert len(all_) >= least
    assert {" ".join(path) for path, options in all_.items() if "json" not in options} == without


def document(result) -> dict:
    found = json.loads(result.out)
    assert found["version"] == 1
    return found


GIVEN = ("--network", "testnet", "--sequence", "9")


def test_json_of_a_build_contains_the_transaction(offline):
    found = document(offline.build(*PAY, *GIVEN, "--json", "--format", "xdr"))
    envelope = TransactionEnvelope.from_xdr(found["transaction"], TESTNET)
    assert (found["hash"], found["kind"], found["network_passphrase"]) == (envelope.hash_hex(), "transaction", TESTNET)
    assert len(found["words"].split()) == 8 and "file" not in found
    nested = document(offline.build(*PAY, *GIVEN, "--json"))
    assert json.loads(nested["transaction"])["id"] == nested["id"]


@pytest.mark.parametrize("command", [PAY + GIVEN, ("message", "--account", ALICE.public_key, "hello", "--network", "testnet")], ids=["tx", "message"])
def test_json_of_a_build_with_out_names_the_file_instead(offline, command):
    found = document(offline.build(*command, "--json", "--out", "request.json"))
    assert found["file"] == "request.json" and "transaction" not in found
    request = json.loads((offline.home / "request.json").read_text())
    assert (request["id"], request["kind"]) == (found["id"], found["kind"])
    (offline.home / "folder").mkdir()
    found = document(offline.build(*command, "--json", "--out", "folder"))
    assert json.loads((offline.home / found["file"]).read_text())["id"] == found["id"]


def test_json_of_a_batch_has_one_document_per_line(offline):
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,native,\n{BOB.public_key},1,native,id:7\n"
    batch = ("batch", "-", "--source", ALICE.public_key, *GIVEN)
    found = [json.loads(line) for line in offline.build(*batch, "--json", "--format", "xdr", stdin=table).out.splitlines()]
    for number, one in enumerate(found):
        envelope = TransactionEnvelope.from_xdr(one["transaction"], TESTNET)
        assert one == {"version": 1, "id": one["id"], "hash": envelope.hash_hex(), "source": ALICE.public_key, "sequence": str(9 + number),
                       "operations": 1, "transaction": one["transaction"]}
    assert len(found) == 2
    filed = [json.loads(line) for line in offline.build(*batch, "--json", "--out", "all.jsonl", stdin=table).out.splitlines()]
    assert [one["file"] for one in filed] == ["all.jsonl"] * 2
    assert [json.loads(line)["id"] for line in (offline.home / "all.jsonl").read_text().splitlines()] == [one["id"] for one in filed]


def test_json_of_attach_contains_the_transaction(offline):
    request = offline.file("request.json", offline.build(*PAY, *GIVEN).out)
    envelope = signed(request.read_text())
    found = document(offline.submit("attach", request, envelope.to_xdr(), "--json"))
    assert (found["hash"], found["signatures"], found["transaction"]) == (envelope.hash_hex(), 1, envelope.to_xdr())


def test_json_of_convert_contains_the_transaction(offline):
    request = offline.build(*PAY, *GIVEN).out
    assert document(offline.build("convert", "-", "--format", "xdr", "--json", stdin=request))["transaction"] == opened(request).to_xdr()


def test_json_of_contacts_and_profile_states_the_change(offline):
    added = document(offline.build("contacts", "add", "bob", BOB.public_key, "--memo", "id:5", "--json"))
    assert added == {"version": 1, "name": "bob", "account": BOB.public_key, "memo_type": "id", "memo": "5"}
    exported = offline.build("contacts", "export", "--json").out
    assert json.loads(exported)["contacts"] == [{k: v for k, v in added.items() if k != "version"}]
    offline.build("contacts", "export", "--json", "--format", "csv", code=64)
    assert document(offline.build("contacts", "remove", "bob", "--json"))["removed"] == "bob"
    assert document(offline.build("contacts", "import", "-", "--json", stdin=exported))["contacts"] == 1
    assert document(offline.submit("profile", "set", "--field", "first_name=Ada", "--json", pin=PIN))["fields"] == 1
    assert document(offline.submit("profile", "remove", "--yes", "--json"))["removed"] is True


def test_json_of_the_journal_commands_states_counts_files_and_faults(offline):
    offline.build(*PAY, *GIVEN)
    journal = str(offline.home / "online" / "journal.sqlite")
    found = document(offline.submit("journal", "verify", "--json"))
    assert found == {"version": 1, "file": journal, "ok": True, "requests": 1, "signatures": 0, "transactions": 0, "archived": 0, "events": 1, "faults": []}
    assert document(offline.submit("journal", "backup", "copy", "--json"))["file"] == "copy"
    with sqlite3.connect(offline.home / "copy") as db:
        db.execute("UPDATE request SET document = '{}'")
    db.close()
    damaged = offline.submit("journal", "verify", "copy", "--json", code=65)
    assert not document(damaged)["ok"] and document(damaged)["faults"] == ["request 1: its document cannot be read"]
    later = ("--now", "2031-01-01T00:00:00Z")
    none = document(offline.submit("journal", "archive", "--before", "2020-01-01", "--json"))
    assert none == {"version": 1, "before": "2020-01-01T00:00:00Z", "transactions": 0, "file": None}
    moved = document(offline.submit("journal", "archive", "--before", "2030-12-31", "--out", "old", "--json", *later))
    assert (moved["transactions"], moved["file"]) == (1, "old") and (offline.home / "old").exists()


# ---------------------------------------------------------------- a backup for standard output

def test_a_journal_backup_to_standard_output_is_complete_and_leaves_no_file(offline):
    offline.build(*PAY, *GIVEN)
    folder = offline.home / "online"
    before = sorted(file.name for file in folder.iterdir() if not file.name.startswith("journal.sqlite"))
    with offline.started("coldstar-submit", "journal", "backup", "-") as process:
        out, err = process.communicate()
    assert process.returncode == 0 and b"written to standard output" in err
    (offline.home / "copy").write_bytes(out)
    assert "1 request, 0 signatures, 0 transactions, 1 event, all whole" in offline.submit("journal", "verify", "copy").out
    assert not (offline.home / "-").exists()
    assert sorted(file.name for file in folder.iterdir() if not file.name.startswith("journal.sqlite")) == before


def test_a_journal_backup_to_a_closed_pipe_fails_and_leaves_no_file(offline):
    offline.build(*PAY, *GIVEN)
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run([offline.folder / "coldstar-submit", "journal", "backup", "-", "--home", offline.home],
                             stdout=writer, stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"]})
    os.close(writer)
    assert process.returncode not in (0, 70) and b"written to" not in process.stderr
    assert [file.name for file in (offline.home / "online").iterdir() if file.name.startswith(".")] == []


def test_a_damaged_journal_is_not_written_to_standard_output(offline):
    offline.build(*PAY, *GIVEN)
    with sqlite3.connect(offline.home / "online" / "journal.sqlite") as db:
        db.execute("UPDATE request SET document = '{}'")
    db.close()
    assert offline.submit("journal", "backup", "-", code=65).out == ""


@pytest.mark.parametrize("more, words", [(("--json",), "--json would go where the copy goes")])
def test_a_journal_backup_to_standard_output_cannot_be_combined_with_json(offline, more, words):
    offline.build(*PAY, *GIVEN)
    assert words in offline.submit("journal", "backup", "-", *more, code=64).err


def test_a_backup_is_not_written_to_a_terminal(offline):
    offline.build(*PAY, *GIVEN)
    terminal = Terminal(offline, "coldstar-submit", "journal", "backup", "-")
    terminal.until("the copy is binary and is not written to a terminal")
    assert terminal.end()[0] == 64


# ---------------------------------------------------------------- the signer

@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def ask(machine, *options) -> str:
    return machine.build(*PAY, *GIVEN, *options).out


def test_json_of_sign_contains_the_signed_result(signer):
    request = ask(signer)
    plain = signer.sign("sign", "-", "--key", "alice", "--yes", stdin=request, pin=PIN).out.strip()
    found = document(signer.sign("sign", "-", "--key", "alice", "--yes", "--json", stdin=request, pin=PIN))
    assert (found["hash"], found["kind"], found["signers"]) == (opened(request).hash_hex(), "transaction", [ALICE.public_key])
    assert found["signed"] == plain and "file" not in found
    nested = document(signer.sign("sign", "-", "--key", "alice", "--yes", "--json", "--format", "response", stdin=request, pin=PIN))
    assert json.loads(nested["signed"])["hash"] == found["hash"]


def test_json_of_sign_with_out_names_the_file_instead(signer):
    request = ask(signer)
    found = document(signer.sign("sign", "-", "--key", "alice", "--yes", "--json", "--out", "signed.xdr", stdin=request, pin=PIN))
    assert found["file"] == "signed.xdr" and "signed" not in found
    assert TransactionEnvelope.from_xdr((signer.home / "signed.xdr").read_text().strip(), TESTNET).hash_hex() == found["hash"]
    (signer.home / "stick").mkdir()
    found = document(signer.sign("sign", "-", "--key", "alice", "--yes", "--json", "--out", "stick/", stdin=request, pin=PIN))
    assert found["file"] == f"stick/transaction-{found['hash'][:8]}-signed.xdr" and (signer.home / found["file"]).exists()


def test_json_of_a_signed_message_states_its_kind(signer):
    message = signer.build("message", "--account", ALICE.public_key, "hello", "--network", "testnet").out
    found = document(signer.sign("sign", "-", "--key", "alice", "--yes", "--json", stdin=message, pin=PIN))
    assert found["kind"] == "message" and len(found["hash"]) == 64 and json.loads(found["signed"])["hash"] == found["hash"]


def test_json_of_a_signed_batch_has_one_document_per_line(signer):
    table = f"destination,amount,asset,memo\n{BOB.public_key},1,native,\n{BOB.public_key},1,native,id:7\n"
    batch = signer.build("batch", "-", "--source", ALICE.public_key, *GIVEN, stdin=table).out
    lines = signer.sign("sign", "-", "--key", "alice", "--yes", "--json", stdin=batch, pin=PIN).out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [opened(one["signed"]).hash_hex() for one in found] == [one["hash"] for one in found] and len(found) == 2
    lines = signer.sign("sign", "-", "--key", "alice", "--yes", "--json", "--out", "all.xdr", stdin=batch, pin=PIN).out.splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["all.xdr"] * 2
    assert [opened(line).hash_hex() for line in (signer.home / "all.xdr").read_text().split()] == [one["hash"] for one in found]


def test_json_of_the_key_commands_states_the_key(signer):
    shown = document(signer.sign("key", "show", "alice", "--json"))
    assert document(signer.sign("key", "import", "again", "--json", secret=ALICE.secret, pin=PIN))["public_key"] == shown["public_key"]
    new = document(signer.sign("key", "new", "words", "--json", pin=PIN))
    assert (new["name"], new["kind"], new["account_index"]) == ("words", "mnemonic", 0)
    derived = document(signer.sign("key", "derive", "words", "second", "--account", "1", "--json", pin=PIN))
    assert derived["account_index"] == 1 and derived["public_key"] != new["public_key"]
    drilled = document(signer.sign("key", "drill", "alice", "--json", secret=ALICE.secret, pin=PIN))
    assert drilled["drilled"] and not shown["drilled"]
    backup = signer.file("alice.backup", signer.sign("key", "backup", "alice").out)
    assert document(signer.sign("key", "remove", "alice", "--yes", "--json")) == {"version": 1, "name": "alice", "removed": True}
    assert document(signer.sign("key", "restore", "alice", backup, "--json", pin=PIN))["public_key"] == shown["public_key"]


def test_json_of_a_book_change_states_the_list_and_whether_it_changed(signer):
    add = ("book", "contacts", "add", "bob", BOB.public_key, "--key", "alice", "--yes", "--json")
    first = document(signer.sign(*add, pin=PIN))
    assert (first["changed"], first["list"]["number"], first["list"]["owner"]) == (True, 1, "alice")
    same = document(signer.sign(*add, pin=PIN))
    assert (same["changed"], same["list"]) == (False, first["list"])
    gone = document(signer.sign("book", "contacts", "remove", "bob", "--yes", "--json", pin=PIN))
    assert gone["changed"] and gone["list"]["number"] == 2


def test_json_of_backup_and_restore_states_keys_and_journal(signer, tmp_path):
    made = document(signer.sign("backup", "--out", "vault.backup", "--json"))
    assert made["file"] == "vault.backup" and made["files"] >= 2 and made["left_out"] == []
    signer.sign("backup", "--out", "-", "--json", code=64)
    back = document(signer.sign("restore", signer.home / "vault.backup", "--home", tmp_path / "other", "--json"))
    assert back["keys"] == [{"name": "alice", "public_key": ALICE.public_key}] and back["journal"] == made["journal"]


def test_json_of_the_signers_attach_contains_the_envelope_or_names_the_file(signer):
    tx = signer.file("tx.xdr", ask(signer, "--format", "xdr"))
    payload = bytes([1, 2, 3, 4])
    by = ("--signer", StrKey.encode_ed25519_signed_payload(ALICE.raw_public_key() + (4).to_bytes(4, "big") + payload),
          "--signature", base64.b64encode(ALICE.sign(payload)).decode())
    found = document(signer.sign("attach", tx, *by, "--network", "testnet", "--yes", "--json"))
    assert opened(found["signed"]).hash_hex() == found["hash"] and len(opened(found["signed"]).signatures) == 1
    found = document(signer.sign("attach", tx, *by, "--network", "testnet", "--yes", "--json", "--out", "both.xdr"))
    assert found["file"] == "both.xdr" and len(opened((signer.home / "both.xdr").read_text()).signatures) == 1


def test_a_refused_payload_prints_no_result(signer):
    payload = signer.sign("sign", "--payload", "0102030405", "--key", "alice", "--json", "--yes", pin=PIN, code=77)
    assert set(payload.json()) == {"version", "error"} and payload.json()["error"]["code"] == 77, "a refusal prints nothing but itself"
