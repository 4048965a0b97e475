# SPDX-License-Identifier: Apache-2.0
"""Inputs and outputs that fail: arguments, files, full disks, secrets in error lines."""
from __future__ import annotations

import functools
import json
import os
import re
import socket
import subprocess
import threading
from pathlib import Path

import pytest
import stellar_sdk as sdk

from programs import INHERITED, PIN, TESTNET, key, payment
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")
PROGRAMS = ["coldstar-build", "coldstar-sign", "coldstar-submit", "coldstar-scan", "coldstar-sandbox", "coldstar-basicpay"]
PAY = ["payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1"]


def raw(machine, program: str, *args: bytes, env: dict[bytes, bytes] = {}) -> subprocess.CompletedProcess:
    surroundings = {b"PATH": b"/usr/bin:/bin", b"COLDSTAR_HOME": os.fsencode(machine.home), b"STELLAR_NETWORK": b"testnet", **env}
    return subprocess.run([os.fsencode(machine.folder / program), *args], env=surroundings, capture_output=True, stdin=subprocess.DEVNULL,
                          cwd=machine.home, timeout=60)


def test_an_argument_that_is_not_utf8_is_refused_by_its_position(offline, subtests):
    for program in PROGRAMS:
        with subtests.test(program=program):
            done = raw(offline, program, b"--", b"caf\xe9")
            assert done.returncode == 64 and done.stdout == b""
            assert f"{program}: error: argument 2 is not UTF-8: caf\\xe9\n".encode() in done.stderr


def test_a_memo_that_is_not_utf8_is_refused_and_not_replaced(offline):
    memo = b"text:\xed\xa0\x80"
    done = raw(offline, "coldstar-build", *map(str.encode, PAY), b"--sequence", b"5", b"--fee", b"100", b"--memo", memo)
    assert done.returncode == 64 and done.stdout == b"" and b"argument 15 is not UTF-8: text:" in done.stderr
    assert not (offline.home / "online").exists()


def test_a_secret_in_an_argument_that_is_not_utf8_is_not_echoed(offline):
    done = raw(offline, "coldstar-sign", b"inspect", b"\xff" + ALICE.secret.encode())
    assert done.returncode == 64 and ALICE.secret.encode() not in done.stderr


def test_a_signed_transaction_can_be_written_in_every_format(offline):
    offline.import_key("alice", ALICE)
    request = offline.file("request.json", offline.build("convert", "-", "-n", "testnet", stdin=payment()).out)
    signed = offline.sign("sign", request, "--key", "alice", "--yes", pin=PIN).out
    for form in ("json", "txrep", "sep7", "request"):
        text = offline.sign("sign", request, "--key", "alice", "--yes", "--format", form, pin=PIN).out
        assert offline.build("convert", "-", "--format", "xdr", *([] if form in ("sep7", "request") else ["-n", "testnet"]), stdin=text).out == signed
        # Equal to the builder's conversion, for the formats without additional fields.
        if form in ("json", "txrep"):
            assert text == offline.build("convert", "-", "--format", form, "-n", "testnet", stdin=signed).out
    message = offline.build("message", "--account", ALICE.public_key, "-n", "testnet", "hello").out
    for form in ("json", "txrep", "sep7"):
        assert offline.sign("sign", "-", "--key", "alice", "--yes", "--format", form, stdin=message, pin=PIN, code=64).out == ""
        assert offline.sign("sign", "--payload", "0102", "--key", "alice", "--yes", "--format", form, pin=PIN, code=64).out == ""
        batch = offline.file("batch", payment(sequence=5) + "\n" + payment(sequence=6) + "\n")
        assert offline.sign("sign", batch, "-n", "testnet", "--key", "alice", "--yes", "--format", form, pin=PIN, code=64).out == ""


def test_verify_accepts_a_response_only_of_the_given_signer(offline):
    offline.import_key("alice", ALICE)
    request = offline.file("request.json", offline.build("convert", "-", "-n", "testnet", stdin=payment()).out)
    for options in (["--format", "response"], ["--format", "ur"]):
        response = offline.sign("sign", request, "--key", "alice", "--yes", *options, pin=PIN).out
        assert "the response does not include the transaction" in offline.sign("verify", "-", "--signer", ALICE.public_key, stdin=response).err
        offline.sign("verify", "-", "--signer", BOB.public_key, stdin=response, code=65)
    document = json.loads(offline.sign("sign", request, "--key", "alice", "--yes", "--format", "response", pin=PIN).out)
    document["hash"] = "00" * 32
    offline.sign("verify", "-", "--signer", ALICE.public_key, stdin=json.dumps(document), code=65)


