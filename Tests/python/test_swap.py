# SPDX-License-Identifier: Apache-2.0
"""An attacker with write access to the vault replaces the book or the policy while a program runs."""
from __future__ import annotations

import os
import select
import shutil

import pytest

from programs import PIN, Machine, key
from test_state import ALICE, BOB, CAROL, add, at_terminal, inspect, payment, set_policy, sign

DAVE = key("dave")


class Waiting:
    """A signer that has shown its review and waits for the PIN."""

    def __init__(self, machine: Machine, *args: str, stdin: str = "", until: bytes):
        reader, self.writer = os.pipe()
        self.process = machine.started("coldstar-sign", *args, "--pin-fd", str(reader), keep=(reader,))
        os.close(reader)
        self.process.stdin.write(stdin.encode())
        self.process.stdin.close()
        self.process.stdin = None
        self.shown = b""
        while until not in self.shown:
            assert select.select([self.process.stderr], [], [], 40)[0], f"no further output: {self.shown.decode()}"
            line = os.read(self.process.stderr.fileno(), 65536)
            assert line, f"the program ended: {self.shown.decode()}"
            self.shown += line

    def goes_on(self) -> tuple[int, str, str]:
        os.write(self.writer, PIN.encode() + b"\n")
        os.close(self.writer)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out.decode(), err.decode()


def signing(machine, text: str) -> Waiting:
    return Waiting(machine, "sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=text, until=b"info W-KEY")


@pytest.fixture
def vault(offline):
    offline.import_key("alice", ALICE)
    return offline


@pytest.fixture
def mallory(folder, tmp_path) -> Machine:
    """A vault in which another key, also named alice, owns a book and a policy with higher numbers."""
    (tmp_path / "mallory").mkdir()
    machine = Machine(folder, tmp_path / "mallory")

    def prepare():
        machine.import_key("alice", CAROL)
        for name in ("x", "y", "z"):
            add(machine, "contacts", "add", name, CAROL.public_key)
            set_policy(machine, destinations="any", maximum_fee=f"0.00{len(name)}")

    machine.once("of mallory", prepare)
    return machine


def plant(mallory: Machine, machine: Machine, *kinds: str) -> None:
    for kind in kinds:
        shutil.copy(mallory.home / "vault" / kind, machine.home / "vault" / kind)


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [("book",), ("policy",), ("book", "policy")])
@pytest.mark.parametrize("begun", [True, False], ids=["with own lists", "without own lists"])
def test_a_list_replaced_while_the_signer_waits_is_not_sealed(vault, mallory, kinds, begun):
    place = vault.home / "vault"
    if begun:
        add(vault, "contacts", "add", "bob", BOB.public_key)
        set_policy(vault)
    before = {kind: (place / kind).read_bytes() for kind in ("book", "policy") if begun}
    waiting = signing(vault, payment())
    plant(mallory, vault, *kinds)
    code, out, err = waiting.goes_on()
    assert (code, out) == (77, "") and f"vault/{kinds[0]} was changed just now" in err
    assert sign(vault, payment(sequence=10), code=77).out == "", "the next run must not accept it either"
    for kind in kinds:
        (place / kind).unlink()
    for kind, content in before.items():
        (place / kind).write_bytes(content)
    sign(vault, payment())


def test_a_book_changed_by_its_owner_during_the_review_requires_a_new_review(vault):
    add(vault, "contacts", "add", "bob", BOB.public_key)
    waiting = signing(vault, payment())
    add(vault, "contacts", "add", "dave", DAVE.public_key)
    code, out, err = waiting.goes_on()
    assert (code, out) == (77, "") and "vault/book was changed just now" in err and "look at it again" in err
    sign(vault, payment())


def test_a_book_replaced_during_a_change_is_not_accepted(vault, mallory):
    add(vault, "contacts", "add", "bob", BOB.public_key)
    whole = (vault.home / "vault" / "book").read_bytes()
    for kind in ("book", "policy"):
        waiting = Waiting(vault, "book", "contacts", "add", "dave", DAVE.public_key, "--yes", until=b"+ contact dave")
        plant(mallory, vault, kind)
        planted = (vault.home / "vault" / kind).read_bytes()
        assert waiting.goes_on()[0] == 77
        assert (vault.home / "vault" / kind).read_bytes() == planted
        (vault.home / "vault" / "policy").unlink(missing_ok=True)
        (vault.home / "vault" / "book").write_bytes(whole)
    add(vault, "contacts", "add", "dave", DAVE.public_key)


