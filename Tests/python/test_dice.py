# SPDX-License-Identifier: Apache-2.0
"""A new key at a terminal: dice are offered, and the key's file says what its words were made from."""
from __future__ import annotations

import hashlib
import json
import re

import pytest
from stellar_sdk.sep.mnemonic import StellarMnemonic

from programs import PIN, key
from terminal import Terminal

ALICE = key("alice")
OFFER = "go on without, press Enter: "
ROLLS = "123456" * 16 + "123"
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"


def new(offline, *options: str, **terminal) -> Terminal:
    return Terminal(offline, "coldstar-sign", "key", "new", "savings", *options, **terminal)


def finish(screen: Terminal) -> str:
    """Types the new PIN twice, and the words that are asked for."""
    for prompt in ("for savings: ", "the same again: "):
        screen.until(prompt)
        screen.type(PIN + "\n")
    words = re.findall(r"\d+\. +([a-z]+)", screen.until("they are on paper, press Enter: "))
    screen.type("\n")
    for _ in range(3):
        number = int(re.search(r"word (\d+)", screen.until(": "))[1])
        screen.type(words[number - 1] + "\n")
    assert screen.end()[0] == 0
    return " ".join(words)


def shown(offline, name: str = "savings") -> dict:
    return offline.sign("key", "show", name, "--json").json()


@pytest.mark.parametrize("answer", ["", "no", "N", " "])
def test_dice_are_offered_and_one_key_goes_on_without(offline, answer):
    screen = new(offline)
    offer = screen.until(OFFER)
    assert "at least 50 times" in offer and "recompute" in offer and screen.echoes
    screen.type(answer + "\n")
    finish(screen)
    assert (shown(offline)["entropy"], shown(offline)["rolls"]) == ("generator", None)
    assert "made      from the machine's random generator\n" in offline.sign("key", "show", "savings").out


def test_rolls_that_are_accepted_give_the_words_together_with_the_machines_part(offline):
    screen = new(offline)
    screen.until(OFFER)
    screen.type("yes\n")
    committed = re.search("[0-9a-f]{64}", screen.until("digits only: "))[0]
    assert not screen.echoes, "rolls are as secret as the words"
    screen.type(ROLLS + "\n")
    part = re.search("[0-9a-f]{64}", screen.until("press Enter: "))[0]
    assert hashlib.sha256(part.encode()).hexdigest() == committed
    screen.type("\n")
    words = finish(screen)
    assert bytes(StellarMnemonic("english").to_entropy(words)) == hashlib.sha256((part + ROLLS).encode()).digest()
    assert (shown(offline)["entropy"], shown(offline)["rolls"]) == ("rolls-and-generator", 99)
    assert "made      from 99 dice rolls and the machine's random generator\n" in offline.sign("key", "show", "savings").out
    listed = offline.sign("key", "list", "--json").json()["keys"]
    assert [(one["entropy"], one["rolls"]) for one in listed] == [("rolls-and-generator", 99)]


def test_a_mistake_costs_one_line_of_rolls(offline):
    screen = new(offline, "--dice")
    part = None
    for prompt, line in [("at least 50 rolls, digits only: ", ROLLS[:20]), ("20 rolls, at least 30 more: ", ROLLS[20:40] + "x"),
                         ("20 rolls, at least 30 more: ", ROLLS[20:21]), ("21 rolls, at least 29 more: ", ROLLS[21:52]),
                         ("52 rolls, type more, or press Enter to go on: ", ROLLS[52:]), ("99 rolls, type more, or press Enter to go on: ", "")]:
        said = screen.until(prompt)
        assert ("character 21 of the rolls is not a digit" in said) == (part == "x")
        part = line[-1:]
        screen.type(line + "\n")
    part = re.search("[0-9a-f]{64}", screen.until("press Enter: "))[0]
    screen.type("\n")
    words = finish(screen)
    assert bytes(StellarMnemonic("english").to_entropy(words)) == hashlib.sha256((part + ROLLS).encode()).digest()


def test_rolls_that_are_all_the_same_are_rolled_again(offline):
    screen = new(offline, "--dice")
    screen.until("digits only: ")
    screen.type("6" * 60 + "\n")
    assert "all rolls are the same" in screen.until("digits only: ")
    screen.type("\x03")
    assert screen.end()[0] == 77
    assert list(offline.home.rglob("*.key")) == []


