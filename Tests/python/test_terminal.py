# SPDX-License-Identifier: Apache-2.0
"""The signer at a terminal: prompts, echo, holds, and interruptions."""
from __future__ import annotations

import os
import re
import signal
import time
from datetime import datetime, timezone

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


def test_key_new_asks_for_the_pin_twice_and_shows_the_words_on_the_alternate_screen(offline):
    terminal = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--no-dice", "--words", "12")
    terminal.until("for savings: ")
    assert not terminal.echoes
    terminal.type("48120957\n")
    terminal.until("again: ")
    terminal.type("48120957\n")
    shown = terminal.until("press Enter: ")
    words = re.findall(r"\d+\. +([a-z]+)", shown)
    assert len(words) == 12 and "\x1b[?1049h" in shown, "the words must be on the alternate screen"
    terminal.type("\n")
    for _ in range(3):
        terminal.until("word ")
        assert not terminal.echoes
        number = int(terminal.until(": "))
        terminal.type(words[number - 1] + "\n")
    code, rest = terminal.end()
    assert not re.search(r"\d+\. +[a-z]", rest), "no word may be shown again"
    assert code == 0 and "48120957" not in shown + rest
    assert offline.sign("key", "show", "savings").out


def test_two_different_new_pins_create_no_key(offline):
    terminal = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--no-dice")
    for _ in range(5):
        terminal.until("for savings: ")
        terminal.type("48120957\n")
        terminal.until("again: ")
        terminal.type("48120958\n")
        terminal.until("differ")
    terminal.until("for savings: ")
    terminal.type("\x04")
    assert terminal.end()[0] == 77
    assert list(offline.home.rglob("*.key")) == []


@pytest.mark.parametrize("weak", ["12345", "111111", ""])
def test_an_invalid_new_pin_is_refused_at_once(offline, weak):
    terminal = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--no-dice")
    terminal.until("for savings: ")
    terminal.type(weak + "\n")
    shown = terminal.until("for savings: ")
    assert "the same again" not in shown and "PIN" in shown and (not weak or weak not in shown)
    terminal.type("\x03")
    assert terminal.end()[0] == 77
    assert list(offline.home.rglob("*.key")) == []


@pytest.mark.parametrize("words", [("new", "alice"), ("new", "alice", "--dice"), ("import", "alice")], ids=" ".join)
def test_a_key_name_in_use_is_reported_before_any_prompt(signer, words):
    code, shown = Terminal(signer, "coldstar-sign", "key", *words).end()
    assert code == 73 and "a key alice exists already" in shown and "PIN or passphrase" not in shown and "new PIN" not in shown and "secret" not in shown


def test_change_pin_asks_for_the_new_pin_only_after_the_right_old_one(signer):
    file = next(signer.home.rglob("alice.key"))
    before = file.read_bytes()
    terminal = Terminal(signer, "coldstar-sign", "key", "change-pin", "alice")
    terminal.until("PIN or passphrase of alice: ")
    for _ in range(2):
        terminal.type("00000000\n")
        assert "new PIN" not in terminal.until("PIN or passphrase of alice: ")
    terminal.type("00000000\n")
    code, shown = terminal.end()
    assert code == 77 and "new PIN" not in shown and file.read_bytes() == before
    terminal = Terminal(signer, "coldstar-sign", "key", "change-pin", "alice")
    terminal.until("PIN or passphrase of alice: ")
    terminal.type(PIN + "\n")
    terminal.until("for alice: ")
    terminal.type("55667788\n")
    terminal.until("again: ")
    terminal.type("55667788\n")
    code, shown = terminal.end()
    assert code == 0 and "before this 3 wrong PINs were entered" in shown and file.read_bytes() != before


def test_backspace_and_control_u_edit_a_pin(signer):
    path = signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet", "--out", str(signer.home / "signed"))
    terminal.until("type yes: ")
    terminal.type("yes\n")
    terminal.until("of alice: ")
    terminal.type("wrong\x15" + PIN + "é\x7f" + "0\x7f\n")
    code, shown = terminal.end()
    assert code == 0, shown
    assert (signer.home / "signed").read_text()


