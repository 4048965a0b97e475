# SPDX-License-Identifier: Apache-2.0
"""Book, policy, journal and seals through the programs: what is known, what is allowed, and files that an attacker replaced."""
from __future__ import annotations

import base64
import hashlib
import datetime
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset
from stellar_sdk.sep.mnemonic import StellarMnemonic
from stellar_sdk.sep.stellar_web_authentication import build_challenge_transaction

import programs
from programs import INHERITED, PIN, TESTNET, Result, key
from terminal import Terminal

ALICE, BOB, CAROL, SERVER = key("alice"), key("bob"), key("carol"), key("server")
POLICY = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "book",
          "assets": ["native"], "maximum_per_transaction": {"native": "10"}, "maximum_per_day": {"native": "15"},
          "maximum_fee": "0.001", "unattended": ["W-SEQJUMP", "W-NOTB"]}


def payment(amount="1", to=BOB, sequence=9, bounds=True, **more) -> str:
    return programs.payment(sdk.Payment(to.public_key, Asset.native(), amount), sequence=sequence, until=None if bounds else 0, **more)


def sign(machine, text, *more, code=0, pin=PIN, name="alice"):
    return machine.sign("sign", "-", "--key", name, "--yes", "--network", "testnet", *more, stdin=text, pin=pin, code=code)


def inspect(machine, text, *more) -> dict[str, str]:
    found = machine.sign("inspect", "-", "--json", "--network", "testnet", *more, stdin=text).json()["findings"]
    return {row["rule"]: row["level"] for row in found}


def add(machine, *words, code=0, pin=PIN):
    return machine.sign("book", *words, "--yes", pin=pin, code=code)


@pytest.fixture
def vault(offline):
    offline.import_key("alice", ALICE)
    return offline


def test_the_book_clears_known_destinations_and_holds_a_different_memo(vault):
    assert inspect(vault, payment())["W-NEWDEST"] == "warn"
    add(vault, "contacts", "add", "bob", BOB.public_key, "--memo", "id:5")
    found = inspect(vault, payment())
    assert "W-NEWDEST" not in found and found["W-MEMOREQ"] == "hold"
    assert inspect(vault, payment(memo=6))["W-MEMOCHG"] == "hold"
    assert not {"W-NEWDEST", "W-MEMOREQ", "W-MEMOCHG"} & set(inspect(vault, payment(memo=5)))
    sign(vault, payment(), code=77)
    sign(vault, payment(memo=5))
    add(vault, "contacts", "remove", "bob")
    assert inspect(vault, payment())["W-NEWDEST"] == "warn"


def test_a_book_change_requires_confirmation_and_pin(vault):
    words = ("book", "contacts", "add", "bob", BOB.public_key)
    vault.sign(*words, pin=PIN, code=77)
    vault.sign(*words, "--yes", pin="00000000", code=77)
    assert not (vault.home / "vault" / "book").exists()
    vault.sign(*words, "--yes", pin=PIN)
    before = (vault.home / "vault" / "book").read_bytes()
    assert "nothing was changed" in vault.sign(*words, "--yes", pin=PIN).err
    assert (vault.home / "vault" / "book").read_bytes() == before


def test_an_account_in_the_book_is_replaced_only_with_replace(vault):
    words = ("accounts", "add", BOB.public_key, "--thresholds", "1,2,2")
    add(vault, *words)
    assert "nothing was changed" in add(vault, *words).err
    refused = add(vault, *words[:3], code=73)
    assert "--replace" in refused.err
    kept = vault.sign("book", "accounts", "list", "--json").out
    assert json.loads(kept)["accounts"][0]["thresholds"] == {"low": 1, "medium": 2, "high": 2}, kept
    add(vault, *words[:3], "--replace")
    assert vault.sign("book", "accounts", "list", "--json").out != kept


def test_the_book_refuses_invalid_entries(vault, subtests):
    for words, code in [
            (("contacts", "add", "bob", BOB.secret), 65), (("contacts", "remove", "bob"), 66), (("accounts", "add", BOB.public_key, "--thresholds", "1,2"), 64),
            (("contacts", "add", "bob", BOB.public_key, "--memo", "id:5", "--memo-required"), 64), (("assets", "add", "USDC"), 65),
            (("domains", "add", "example.com", "--signing-key", "x"), 65), (("import", "nothing.there"), 66),
        ]:
        with subtests.test(words=words[:2]):
            assert BOB.secret not in add(vault, *words, code=code).err
            assert not (vault.home / "vault" / "book").exists()


def test_w_key_is_held_unless_the_book_lists_the_account_of_the_key(vault):
    text = payment(source=CAROL)
    assert "W-KEY" in sign(vault, text, code=77).err, "no signer of the request is this key"
    asked = json.loads(vault.build("compose", "-", "-n", "testnet", stdin=text).out)
    asked = json.dumps(asked | {"signers": [CAROL.public_key, ALICE.public_key]})
    passed = vault.sign("sign", "-", "--key", "alice", "--yes", stdin=asked, pin=PIN)
    assert "coldstar-sign book accounts add" in " ".join(passed.err.split())
    add(vault, "contacts", "add", "bob", BOB.public_key)
    assert "W-KEY" in sign(vault, text, code=77).err, "the book does not list the account"
    book = vault.home / "vault" / "book"
    whole = book.read_bytes()
    book.unlink()
    assert "vault/book is not the newest" in sign(vault, text, code=77).err, "a missing book differs from one that never existed"
    book.write_bytes(whole)
    add(vault, "accounts", "add", CAROL.public_key, "--signer", f"{ALICE.public_key}:1", "--thresholds", "1,1,1")
    assert sdk.TransactionEnvelope.from_xdr(sign(vault, text).out, TESTNET).signatures


