# SPDX-License-Identifier: Apache-2.0
"""What programs say on standard error and in their help, at terminals of several widths; elsewhere every line is left as it is."""
from __future__ import annotations

import re

import pytest

from programs import PAY, key
from terminal import Terminal

BOB = key("bob")
LONG = "./the file with the payments of november that somebody wanted to copy to the stick and forgot about.json"


def lines(terminal: Terminal, code: int) -> list[str]:
    ended, text = terminal.end()
    assert ended == code, text
    return text.replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("columns", [30, 60, 80, 120])
def test_an_error_is_broken_between_words_and_hangs(offline, columns):
    whole = offline.sign("inspect", LONG, code=66).err
    assert len(whole.splitlines()) <= 2, "without a terminal an error is one line"
    said = lines(Terminal(offline, "coldstar-sign", "inspect", LONG, columns=columns), 66)
    assert all(len(line) <= columns for line in said), said
    assert all(line.startswith("  ") or line.startswith(("coldstar-sign: error: ", "hint: ")) for line in said), said
    assert " ".join(" ".join(said).split()) == " ".join(whole.split())


def test_a_word_that_is_longer_than_a_line_is_cut_and_nothing_is_lost(offline):
    name = "x" * 60
    said = lines(Terminal(offline, "coldstar-sign", "key", "show", name, columns=40), 66)
    assert all(len(line) <= 40 for line in said) and name in "".join(line.strip() for line in said)


def test_the_builder_groups_the_addresses_that_are_compared(funded):
    said = lines(Terminal(funded, "coldstar-build", *PAY, "--out", "p.json", env=funded.env), 0)
    address = BOB.public_key
    grouped = " ".join(address[i:i + 4] for i in range(0, 56, 4))
    assert grouped in " ".join(" ".join(said).split()) and all(len(line) <= 80 for line in said)
    assert f"to {address}" in funded.build(*PAY, "--out", "q.json").err


@pytest.mark.parametrize("program", ["coldstar-build payment", "coldstar-sign sign", "coldstar-submit"])
def test_help_fits_the_window_and_is_paged(offline, program):
    name, *words = program.split()
    text = offline.run(name, *words, "--help").out
    tall = lines(Terminal(offline, name, *words, "--help", columns=70), 0)
    assert all(len(line) <= 70 for line in tall), [line for line in tall if len(line) > 70]
    flat = re.sub(r"[\s\\]+", "", "".join(tall))
    assert flat == re.sub(r"[\s\\]+", "", text)
    terminal = Terminal(offline, name, *words, "--help", columns=70, rows=20)
    first = terminal.until("Enter")
    assert first.count("\n") <= 20 and "OVERVIEW" in first
    terminal.type("q")
    assert terminal.end()[0] == 0