WORDS = " ".join(["abandon"] * 11 + ["about"])


def test_a_secret_given_as_a_name_is_neither_stored_nor_echoed(offline, subtests):
    offline.import_key("alice", ALICE)
    before = sorted(path.name for path in offline.home.rglob("*"))
    for command in [
            "key new", "key new --words 12", "key import", "key show", "key remove", "key export", "key change-pin", "key drill", "key backup",
            "key shares make --threshold 2 --shares 3", "key shares restore", "key shares drill",
            "key derive alice --account 1", "sign /dev/null -n testnet --yes --key", "journal verify --key", "book accept --key",
            f"book contacts add bob {BOB.public_key} --key", "book contacts add", "book domains add",
        ]:
        with subtests.test(command=command):
            secret = WORDS if command == "key new" else ALICE.secret
            done = offline.sign(*command.split(), secret, *([BOB.public_key] if command.endswith("contacts add") else []), code=None)
            assert done.code in (64, 65) and "is a secret key or the words of one" in done.err
            assert secret not in done.out + done.err and secret[:20] not in done.out + done.err
            assert sorted(path.name for path in offline.home.rglob("*")) == before


@pytest.mark.parametrize("text", [ALICE.secret, f"key:{ALICE.secret}.", " ".join(["add", "age"] * 6)], ids=["seed", "seed in a text", "words"])
def test_refuses_to_sign_a_data_entry_that_contains_a_secret(offline, text):
    offline.import_key("alice", ALICE)
    entry = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 4), TESTNET, 100).append_manage_data_op("note", text).set_timeout(600).build()
    done = offline.sign("sign", "-", "--key", "alice", "-n", "testnet", "--yes", stdin=entry.to_xdr(), pin=PIN, code=77)
    assert "REFUSE W-DATA" in done.err and done.out == ""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_refused_by_name(offline, encoding):
    offline.import_key("alice", ALICE)
    (offline.home / "marked").write_bytes(payment().encode(encoding))
    (offline.home / "book").write_bytes('{"format": "coldstar-contacts", "version": 1, "contacts": []}'.encode(encoding))
    for command in (("inspect", "marked", "-n", "testnet"), ("sign", "marked", "-n", "testnet", "--key", "alice", "--yes"), ("qr", "marked", "-n", "testnet"),
                    ("book", "import", "book", "--yes"), ("book", "contacts", "import", "book", "--yes")):
        assert "a byte order mark at byte offset 0" in offline.sign(*command, code=65).err


def test_an_environment_variable_that_is_not_utf8_is_refused(offline):
    done = raw(offline, "coldstar-build", b"contacts", b"list", env={b"COLDSTAR_HOME": b"/tmp/\xff"})
    assert done.returncode == 64 and b"COLDSTAR_HOME is not UTF-8" in done.stderr


def waiting(machine) -> str:
    return machine.submit("status").out


def test_an_unwritable_output_path_uses_no_sequence_number(funded):
    funded.file("file", "")
    funded.file("there.json", "")
    unwritable = ("nodir/x.json", "file/x.json", "file/", "there.json", "/proc/x.json")
    for out in unwritable:
        failed = funded.build(*PAY, "--out", out, code=73)
        assert failed.out == "" and waiting(funded) == "", out
    first = funded.build(*PAY, "--after-drafts").json()
    for out in unwritable:
        funded.build(*PAY, "--out", out, "--after-drafts", code=73)
        assert waiting(funded).count("requested") == 1 and first["hints"], out


@pytest.mark.parametrize("command", [PAY, ["message", "--account", ALICE.public_key, "hello"]], ids=lambda command: command[0])
def test_a_full_disk_at_standard_output_uses_no_sequence_number(funded, command):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([funded.folder / "coldstar-build", *command], stdout=full, stderr=subprocess.PIPE, cwd=funded.home,
                              env={"COLDSTAR_HOME": str(funded.home), **funded.env})
    assert done.returncode == 73 and b"standard output" in done.stderr
    assert waiting(funded) == ""