def test_a_book_can_be_exported_and_imported_into_another_vault(vault, folder, tmp_path):
    add(vault, "contacts", "add", "bob", BOB.public_key)
    add(vault, "domains", "add", "example.com", "--signing-key", SERVER.public_key)
    exported = vault.sign("book", "export").out
    (tmp_path / "other").mkdir()
    other = type(vault)(folder, tmp_path / "other")
    other.import_key("carol", CAROL)
    place = other.file("book.signed", exported)
    add(other, "contacts", "import", place)
    assert len(other.sign("book", "contacts", "list", "--json").json()["contacts"]) == 1
    assert other.sign("book", "domains", "list", "--json").json()["domains"] == []
    add(other, "import", place)
    there, here = (machine.sign("book", "show", "--json").json() for machine in (other, vault))
    marks = there.pop("list"), here.pop("list")
    assert there == here and [(mark["number"], mark["owner"]) for mark in marks] == [(2, "carol"), (2, "alice")]
    for mark, machine in zip(marks, (other, vault)):
        shown = machine.sign("book", "show").err
        assert mark["list_key"] in shown and mark["time"].replace("T", " ").replace("Z", " UTC") in shown
    for index in range(0, len(exported) - 1, 41):
        damaged = exported[:index] + chr(ord(exported[index]) ^ 1) + exported[index + 1:]
        add(other, "import", other.file("damaged", damaged), code=65)


def test_the_book_imports_contacts_of_the_online_side(vault):
    document = {"format": "coldstar-contacts", "version": 1,
                "contacts": [{"name": "bob", "account": BOB.public_key, "memo_type": "id", "memo": "7"}]}
    add(vault, "contacts", "import", vault.file("contacts.json", json.dumps(document)))
    assert inspect(vault, payment())["W-MEMOREQ"] == "hold"


def test_the_book_refuses_an_invalid_contact_name_from_every_source(vault):
    document = {"format": "coldstar-contacts", "version": 1, "contacts": [{"name": "carol", "account": CAROL.public_key},
                                                                         {"name": "\x1b[2Kbob", "account": BOB.public_key}]}
    path = vault.file("contacts.json", json.dumps(document))
    for words in (("contacts", "import", path), ("import", path), ("contacts", "add", "\x1b[2Kbob", BOB.public_key)):
        refused = add(vault, *words, code=65)
        assert "name" in refused.err and "\x1b" not in refused.err
    assert not (vault.home / "vault" / "book").exists()


def test_the_book_refuses_an_invalid_domain_name(vault):
    refused = add(vault, "domains", "add", "ex\u0430mple.com", "--signing-key", SERVER.public_key, code=65)
    assert "domain" in refused.err and refused.err.isascii()
    assert not (vault.home / "vault" / "book").exists()


# ---------------------------------------------------------------- policy

def set_policy(machine, *more, code=0, **changes):
    place = machine.file("policy.json", json.dumps(POLICY | changes))
    return machine.sign("policy", "set", place, "--yes", *more, pin=PIN, code=code)


@pytest.fixture
def governed(vault):
    def govern():
        add(vault, "contacts", "add", "bob", BOB.public_key)
        set_policy(vault)

    vault.once("with bob in the book and a policy", govern)
    return vault


@pytest.mark.parametrize("change, member", [
    ({"amount": "10"}, "maximum_per_transaction"), ({"to": CAROL}, "destinations"), ({"fee": 10001}, "maximum_fee"),
])
def test_a_policy_refusal_names_the_violated_member(governed, change, member):
    text = payment(**change)
    refused = sign(governed, text, code=77)
    assert f"POLICY: {member}:" in refused.err.splitlines()[-1] and refused.out == ""
    assert member in governed.sign("policy", "check", "-", "--network", "testnet", stdin=text, code=77).err
    assert inspect(governed, text)["POLICY"] == "refuse"


def test_the_daily_limit_counts_earlier_signatures(governed):
    sign(governed, payment("8", sequence=9))
    assert "maximum_per_day" in sign(governed, payment("8", sequence=10), code=77).err
    sign(governed, payment("6.9", sequence=10))
    assert "maximum_per_day" in sign(governed, payment("0.1", sequence=11), code=77).err


def test_a_later_now_does_not_reset_the_daily_limit(vault):
    """Everything up to the first payment happens a day and a minute ago; after that the daily limit is available again, once."""
    ago = ("--now", int(time.time()) - 86_460)
    vault.sign("book", "contacts", "add", "bob", BOB.public_key, "--yes", *ago, pin=PIN)
    set_policy(vault, "--now", ago[1])
    words = ("--key", "alice", "--network", "testnet")
    first = ("sign", str(vault.file("first", payment("9", sequence=9))), *words, "--now", str(ago[1]))
    assert vault.sign(*first, "--yes", pin=PIN, code=77).out == "", "an earlier --now requires a confirmation"
    assert "signed by" in at_terminal(vault, *first, "--out", str(vault.home / "first.signed"))
    sign(vault, payment("9", sequence=10))
    assert "maximum_per_day" in sign(vault, payment("9", sequence=11), code=77).err
    later = int(time.time()) + 2 * 86_400
    text = sdk.TransactionEnvelope.from_xdr(payment("9", sequence=11), TESTNET)
    text.transaction.preconditions.time_bounds = sdk.TimeBounds(0, later + 3600)
    refused = sign(vault, text.to_xdr(), "--now", later, code=77)
    assert "--now would say which day it is" in refused.err and refused.out == ""
    checked = vault.sign("policy", "check", "-", "--network", "testnet", "--now", later, stdin=text.to_xdr(), code=77)
    assert "maximum_per_day" in checked.err
    attended = at_terminal(vault, "sign", str(vault.file("text", text.to_xdr())), *words, "--now", str(later))
    assert "never signed: POLICY: maximum_per_day" in attended
    batch = vault.file("batch", text.to_xdr() + "\n")
    vault.sign("sign", batch, "--key", "alice", "--yes", "--network", "testnet", "--now", later, pin=PIN, code=77)


