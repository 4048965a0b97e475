# SPDX-License-Identifier: Apache-2.0
"""Every kind of screen at 60x20, 80x24 and 120x40: nothing is cut unmarked, broken inside a word, or scrolled away before its question."""
from __future__ import annotations

import json
import re
import shutil

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset
from stellar_sdk.sep.stellar_web_authentication import build_challenge_transaction

from contracts import NATIVE, VAULT
from programs import PAY, PIN, TESTNET, Machine, Sandbox, key, payment, signed
from window import SIZES, Visit

ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
A, B = ALICE.public_key, BOB.public_key
PEOPLE = [key(f"payee {number}").public_key for number in range(100)]
HELD = [sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(who, 1)) for who in PEOPLE[:6]]
LONG = "a file whose name somebody made so long that no window has a line for all of it, and with spaces.json"

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def pay(*people: str, amount: str = "25.5") -> list[sdk.Payment]:
    return [sdk.Payment(who, Asset.native(), amount) for who in people]


def request(envelope: str, **hints) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": "6f1c1a0e-2c0b-4b57-8f6a-0b8f4c6b1a11", "kind": "transaction",
                       "network_passphrase": TESTNET, "envelope": envelope, **hints})


# ---------------------------------------------------------------- the offline machine

@pytest.fixture(scope="module")
def prepared(folder, tmp_path_factory) -> Machine:
    """A signer with two keys, a book, a policy, a journal and something of everything to sign."""
    machine = Machine(folder, tmp_path_factory.mktemp("windows"))
    machine.import_key("alice", ALICE)
    machine.import_key("the-key-of-the-second-signer", CAROL)
    owner = ("--key", "alice", "--yes")
    machine.sign("book", "contacts", "add", "bob", B, *owner, pin=PIN)
    machine.sign("book", "contacts", "add", "a-supplier-with-a-very-long-name-of-sixty-four-letters-and-digits"[:64], PEOPLE[0], *owner, pin=PIN)
    machine.sign("book", "assets", "add", f"USDC:{PEOPLE[1]}", *owner, pin=PIN)
    machine.sign("book", "accounts", "add", CAROL.public_key, "--signer", f"{A}:1", "--signer", f"{B}:2", "--thresholds", "1,2,2", *owner, pin=PIN)
    for number in range(12):
        machine.sign("sign", machine.file("one", payment(*pay(B, amount=str(number + 1)), sequence=number + 10)), "-n", "testnet",
                     "--format", "response", "--out", machine.home / "response.json", "--force", *owner, pin=PIN)
    machine.file("small", payment(*pay(B), sequence=22, memo="Invoice 42"))
    machine.file("holds", payment(*HELD, sequence=22))
    machine.file("merge", payment(sdk.AccountMerge(PEOPLE[2]), sequence=22))
    machine.file("hundred", payment(*pay(*PEOPLE), sequence=22))
    machine.file("batch", "".join(payment(*pay(*PEOPLE[:5]), sequence=22 + number) + "\n" for number in range(12)))
    machine.file("message.json", machine.build("message", "I, the holder of this key, approve the change of 30 November. " * 12, "--account", A).out)
    machine.file("wide", request(payment(*pay(PEOPLE[3]), sequence=22, memo="支払い請求書四十二"), note="ملاحظة e\u0301e\u0301 支払い請求書 " * 5))
    machine.file("data", payment(*(sdk.ManageData(f"entry {number} auth", b"x" * 64) for number in range(8)), *pay(B), sequence=22))
    machine.file(LONG, "not a transaction")
    return machine


@pytest.fixture
def signer(prepared, offline) -> Machine:
    """A copy, for what changes the vault."""
    shutil.copytree(prepared.home, offline.home, dirs_exist_ok=True)
    return offline


def signing(machine: Machine, name: str, size, *options: str, **more) -> Visit:
    """Answers every question, and leaves at the PIN."""
    network = () if name == "message.json" else ("-n", "testnet")
    more = {"code": None, "stop": "PIN or passphrase of alice:$", **more}
    return Visit(machine, "coldstar-sign", "sign", name, "--key", "alice", *network, *options, size=size, **more)


def words(machine: Machine, name: str) -> str:
    return machine.sign("inspect", name, "-n", "testnet", "--json").json()["words"]