@pytest.mark.parametrize("option", ["--png", "--svg"])
def test_a_request_too_large_for_one_code_uses_no_sequence_number(funded, option):
    # A note of this length does not fit into a single code.
    funded.build(*PAY, "--note", "n" * 5000, option, "code", code=65)
    assert waiting(funded) == "" and not (funded.home / "code").exists()


TABLE = "destination,amount,asset,memo\n" + "".join(f"{BOB.public_key},{n},native,id:{n}\n" for n in (1, 2, 3))


def test_a_batch_that_cannot_be_written_uses_no_sequence_number(funded):
    funded.file("table.csv", TABLE)
    funded.build("batch", "table.csv", "--source", ALICE.public_key, "--out", "nodir/x", code=73)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([funded.folder / "coldstar-build", "batch", "table.csv", "--source", ALICE.public_key], stdout=full,
                              stderr=subprocess.PIPE, cwd=funded.home, env={"COLDSTAR_HOME": str(funded.home), **funded.env})
    assert done.returncode == 73 and waiting(funded) == ""


def test_only_the_written_requests_of_an_interrupted_batch_are_recorded(funded):
    funded.file("table.csv", "destination,amount,asset,memo\n" + "".join(f"{BOB.public_key},1,native,id:{n}\n" for n in range(200)))
    process = subprocess.Popen([funded.folder / "coldstar-build", "batch", "table.csv", "--source", ALICE.public_key], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, cwd=funded.home, env={"COLDSTAR_HOME": str(funded.home), **funded.env})
    process.stdout.readline()
    process.stdout.close()
    process.stderr.read()
    assert process.wait() != 0
    kept = funded.submit("status", "--limit", "1000").out.count("requested")
    assert 1 <= kept < 200


def test_a_batch_goes_through_a_folder(funded, offline, tmp_path):
    stick = tmp_path / "stick"
    offline.import_key("alice", ALICE)
    funded.file("table.csv", TABLE)
    made = funded.build("batch", "table.csv", "--source", ALICE.public_key, "--out", f"{stick}/")
    name, = os.listdir(stick)
    assert name.startswith("batch-") and name.endswith("-unsigned.jsonl") and name in made.err
    digest = offline.sign("inspect", stick, "--json").json()["hash"]
    assert digest[:8] == name[6:14]
    offline.sign("sign", stick, "--key", "alice", "--yes", "--out", stick, pin=PIN)
    signed = name.replace("unsigned.jsonl", "signed.xdr")
    assert sorted(os.listdir(stick)) == sorted([name, signed])
    assert funded.submit("send", stick, "--json").out.count('"success"') == 3
    other = stick / "batch-00000000-unsigned.jsonl"
    (stick / name).rename(other)
    (stick / signed).unlink()
    assert "its name does not match its hash" in offline.sign("sign", stick, "--key", "alice", "--yes", pin=PIN, code=65).err


def test_a_batch_of_one_transaction_is_named_as_a_transaction(funded, offline, tmp_path):
    funded.file("table.csv", f"destination,amount,asset\n{BOB.public_key},1,native\n")
    funded.build("batch", "table.csv", "--source", ALICE.public_key, "--out", "stick/")
    name, = os.listdir(funded.home / "stick")
    assert name.startswith("transaction-") and name.endswith("-unsigned.json")
    assert offline.sign("inspect", funded.home / "stick", "--json").json()["hash"][:8] in name


def test_an_unwritable_output_is_reported_before_the_review(offline, subtests):
    offline.import_key("alice", ALICE)
    offline.file("file", "")
    (offline.home / "folder").mkdir()
    path = offline.file("tx.xdr", payment())
    for options, code in [
            (["--out", "nodir/x"], 73), (["--png", "nodir/x.png"], 73), (["--svg", "file/x.svg"], 73), (["--frames", "file"], 73),
            (["--html", "/proc/none/x"], 73), (["--out", "same", "--png", "same"], 64), (["--png", "same", "--svg", "same"], 64),
            (["--out", "folder/../file"], 73),
        ]:
        with subtests.test(options=options, code=code):
            terminal = Terminal(offline, "coldstar-sign", "sign", str(path), "--key", "alice", "-n", "testnet", *options)
            ended, shown = terminal.end()
            assert ended == code and "type yes" not in shown and "Transaction" not in shown