def test_a_now_in_the_far_future_is_not_stored(vault):
    text = sdk.TransactionEnvelope.from_xdr(payment(), TESTNET)
    text.transaction.preconditions.time_bounds = sdk.TimeBounds(0, 0)
    far = 4_102_444_700
    vault.sign("book", "contacts", "add", "bob", BOB.public_key, "--yes", "--now", far, pin=PIN)
    message = json.dumps({"format": "coldstar-request", "version": 1, "id": "01234567-89ab-4def-8123-456789abcdef", "kind": "message",
                          "network_passphrase": TESTNET, "message": "hello", "signers": [ALICE.public_key]})
    vault.sign("sign", "-", "--key", "alice", "--yes", "--now", far, "--format", "signature", stdin=message, pin=PIN)
    vault.sign("key", "drill", "alice", "--now", far, secret=ALICE.secret, pin=PIN)
    assert "2099" not in vault.sign("journal").out + vault.sign("key", "show", "alice").out + vault.sign("book", "show").err
    assert "W-CLOCK" not in inspect(vault, payment()) and "W-EXPIRED" not in inspect(vault, payment())
    sign(vault, payment(), "--now", int(time.time()))


def test_a_policy_passes_only_the_holds_that_it_names_unattended(governed):
    endless = payment(bounds=False)
    assert "passed by the policy: W-NOTB" in sign(governed, endless).err
    set_policy(governed, unattended=[])
    assert "W-NOTB" in sign(governed, payment(bounds=False, sequence=10), code=77).err
    governed.sign("policy", "remove", "--yes", pin=PIN)
    assert "W-NOTB" in sign(governed, payment(bounds=False, sequence=10), code=77).err


def test_a_policy_says_what_is_left_today_and_when_it_frees(governed):
    set_policy(governed, maximum_per_day={"XLM": "3"}, assets=["XLM"], maximum_per_transaction={"XLM": "2"})
    [unused] = governed.sign("policy", "show", "--json").json()["usage"]
    assert (unused["asset"], unused["maximum_per_day"], unused["used"], unused["left"], unused["frees"]) == ("native", "3", "0", "3", None)
    assert "3 of 3 XLM left: nothing was used" in governed.sign("policy", "show").out
    begun = int(time.time())
    for sequence in (5, 6):
        text = payment(amount="1.25", sequence=sequence)
        for _ in range(2):
            sign(governed, text)
    shown = governed.sign("policy", "show").out
    assert "0.49998 of 3 XLM left: 2.50002 was used in the last 24 hours, of which 1.25001 becomes free at" in shown
    [usage] = governed.sign("policy", "show", "--json").json()["usage"]
    assert begun + 86400 <= datetime.datetime.fromisoformat(usage["frees"]["time"]).timestamp() <= time.time() + 86401
    assert usage["frees"]["amount"] == "1.25001"
    assert "maximum_per_day" in sign(governed, payment(amount="0.5", sequence=7), code=77).err
    sign(governed, payment(amount="0.4", sequence=7))


def test_a_misspelt_member_of_a_policy_is_answered_with_the_right_one(governed):
    refused = set_policy(governed, code=65, maximum_per_dya={"native": "1"})
    assert "maximum_per_dya" in refused.err and "did you mean maximum_per_day?" in refused.err


def test_a_policy_is_shown_as_unverified_without_the_pin(governed):
    assert "not yet verified" in governed.sign("policy", "show").err
    shown = governed.sign("policy", "show", "--key", "alice", pin=PIN)
    assert "verified with key alice" in shown.err and "0.001 XLM as the fee of a transaction" in shown.out
    governed.sign("policy", "show", "--key", "alice", pin="00000000", code=77)
    for proof, is_verified in (((), False), (("--key", "alice"), True)):
        document = governed.sign("policy", "show", *proof, "--json", pin=PIN if proof else None).json()
        assert document["policy"]["maximum_fee"] == "0.001"
        mark = document["list"]
        assert (mark["number"], mark["owner"], mark["verified"]) == (1, "alice", is_verified) and mark["list_key"]
    assert set(governed.sign("policy", "show", "--key", "alice", "--json", pin="00000000", code=77).json()) == {"version", "error"}
    governed.sign("policy", "remove", "--yes", pin=PIN)
    gone = governed.sign("policy", "show", "--json").json()
    assert gone["policy"] is None and (gone["list"]["number"], gone["list"]["verified"]) == (2, False)


def test_an_invalid_policy_is_refused(vault):
    set_policy(vault, code=65, surprise=1)
    assert not (vault.home / "vault" / "policy").exists()