# The arguments, the exit code, and what must be readable whole.
READ = {
    "no command": ((), 64, ["2 keys: alice"]),
    "no subcommand": (("key",), 64, []),
    "help": (("--help",), 0, ["EVERY DAY SUBCOMMANDS", "coldstar-sign"]),
    "help of sign": (("sign", "--help"), 0, ["--pin-fd", "--second-factor"]),
    "help of key new": (("key", "new", "--help"), 0, ["--dice"]),
    "keys": (("key", "list"), 0, [A, CAROL.public_key, "the-key-of-the-second-signer"]),
    "a key": (("key", "show", "alice"), 0, [A]),
    "a sheet of text": (("sheet", "addresses", "--format", "text"), 0, [A, B]),
    "a sheet of a key": (("sheet", "key", "alice", "--format", "text"), 0, []),
    "book": (("book", "show"), 0, [B, PEOPLE[0], PEOPLE[1], CAROL.public_key]),
    "contacts": (("book", "contacts", "list"), 0, [B, PEOPLE[0]]),
    "accounts": (("book", "accounts", "list"), 0, [B, A, CAROL.public_key]),
    "no policy": (("policy", "show"), 0, []),
    "journal": (("journal", "show"), 0, []),
    "verify journal": (("journal", "verify"), 0, []),
    "small": (("inspect", "small", "-n", "testnet"), 0, [A, B, "25.5", "Invoice 42"]),
    "holds": (("inspect", "holds", "-n", "testnet"), 0, PEOPLE[:6]),
    "a hundred payments": (("inspect", "hundred", "-n", "testnet"), 0, PEOPLE),
    "a hundred payments in full": (("inspect", "hundred", "-n", "testnet", "--full"), 0, PEOPLE),
    "batch": (("inspect", "batch", "-n", "testnet"), 0, PEOPLE[:5]),
    "message": (("inspect", "message.json"), 0, ["approve the change of 30 November"]),
    "wide characters": (("inspect", "wide"), 0, [PEOPLE[3]]),
    "data": (("inspect", "data", "-n", "testnet"), 0, [B]),
    "doctor": (("doctor",), None, []),
    "no file": (("inspect", LONG + LONG), 66, []),
    "not a transaction": (("inspect", LONG), 65, []),
    "a long name of a key": (("key", "show", "a-key-that-does-not-exist-and-has-a-very-long-name-to-type"), None, []),
    "unknown option": (("sign", "--as-somebody-who-is-not-me-and-never-was-in-all-my-life-you-know", "x"), 64, []),
    "unknown rule": (("sign", "small", "-n", "testnet", "--key", "alcie"), None, []),
    "no network": (("inspect", "small"), None, []),
    "no pin": (("sign", "small", "-n", "testnet", "--pin-fd", "1019"), 64, []),
}


@every_size
@pytest.mark.parametrize("case", READ)
def test_what_the_signer_shows_can_be_read(prepared, case, size):
    arguments, code, whole = READ[case]
    Visit(prepared, "coldstar-sign", *arguments, size=size, code=code).check(whole=whole, hangs="sheet" not in arguments)


SIGNED = {
    "small": [B, "25.5", "Invoice 42", "testnet", "bob"],
    "holds": ["testnet"],
    "merge": [PEOPLE[2], "testnet"],
    "hundred": ["testnet", "2550 XLM", "100 recipients"],
    "batch": ["testnet", "1530 XLM", "60 operations"],
    "message.json": ["message of"],
    "wide": [PEOPLE[3], "testnet", "25.5"],
    "data": [B, "testnet", "25.5"],
}


@every_size
@pytest.mark.parametrize("name", SIGNED)
def test_what_a_question_is_about_stands_above_it(prepared, name, size):
    """Until the last question; the words are those that the builder showed."""
    seen = signing(prepared, name, size)
    seen.check(above=[*SIGNED[name], words(prepared, name)] if name != "message.json" else SIGNED[name])


@every_size
def test_every_value_stands_above_its_question(prepared, size):
    seen = signing(prepared, "holds", size)
    seen.check()
    for line, screen in seen.questions:
        if value := re.search(r"to go on, type (\S{6}):$", line):
            assert re.search(f"G[A-Z2-7]{{49}}{value[1]}", re.sub(r"\s", "", screen)) or size[0] == 60 and f"...{value[1]}" in screen, screen


