# SPDX-License-Identifier: Apache-2.0
"""Prompts below a review, narrow terminals, and short names with typing errors."""
import fcntl
import json
import struct
import termios
import time

import pytest
import stellar_sdk as sdk

from programs import PIN, key, payment
from screen import Reader, Screen, words
from terminal import Terminal
from test_forged_journal import append, intent, journal  # noqa: F401

ALICE, BOB, STRANGER = key("alice"), key("bob"), key("stranger")


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    offline.file("one.xdr", payment())
    return offline


def shell(signer, line: str, **more) -> Terminal:
    return Terminal(signer, "/bin/sh", "-c", f"{signer.folder}/coldstar-sign {line}", **more)


@pytest.mark.parametrize("away", ["2>/dev/full", "2>&-"])
def test_a_book_change_that_cannot_be_shown_is_refused_without_a_prompt(signer, away):
    code, shown = shell(signer, f"book contacts add bob {BOB.public_key} {away}").end()
    assert code == 77 and "type yes" not in shown


def test_a_long_change_of_the_book_is_paged(signer):
    rows = [{"name": f"c{n}", "account": key(f"c{n}").public_key} for n in range(60)]
    signer.file("contacts.json", json.dumps({"format": "coldstar-contacts", "version": 1, "contacts": rows}))
    terminal = Terminal(signer, "coldstar-sign", "book", "contacts", "import", "contacts.json", rows=24)
    reader = Reader(terminal, 80, 24)
    reader.until("type yes:")
    assert all(row["account"] in reader.text for row in rows)
    terminal.type("no\n")
    assert terminal.end()[0] == 77


@pytest.mark.parametrize("options, away, shown", [("", "", True), ("--quiet", "", True), ("", "2>/dev/null", True), ("", "2>/dev/full", None)])
def test_journal_accept_asks_only_about_lines_that_were_shown(signer, options, away, shown):
    signer.sign("sign", "one.xdr", "--key", "alice", "-n", "testnet", "--yes", pin=PIN)
    append(signer, intent(signer, hash="ab" * 32, sequence="999"))
    terminal = shell(signer, f"journal accept {options} {away}")          # without --key: there is only one key
    if shown is None:
        code, text = terminal.end()
        assert code == 77 and "to go on" not in text
        return
    assert "ab" * 32 in words(terminal.until("to go on, type"))
    terminal.type("no\n")
    assert terminal.end()[0] == 77


def test_the_summary_stays_above_each_of_many_prompts(signer):
    signers = [sdk.Signer(sdk.SignerKey.ed25519_public_key(key(f"s{n}").public_key), 1) for n in range(11)]
    signer.file("holds.xdr", payment(*[sdk.SetOptions(signer=one) for one in signers]))
    terminal = Terminal(signer, "coldstar-sign", "sign", "holds.xdr", "--key", "alice", "-n", "testnet", rows=24)
    reader = Reader(terminal, 80, 24)
    reader.until("to go on, type")
    for one in signers:
        assert "Summary:" in reader.screen.text and "Contains 11 operations" in reader.screen.text
        terminal.type(one.signer_key.encoded_signer_key[-6:] + "\n")
        reader.page("to go on, type", "type yes:", "PIN or passphrase")
    terminal.type("\x03")
    terminal.end()


@pytest.mark.parametrize("columns, rows", [(10, 60), (16, 40), (24, 30)], ids=str)
def test_the_summary_fits_a_narrow_terminal(signer, columns, rows):
    first = sdk.Payment(STRANGER.public_key, sdk.Asset.native(), "77")
    signer.file("long.xdr", payment(first, *[sdk.Payment(BOB.public_key, sdk.Asset.native(), "1")] * 9))
    terminal = Terminal(signer, "coldstar-sign", "sign", "long.xdr", "--key", "alice", "-n", "testnet", columns=columns, rows=rows)
    final = words(Reader(terminal, columns, rows).until("type yes:"))
    assert "Summary:testnet" in final and STRANGER.public_key in final[final.index("Summary:"):]
    terminal.type("no\n")
    terminal.end()


@pytest.mark.parametrize("columns, rows", [(80, 24), (40, 12), (132, 50)])
def test_a_terminal_that_is_resized_at_the_prompt_shows_the_summary_again(signer, columns, rows):
    signer.file("many.xdr", payment(*[sdk.Payment(key(f"x{n}").public_key, sdk.Asset.native(), "5") for n in range(60)]))
    terminal = Terminal(signer, "coldstar-sign", "sign", "many.xdr", "--key", "alice", "-n", "testnet", rows=2000)
    terminal.until("type yes:")
    fcntl.ioctl(terminal.screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    terminal.seen = b""
    again = Screen(columns, rows)
    again.feed(terminal.until("type yes:").encode())
    assert "Summary:" in again.text and "Outflow" in again.text
    terminal.type("no\n")
    assert terminal.end()[0] == 77


def test_with_yes_the_summary_is_above_the_pin(signer):
    terminal = Terminal(signer, "coldstar-sign", "sign", "one.xdr", "--key", "alice", "-n", "testnet", "--yes")
    assert "Summary: " in terminal.until("PIN or passphrase of alice: ")
    terminal.type("\x03")
    terminal.end()


@pytest.mark.parametrize("columns", [20, 40])
def test_the_delay_countdown_stays_on_one_line(signer, columns):
    tries = {"format": "coldstar-tries", "version": 1, "failed": 6, "last": int(time.time())}
    (signer.home / "vault" / "tries.alice").write_text(json.dumps(tries) + "\n")
    terminal = Terminal(signer, "coldstar-sign", "sign", "one.xdr", "--key", "alice", "-n", "testnet", "--yes", columns=columns)
    screen = Screen(columns, 500)
    screen.feed(terminal.until("PIN or passphrase").encode())
    assert words(screen.text).count("wrongPINs") == 1 and "wait 1 s" in screen.text
    terminal.type("\x03")
    terminal.end()


def test_an_empty_line_at_the_pin_prompt_is_not_counted_as_wrong_pin(signer):
    terminal = Terminal(signer, "coldstar-sign", "sign", "one.xdr", "--key", "alice", "-n", "testnet", "--yes")
    terminal.until("of alice: ")
    terminal.type("\n")
    assert "2 tries left" in terminal.until("of alice: ")
    terminal.type(PIN + "\n")
    code, shown = terminal.end()
    assert code == 0 and "wrong PIN" not in shown


@pytest.mark.parametrize("term", ["dumb", ""], ids=repr)
def test_a_review_on_a_dumb_terminal_contains_no_escapes(signer, term):
    terminal = Terminal(signer, "coldstar-sign", "sign", "one.xdr", "--key", "alice", "-n", "testnet", term=term)
    assert "\x1b" not in terminal.until("type yes: ")
    terminal.type("no\n")
    terminal.end()


@pytest.mark.parametrize("typed", ["bbo", "bob2", "bo"])
def test_a_mistyped_short_contact_name_is_suggested(offline, typed):
    offline.build("contacts", "add", "bob", BOB.public_key)
    assert "did you mean bob?" in offline.build("contacts", "remove", typed, code=65).err


@pytest.mark.parametrize("program, typed, meant", [("coldstar-sign", "key nwe", "new"), ("coldstar-submit", "anchor customer gte", "get"),
                                                   ("coldstar-submit", "anchor customer ptu", "put")])
def test_a_mistyped_short_command_is_suggested(offline, program, typed, meant):
    assert f"did you mean {meant}?" in offline.run(program, *typed.split(), code=64).err
