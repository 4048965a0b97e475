# SPDX-License-Identifier: Apache-2.0
"""Mistyped commands, contacts, keys, fields and addresses: the error and the suggestion."""
from __future__ import annotations

import json

import pytest

from programs import PIN, key, opened

ALICE, BOB = key("alice"), key("bob")


# ---------------------------------------------------------------- commands

def test_a_mistyped_command_is_a_usage_error_with_a_suggestion(offline, subtests):
    for program, words, said, meant in [
            ("coldstar-build", "pament", "coldstar-build has no command 'pament'", "payment"),
            ("coldstar-build", "help lookup acount", "coldstar-build lookup has no command 'acount'", "account"),
            ("coldstar-submit", "--quiet sned", "coldstar-submit has no command 'sned'", "send"),
            ("coldstar-sign", "key lst --help", "coldstar-sign key has no command 'lst'", "list"),
        ]:
        with subtests.test(words=words):
            result = offline.run(program, *words.split(), code=64)
            assert result.err.startswith(f"{program}: error: {said}\n") and f"did you mean {meant}?" in result.err
            assert result.out == ""


def test_a_word_unlike_every_command_has_no_suggestion(offline):
    result = offline.build("zzzzzzzz", code=64)
    assert "did you mean" not in result.err and "coldstar-build --help lists the commands" in result.err


@pytest.mark.parametrize("words", [["help", "lookup", "account"], ["--help"]])
def test_help_of_an_existing_command_succeeds(offline, words):
    assert "USAGE: coldstar-build" in offline.build(*words).out


# ---------------------------------------------------------------- contacts

def test_a_mistyped_contact_has_a_suggestion(offline):
    for name in ("exchange", "landlord"):
        offline.build("contacts", "add", name, BOB.public_key)
    pay = ("payment", "-n", "testnet", "--sequence", "5", "--source", ALICE.public_key, "--asset", "XLM", "--amount", "1", "--destination")
    result = offline.build(*pay, "landlrd", code=65)
    assert "--destination: no contact is called landlrd" in result.err and "did you mean landlord?" in result.err
    assert "did you mean landlord?" in offline.build("contacts", "remove", "landlrd", code=65).err


def test_names_that_differ_only_in_case_are_one_name_online(offline):
    first, second = "a.B-c_9", "A.b-C_9"
    offline.build("contacts", "add", first, BOB.public_key)
    result = offline.build("contacts", "add", second, ALICE.public_key, code=73)
    assert f"contact {first} already" in result.err and "--replace" in result.err
    offline.build("contacts", "add", second, ALICE.public_key, "--replace")
    assert [(row["name"], row["account"]) for row in offline.build("contacts", "list", "--json").json()["contacts"]] == \
        [(second, ALICE.public_key)]
    paid = offline.build("payment", "-n", "testnet", "--sequence", "5", "--source", ALICE.public_key, "--destination", first.upper(),
                         "--asset", "XLM", "--amount", "1")
    assert opened(paid.out).transaction.operations[0].destination.account_id == ALICE.public_key


def test_names_that_differ_only_in_case_are_one_name_in_the_book(offline):
    first, second = "a.B-c_9", "A.b-C_9"
    offline.import_key("alice", ALICE)
    add = ("book", "contacts", "add")
    offline.sign(*add, first, BOB.public_key, "--yes", pin=PIN)
    result = offline.sign(*add, second, ALICE.public_key, "--yes", pin=PIN, code=73)
    assert f"the book has the contact {first}" in result.err
    offline.sign(*add, second, ALICE.public_key, "--yes", "--replace", pin=PIN)
    assert [row["name"] for row in offline.sign("book", "contacts", "list", "--json").json()["contacts"]] == [second]
    assert "did you mean" in offline.sign("book", "contacts", "remove", second + "x", "--yes", pin=PIN, code=66).err
    offline.sign("book", "contacts", "remove", first.upper(), "--yes", pin=PIN)
    assert offline.sign("book", "contacts", "list", "--json").json()["contacts"] == []


def test_a_list_with_names_that_differ_only_in_case_is_refused(offline):
    rows = [{"name": name, "account": pair.public_key} for name, pair in (("bob", BOB), ("Bob", ALICE))]
    document = offline.file("contacts.json", json.dumps({"format": "coldstar-contacts", "version": 1, "contacts": rows}))
    offline.build("contacts", "import", document, code=65)
    offline.import_key("alice", ALICE)
    result = offline.sign("book", "contacts", "import", document, "--yes", pin=PIN, code=65)
    assert "bob and Bob differ only in case" in result.err


# ---------------------------------------------------------------- keys

def test_a_mistyped_key_name_has_a_suggestion(offline):
    typed, meant = "savigns", "savings"
    offline.import_key("savings", ALICE)
    offline.import_key("daily", BOB)
    for command in (("key", "show", typed), ("sign", "x", "--key", typed), ("key", "drill", typed), ("key", "remove", typed, "--yes")):
        if command[0] == "sign":
            command = ("sign", offline.file("tx.xdr", __import__("programs").payment()), "-n", "testnet", "--key", typed)
        result = offline.sign(*command, code=66)
        assert f"there is no key {typed}" in result.err and f"did you mean {meant}?" in result.err, command


# ---------------------------------------------------------------- addresses

def test_an_address_with_missing_characters_is_reported_with_its_length(offline):
    typed = BOB.public_key[:-1]
    words = f"{len(typed)} of 56 characters"
    pay = ("payment", "-n", "testnet", "--sequence", "5", "--source", ALICE.public_key, "--asset", "XLM", "--amount", "1", "--destination")
    for command in ((*pay, typed), ("contacts", "add", "bob", typed), ("payment", "--source", typed, *pay[1:5], *pay[7:], BOB.public_key)):
        assert words in offline.build(*command, code=65).err, command


# ---------------------------------------------------------------- fields of SEP-9

def test_a_field_that_sep_9_does_not_have_is_an_error(offline):
    result = offline.submit("profile", "set", "--field", "frist_name=x", pin=PIN, code=65)
    assert "--field: frist_name is not a field of SEP-9" in result.err and "did you mean first_name?" in result.err
    offline.submit("profile", "set", "--field", "first_name=x", pin=PIN)


# ---------------------------------------------------------------- hashes

@pytest.mark.parametrize("digits", [8, 64])
def test_cancel_accepts_the_abbreviated_hashes_that_status_accepts(funded, digits):
    request = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "XLM", "--amount", "1")
    hash_ = opened(request.out).hash_hex()
    for typed in (hash_[:digits], hash_[:digits].upper()):
        assert funded.submit("status", typed).out.startswith(hash_)
        cancelling = funded.build("cancel", typed)
        assert f"voids     {hash_}" in cancelling.err
    assert opened(cancelling.out).transaction.sequence == opened(request.out).transaction.sequence


def test_cancel_reports_an_unknown_abbreviated_hash_like_status(funded):
    assert "the journal knows nothing of 01234567" in funded.build("cancel", "01234567", code=66).err
    assert "the journal knows nothing of 01234567" in funded.submit("status", "01234567", code=66).err
