# SPDX-License-Identifier: Apache-2.0
"""Books and contact lists cross the air gap as codes unchanged."""
from __future__ import annotations

import pytest

from programs import PIN, Machine, key

ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")


@pytest.fixture
def other(folder, tmp_path) -> Machine:
    (tmp_path / "other").mkdir()
    return Machine(folder, tmp_path / "other")


def damaged(lines: str) -> str:
    """The codes with one letter of the last part changed."""
    head, _, last = lines.rstrip().rpartition("\n")
    place = last.rindex("/") + 3
    letter = "a" if last[place] != "a" else "e"
    return "\n".join(filter(None, [head, last[:place] + letter + last[place + 1:]]))


def test_a_book_crosses_as_codes_and_keeps_its_signature(offline, other):
    offline.import_key("alice", ALICE)
    for name, pair in (("bob", BOB), ("carol", CAROL)):
        offline.sign("book", "contacts", "add", name, pair.public_key, "--key", "alice", "--yes", pin=PIN)
    listed = offline.sign("book", "export").out
    lines = offline.sign("book", "export", "--format", "ur", "--frames", "frames").out
    assert lines.startswith("ur:coldstar-list/1-")
    scanned = offline.run("coldstar-scan", "frames").out
    for machine in (other, offline):
        machine.home.joinpath("codes").write_text(scanned)
    other.import_key("alice", ALICE)
    taken = other.sign("book", "import", "codes", "--key", "alice", "--yes", pin=PIN)
    assert "A list signed with key alice, list key" in " ".join(taken.err.split())
    books = [machine.sign("book", "show", "--json").json() for machine in (other, offline)]
    assert books[0].pop("list") != books[1].pop("list") and books[0] == books[1]
    assert listed.splitlines()[1], "its second line is the signature"
    refused = other.sign("book", "import", "-", "--key", "alice", "--yes", stdin=damaged(lines), pin=PIN, code=65)
    assert refused.out == ""


def test_contacts_cross_as_codes_to_the_builder_and_to_the_signer(offline, other):
    for name, pair in (("bob", BOB), ("carol", CAROL)):
        offline.build("contacts", "add", name, pair.public_key)
    lines = offline.build("contacts", "export", "--format", "ur", "--png", "contacts.png").out
    assert lines.startswith("ur:coldstar-list/")
    scanned = offline.run("coldstar-scan", "contacts.png").out
    assert "2 contacts taken" in other.build("contacts", "import", "-", stdin=scanned).err
    assert other.build("contacts", "export").out == offline.build("contacts", "export").out
    other.import_key("alice", ALICE)
    told = other.sign("book", "contacts", "import", "-", "--key", "alice", "--yes", stdin=lines, pin=PIN)
    assert "Contacts of the online side, unsigned: compare each address." in told.err
    assert {row["name"] for row in other.sign("book", "show", "--json").json()["contacts"]} == {"bob", "carol"}


@pytest.mark.parametrize("command", [("contacts", "import", "-")])
def test_incomplete_or_damaged_codes_change_nothing(offline, command):
    offline.build("contacts", "add", "bob", BOB.public_key)
    for number in range(20):
        offline.build("contacts", "add", f"name-{number}", CAROL.public_key)
    parts = offline.build("contacts", "export", "--format", "ur").out.splitlines()
    assert len(parts) > 4
    before = offline.build("contacts", "export").out
    for text in ("\n".join(parts[1:]), damaged("\n".join(parts)), "ur:coldstar-list/aeae"):
        offline.build(*command, stdin=text, code=65)
    assert offline.build("contacts", "export").out == before