def test_an_earlier_now_is_held_and_with_a_daily_limit_refused(governed):
    sign(governed, payment())
    early = int(time.time()) - 1000
    assert "--now would say which day it is" in sign(governed, payment(sequence=10), "--now", early, code=77).err
    text = governed.file("text", payment(sequence=10))
    attended = at_terminal(governed, "sign", str(text), "--key", "alice", "--network", "testnet", "--now", str(early))
    assert "never signed: POLICY: maximum_per_day" in attended
    governed.sign("policy", "remove", "--yes", pin=PIN)
    assert "W-CLOCK" in sign(governed, payment(sequence=10), "--now", early, code=77).err
    sign(governed, payment(sequence=10))


# ---------------------------------------------------------------- modified and replaced files

FILES = ["book", "policy", "journal", "alice.key", "seal.alice"]


@pytest.fixture
def used(governed):
    governed.once("with a policy and a signed payment", lambda: sign(governed, payment(sequence=9)))
    return governed


def test_refuses_to_sign_after_a_flipped_bit_in_the_vault(used, subtests):
    """VaultStateTests and VaultTests flip every bit."""
    for name in FILES:
        with subtests.test(name=name):
            place = used.home / "vault" / name
            whole = place.read_bytes()
            generator = random.Random(name)
            for _ in range(3):
                where = generator.randrange(len(whole))
                place.write_bytes(whole[:where] + bytes([whole[where] ^ 1 << generator.randrange(8)]) + whole[where + 1:])
                assert sign(used, payment(sequence=10), code=None).code in (65, 77)
            place.write_bytes(whole)
    sign(used, payment(sequence=10))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_refuses_to_sign_with_an_older_version_of_a_vault_file(used, name):
    place = used.home / "vault" / name
    older = place.read_bytes()
    add(used, "contacts", "add", "carol", CAROL.public_key)
    set_policy(used, maximum_fee="0.002")
    sign(used, payment(sequence=10))
    new = used.sign("key", "change-pin", "alice", "--new-pin-fd", "0", stdin="55667788\n", pin=PIN)
    assert new.code == 0
    newer = place.read_bytes()
    place.write_bytes(older)
    for pin in (PIN, "55667788"):
        refused = sign(used, payment(sequence=11), pin=pin, code=77)
        assert refused.out == "" and "wrong PIN" not in refused.err, refused.err
    used.sign("journal", "verify", code=77)
    place.write_bytes(newer)
    sign(used, payment(sequence=11), pin="55667788")
    used.sign("journal", "verify", "--key", "alice", pin="55667788")


def test_refuses_to_sign_if_a_vault_file_is_missing(used, subtests):
    for name in ["book", "policy", "journal", "seal.alice"]:
        with subtests.test(name=name):
            file = used.home / "vault" / name
            whole = file.read_bytes()
            file.unlink()
            assert sign(used, payment(sequence=10), code=None).code == 77
            file.write_bytes(whole)
    sign(used, payment(sequence=10))


def muxed(number: int) -> str:
    return sdk.MuxedAccount(BOB.public_key, number).account_muxed


def token_transfer(to: str) -> str:
    arguments = [sdk.scval.to_address(ALICE.public_key), sdk.scval.to_address(to), sdk.scval.to_int128(10_000_000)]
    builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 8), programs.TESTNET, 100).set_timeout(600)
    return builder.append_invoke_contract_function_op(Asset.native().contract_id(programs.TESTNET), "transfer", arguments).build().to_xdr()


@pytest.mark.parametrize("known", [[BOB.public_key, "--memo", "id:5"], [muxed(5)]], ids=["memo", "M address"])
def test_a_pinned_memo_or_m_address_is_enforced(vault, known):
    """PinnedMemoTests has every kind of payment and memo."""
    add(vault, "contacts", "add", "exchange", *known)
    pinned = {"W-MEMOREQ", "W-MEMOCHG", "W-MUXSWAP"}
    for text, held in ((payment(), True), (token_transfer(BOB.public_key), True), (token_transfer(muxed(6)), True), (token_transfer(muxed(5)), False)):
        found = inspect(vault, text)
        assert {found.get(rule) for rule in pinned} == ({None, "hold"} if held else {None}), found
    assert sign(vault, payment(), code=77).out == ""


def test_inspect_has_the_same_findings_about_earlier_signatures_as_sign(vault):
    first = payment(sequence=9)
    sign(vault, first)
    history = {"W-DUP", "W-SEQUSED", "W-SEQJUMP", "W-POISON"}
    for text, wanted in ((first, {"W-DUP"}), (payment("2", sequence=9), {"W-SEQUSED"}), (payment(sequence=20), {"W-SEQJUMP"}), (payment(sequence=10), set())):
        found = inspect(vault, text)
        refused = vault.sign("sign", "-", "--key", "alice", "--network", "testnet", stdin=text, pin=PIN, code=77).err
        assert history & set(found) == wanted == {rule for rule in history if rule in refused}
    # A batch is compared with the journal in the same way.
    batch = vault.file("batch", payment("2", sequence=9) + "\n" + payment(sequence=20) + "\n")
    assert {"W-SEQUSED", "W-SEQJUMP"} <= {row["rule"] for row in vault.sign("inspect", batch, "--json", "--network", "testnet").json()["findings"]}


@pytest.mark.parametrize("damage", ["garbage", "cut", "gone"])
def test_inspect_works_with_a_damaged_journal_and_warns(used, damage):
    path = used.home / "vault" / "journal"
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 2
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"{}\n" if damage == "garbage" else b"".join(lines[:-2]))
    shown = used.sign("inspect", "-", "--network", "testnet", stdin=payment(sequence=9))
    assert "warning: " in shown.err and "what was signed before is not known" in shown.err
    assert "Sequence" in shown.out and "W-DUP" not in shown.out
    assert sign(used, payment(sequence=10), code=None).code == 77