def test_a_code_too_large_for_the_terminal_is_said_after_the_signature(offline):
    offline.import_key("alice", ALICE)
    path = offline.file("tx.xdr", payment())
    before = sorted(p.name for p in offline.home.iterdir())
    for number in range(2):
        terminal = Terminal(offline, "coldstar-sign", "sign", str(path), "--key", "alice", "-n", "testnet", "--qr", "--yes", columns=30, rows=12)
        terminal.until("of alice: ")
        terminal.type(PIN + "\n")
        code, shown = terminal.end()
        said = " ".join(shown.split())
        assert code == 0 and "signed by" in said and "need a terminal of" in said and "this one is 30 by 12" in said, shown
    assert sorted(p.name for p in offline.home.iterdir()) == before


def test_a_secret_key_in_a_contact_list_is_not_echoed(offline):
    table = f"name,account\n{BOB.secret},{BOB.public_key}\n"
    listed = f'[{{"name": "{BOB.secret}", "account": "{BOB.secret}"}}]'
    for text in (table, listed, f"name,account\nbob,{BOB.secret}\n", f"name,account\nx{BOB.secret}y,{BOB.secret.lower()}\n"):
        failed = offline.build("contacts", "import", "-", stdin=text, code=65)
        assert BOB.secret.lower() not in (failed.out + failed.err).lower()


def test_the_review_shows_text_that_looks_like_a_secret_in_full(offline):
    """The person who confirms has to see every character of it."""
    offline.import_key("alice", ALICE)
    text = "S" + "A" * 55
    entry = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 4), TESTNET, 100).append_manage_data_op("note", text).set_timeout(600).build()
    path = offline.file("entry.xdr", entry.to_xdr())
    terminal = Terminal(offline, "coldstar-sign", "sign", str(path), "--key", "alice", "-n", "testnet", columns=120)
    assert text in terminal.until("type yes: ")
    terminal.type("no\n")
    assert terminal.end()[0] == 77


def test_a_closed_pipe_ends_a_listing_without_an_error_message(offline):
    offline.file("list.json", '{"format": "coldstar-contacts", "version": 1, "contacts": ['
                 + ", ".join(f'{{"name": "c{n}", "account": "{key(str(n)).public_key}"}}' for n in range(2000)) + "]}")
    offline.build("contacts", "import", "list.json")
    process = subprocess.Popen([offline.folder / "coldstar-build", "contacts", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={"COLDSTAR_HOME": str(offline.home)})
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 141


def test_a_request_written_to_a_closed_pipe_is_reported_and_not_recorded(funded):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([funded.folder / "coldstar-build", *PAY], stdout=writer, stderr=subprocess.PIPE, cwd=funded.home,
                          env={"COLDSTAR_HOME": str(funded.home), **funded.env})
    os.close(writer)
    assert done.returncode == 73 and b"its reader has closed it" in done.stderr and waiting(funded) == ""


def test_a_single_value_option_given_twice_is_a_usage_error(offline, subtests):
    for options, name in [
            (["--amount", "1", "--amount", "2"], "--amount"), (["--amount=1", "--amount", "2"], "--amount"), (["--memo", "text:a", "--memo", "text:a"], "--memo"),
            (["-n", "testnet", "--network", "public"], "--network"), (["--home", "a", "--home=b"], "--home"),
            (["--source-account", BOB.public_key], "--source-account"),
        ]:
        with subtests.test(options=options, name=name):
            once = [] if name == "--amount" else ["--amount", "1"]
            failed = offline.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", *once, *options,
                                   "--sequence", "5", "--fee", "100", code=64)
            assert f"{name} is given twice" in failed.err


@pytest.mark.parametrize("words", [PAY, ("lookup", "account", ALICE.public_key), ("convert", "-")], ids=lambda words: words[0])
def test_a_closed_standard_output_is_an_error(funded, words):
    """Otherwise the next descriptor opened would have been a socket, with the result written to it."""
    for closed in ("", "2"):
        done = subprocess.run(["sh", "-c", f'exec "$@" {closed}>&-', "sh", funded.folder / "coldstar-build", *words], stdin=subprocess.DEVNULL,
                              capture_output=True, cwd=funded.home, env={"COLDSTAR_HOME": str(funded.home), **funded.env})
        assert done.returncode == (65 if words[0] == "convert" else 0 if closed else 73)
        assert bool(closed) or waiting(funded) == ""


