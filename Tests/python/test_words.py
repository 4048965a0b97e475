# SPDX-License-Identifier: Apache-2.0
"""Importing a mnemonic at a terminal: in one line, or word by word with completion and correction."""
from __future__ import annotations

import os
import signal
import termios

import pytest

from programs import PIN
from terminal import Terminal

PHRASE = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
ACCOUNT = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"
ASK = "secret key (S...) or mnemonic (Enter alone: word by word): "
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"


def importing(machine, **more) -> Terminal:
    return Terminal(machine, "coldstar-sign", "key", "import", "alice", columns=90, **more)


def begun(machine, count: int = 12, **more) -> Terminal:
    """The screen for words, after the number of words."""
    terminal = importing(machine, **more)
    terminal.until(ASK)
    terminal.type("\n")
    terminal.until("(Enter alone: 24): ")
    terminal.type(f"{count}\n")
    terminal.until(f"word 1 of {count}: ")
    return terminal


def finished(terminal: Terminal) -> str:
    """Types the PIN twice; the output after the screen for words was left."""
    terminal.until("new PIN (at least 6 digits) or passphrase for alice: ")
    terminal.type(PIN + "\n")
    terminal.until("the same again: ")
    terminal.type(PIN + "\n")
    code, rest = terminal.end()
    assert code == 0 and ACCOUNT in rest.replace(" ", ""), rest
    return rest


def test_words_are_typed_one_by_one_with_completion_and_correction(offline):
    terminal = begun(offline)
    terminal.type("illn ")
    assert "word 1 is illness" in terminal.until("word 2 of 12: ")
    terminal.type("spikk")
    assert "no word of BIP-39 begins like this; nearest: spike" in terminal.until("word 2 of 12: spikk")
    terminal.type(" ")
    terminal.until("word 2 of 12: spikk")
    terminal.type("\x7f\t")
    terminal.until("word 2 of 12: spike")
    terminal.type("\nret ")
    assert "which one? retire retreat return" in terminal.until("word 3 of 12: ret")
    terminal.type("r\ttruth")
    terminal.until("word 3 of 12: retreattruth")
    terminal.type("\x15retreat truth genius clock brain pass fit cave bargain toast ")
    assert "The checksum is wrong" in terminal.until("up goes back to correct a word: ")
    terminal.type("\x1b[A")
    terminal.until("word 12 of 12: toast")
    terminal.type("\x7f\x7f\x7f")
    terminal.until("word 12 of 12: to")
    terminal.type("e\n")
    assert "The checksum is right." in terminal.until("Enter takes these words; up goes back: ")
    terminal.type("\n")
    terminal.until(LEAVE)
    rest = finished(terminal)
    assert not any(word in rest for word in PHRASE.split() if len(word) > 4)


def test_only_the_current_word_is_shown_until_all_are_asked_for(offline):
    terminal = begun(offline)
    terminal.type("illness spike retr")
    terminal.until("word 3 of 12: retr")
    terminal.type("e")
    shown = terminal.until("word 3 of 12: retre")
    assert "illness" not in shown and "spike" not in shown and " 1. ****" in shown
    terminal.type("\x12")
    shown = terminal.until("word 3 of 12: retre")
    assert " 1. illness" in shown and " 2. spike" in shown
    terminal.type("\x03")
    terminal.until(LEAVE)
    code, rest = terminal.end()
    assert code == 77 and "nothing was entered" in rest and "illness" not in rest
    assert not (offline.home / "vault" / "alice.key").exists()


@pytest.mark.parametrize("text", [PHRASE, PHRASE.upper(), PHRASE.replace(" ", "\n")], ids=["line", "capitals", "lines"])
def test_a_whole_phrase_can_be_pasted_into_the_screen(offline, text):
    terminal = begun(offline)
    terminal.type(text + "\n")
    terminal.until("Enter takes these words; up goes back: ")
    terminal.type("\n")
    terminal.until(LEAVE)
    finished(terminal)


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_whole_phrase_is_typed_in_one_line_without_echo(offline, term):
    terminal = importing(offline, term=term)
    terminal.until(ASK if term == "xterm" else "secret key (S...) or mnemonic: ")
    assert not terminal.echoes
    terminal.type(PHRASE + "\n")
    rest = finished(terminal)
    assert "illness" not in rest and ENTER not in rest


def test_a_phrase_in_another_language_is_typed_in_one_line(offline):
    words = "あいこくしん " * 11 + "あおぞら"
    terminal = importing(offline)
    terminal.until(ASK)
    terminal.type(words + "\n")
    terminal.until("new PIN (at least 6 digits) or passphrase for alice: ")
    terminal.type(PIN + "\n")
    terminal.until("the same again: ")
    terminal.type(PIN + "\n")
    code, rest = terminal.end()
    assert code == 0 and "account" in rest


def test_a_terminal_that_cannot_be_cleared_has_no_word_by_word(offline):
    terminal = importing(offline, term="dumb")
    terminal.until("secret key (S...) or mnemonic: ")
    terminal.type("\n")
    code, rest = terminal.end()
    assert code == 65 and "no secret was given" in rest and ENTER not in rest


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=repr)
def test_a_signal_restores_the_terminal_and_clears_the_screen(offline, name):
    terminal = begun(offline)
    terminal.type("illness spike ")
    terminal.until("word 3 of 12: ")
    assert not terminal.echoes
    os.kill(terminal.pid, name)
    terminal.until("\x1b[2J\x1b[3J\x1b[H" + LEAVE)
    code, rest = terminal.end()
    assert code == -name and terminal.echoes and termios.tcgetattr(terminal.screen)[3] & termios.ICANON
    assert not (offline.home / "vault" / "alice.key").exists()


@pytest.mark.parametrize("key", ["\x03", "\x04", "\x1c"], ids=repr)
def test_a_key_leaves_without_a_trace(offline, key):
    terminal = begun(offline, 24)
    terminal.type("illness " + key)
    terminal.until(LEAVE)
    code, rest = terminal.end()
    assert code == 77 and "illness" not in rest and not (offline.home / "vault" / "alice.key").exists()


def test_a_drill_takes_the_words_one_by_one(offline):
    offline.sign("key", "import", "alice", secret=PHRASE, pin=PIN)
    terminal = Terminal(offline, "coldstar-sign", "key", "drill", "alice", columns=90)
    terminal.until("the words, or S... (Enter alone: word by word): ")
    terminal.type("\n")
    terminal.until("(Enter alone: 24): ")
    terminal.type("12\n" + PHRASE + "\n")
    terminal.until("Enter takes these words; up goes back: ")
    terminal.type("\n")
    terminal.until("PIN or passphrase of alice: ")
    terminal.type(PIN + "\n")
    code, rest = terminal.end()
    assert code == 0 and f"the backup gives {ACCOUNT}" in rest