@pytest.mark.parametrize("names", [("seal.alice", "journal"), ("seal.alice", "journal", "policy", "book")], ids=" ".join)
def test_refuses_to_sign_if_the_seal_is_removed_together_with_other_files(used, names):
    """Only the seal records that a policy existed, so a key without a seal signs nothing."""
    place = used.home / "vault"
    taken = {name: (place / name).read_bytes() for name in names}
    for name in names:
        (place / name).unlink()
    for text in (payment("5000", to=CAROL, sequence=10), payment("0.1", sequence=10)):
        refused = sign(used, text, code=77)
        assert refused.out == "" and "vault/seal.alice is missing" in refused.err
    batch = used.file("batch", payment("5000", to=CAROL, sequence=10) + "\n")
    assert used.sign("sign", batch, "--key", "alice", "--yes", "--network", "testnet", pin=PIN, code=77).out == ""
    add(used, "contacts", "add", "carol", CAROL.public_key, code=77)
    set_policy(used, code=77)
    used.sign("key", "change-pin", "alice", "--new-pin-fd", "0", stdin=PIN + "\n", pin=PIN, code=77)
    used.sign("key", "drill", "alice", secret=ALICE.secret, pin=PIN, code=77)
    used.sign("journal", "verify", "--key", "alice", pin=PIN, code=77)
    used.sign("backup", "--out", used.home / "backup", code=77)
    used.sign("book", "accept", "--key", "alice", pin=PIN, code=77)        # without a terminal there is no confirmation
    assert sign(used, payment("0.1", sequence=10), code=77).out == "", "none of these commands may create a seal"
    for name, content in taken.items():
        (place / name).write_bytes(content)
    sign(used, payment("0.1", sequence=10))


def test_a_key_without_a_seal_gets_one_by_book_accept_at_a_terminal(vault):
    (vault.home / "vault" / "seal.alice").unlink()
    refused = sign(vault, payment(), code=77)
    assert refused.err.endswith("coldstar-sign book accept --key alice\n")
    said = at_terminal(vault, "book", "accept", "--key", "alice")
    assert "no policy, no book and a journal of 1 entries" in " ".join(said.split()) and "has a new seal" in said
    sign(vault, payment())
    assert "neither book nor policy" in vault.sign("book", "accept", "--key", "alice", pin=PIN, code=66).err


def test_accepting_a_book_without_a_seal_asks_for_the_end_of_its_list_key(used):
    for name in ("seal.alice", "journal", "policy"):
        (used.home / "vault" / name).unlink()
    said = at_terminal(used, "book", "accept", "--key", "alice")
    assert "no policy, a book and a journal of 0 entries" in " ".join(said.split())
    assert "signed with key alice, type the end of its list key" in said and "believes the book of key alice" in said
    sign(used, payment(sequence=10))


def test_a_forged_book_and_seal_are_not_accepted(used, folder, tmp_path):
    """Mallory signs a book with a key of the same name and replaces Alice's book and seal with it."""
    (tmp_path / "mallory").mkdir()
    mallory = type(used)(folder, tmp_path / "mallory")
    mallory.import_key("alice", CAROL)
    for name in ("x", "y", "z"):
        add(mallory, "contacts", "add", name, CAROL.public_key)
    shutil.copy(mallory.home / "vault" / "book", used.home / "vault" / "book")
    assert sign(used, payment(to=CAROL, sequence=10), code=77).out == ""
    shutil.copy(mallory.home / "vault" / "seal.alice", used.home / "vault" / "seal.alice")
    assert sign(used, payment(to=CAROL, sequence=10), code=77).out == ""


def test_a_new_key_holds_the_existing_book_until_it_is_accepted(used):
    used.import_key("carol", CAROL)
    assert "W-BOOK" in sign(used, payment(source=CAROL), name="carol", code=77).err
    at_terminal(used, "book", "accept", "--key", "carol")
    sign(used, payment(source=CAROL), name="carol")
    (used.home / "vault" / "seal.carol").unlink()
    sign(used, payment(source=CAROL, sequence=10), name="carol", code=77)


# ---------------------------------------------------------------- several keys

def test_several_keys_sign_in_one_go(vault):
    vault.import_key("bob", BOB)
    add(vault, "accounts", "add", ALICE.public_key, "--signer", f"{BOB.public_key}:1", "--thresholds", "1,2,2", "--key", "alice")
    book = vault.sign("book", "show", "--json").json()
    assert book["accounts"][0]["signers"][0]["key"] == BOB.public_key
    text = payment()
    vault.import_key("carol", CAROL)
    vault.sign("key", "remove", "bob", "--yes")
    vault.import_key("bob", BOB)                                 # imported again now that the book exists
    at_terminal(vault, "book", "accept", "--key", "bob")
    both = vault.sign("sign", "-", "--key", "alice", "--key", "bob", "--yes", "--network", "testnet", stdin=text, pin=f"{PIN}\n{PIN}")
    made = sdk.TransactionEnvelope.from_xdr(both.out, TESTNET)
    for pair, signature in zip((ALICE, BOB), made.signatures, strict=True):
        pair.verify(made.hash(), signature.signature)
    answer = vault.sign("sign", "-", "--key", "bob", "--key", "alice", "--yes", "--network", "testnet", "--format", "response",
                        stdin=text, pin=f"{PIN}\n{PIN}").json()
    assert [row["public_key"] for row in answer["signatures"]] == [BOB.public_key, ALICE.public_key]
    vault.sign("journal", "verify", "--key", "bob", pin=PIN)