@every_size
def test_a_wrong_answer_is_asked_again_with_the_reason(prepared, size):
    seen = signing(prepared, "merge", size, answers=[(r"to go on, type \S+:$", "abcdef")] * 3)
    seen.check(above=[PEOPLE[2]], at="to go on")
    assert sum(bool(re.search(r"That was not the value shown\. W-MERGE[^.]*$", line)) for line, _ in seen.questions) == 2


@every_size
def test_the_pin_is_asked_below_the_summary(signer, size):
    signing(signer, "small", size, "--out", "out", answers=[("PIN or passphrase", "00000000")], code=0, stop=None).check(
        whole=[A, B], above=[B, "25.5"], at="type yes")
    signing(signer, "small", size, "--yes", "--out", "out2", code=0, stop=None).check(
        above=[B, "25.5"], at="PIN or passphrase", paged=False)


# ---------------------------------------------------------------- keys, book, policy and backups at a terminal

def written(found: re.Match, seen: Visit) -> str:
    """Notes the words that stand on the screen, as a person does on paper."""
    seen.paper = getattr(seen, "paper", {}) | dict(re.findall(r"(\d+)\. +([a-z]+)", seen.window.text))
    return ""


def from_paper(found: re.Match, seen: Visit) -> str:
    return seen.paper[found[1]]


NEW = [(r"Enter:$", "")] + [(r"(?:on paper|next words), press Enter:$", written)] * 6 + [(r"word (\d+):$", from_paper)] * 4


@every_size
def test_a_new_key_is_made_and_its_words_are_written_down(offline, size):
    Visit(offline, "coldstar-sign", "key", "new", "savings", "--words", "24", size=size, answers=[
        (r"dice, type yes; to go on without, press Enter:$", "perhaps"), (r"dice, type yes; to go on without, press Enter:$", ""),
        (r"for savings:$", "123"), *NEW[1:]]).check()


@every_size
def test_a_new_key_is_made_with_dice(offline, size):
    Visit(offline, "coldstar-sign", "key", "new", "savings", "--dice", size=size, answers=[
        (r"digits only:$", "123"), (r"3 rolls, at least 47 more:$", "123456" * 17), (r"105 rolls, type more, or press Enter to go on:$", ""), (r"to go on, press Enter:$", ""), *NEW[1:]]).check()


@every_size
def test_a_mistyped_word_is_reported(offline, size):
    Visit(offline, "coldstar-sign", "key", "import", "old", size=size, code=None, answers=[
        (r"word by word\):$", "abandon ability ablle about above absent absorb abstract absurd abuse access accident")]).check()


@every_size
def test_a_pin_is_changed(signer, size):
    Visit(signer, "coldstar-sign", "key", "change-pin", "the-key-of-the-second-signer", size=size, answers=[
        (r"PIN or passphrase of [^:]*:$", "00000000"), (r"new PIN[^:]*:$", "111111")]).check()


@every_size
def test_a_key_is_removed_only_by_its_name(signer, size):
    Visit(signer, "coldstar-sign", "key", "remove", "the-key-of-the-second-signer", size=size, code=None, answers=[
        (r"type its name:$", "the-key"), (r"type its name:$", "the-key-of-the-second-signer")]).check()


@every_size
def test_a_contact_is_added_after_a_review(signer, size):
    name = "another-supplier-with-a-name-as-long-as-a-name-can-possibly-be"
    Visit(signer, "coldstar-sign", "book", "contacts", "add", name, PEOPLE[9], "--key", "alice", size=size, code=None).check(
        whole=[PEOPLE[9], name[:60]], above=[PEOPLE[9]], at="type yes:$")


@every_size
def test_many_contacts_are_read_before_they_are_added(signer, size):
    rows = [{"name": f"supplier-number-{n}", "account": who} for n, who in enumerate(PEOPLE[10:50])]
    signer.file("contacts.json", json.dumps({"format": "coldstar-contacts", "version": 1, "contacts": rows}))
    Visit(signer, "coldstar-sign", "book", "contacts", "import", "contacts.json", "--key", "alice", size=size, code=None).check(whole=PEOPLE[10:50])