def test_a_repeatable_option_can_be_repeated(offline):
    offline.import_key("alice", ALICE)
    offline.import_key("bob", BOB)
    path = offline.file("tx.xdr", payment())
    offline.sign("sign", path, "--key", "alice", "--key", "alice", "-n", "testnet", "--yes", pin=PIN, code=64)
    offline.sign("sign", path, "--key", "alice", "--key", "carol", "-n", "testnet", "--yes", pin=PIN, code=66)
    offline.sign("book", "contacts", "add", "x", BOB.public_key, "--memo-kind", "id", "--memo-kind", "text", "--key", "alice", "--yes", pin=PIN)
    # After `--` nothing is an option.
    offline.build("message", "--account", ALICE.public_key, "--", "--account")


def test_a_usage_error_points_to_the_help_of_the_command(offline, subtests):
    for args, words in [
            (["sign", "x", "--no-such-option"], "coldstar-sign sign --help"), (["key", "new"], "coldstar-sign key new --help"),
            (["nonsense"], "coldstar-sign --help"), (["book", "contacts", "add", "x"], "coldstar-sign book contacts add --help"),
        ]:
        with subtests.test(args=args, words=words):
            assert f"hint: {words} lists" in offline.sign(*args, code=64).err


def test_errors_about_option_values_list_the_choices_on_one_line(offline):
    said = offline.build("payment", "--format", "foo", code=64).err.splitlines()[0]
    assert said.endswith("request, xdr, json, txrep, sep7, ur, lumensigner") and "\\x0a" not in said
    negative = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "-5")
    assert "--amount: -5 must not be negative" in offline.build(*negative, code=64).err
    assert "Missing value for '--amount" in offline.build(*negative[:-1], code=64).err
    assert "Missing value for '--amount" in offline.build(*negative[:-1], "--memo", "text:-5", code=64).err


def test_a_missing_file_is_named(offline):
    name = "stick/payroll.jsonl"
    for program, command in (("coldstar-sign", "inspect"), ("coldstar-build", "convert")):
        assert f"error: {name} does not exist" in offline.run(program, command, name, code=66).err


def test_text_that_may_be_a_truncated_transaction_is_not_reported_as_a_missing_file(offline):
    assert "does not exist" not in offline.sign("inspect", "AAAA/w==", "-n", "testnet", code=65).err


def test_a_file_of_the_wrong_kind_is_named_as_such_and_not_as_damaged(offline):
    offline.file("request.json", '{"format": "coldstar-request"}')
    restored = offline.sign("key", "restore", "alice", "request.json", pin=PIN, code=65).err
    assert "request.json is not a key backup" in restored and "the file of key" not in restored
    offline.import_key("alice", ALICE)
    offline.file("c.csv", "name,account\nbob," + BOB.public_key + "\n")
    for words in (("book", "contacts", "import"), ("book", "import")):
        table = offline.sign(*words, "c.csv", "--key", "alice", "--yes", pin=PIN, code=65).err
        assert "c.csv is not a signed list" in table and "damaged" not in table


def test_json_shows_the_last_drill_of_a_key(offline):
    offline.import_key("alice", ALICE)
    assert offline.sign("key", "show", "alice", "--json").json()["drilled"] is None
    offline.sign("key", "drill", "alice", "--now", "2026-11-21T09:00:00Z", pin=PIN, secret=ALICE.secret)
    assert offline.sign("key", "show", "alice", "--json").json()["drilled"] == "2026-11-21T09:00:00Z"
    assert [key["drilled"] for key in offline.sign("key", "list", "--json").json()["keys"]] == ["2026-11-21T09:00:00Z"]