def test_one_wrong_pin_of_several_prevents_all_signatures(vault):
    vault.import_key("bob", BOB)
    journal = (vault.home / "vault" / "journal").read_bytes()
    refused = vault.sign("sign", "-", "--key", "alice", "--key", "bob", "--yes", "--network", "testnet", stdin=payment(),
                         pin=f"{PIN}\n00000000", code=77)
    assert refused.out == "" and (vault.home / "vault" / "journal").read_bytes() == journal
    vault.sign("sign", "-", "--key", "alice", "--key", "alice", "--yes", "--network", "testnet", stdin=payment(), pin=PIN, code=64)


# ---------------------------------------------------------------- keys

WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"


def address(machine, name: str) -> str:
    return machine.sign("key", "show", name, "--json").json()["public_key"]


def basicpay(pair, pin: str) -> str:
    """The encrypted key that SwiftBasicPay stores, made by other programs."""
    derived = hashlib.pbkdf2_hmac("sha256", pin.encode(), b"stellar", 4096, 32)
    vector = bytes(range(16))
    sealed = subprocess.run(["openssl", "enc", "-aes-256-cbc", "-K", derived.hex(), "-iv", vector.hex()], input=pair.secret.encode(),
                            capture_output=True, check=True).stdout
    return f"{base64.b64encode(vector).decode()};{base64.b64encode(sealed).decode()}"


def test_a_key_of_swiftbasicpay_is_opened_by_its_pin_and_by_no_other(offline):
    place = offline.file("blob.txt", basicpay(ALICE, "123456") + "\n")
    secret = offline.run("coldstar-basicpay", place, pin="123456").out
    assert secret == ALICE.secret + "\n"
    offline.sign("key", "import", "old", secret=secret.strip(), pin=PIN)
    assert address(offline, "old") == ALICE.public_key
    long = offline.file("long.txt", basicpay(ALICE, "x" * 70))
    assert offline.run("coldstar-basicpay", long, pin="x" * 70).out == ALICE.secret + "\n"
    assert offline.run("coldstar-basicpay", place, pin="123457", code=77).out == ""


def test_a_malformed_swiftbasicpay_key_is_refused(offline, subtests):
    for text in ["", ";", "AAAA;BBBB", "x", base64.b64encode(bytes(16)).decode() + ";" + base64.b64encode(bytes(48)).decode()]:
        with subtests.test(text=text):
            offline.run("coldstar-basicpay", offline.file("blob.txt", text), pin="123456", code=65)


@pytest.mark.parametrize("text, good", [('# mine\nseed_phrase = "{words}"\n', True), ('public_key = "{seed}"\n', False),
                                        ('seed_phrase = "secure_store:org.stellar.cli-x"\n', False)], ids=["good", "public", "elsewhere"])
def test_import_reads_identities_of_stellar_cli(offline, text, good):
    seed = sdk.Keypair.from_mnemonic_phrase(WORDS).secret
    place = offline.file("alice.toml", text.format(seed=seed, words=WORDS))
    result = offline.sign("key", "import", "alice", "--identity", place, pin=PIN, code=0 if good else 65)
    assert seed not in result.err
    if good:
        assert address(offline, "alice") == sdk.Keypair.from_mnemonic_phrase(WORDS).public_key


def test_keys_are_derived_drilled_backed_up_and_restored(offline):
    pairs = [sdk.Keypair.from_mnemonic_phrase(WORDS, index=index) for index in range(3)]
    offline.sign("key", "import", "words", secret=WORDS, pin=PIN)
    offline.sign("key", "derive", "words", "first", "--account", "1", pin=PIN)
    offline.sign("key", "import", "second", "--account", "2", secret=WORDS, pin=PIN)
    assert [address(offline, name) for name in ("words", "first", "second")] == [pair.public_key for pair in pairs]
    offline.sign("key", "show", "first", "--verify", pairs[1].public_key)
    wrong = offline.sign("key", "show", "first", "--verify", pairs[1].public_key[:-1] + "A", code=65)
    assert "they differ at character 56" in wrong.err
    offline.sign("key", "drill", "first", secret=WORDS, pin=PIN)
    assert "tried at" in offline.sign("key", "show", "first").out
    offline.sign("key", "drill", "first", secret=sdk.Keypair.random().secret, pin=PIN, code=65)
    offline.sign("key", "drill", "first", secret=WORDS, pin="00000000", code=77)
    backup = offline.file("first.backup", offline.sign("key", "backup", "first", "--svg", offline.home / "first.svg").out)
    assert (offline.home / "first.svg").read_text().startswith("<")
    offline.sign("key", "remove", "first", "--yes")
    offline.sign("key", "restore", "first", backup, pin="00000000", code=77)
    offline.sign("key", "restore", "other", backup, pin=PIN, code=65)
    offline.sign("key", "restore", "first", backup, pin=PIN)
    assert address(offline, "first") == pairs[1].public_key


def test_an_unused_second_factor_is_reported(vault):
    factor = vault.file("factor.bin", "f" * 40)
    done = vault.sign("key", "export", "alice", "--second-factor", factor, pin=PIN)
    assert done.out.strip() == ALICE.secret and "--second-factor is not used" in done.err
    assert "second factor" not in vault.sign("key", "export", "alice", pin=PIN).err