@every_size
def test_a_policy_is_set_and_shown(signer, size):
    signer.file("policy.json", json.dumps({"networks": ["testnet"], "assets": {"native": {"max": "100", "per_day": "1000"}},
                                           "destinations": [B, *PEOPLE[:12]], "pass": ["W-NEWDEST"]}))
    Visit(signer, "coldstar-sign", "policy", "set", "policy.json", "--key", "alice", size=size, code=None).check()
    Visit(signer, "coldstar-sign", "policy", "show", size=size, code=None).check()


@every_size
def test_a_vault_is_backed_up_and_restored(signer, folder, tmp_path, size):
    Visit(signer, "coldstar-sign", "backup", "--out", signer.home / "backup.json", size=size).check()
    (tmp_path / "other").mkdir()
    other = Machine(folder, tmp_path / "other")
    Visit(other, "coldstar-sign", "restore", signer.home / "backup.json", size=size, code=None).check()
    Visit(signer, "coldstar-sign", "restore", signer.home / "backup.json", size=size, code=None).check()


@every_size
def test_a_login_is_signed_below_what_it_is(signer, size):
    signer.file("login", build_challenge_transaction(BOB.secret, A, "example.com", "auth.example.com", TESTNET, 900))
    signing(signer, "login", size).check(above=["example.com", "testnet"])


# ---------------------------------------------------------------- the online machine

@pytest.fixture(scope="module")
def network(folder):
    """A practice network for all tests of this file: they only read it, or pay from accounts of their own."""
    network = Sandbox(folder)
    yield network
    network.stop()


