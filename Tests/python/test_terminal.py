# SPDX-License-Identifier: Apache-2.0
"""The signer in front of a person: prompts on a terminal, echo off, holds, and what Ctrl-C leaves."""
from __future__ import annotations

import os
import re
import signal

import pytest
import stellar_sdk as sdk
from stellar_sdk import TransactionEnvelope
from stellar_sdk.sep.stellar_web_authentication import build_challenge_transaction

from programs import PIN, TESTNET, key, payment
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def test_a_key_is_made_on_the_terminal_with_the_pin_asked_twice_and_not_shown(offline):
    terminal = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--words", "12")
    terminal.until("for savings: ")
    assert not terminal.echoes
    terminal.type("48120957\n")
    terminal.until("again: ")
    terminal.type("48120957\n")
    shown = terminal.until("press Enter: ")
    words = re.findall(r"\d+\. +([a-z]+)", shown)
    assert len(words) == 12 and "\x1b[?1049h" in shown, "the words have a screen of their own"
    terminal.type("\n")
    for _ in range(3):
        terminal.until("word ")
        assert not terminal.echoes
        number = int(terminal.until(": "))
        terminal.type(words[number - 1] + "\n")
    code, rest = terminal.end()
    assert not [word for word in words if f" {word} " in rest], "no word is said again"
    assert code == 0 and "48120957" not in shown + rest
    assert offline.sign("key", "show", "savings").out


def test_two_different_entries_make_no_key(offline):
    terminal = Terminal(offline, "coldstar-sign", "key", "new", "savings")
    terminal.until("for savings: ")
    terminal.type("48120957\n")
    terminal.until("again: ")
    terminal.type("48120958\n")
    code, shown = terminal.end()
    assert code == 77 and "differ" in shown
    assert list(offline.home.rglob("*.key")) == []


def test_backspace_and_control_u_mend_a_pin(signer):
    path = signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet", "--out", str(signer.home / "signed"))
    terminal.until("type yes: ")
    terminal.type("yes\n")
    terminal.until("of alice: ")
    terminal.type("wrong\x15" + PIN + "é\x7f" + "0\x7f\n")
    code, shown = terminal.end()
    assert code == 0, shown
    assert (signer.home / "signed").read_text()


def test_the_review_comes_before_the_pin_and_no_means_no(signer):
    path = signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet")
    review = terminal.until("type yes: ")
    assert BOB.public_key in "".join(review.split())
    terminal.type("no\n")
    code, shown = terminal.end()
    assert code == 77 and "PIN" not in review + shown.replace("PIN or", "PIN")


def test_control_c_at_the_pin_signs_nothing_and_gives_the_echo_back(signer):
    path = signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet", "--yes")
    terminal.until("of alice: ")
    assert not terminal.echoes
    terminal.type("4812\x03")
    terminal.until("error: ")
    code, _ = terminal.end()
    assert code == 77


def test_a_hold_is_passed_only_by_its_value(signer):
    path = signer.file("tx.xdr", payment(sdk.AccountMerge(BOB.public_key)))
    for typed, wanted in (("yes", 77), (BOB.public_key[-6:], 0)):
        out = signer.home / f"signed-{wanted}"
        terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet", "--out", str(out))
        terminal.until("to go on, type ")
        terminal.until(": ")
        terminal.type(typed + "\n")
        if wanted == 0:
            terminal.until("of alice: ")
            terminal.type(PIN + "\n")
        code, shown = terminal.end()
        assert code == wanted, shown
        assert out.exists() == (wanted == 0)


def test_terminating_a_prompt_changes_nothing(signer):
    before = {p: p.read_bytes() for p in signer.home.rglob("*") if p.is_file()}
    terminal = Terminal(signer, "coldstar-sign", "key", "remove", "alice")
    terminal.until("type its name: ")
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.end()
    assert before == {p: p.read_bytes() for p in signer.home.rglob("*") if p.is_file()}


def login(signer, name: str, seconds: int) -> tuple[str, ...]:
    """The arguments to sign a login that has as many seconds left."""
    text = build_challenge_transaction(BOB.secret, ALICE.public_key, "example.com", "auth.example.com", TESTNET, 900)
    (signer.home / name).write_text(text)
    end = TransactionEnvelope.from_xdr(text, TESTNET).transaction.preconditions.time_bounds.max_time
    return "sign", name, "--key", "alice", "-n", "testnet", "--now", str(end - seconds), "--out", name + ".signed"


def agree(screen) -> tuple[int, str]:
    screen.type("yes\n")
    screen.until("PIN or passphrase of alice: ")
    screen.type(PIN + "\n")
    return screen.end()


def test_a_login_counts_down_while_one_decides(signer):
    screen = Terminal(signer, "coldstar-sign", *login(signer, "ch", 600))
    screen.until("this login is good for 10:00\r\nsign this? type yes: ")
    screen.until("\x1b7\x1b[1A\rthis login is good for 9:5")
    screen.until("\x1b[K\x1b8")
    code, _ = agree(screen)
    assert code == 0 and (signer.home / "ch.signed").exists()


def test_a_login_that_expires_meanwhile_is_not_signed(signer):
    screen = Terminal(signer, "coldstar-sign", *login(signer, "late", 2))
    screen.until("this login has expired: ask the service for another")
    code, shown = agree(screen)
    assert code == 77 and "this login expired while you were asked; nothing was signed" in shown
    assert not (signer.home / "late.signed").exists()


def test_a_payment_has_no_countdown(signer):
    (signer.home / "pay").write_text(payment())
    screen = Terminal(signer, "coldstar-sign", "sign", "pay", "--key", "alice", "-n", "testnet")
    assert "good for" not in screen.until("sign this? type yes: ")
    screen.type("no\n")
    assert screen.end()[0] == 77