@pytest.mark.parametrize("rolls, said", [
    ("", "at least 50 rolls are needed, and there are 0"), (ROLLS[:49], "and there are 49"), ("6" * 50, "all rolls are the same"),
    (ROLLS[:30] + "-" + ROLLS[30:], "character 31 of the rolls is not a digit"),
])
def test_piped_rolls_are_refused_with_the_place(offline, rolls, said):
    assert said in offline.sign("key", "new", "savings", "--dice-fd", "0", stdin=rolls + "\n", pin=PIN, code=65).err
    assert list(offline.home.rglob("*.key")) == []


def test_any_other_answer_is_asked_again_and_rolls_are_no_answer(offline):
    screen = new(offline)
    for answer in ("maybe", "123456" * 10, "yess"):
        screen.until(OFFER)
        screen.type(answer + "\n")
    screen.until(OFFER)
    screen.type("\x04")
    assert screen.end()[0] == 77
    assert list(offline.home.rglob("*.key")) == []


def test_nothing_is_offered_where_it_was_decided(offline):
    for options, prompt in ((["--no-dice"], "for savings: "), (["--dice"], "digits only: ")):
        screen = new(offline, *options)
        assert OFFER not in screen.until(prompt)
        screen.type("\x03")
        assert screen.end()[0] == 77
    said = offline.sign("key", "new", "piped", pin=PIN).err
    assert OFFER not in said and shown(offline, "piped")["entropy"] == "generator"


def test_no_dice_contradicts_rolls(offline):
    assert "--no-dice cannot be combined with --dice-fd" in offline.sign("key", "new", "x", "--no-dice", "--dice-fd", "0", stdin=ROLLS + "\n", code=64).err
    offline.sign("key", "new", "x", "--no-dice", "--dice", code=64)
    assert list(offline.home.rglob("*.key")) == []


def test_a_name_in_use_is_reported_before_the_offer(offline):
    offline.import_key("alice", ALICE)
    code, said = Terminal(offline, "coldstar-sign", "key", "new", "alice").end()
    assert code == 73 and OFFER not in said


@pytest.fixture
def rolled(offline):
    offline.sign("key", "new", "savings", "--dice-fd", "0", stdin=ROLLS + "\n", pin=PIN)
    return offline


def test_the_source_stays_with_the_key(rolled):
    rolled.sign("key", "change-pin", "savings", "--new-pin-fd", "0", stdin="70514826\n", pin=PIN)
    rolled.sign("key", "derive", "savings", "second", "--account", "1", pin="70514826")
    backup = rolled.file("savings.backup", rolled.sign("key", "backup", "savings").out)
    rolled.sign("key", "remove", "savings", "--yes")
    rolled.sign("key", "restore", "savings", backup, pin="70514826")
    assert [shown(rolled, name)["rolls"] for name in ("savings", "second")] == [99, 99]


def test_words_that_come_from_elsewhere_have_no_source(rolled):
    words = rolled.sign("key", "export", "savings", pin=PIN).out.strip()
    rolled.sign("key", "import", "again", secret=words, pin=PIN)
    rolled.sign("key", "import", "seed", secret=ALICE.secret, pin=PIN)
    for name in ("again", "seed"):
        assert (shown(rolled, name)["entropy"], shown(rolled, name)["rolls"]) == (None, None)
        assert "\nmade " not in rolled.sign("key", "show", name).out
        assert json.loads((rolled.home / "vault" / f"{name}.key").read_text().splitlines()[0])["version"] == 1


@pytest.mark.parametrize("old, made", [
    ('"rolls":99', '"rolls":98'), ('"rolls-and-generator","rolls":99', '"generator","rolls":null'),
    ('"version":3', '"version":1'), ('"entropy":"rolls-and-generator","rolls":99,', ""),
])
def test_a_source_that_someone_changed_opens_nothing(rolled, old, made):
    place = rolled.home / "vault" / "savings.key"
    text = place.read_text()
    assert old in text
    place.write_text(text.replace(old, made))
    refused = rolled.sign("key", "export", "savings", pin=PIN, code=None)
    assert refused.code in (65, 77) and refused.out == ""


def test_a_source_that_was_taken_out_together_with_its_version_opens_nothing(rolled):
    place = rolled.home / "vault" / "savings.key"
    place.write_text(place.read_text().replace('"version":3', '"version":1').replace('"entropy":"rolls-and-generator","rolls":99,', ""))
    assert shown(rolled)["entropy"] is None
    assert rolled.sign("key", "export", "savings", pin=PIN, code=77).out == ""