def test_a_key_name_in_use_is_reported_before_any_secret_is_read(offline):
    offline.import_key("alice", ALICE)
    backup = offline.file("alice.backup", offline.sign("key", "backup", "alice").out)
    # Neither secret nor PIN is given: a program that read one would report that instead.
    for words in (("import", "alice"), ("new", "alice"), ("new", "--dice", "alice"), ("restore", "alice", backup)):
        assert "a key alice exists already" in offline.sign("key", *words, code=73).err
    offline.sign("key", "new", "words", pin=PIN)
    assert "a key alice exists already" in offline.sign("key", "derive", "words", "alice", "--account", "1", code=73).err


def test_reading_commands_create_no_files(offline):
    for program, *args in (("coldstar-build", "contacts", "list"), ("coldstar-build", "contacts", "export"), ("coldstar-submit", "status")):
        offline.run(program, *args)
    offline.submit("status", "ab" * 32, code=66)
    assert list(offline.home.iterdir()) == []


@pytest.mark.parametrize("text", ["", "\n"], ids=repr)
def test_an_empty_pin_is_not_counted_as_an_attempt(offline, text):
    offline.import_key("alice", ALICE)
    path = offline.file("tx.xdr", payment())
    offline.file("pin", text)
    for _ in range(4):
        with open(offline.home / "pin") as pin:
            done = subprocess.run([offline.folder / "coldstar-sign", "sign", path, "--key", "alice", "-n", "testnet", "--yes", "--pin-fd", str(pin.fileno())],
                                  pass_fds=[pin.fileno()], capture_output=True, text=True, env={"COLDSTAR_HOME": str(offline.home), **INHERITED})
        assert done.returncode == 65 and "--pin-fd" in done.stderr
    assert "wrong PIN" not in offline.sign("sign", path, "--key", "alice", "-n", "testnet", "--yes", pin=PIN).err


def test_a_closed_pin_descriptor_is_reported_before_the_review(offline):
    offline.import_key("alice", ALICE)
    path = offline.file("tx.xdr", payment())
    failed = offline.sign("sign", path, "--key", "alice", "-n", "testnet", "--yes", "--pin-fd", "77", code=64)
    assert "descriptor 77 is not open" in failed.err and "Transaction" not in failed.err


def test_the_book_replaces_a_contact_only_with_replace(offline):
    offline.import_key("alice", ALICE)
    def add(*args, **options):
        return offline.sign("book", "contacts", "add", "shop", *args, "--key", "alice", "--yes", pin=PIN, **options)
    add(BOB.public_key, "--memo", "id:7")
    for args in ([BOB.public_key], [BOB.public_key, "--memo", "id:8"], [ALICE.public_key, "--memo", "id:7"]):
        assert "--replace" in add(*args, code=73).err
    assert "nothing was changed" in add(BOB.public_key, "--memo", "id:7").err
    add(ALICE.public_key, "--replace")
    contact, = offline.sign("book", "contacts", "list", "--json").json()["contacts"]
    assert contact["account"] == ALICE.public_key and not contact.get("memo")


def test_every_document_has_a_version(funded, offline):
    offline.import_key("alice", ALICE)
    path = offline.file("tx.xdr", payment())
    signed = offline.file("signed.xdr", offline.sign("sign", path, "--key", "alice", "-n", "testnet", "--yes", pin=PIN).out)
    asked = [
        ("key", "list"), ("key", "show", "alice"), ("book", "show"), ("book", "contacts", "list"), ("book", "accounts", "list"),
        ("book", "domains", "list"), ("book", "assets", "list"), ("policy", "show"), ("journal", "verify"),
        ("verify", signed, "-n", "testnet", "--signer", ALICE.public_key), ("inspect", path, "-n", "testnet"),
    ]
    for args in asked:
        assert offline.sign(*args, "--json").json()["version"] == 1, args
    for args in (("account", ALICE.public_key), ("assets", ALICE.public_key), ("assets", "--known"), ("payments", ALICE.public_key), ("fees",)):
        assert funded.build("lookup", *args, "--json").json()["version"] == 1, args
    funded.build("contacts", "add", "bob", BOB.public_key)
    for args in (("contacts", "list"), ("fund", key("new").public_key)):
        assert funded.build(*args, "--json").json()["version"] == 1, args
    merged = funded.submit("merge", signed, "-n", "testnet", "--json").json()
    assert merged["version"] == 1 and merged["signatures"] == 1 and merged["transaction"] == signed.read_text().strip()
    seen = offline.sign("verify", signed, "-n", "testnet", "--signer", BOB.public_key, "--json", code=65).json()
    assert seen == {"version": 1, "signer": BOB.public_key, "signed": False}