def test_an_invalid_secret_is_refused_in_ascii(offline):
    refused = offline.sign("key", "import", "alice", secret="no-secret-at-all", pin=PIN, code=65)
    assert "neither a secret key (S...) nor a mnemonic" in refused.err and refused.err.isascii()


def test_a_key_with_a_second_factor_requires_it(offline):
    factor, other = offline.file("factor.bin", "f" * 40), offline.file("other.bin", "g" * 40)
    offline.sign("key", "import", "alice", "--second-factor", factor, secret=ALICE.secret, pin=PIN)
    assert "--second-factor" in sign(offline, payment(), code=77).err
    sign(offline, payment(), "--second-factor", other, code=77)
    sign(offline, payment(), "--second-factor", offline.file("short.bin", "x"), code=65)
    sign(offline, payment(), "--second-factor", offline.home / "nothing", code=66)
    sign(offline, payment(), "--second-factor", factor)
    offline.sign("key", "change-pin", "alice", "--second-factor", factor, "--no-second-factor", "--new-pin-fd", "0",
                 stdin="55667788\n", pin=PIN)
    sign(offline, payment(sequence=10), pin="55667788")


def test_wrong_pins_are_counted_and_cause_a_delay(offline):
    offline.import_key("alice", ALICE)
    for _ in range(6):
        sign(offline, payment(), pin="00000000", code=77)
    said = sign(offline, payment()).err
    assert re.search(r"for alice: wait \d s", said) and "6 wrong PINs were entered" in said
    # The check words may contain "wait".
    assert not re.search(r"wait \d", sign(offline, payment(sequence=10)).err)


def test_the_dice_and_the_machines_part_reproduce_the_mnemonic(offline):
    reader, writer = os.pipe()
    os.write(writer, b"123456" * 10 + b"\n")
    os.close(writer)
    pin_reader, pin_writer = os.pipe()
    os.write(pin_writer, PIN.encode() + b"\n")
    os.close(pin_writer)
    made = subprocess.run([offline.folder / "coldstar-sign", "key", "new", "mine", "--words", "12", "--dice-fd", str(reader), "--pin-fd",
                           str(pin_reader)], pass_fds=(reader, pin_reader), capture_output=True, text=True, cwd=offline.home,
                          env={"PATH": "/usr/bin:/bin", "COLDSTAR_HOME": str(offline.home), **INHERITED}, check=True).stderr
    part = re.search(r"(?m)^([0-9a-f]{64})$", made)[1]
    assert hashlib.sha256(part.encode()).hexdigest() in made
    words = " ".join(re.findall(r"\d+\. ([a-z]+)", made))
    entropy = hashlib.sha256((part + "123456" * 10).encode()).digest()[:16]
    assert bytes(StellarMnemonic("english").to_entropy(words)) == entropy
    assert address(offline, "mine") == sdk.Keypair.from_mnemonic_phrase(words).public_key


# ---------------------------------------------------------------- payloads and preimages

def at_terminal(machine, *args: str, before_pin=lambda: None, accepting: bool = True) -> str:
    """Runs the signer at a terminal, types every requested value and the PIN, and returns everything that was shown."""
    terminal = Terminal(machine, "coldstar-sign", *args)
    shown, deadline = b"", time.monotonic() + 40
    while time.monotonic() < deadline:
        if select.select([terminal.screen], [], [], 0.1)[0]:
            try:
                data = os.read(terminal.screen, 65536)
            except OSError:
                break
            shown += data
            if not data:
                break
            if asked := re.search(rb"(?:to go on, type|end of its list key,|end of its account,) (\S+): $", shown):
                terminal.type(asked[1].decode() + "\n")
            elif asked := re.search(rb"type (\S+) to accept its lines; if not, press Enter: $", shown):
                terminal.type((asked[1].decode() if accepting else "") + "\n")
            elif shown.endswith(b"type yes: "):
                terminal.type("yes\n")
            elif re.search(rb"PIN or passphrase of \w+: $", shown):
                before_pin()
                terminal.type(PIN + "\n")
            elif shown.endswith(b"hexadecimal digits: "):
                terminal.type("00112233\n")
            else:
                continue
            shown += b"\n"
    else:
        os.kill(terminal.pid, signal.SIGKILL)
        raise AssertionError(f"the program does not end: {shown.decode(errors='replace')}")
    os.waitpid(terminal.pid, 0)
    return shown.decode()


def test_a_payload_signature_can_be_attached_to_an_envelope(vault):
    payload = bytes([1, 2, 3, 4, 5])
    words = ("sign", "--payload", payload.hex(), "--key", "alice", "--out", str(vault.home / "signature"))
    assert "W-PAYLOAD" in vault.sign(*words, "--yes", pin=PIN, code=77).err
    assert "W-PAYLOAD" in at_terminal(vault, *words)
    signature = (vault.home / "signature").read_text().strip()
    ALICE.verify(payload, base64.b64decode(signature))
    signer = sdk.StrKey.encode_ed25519_signed_payload(ALICE.raw_public_key() + (5).to_bytes(4) + payload + bytes(3))
    text = payment()
    attached = vault.sign("attach", "-", "--signer", signer, "--signature", signature, "--yes", "--network", "testnet", stdin=text).out
    [made] = sdk.TransactionEnvelope.from_xdr(attached, TESTNET).signatures
    assert made.signature == base64.b64decode(signature)
    assert made.signature_hint == bytes(a ^ b for a, b in zip(ALICE.signature_hint(), payload[-4:]))
    other = base64.b64encode(ALICE.sign(b"other")).decode()
    vault.sign("attach", "-", "--signer", signer, "--signature", other, "--yes", "--network", "testnet", stdin=text, code=65)
    assert "payload" in vault.sign("journal").out
    vault.sign("journal", "verify", "--key", "alice", pin=PIN)