@pytest.fixture(scope="module")
def office(folder, network, tmp_path_factory) -> Machine:
    """An online machine with contacts, requests in every state, and a history."""
    machine = Machine(folder, tmp_path_factory.mktemp("office"), {
        "STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url, "STELLAR_RPC_URL": f"{network.url}/rpc"})
    machine.fund(ALICE, BOB)
    machine.build("contacts", "add", "bob", B)
    machine.file("contacts.csv", "name,account,note\n" + "".join(
        f"supplier-{n}-with-a-name-that-is-longer-than-many,{who},a note about this supplier that goes on and on 支払い e\u0301\n"
        for n, who in enumerate(PEOPLE[:30])))
    machine.build("contacts", "import", "contacts.csv")
    for number in range(8):
        made = machine.build(*PAY, "--note", "the rent of November, as it was agreed with the owner of the house in spring", "--memo", "text:rent").out
        if number % 2:
            machine.submit("send", "-", stdin=signed(made).to_xdr())
    machine.file("signed.xdr", signed(machine.build(*PAY).out).to_xdr())
    machine.file("unsigned.json", machine.build(*PAY).out)
    machine.file("table.csv", "destination,amount,asset,memo\n" + "".join(f"{who},1.{n},native,text:memo {n}\n" for n, who in enumerate(PEOPLE[:40])))
    machine.file("good.csv", "destination,amount,asset,memo\n" + f"{B},1,native,text:one\n" * 250)
    machine.file("bad.csv", "destination,amount,asset\n" + "".join(f"{who[:-1]},1.{n},natve\n" for n, who in enumerate(PEOPLE[:40])))
    return machine


ONLINE = {
    "no command": ("coldstar-build", (), 64, []),
    "no subcommand": ("coldstar-build", ("lookup",), 64, []),
    "help": ("coldstar-build", ("--help",), 0, ["bump-sequence"]),
    "help of payment": ("coldstar-build", ("payment", "--help"), 0, ["--min-seq-ledger-gap"]),
    "payment": ("coldstar-build", (*PAY, "--out", "p.json", "--force"), 0, [B]),
    "payment with warnings": ("coldstar-build", ("payment", "--source", A, "--destination", PEOPLE[0], "--asset", f"USDC:{PEOPLE[1]}", "--amount", "9999999",
                                                 "--fee", "100000000", "--no-expiry", "--memo", "text:a memo with wide 支払", "--out", "x.json"), None, []),
    "payment to no account": ("coldstar-build", ("payment", "--source", A, "--destination", PEOPLE[2], "--asset", "native", "--amount", "1"), None, []),
    "table with errors": ("coldstar-build", ("batch", "bad.csv", "--source", A), None, []),
    "table without accounts": ("coldstar-build", ("batch", "table.csv", "--source", A), None, []),
    "batch": ("coldstar-build", ("batch", "good.csv", "--source", A, "--out", "batch.jsonl", "--force"), 0, []),
    "signers": ("coldstar-build", ("signers", "--of", A, "--add", PEOPLE[4], "--add", f"{PEOPLE[5]}:3", "--thresholds", "1,2,3", "--unproven",
                                   "--out", "s.json", "--force"), None, []),
    "account": ("coldstar-build", ("lookup", "account", A), 0, [A]),
    "payments": ("coldstar-build", ("lookup", "payments", A), None, []),
    "fees": ("coldstar-build", ("lookup", "fees"), None, []),
    "assets": ("coldstar-build", ("lookup", "assets", "--code", "USDC"), None, []),
    "no account": ("coldstar-build", ("lookup", "account", PEOPLE[7]), None, []),
    "overview": ("coldstar-build", ("overview",), None, []),
    "overview of alice": ("coldstar-build", ("overview", "--account", A), None, []),
    "contacts": ("coldstar-build", ("contacts", "list"), 0, PEOPLE[:30]),
    "requests": ("coldstar-build", ("request", "list"), 0, []),
    "settings": ("coldstar-build", ("config", "show"), 0, []),
    "settings with origin": ("coldstar-build", ("config", "show", "--origin"), 0, []),
    "a server that is not there": ("coldstar-build", (*PAY, "--horizon-url", "http://127.0.0.1:9/with/a/long/path/that/is/not/there/at/all/and/never/was"), None, []),
    "a mistyped option": ("coldstar-build", ("payment", "--destinatoin", B), 64, []),
    "submit": ("coldstar-submit", (), 64, []),
    "help of submit": ("coldstar-submit", ("--help",), 0, ["statement"]),
    "help of send": ("coldstar-submit", ("send", "--help"), 0, []),
    "status": ("coldstar-submit", ("status",), 0, ["the rent of November"]),
    "all of status": ("coldstar-submit", ("status", "--limit", "100"), 0, []),
    "check": ("coldstar-submit", ("check", "signed.xdr"), None, []),
    "check unsigned": ("coldstar-submit", ("check", "unsigned.json"), None, []),
    "signatures": ("coldstar-submit", ("signatures", "unsigned.json"), None, []),
    "statement": ("coldstar-submit", ("statement", "--account", A), None, []),
    "journal": ("coldstar-submit", ("journal", "verify"), None, []),
    "doctor of submit": ("coldstar-submit", ("doctor",), None, []),
    "anchor": ("coldstar-submit", ("anchor", "transfers"), None, []),
    "an anchor that is not there": ("coldstar-submit", ("anchor", "info", "--home-domain", "anchor.example.com"), None, []),
}


# Notes on standard error that no question follows.
NOTES = {"payment", "payment with warnings", "table without accounts", "signers", "batch"}


@every_size
@pytest.mark.parametrize("case", ONLINE)
def test_what_the_online_programs_show_can_be_read(office, case, size):
    program, arguments, code, whole = ONLINE[case]
    Visit(office, program, *arguments, size=size, code=code, env={"COLDSTAR_PAGER": ""}).check(whole=whole, paged=case not in NOTES, data=case == "statement")


@every_size
def test_a_sent_transaction_is_followed_to_its_end(office, size):
    office.file("one.xdr", signed(office.build(*PAY).out).to_xdr())
    Visit(office, "coldstar-submit", "send", "one.xdr", size=size, code=None).check()


@every_size
def test_what_is_missing_is_asked_for(office, size):
    Visit(office, "coldstar-build", "payment", "--source", A, "--out", "guided.json", "--force", size=size, code=None, answers=[
        (r"destination:$", B), (r"asset:$", "native"), (r"amount:$", "a lot"), (r"amount:$", "1")]).check(paged=False)


@every_size
def test_a_contract_call_is_shown_and_signed(office, signer, size):
    deposit = ("invoke", "--source", A, "--contract", VAULT, "--", "deposit", "--user", A, "--token", NATIVE, "--amount", "50000000")
    signer.file("call", office.build(*deposit).out)
    Visit(signer, "coldstar-sign", "inspect", "call", size=size).check(whole=[VAULT, NATIVE, A])
    signing(signer, "call", size).check(above=["testnet"])
