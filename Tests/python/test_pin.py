# SPDX-License-Identifier: Apache-2.0
"""PINs at a terminal: no echo at any time, three attempts, and new PINs entered twice."""
from __future__ import annotations

import os
import re
import signal
import time

import pytest

from programs import PIN, key, payment
from terminal import Terminal, state

ALICE = key("alice")
WRONG = "77777777"


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    offline.file("tx.xdr", payment())
    return offline


def prompt(signer, **more) -> Terminal:
    return Terminal(signer, "coldstar-sign", "sign", "tx.xdr", "--key", "alice", "-n", "testnet", "--yes", "--out", "signed", **more)


def fail(signer, times: int) -> None:
    for _ in range(times):
        signer.sign("sign", "tx.xdr", "--key", "alice", "-n", "testnet", "--yes", pin=WRONG, code=77)


def test_a_right_pin_on_the_second_try_signs(signer):
    screen = prompt(signer)
    screen.until("of alice: ")
    screen.type(WRONG + "\n")
    assert "2 tries left" in screen.until("PIN or passphrase of alice: ")
    screen.type(PIN + "\n")
    code, shown = screen.end()
    assert code == 0 and (signer.home / "signed").exists() and "before this 1 wrong PIN was entered" in shown
    assert WRONG not in shown and PIN not in shown


def test_the_third_wrong_pin_ends_the_program(signer):
    screen = prompt(signer)
    seen = ""
    for _ in range(3):
        seen += screen.until("PIN or passphrase of alice: ")
        assert not screen.echoes
        screen.type(WRONG + "\n")
    code, shown = screen.end()
    assert code == 77 and "of alice: " not in shown and screen.echoes and not (signer.home / "signed").exists()
    assert "2 tries left" in seen and "1 try left" in seen and WRONG not in seen + shown
    # Each of them is counted. Whether the second that follows is over by now depends on the machine.
    assert "3 wrong PINs were entered for alice" in signer.sign("sign", "tx.xdr", "--key", "alice", "-n", "testnet", "--yes", pin=PIN).err


def test_a_pin_from_a_descriptor_has_one_try(signer):
    assert "try left" not in signer.sign("sign", "tx.xdr", "--key", "alice", "-n", "testnet", "--yes", pin=WRONG, code=77).err


def test_input_during_the_delay_is_neither_echoed_nor_used(signer):
    fail(signer, 5)
    screen = prompt(signer)
    shown = screen.until("5 wrong PINs were entered for alice: wait ")
    assert not screen.echoes
    screen.type("80519264\n80519264\n")
    rest = screen.until("PIN or passphrase of alice: ")
    assert re.search(r"wait 1 s", rest), "the delay counts down"
    assert "8051" not in shown + rest
    screen.type(PIN + "\n")
    code, after = screen.end()
    assert code == 0 and "before this 5 wrong PINs" in after and "8051" not in after


@pytest.mark.real_argon2id                               # cheap, the check ends before the input comes
def test_input_during_the_pin_check_is_neither_echoed_nor_used(signer):
    screen = prompt(signer)
    screen.until("of alice: ")
    screen.type(WRONG + "\n")
    while state(screen.pid) != "R":                         # Argon2id has begun
        time.sleep(0.001)
    screen.type(PIN + "\n" + "12345\n")
    shown = screen.until("2 tries left")
    assert not screen.echoes
    shown += screen.until("of alice: ")
    screen.type(PIN + "\n")
    code, rest = screen.end()
    assert code == 0 and PIN not in shown + rest and "12345" not in shown + rest


@pytest.mark.parametrize("how", ["\x03", "\x1c", "\x04", signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=repr)
def test_a_key_or_signal_that_ends_the_delay_restores_the_terminal(signer, how):
    fail(signer, 6)
    screen = prompt(signer)
    screen.until("wait ")
    if isinstance(how, str):
        screen.type(how)
    else:
        os.kill(screen.pid, how)
    code, shown = screen.end()
    assert code == (77 if isinstance(how, str) else -how) and screen.echoes and "of alice" not in shown
    assert not (signer.home / "signed").exists()


def test_two_different_new_pins_are_asked_for_again(offline):
    screen = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--no-dice", "--words", "12")
    shown = ""
    for again in ("48120958", "48120957"):
        shown += screen.until("for savings: ")
        screen.type("48120957\n")
        shown += screen.until("the same again: ")
        screen.type(again + "\n")
    shown += screen.until("press Enter: ")
    assert "the two entries differ" in shown and "4812095" not in shown
    screen.type("\x03")
    screen.end()
    assert offline.sign("key", "show", "savings").out


@pytest.mark.parametrize("command", [("new", "other", "--no-dice"), ("change-pin", "alice")], ids=" ".join)
def test_pairs_of_different_new_pins_change_nothing(signer, command):
    files = {path: path.read_bytes() for path in signer.home.rglob("*.key")}
    screen = Terminal(signer, "coldstar-sign", "key", *command)
    if command[0] == "change-pin":
        screen.until("of alice: ")
        screen.type(PIN + "\n")
    for number in range(6):
        screen.until(f"for {command[1]}: ")
        assert not screen.echoes
        screen.type("48120957\n")
        screen.until("the same again: ")
        screen.type(f"4812095{number}\n")
        screen.until("differ")
    screen.until(f"for {command[1]}: ")
    screen.type("\x03")
    code, _ = screen.end()
    assert code == 77 and screen.echoes
    assert files == {path: path.read_bytes() for path in signer.home.rglob("*.key")}