def test_the_review_precedes_the_pin_prompt_and_no_ends_the_program(signer):
    path = signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet")
    review = terminal.until("type yes: ")
    assert BOB.public_key in "".join(review.split())
    terminal.type("no\n")
    code, shown = terminal.end()
    assert code == 77 and "PIN" not in review + shown.replace("PIN or", "PIN")


def test_the_review_is_wrapped_to_the_width_of_the_terminal(signer, subtests):
    """Otherwise the terminal would wrap an address inside the groups that are compared."""
    signer.file("tx.xdr", payment())
    for columns in [100, 72, 60, 50]:
        with subtests.test(columns=columns):
            code, shown = Terminal(signer, "coldstar-sign", "inspect", "tx.xdr", "-n", "testnet", columns=columns).end()
            lines = re.sub(r"\x1b\[[0-9;]*m", "", shown).split("\r\n")
            assert code == 0 and max(map(len, lines)) <= min(columns, 80) and max(map(len, lines)) > min(columns, 80) - 12
            for account in (ALICE, BOB):
                assert " ".join(account.public_key[i:i + 4] for i in range(0, 56, 4)) in " ".join(" ".join(lines).split())


@pytest.mark.parametrize("away", ["2>/dev/null", "2>log"])
def test_the_review_is_shown_at_the_terminal_even_if_standard_error_is_redirected(signer, away):
    signer.file("tx.xdr", payment())
    sign = f"{signer.folder}/coldstar-sign sign tx.xdr --key alice -n testnet --out signed {away}"
    terminal = Terminal(signer, "/bin/sh", "-c", sign)
    shown = terminal.until("sign this? type yes: ")
    assert " ".join(BOB.public_key[i:i + 4] for i in range(0, 56, 4)) in " ".join(shown.split())
    terminal.type("no\n")
    assert terminal.end()[0] == 77 and not (signer.home / "signed").exists()
    quiet = Terminal(signer, "/bin/sh", "-c", sign.replace("--key", "--yes --key"))
    assert "Payment" not in quiet.until("alice: "), "with --yes there is no confirmation"
    quiet.type("\x03")
    quiet.end()


def test_control_c_at_the_pin_prompt_signs_nothing(signer):
    path = signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet", "--yes")
    terminal.until("of alice: ")
    assert not terminal.echoes
    terminal.type("4812\x03")
    terminal.until("error: ")
    code, _ = terminal.end()
    assert code == 77