@pytest.mark.parametrize("kind", ["book", "policy"])
def test_the_first_change_does_not_accept_a_planted_list(vault, mallory, kind):
    plant(mallory, vault, kind)
    planted = (vault.home / "vault" / kind).read_bytes()
    refused = add(vault, "contacts", "add", "bob", BOB.public_key, code=77)
    assert f"vault/{kind} was signed with key alice, of which this key has never seen" in refused.err
    assert "book accept" in refused.err
    set_policy(vault, code=77)
    assert (vault.home / "vault" / kind).read_bytes() == planted
    assert "never seen" not in add(vault, "contacts", "add", "bob", BOB.public_key, pin="00000000", code=77).err
    (vault.home / "vault" / kind).unlink()
    add(vault, "contacts", "add", "bob", BOB.public_key)
    sign(vault, payment())


WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["new", "import", "derive", "restore"])
def test_a_key_added_later_does_not_accept_a_planted_book(offline, mallory, how):
    offline.sign("key", "import", "words", secret=WORDS, pin=PIN)
    backup = offline.file("words.backup", offline.sign("key", "backup", "words").out)
    plant(mallory, offline, "book")
    words = {"new": ("new", "late"), "import": ("import", "late", "--account", "3"), "derive": ("derive", "words", "late", "--account", "3"),
             "restore": ("restore", "words", backup)}[how]
    if how == "restore":
        offline.sign("key", "remove", "words", "--yes")
    offline.sign("key", *words, secret=WORDS if how == "import" else None, pin=PIN)
    name = "words" if how == "restore" else "late"
    account = key_of(offline, name)
    text = payment(to=CAROL, source=account)
    assert "W-BOOK" in sign(offline, text, name=name, code=77).err
    offline.sign("key", "change-pin", name, "--new-pin-fd", "0", stdin=PIN + "\n", pin=PIN)
    assert "W-BOOK" in sign(offline, text, name=name, code=77).err, "only the owner's confirmation accepts it"


class key_of:
    """A source account for `payment`."""

    def __init__(self, machine: Machine, name: str):
        self.public_key = machine.sign("key", "show", name, "--json").json()["public_key"]


def test_a_second_key_accepts_the_book_once(vault):
    add(vault, "contacts", "add", "bob", BOB.public_key)
    vault.import_key("carol", CAROL)
    text = payment(source=CAROL)
    assert "W-BOOK" in sign(vault, text, name="carol", code=77).err
    assert "believes the book of key alice" in at_terminal(vault, "book", "accept", "--key", "carol")
    sign(vault, text, name="carol")
    add(vault, "contacts", "add", "dave", DAVE.public_key)
    sign(vault, payment(source=CAROL, sequence=10), name="carol")


def test_a_second_key_can_confirm_the_book_when_it_signs(vault):
    add(vault, "contacts", "add", "bob", BOB.public_key)
    vault.import_key("carol", CAROL)
    text = vault.file("tx.xdr", payment(source=CAROL))
    assert "W-BOOK" in at_terminal(vault, "sign", str(text), "--key", "carol", "--network", "testnet")
    sign(vault, payment(source=CAROL, sequence=10), name="carol")


def test_a_book_replaced_while_it_is_accepted_is_refused(vault, mallory):
    """The confirmation is for the book shown, not for the one in the vault when the PIN is entered."""
    add(vault, "contacts", "add", "bob", BOB.public_key)
    vault.import_key("carol", CAROL)
    whole = (vault.home / "vault" / "book").read_bytes()
    said = at_terminal(vault, "book", "accept", "--key", "carol", before_pin=lambda: plant(mallory, vault, "book"))
    assert "was changed just now" in said
    (vault.home / "vault" / "book").write_bytes(whole)
    assert "W-BOOK" in sign(vault, payment(source=CAROL), name="carol", code=77).err


def test_a_book_and_a_policy_of_different_owners_are_refused(vault, mallory):
    add(vault, "contacts", "add", "bob", BOB.public_key)
    vault.import_key("dave", DAVE)
    plant(mallory, vault, "policy")
    assert "have different owners" in at_terminal(vault, "book", "accept", "--key", "dave")
    (vault.home / "vault" / "policy").unlink()
    assert "believes the book of key alice" in at_terminal(vault, "book", "accept", "--key", "dave")