@pytest.mark.parametrize("payload, code", [("00" * 32, 77), ("xy", 65)])
def test_refuses_payloads_that_could_be_a_hash_or_have_an_invalid_length(vault, payload, code):
    vault.sign("sign", "--payload", payload, "--key", "alice", "--yes", pin=PIN, code=code)
    vault.sign("sign", "-", "--payload", "01", "--key", "alice", "--yes", stdin=payment(), pin=PIN, code=64)


def test_attaching_a_preimage_requires_a_confirmation(vault):
    text = vault.file("payment.xdr", payment())
    words = ("attach", str(text), "--network", "testnet", "--preimage", "--out", str(vault.home / "attached"))
    shown = at_terminal(vault, *words)
    assert "W-HASHX" in shown, shown
    [made] = sdk.TransactionEnvelope.from_xdr((vault.home / "attached").read_text(), TESTNET).signatures
    assert made.signature == bytes.fromhex("00112233")
    assert made.signature_hint == hashlib.sha256(made.signature).digest()[-4:]
    vault.sign("attach", text, "--network", "testnet", "--yes", code=64)


def test_a_malformed_preimage_is_refused_and_not_echoed(vault):
    refused = attach(vault, "00 11", code=65)
    assert refused.out == "" and "a preimage is" in refused.err and "00 11" not in refused.err


def attach(machine, digits, code=0, text=None):
    reader, writer = os.pipe()
    os.write(writer, digits.encode() + b"\n")
    os.close(writer)
    with machine.started("coldstar-sign", "attach", "-", "--network", "testnet", "--yes", "--preimage-fd", str(reader), keep=(reader,)) as process:
        os.close(reader)
        out, err = process.communicate((text or payment()).encode(), timeout=60)
    assert process.returncode == code, err.decode()
    return Result(process.returncode, out.decode(), err.decode())


def test_a_preimage_is_not_printed_before_the_confirmation(vault):
    secret = bytes(range(0x40, 0x60))
    shown = attach(vault, secret.hex(), code=77)
    assert "W-HASHX" in shown.err and shown.out == ""
    hash = hashlib.sha256(secret).digest()
    assert sdk.StrKey.encode_sha256_hash(hash)[-6:] in "".join(shown.err.split())
    for form in (secret.hex(), secret.hex().upper(), secret.decode(), base64.b64encode(secret).decode()[:-2]):
        assert form not in "".join(shown.err.split())
    full = sdk.TransactionEnvelope.from_xdr(payment(), TESTNET)
    full.signatures = [sdk.DecoratedSignature(bytes(4), bytes([n])) for n in range(20)]
    assert "20 signatures" in attach(vault, secret.hex(), code=65, text=full.to_xdr()).err


# ---------------------------------------------------------------- logins

def login(domain="example.com") -> str:
    text = build_challenge_transaction(SERVER.secret, ALICE.public_key, domain, "auth." + domain, TESTNET, 900)
    about = {"home_domain": domain, "web_auth_domain": "auth." + domain, "web_auth_endpoint": f"https://auth.{domain}/auth",
             "signing_key": SERVER.public_key}
    return json.dumps({"format": "coldstar-request", "version": 1, "id": "01234567-89ab-4def-8123-456789abcdef", "kind": "challenge",
                       "network_passphrase": TESTNET, "envelope": text, "signers": [ALICE.public_key], "challenge": about})


def test_a_domains_signing_key_is_compared_with_the_book(vault):
    def found():
        return next(row for row in vault.sign("inspect", "-", "--json", stdin=login()).json()["findings"] if row["rule"] == "SEP10")

    first = found()
    assert first["level"] == "warn" and "stellar.toml" in first["message"]
    add(vault, "domains", "add", "example.com", "--signing-key", SERVER.public_key)
    assert found()["level"] == "info"
    vault.sign("sign", "-", "--key", "alice", "--yes", stdin=login(), pin=PIN)
    add(vault, "domains", "add", "example.com", "--signing-key", BOB.public_key)
    assert found()["level"] == "refuse"
    assert vault.sign("sign", "-", "--key", "alice", "--yes", stdin=login(), pin=PIN, code=77).out == ""


def test_a_policy_restricts_logins_to_named_domains(governed):
    set_policy(governed, logins=["example.com"])
    governed.sign("sign", "-", "--key", "alice", "--yes", stdin=login(), pin=PIN)
    assert "POLICY: logins" in governed.sign("sign", "-", "--key", "alice", "--yes", stdin=login("other.com"), pin=PIN, code=77).err


def test_a_signature_by_another_key_of_the_vault_is_reported_as_such(vault):
    vault.import_key("bob", BOB)
    text = payment()
    assert "W-DUP" not in sign(vault, text).err
    other = " ".join(sign(vault, text, name="bob", code=None).err.split())
    assert "signed before with another key of this vault, at" in other and "this key has not signed it" in other
    assert "the signature will be the same" not in other
    again = " ".join(sign(vault, text).err.split())
    assert "signed before with this key, at" in again and "the signature will be the same" in again