def test_error_messages_name_the_actual_cause(offline, funded):
    offline.import_key("alice", ALICE)
    backup = offline.file("bk", offline.sign("key", "backup", "alice").out)
    assert "restore alice" in offline.sign("key", "restore", "other", backup, pin=PIN, code=65).err
    lines = [funded.build(*PAY, "--format", "ur").out for _ in range(2)]
    mixed = offline.sign("inspect", "-", stdin="".join(lines), code=65).err
    assert "different messages" in mixed and "coldstar-sign inspect" not in mixed
    assert "standard input is not a signed list" in offline.sign("book", "import", "-", "--key", "alice", "--yes", stdin="nonsense", pin=PIN, code=65).err
    taken = subprocess.run([offline.folder / "coldstar-sandbox", "--port", funded.env["STELLAR_HORIZON_URL"].rsplit(":", 1)[1]], capture_output=True, text=True)
    assert taken.returncode == 69 and "in use" in taken.stderr.splitlines()[0] and "type:" not in taken.stderr
    wrong = offline.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", f"USD:{BOB.secret}", "--amount", "1",
                          "--sequence", "5", "--fee", "100", "-n", "testnet", code=65)
    assert "issuer is this" not in wrong.err and BOB.secret not in wrong.err


@pytest.mark.parametrize("answer", [
    b"HTTP/1.1 301 Moved Permanently\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", b"SSH-2.0-OpenSSH_9.2\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + b" " * (20 << 20),
], ids=["redirect", "no HTTP", "too long"])
def test_a_response_that_is_not_horizons_is_a_protocol_error(offline, answer):
    server = socket.create_server(("127.0.0.1", 0))
    def serve():
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            try:
                client.recv(65536)
                client.sendall(answer)
            except OSError:
                pass
            client.close()
    threading.Thread(target=serve, daemon=True).start()
    url = f"http://127.0.0.1:{server.getsockname()[1]}"
    failed = offline.build("lookup", "account", ALICE.public_key, "-n", "testnet", "--horizon-url", url, code=76)
    server.close()
    assert "try again" not in failed.err


@functools.cache
def commands(folder: Path, program: str, *path: str) -> list[tuple[tuple[str, ...], str]]:
    """The words of every command of a program with its help on a wide terminal."""
    shown = help_of(folder, program, path, 400)
    inner = re.findall(r"(?m)^  ([a-z][a-z-]*)(?:  | \(default\)|$)", shown.partition("SUBCOMMANDS:")[2])
    return [(path, shown), *(found for name in inner for found in commands(folder, program, *path, name))]


def help_of(folder: Path, program: str, path: tuple[str, ...], columns: int) -> str:
    return subprocess.run([folder / program, *path, "--help"], capture_output=True, text=True, check=True, env={"COLUMNS": str(columns)}).stdout


def examples(shown: str) -> list[str]:
    return [line for line in shown.partition("USAGE:")[0].splitlines() if re.match(r"(Examples?: )?coldstar-", line)]


@pytest.mark.parametrize("program", ["coldstar-build", "coldstar-sign", "coldstar-submit"])
def test_help_examples_are_not_wrapped(offline, program):
    """On a narrow terminal they are the same lines as on a wide one."""
    found = 0
    for path, shown in commands(offline.folder, program):
        wide = examples(shown)
        assert not wide or examples(help_of(offline.folder, program, path, 40)) == wide, path
        found += len(wide)
    assert found > 10


@pytest.mark.parametrize("program", ["coldstar-build", "coldstar-sign", "coldstar-submit"])
def test_a_command_group_without_a_command_is_a_usage_error(offline, program):
    groups = [path for path, shown in commands(offline.folder, program) if "SUBCOMMANDS:" in shown and "(default)" not in shown]
    assert () in groups and len(groups) > 2
    for path in groups:
        result = offline.run(program, *path, code=64)
        assert result.out == "" and "SUBCOMMANDS:" in result.err
        assert result.err.endswith(f"{program}: error: {' '.join((program, *path))} needs a command\n")
    assert offline.run(program, "--version").out.strip()