ENDINGS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\r\n\x1b[2J\x1b[3J\x1b[H\x1b[?1049l"


def new_key(offline, *options, **terminal) -> Terminal:
    """Creates a key, up to the moment when its words are shown."""
    screen = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--no-dice", *options, **terminal)
    for prompt in ("for savings: ", "again: "):
        screen.until(prompt)
        screen.type("48120957\n")
    return screen


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_the_words_do_not_stay_on_the_screen_when_a_signal_ends_the_program(offline, number):
    screen = new_key(offline)
    shown = screen.until("press Enter: ")
    words = re.findall(r"\d+\. +([a-z]+)", shown)
    assert len(words) == 24
    os.kill(screen.pid, number)
    code, rest = screen.end()
    assert code == -number and rest.startswith(LEAVE_SCREEN)
    assert "the key savings is kept" in rest and "coldstar-sign key export savings" in rest and "key drill savings" in rest
    assert screen.echoes and not re.search(r"\d+\. +[a-z]", rest)
    assert "savings" in offline.sign("key", "list").out


@pytest.mark.parametrize("typed", ["\x03", "\x1c", "\x04"], ids=repr)
def test_the_words_do_not_stay_on_the_screen_when_a_key_ends_the_program(offline, typed):
    screen = new_key(offline)
    screen.until("press Enter: ")
    screen.type(typed)
    code, rest = screen.end()
    assert code == 77 and rest.startswith(LEAVE_SCREEN) and "the words were not confirmed; the key" in rest and screen.echoes


def test_a_signal_during_the_word_check_reports_the_unconfirmed_words(offline):
    screen = new_key(offline, "--words", "12")
    screen.until("press Enter: ")
    screen.type("\n")
    screen.until("word ")
    os.kill(screen.pid, signal.SIGTERM)
    code, rest = screen.end()
    assert code == -signal.SIGTERM and "the words were not confirmed; the key" in rest and screen.echoes


def test_words_with_a_passphrase_cannot_be_shown_again(offline):
    screen = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--no-dice", "--passphrase")
    for prompt, typed in (("passphrase: ", "more\n"), ("again: ", "more\n"), ("for savings: ", "48120957\n"), ("again: ", "48120957\n")):
        screen.until(prompt)
        screen.type(typed)
    screen.until("press Enter: ")
    screen.type("\x03")
    code, rest = screen.end()
    assert code == 77 and "cannot be shown again" in rest and "key export" not in rest


def test_words_are_paged_on_a_small_terminal(offline):
    screen = new_key(offline, columns=40, rows=12)
    screen.until(ENTER_SCREEN)
    words, last = {}, False
    while not last:
        page = screen.until(", press Enter: ")
        last = "when they are on paper" in page
        lines = page.replace("\x1b[2J", "").replace("\x1b[3J", "").replace("\x1b[H", "").split("\r\n")
        assert len(lines) <= 12 and all(len(line) + len(", press Enter: ") * (line == lines[-1]) <= 40 for line in lines), lines
        words |= {int(number): word for number, word in re.findall(r"(\d+)\. +([a-z]+)", page)}
        if not last:
            screen.type("\n")
    assert sorted(words) == list(range(1, 25))
    screen.type("\x03")
    assert screen.end()[0] == 77


@pytest.mark.parametrize("term", ["dumb", ""], ids=repr)
def test_a_terminal_that_cannot_clear_gets_no_escapes_and_a_notice(offline, term):
    screen = new_key(offline, "--words", "12", term=term)
    shown = screen.until("press Enter: ")
    words = re.findall(r"\d+\. +([a-z]+)", shown)
    screen.type("\n")
    shown += screen.until("by hand")
    for _ in range(3):
        screen.until("word ")
        screen.type(words[int(screen.until(": ")) - 1] + "\n")
    code, rest = screen.end()
    assert code == 0 and "\x1b" not in shown + rest


def test_an_exported_secret_is_shown_on_the_alternate_screen(signer):
    for ending, wanted in (("\n", 0), ("\x03", 77)):
        screen = Terminal(signer, "coldstar-sign", "key", "export", "alice")
        screen.until("type its name: ")
        screen.type("alice\n")
        screen.until("of alice: ")
        screen.type(PIN + "\n")
        screen.until(ENTER_SCREEN)
        assert ALICE.secret in screen.until("press Enter: ")
        screen.type(ending)
        code, rest = screen.end()
        assert code == wanted and rest.startswith(LEAVE_SCREEN) and ALICE.secret not in rest


def test_too_few_dice_rolls_do_not_reveal_the_machines_part(offline):
    screen = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--dice")
    screen.until("digits only: ")
    screen.type("1234\n")
    shown = screen.until("4 rolls, at least 46 more: ")
    screen.type("\x03")
    code, rest = screen.end()
    shown += rest
    assert code == 77 and not re.search("[0-9a-f]{64}", shown) and "machine's random part" not in shown


def test_the_machines_part_of_a_dice_key_is_cleared_from_the_screen(offline):
    screen = Terminal(offline, "coldstar-sign", "key", "new", "savings", "--dice")
    screen.until("digits only: ")
    screen.type("123456" * 10 + "\n")
    screen.until(ENTER_SCREEN)
    assert re.search("[0-9a-f]{64}", screen.until("press Enter: "))
    screen.type("\n")
    screen.until(LEAVE_SCREEN)
    screen.until("for savings: ")
    screen.type("\x03")
    assert screen.end()[0] == 77


def pin_prompt(signer, **terminal) -> Terminal:
    path = signer.file("tx.xdr", payment())
    screen = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "-n", "testnet", "--yes", "--out", "signed", **terminal)
    screen.until("of alice: ")
    return screen


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_a_signal_at_the_pin_prompt_restores_the_echo(signer, number):
    screen = pin_prompt(signer)
    assert not screen.echoes
    screen.type("4812")
    os.kill(screen.pid, number)
    code, _ = screen.end()
    assert code == -number and screen.echoes and not (signer.home / "signed").exists()


def test_control_z_is_not_part_of_a_pin(signer):
    screen = pin_prompt(signer)
    screen.type(PIN[:3] + "\x1a" + PIN[3:] + "\n")
    code, shown = screen.end()
    assert code == 0, shown


def test_control_backslash_cancels_the_pin_prompt(signer):
    screen = pin_prompt(signer)
    screen.type(PIN + "\x1c")
    code, _ = screen.end()
    assert code == 77 and screen.echoes and not (signer.home / "signed").exists()


def test_input_typed_before_the_review_is_discarded(signer):
    path = signer.file("tx.xdr", payment())
    screen = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "-n", "testnet", ahead=f"yes\n{PIN}\n")
    screen.until("type yes: ")
    screen.type("no\n")
    code, shown = screen.end()
    assert code == 77 and "you did not agree" in shown


def test_input_typed_before_the_pin_prompt_is_discarded(signer):
    screen = pin_prompt(signer, ahead="77777777\n")
    screen.type(PIN + "\n")
    assert screen.end()[0] == 0


def test_a_hold_is_passed_only_by_its_value(signer):
    path = signer.file("tx.xdr", payment(sdk.AccountMerge(BOB.public_key)))
    for typed, wanted in (("yes", 77), (BOB.public_key[-6:], 0)):
        out = signer.home / f"signed-{wanted}"
        terminal = Terminal(signer, "coldstar-sign", "sign", str(path), "--key", "alice", "--network", "testnet", "--out", str(out))
        for _ in range(3 if wanted else 1):
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
    """The arguments to sign a login that expires in this many seconds."""
    text = build_challenge_transaction(BOB.secret, ALICE.public_key, "example.com", "auth.example.com", TESTNET, 900)
    (signer.home / name).write_text(text)
    end = TransactionEnvelope.from_xdr(text, TESTNET).transaction.preconditions.time_bounds.max_time
    return "sign", name, "--key", "alice", "-n", "testnet", "--now", str(end - seconds), "--out", name + ".signed"


def agree(screen) -> tuple[int, str]:
    screen.type("yes\n")
    screen.until("PIN or passphrase of alice: ")
    screen.type(PIN + "\n")
    return screen.end()


def test_a_login_shows_a_countdown_at_the_prompt(signer):
    screen = Terminal(signer, "coldstar-sign", *login(signer, "ch", 600))
    screen.until("this login expires in 10:00\r\nsign this? type yes: ")
    screen.until("\x1b7\x1b[1A\rthis login expires in 9:5")
    screen.until("\x1b[K\x1b8")
    code, _ = agree(screen)
    assert code == 0 and (signer.home / "ch.signed").exists()


def test_a_login_that_expires_at_the_prompt_is_not_signed(signer):
    screen = Terminal(signer, "coldstar-sign", *login(signer, "late", 2))
    screen.until("this login has expired: request a new challenge")
    code, shown = agree(screen)
    assert code == 77 and "this login has expired; nothing was signed" in shown
    assert not (signer.home / "late.signed").exists()


def test_a_payment_has_no_countdown(signer):
    (signer.home / "pay").write_text(payment())
    screen = Terminal(signer, "coldstar-sign", "sign", "pay", "--key", "alice", "-n", "testnet")
    assert "expires in" not in screen.until("sign this? type yes: ")
    screen.type("no\n")
    assert screen.end()[0] == 77


@pytest.mark.parametrize(("zone", "offset"), [("Asia/Kolkata", 19_800), ("XYZ+3", -10_800), ("UTC", 0)])
def test_the_review_tells_the_local_time_beside_that_of_utc(signer, zone, offset):
    end = int(time.time()) + 3600
    file = signer.file("payment.xdr", payment(until=end))
    terminal = Terminal(signer, "coldstar-sign", "sign", file, "-n", "testnet", env={"TZ": zone})
    shown = " ".join(terminal.until("type yes: ").split())
    terminal.type("\x04")
    terminal.end()
    utc, local = (datetime.fromtimestamp(end + seconds, timezone.utc).strftime("%Y-%m-%d %H:%M") for seconds in (0, offset))
    beside = local.removeprefix(utc[:11])
    assert (f"{beside} local)" in shown) is (offset != 0) and f"until {utc}:" in shown
    told = signer.sign("inspect", file, "-n", "testnet", env={"TZ": zone}).out
    assert f"until {utc}:" in told and "local)" not in told
