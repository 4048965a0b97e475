# SPDX-License-Identifier: Apache-2.0
"""A long review on a terminal: every line is shown on a page, and the last screen has the summary directly above the prompt."""
from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time

import pytest
import stellar_sdk as sdk

from programs import INHERITED, PIN, key, payment
from screen import Reader, Screen, words
from terminal import PATIENCE, Terminal, until_it_waits

ALICE, BOB, STRANGER = key("alice"), key("bob"), key("stranger")
SIZES = [(80, 24), (40, 10), (132, 50), (50, 12), (33, 17), (30, 12)]
TINY = [(80, 1), (80, 2), (80, 3), (40, 4), (20, 5), (1, 1)]


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def long_payment(count: int = 100) -> str:
    """The first operation pays a stranger, all others go to one account."""
    first = sdk.Payment(STRANGER.public_key, sdk.Asset.native(), "77")
    return payment(first, *[sdk.Payment(BOB.public_key, sdk.Asset.native(), "1")] * (count - 1))


def begun(signer, columns: int, rows: int, text: str | None = None, *options: str, **more) -> Terminal:
    signer.file("long.xdr", text or long_payment())
    return Terminal(signer, "coldstar-sign", "sign", "long.xdr", "--key", "alice", "-n", "testnet", "--out", "signed", *options,
                    columns=columns, rows=rows, **more)


def review(signer, *options: str) -> list[str]:
    """The lines that inspect prints for the same file, without those that depend on the key and the time."""
    shown = signer.sign("inspect", "long.xdr", "-n", "testnet", *options).out
    return [line for line in shown.splitlines() if line.strip() and not re.match(r"  Valid|           \S+ (minutes|seconds)|  Findings:", line)]


def last(screen: str) -> str:
    """The part of the screen from the summary on."""
    assert "Summary:" in screen, screen
    return screen[screen.index("Summary:"):]


@pytest.mark.parametrize("columns, rows", SIZES, ids=str)
def test_every_line_is_shown_on_a_page_and_the_stranger_above_the_prompt(signer, columns, rows):
    terminal = begun(signer, columns, rows)
    reader = Reader(terminal, columns, rows)
    final = last(reader.until())
    for operation in range(2, 101):
        assert f"{operation}.{BOB.public_key}" in reader.text
    assert f"1.{STRANGER.public_key}" in reader.text
    for line in review(signer) if columns >= 80 else []:
        assert words(line) in reader.text, line
    compact = words(final)
    assert "Summary:testnet(idcee0302d)" in compact
    assert "176XLM" in compact and "100operations" in compact and "2recipients" in compact
    assert re.search(rf"W-NEWDEST:.*{STRANGER.public_key}", compact), final
    assert compact.endswith("typeyes:")
    terminal.type("no\n")
    assert terminal.end()[0] == 77 and not (signer.home / "signed").exists()


@pytest.mark.parametrize("columns, rows", TINY, ids=str)
def test_a_tiny_terminal_loses_no_line(signer, columns, rows):
    terminal = begun(signer, columns, rows, long_payment(12))
    reader = Reader(terminal, columns, rows, key="\r")
    if columns * rows < 10:
        reader.page()
        assert terminal.seen, "something is shown"
        terminal.type("q")
        assert terminal.end()[0] == 77
        return
    prompt = "typeyes:" if columns * rows >= 40 else "yes:"
    reader.until(prompt)
    assert STRANGER.public_key in reader.text and BOB.public_key in reader.text
    assert "Summary:" in reader.text and "12operations" in reader.text
    terminal.type("yes\n")
    terminal.until("alice: ")
    terminal.type(PIN + "\n")
    assert terminal.end()[0] == 0 and (signer.home / "signed").exists()


@pytest.mark.parametrize("key_", ["q", "\x03", "\x04", "\x1c"], ids=repr)
def test_stopping_at_a_page_signs_nothing(signer, key_):
    terminal = begun(signer, 80, 24)
    terminal.until("-- more")
    terminal.until("--")
    assert not terminal.echoes
    terminal.type(key_)
    code, shown = terminal.end()
    assert code == 77 and "nothing was signed" in shown and "type yes" not in shown and terminal.echoes
    assert not (signer.home / "signed").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], ids=lambda number: number.name)
def test_a_signal_at_a_page_restores_the_terminal(signer, number):
    terminal = begun(signer, 80, 24)
    before = "-- more"
    terminal.until(before)
    os.kill(terminal.pid, number)
    code, shown = terminal.end()
    assert code == -number and "type yes" not in shown and terminal.echoes


def test_input_typed_ahead_does_not_turn_pages(signer):
    terminal = begun(signer, 80, 24, ahead="   \n\n\n")
    terminal.until("q to stop --")
    terminal.type("q")
    code, shown = terminal.end()
    assert code == 77 and "type yes" not in shown


@pytest.mark.parametrize("environment, rows", [({}, 24), ({"LINES": "10", "COLUMNS": "60"}, 10), ({"LINES": "no"}, 24)], ids=str)
def test_a_terminal_without_a_size_is_paged_by_the_environment_or_default_size(signer, environment, rows):
    terminal = begun(signer, 0, 0, env=environment)
    columns = int(environment.get("COLUMNS", 80))
    reader = Reader(terminal, columns, rows)
    final = last(reader.until())
    seen = reader.text
    assert all(f"{operation}." in seen for operation in range(1, 101)) and STRANGER.public_key in words(final)
    terminal.type("no\n")
    assert terminal.end()[0] == 77


@pytest.mark.parametrize("sizes", [((80, 24), (40, 10)), ((40, 10), (80, 24)), ((80, 24), (80, 6)), ((60, 20), (25, 8))], ids=str)
def test_resizing_the_terminal_loses_no_line(signer, sizes):
    (columns, rows), (then_columns, then_rows) = sizes
    terminal = begun(signer, columns, rows)
    reader = Reader(terminal, columns, rows)
    reader.page()
    first = reader.screen.text
    fcntl.ioctl(terminal.screen, termios.TIOCSWINSZ, struct.pack("HHHH", then_rows, then_columns, 0, 0))
    reader = Reader(terminal, then_columns, then_rows)
    reader.page("yes:")
    reader.screen.gone.clear()
    reader.pages.append(reader.screen.text)
    terminal.type(" ")
    reader.until("yes:")
    assert all(f"{operation}." in words(first) + reader.text for operation in range(1, 101))
    # The page on the screen is shown again in the new size.
    assert words(first.splitlines()[1]) in reader.text
    assert STRANGER.public_key in reader.text[reader.text.index("Summary:"):]
    terminal.type("no\n")
    assert terminal.end()[0] == 77


def test_a_short_review_is_shown_without_paging(signer):
    signer.file("tx.xdr", payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", "tx.xdr", "--key", "alice", "-n", "testnet", rows=60)
    shown = terminal.until("sign this? type yes: ")
    assert "-- more" not in shown and shown.index("Findings:") < shown.index("Summary: ")
    terminal.type("no\n")
    assert terminal.end()[0] == 77


def test_holds_are_listed_first_and_each_requires_a_confirmation(signer):
    operations = [sdk.Payment(STRANGER.public_key, sdk.Asset.native(), "1")] * 60 + [sdk.SetOptions(home_domain="example.com"), sdk.BumpSequence(99)]
    terminal = begun(signer, 80, 24, payment(*operations))
    reader = Reader(terminal, 80, 24)
    final = last(reader.until("to go on, type"))
    assert final.index("HOLD") < final.index("WARN W-NEWDEST") and "62 operations" in final
    assert "W-HOMEDOM" in final and "W-BUMPSEQ" in final
    terminal.type("no\n")
    assert terminal.end()[0] == 77


def test_a_batch_review_is_paged_and_has_a_summary(signer):
    lines = [payment(sdk.Payment(STRANGER.public_key, sdk.Asset.native(), "2"), sequence=5 + i) for i in range(60)]
    terminal = begun(signer, 80, 24, "\n".join(lines) + "\n", "--full")
    reader = Reader(terminal, 80, 24)
    final = words(last(reader.until("type yes:")))
    assert "batchof60transactions" in final and "120XLM" in final and "60operations,1recipient;" in final
    assert re.search(rf"W-NEWDEST:.*{STRANGER.public_key}", final)
    assert all(f"Line{number}Transaction" in reader.text for number in range(1, 61))
    terminal.type("yes\n")
    terminal.until("of alice: ")
    terminal.type(PIN + "\n")
    assert terminal.end()[0] == 0


def test_several_keys_have_one_last_screen(signer):
    signer.import_key("bob", BOB)
    signer.file("long.xdr", long_payment())
    terminal = Terminal(signer, "coldstar-sign", "sign", "long.xdr", "--key", "alice", "--key", "bob", "-n", "testnet", rows=24)
    reader = Reader(terminal, 80, 24)
    final = last(reader.until("to go on, type"))
    assert "HOLD W-KEY" in final and BOB.public_key in words(final) and "100 operations" in final
    terminal.type("no\n")
    assert terminal.end()[0] == 77


@pytest.mark.parametrize("errors", ["terminal", "file"])
def test_a_non_blocking_terminal_shows_every_line(signer, errors):
    """Another program may have set O_NONBLOCK, and the other end may read slowly."""
    signer.file("long.xdr", long_payment())
    control, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.set_blocking(other, False)
    away = {"terminal": other, "file": os.open(signer.home / "log", os.O_CREAT | os.O_WRONLY, 0o600)}[errors]

    def lead():
        os.setsid()
        fcntl.ioctl(other, termios.TIOCSCTTY, 0)

    process = subprocess.Popen([signer.folder / "coldstar-sign", "sign", "long.xdr", "--key", "alice", "-n", "testnet"], stdin=other, stdout=subprocess.DEVNULL,
                               stderr=away, cwd=signer.home, preexec_fn=lead, env={"COLDSTAR_HOME": str(signer.home), "TERM": "xterm", **INHERITED})
    os.close(other)
    terminal = Terminal.__new__(Terminal)
    terminal.pid, terminal.screen, terminal.seen = process.pid, control, b""
    until_it_waits(terminal.pid)
    reader = Reader(terminal, 80, 24)
    final = last(reader.until())
    seen = reader.text
    assert all(f"{operation}." in seen for operation in range(1, 101)) and STRANGER.public_key in words(final)
    terminal.type("no\n")
    assert process.wait(PATIENCE) == 77
    os.close(control)


def test_a_non_blocking_standard_error_gets_the_whole_review(signer):
    """A pipe with a capacity of 4 KiB, with --yes."""
    signer.file("long.xdr", long_payment())
    reading, writing = os.pipe()
    fcntl.fcntl(writing, 1031, 4096)
    os.set_blocking(writing, False)
    pin, filled = os.pipe()
    os.write(filled, PIN.encode() + b"\n")
    process = subprocess.Popen([signer.folder / "coldstar-sign", "sign", "long.xdr", "--key", "alice", "-n", "testnet", "--yes", "--full", "--pin-fd", str(pin)],
                               stdout=subprocess.DEVNULL, stderr=writing, cwd=signer.home, pass_fds=[pin], env={"COLDSTAR_HOME": str(signer.home), **INHERITED})
    os.close(writing)
    shown = b""
    while part := os.read(reading, 1000):
        shown += part
        time.sleep(0.0005)
    assert process.wait(PATIENCE) == 0 and b"100. " in shown and b"Findings:" in shown


@pytest.mark.parametrize("away", ["2>/dev/full", "2>&-", "2> >(exec true)", "2>&1 | true"])
def test_refuses_to_sign_if_the_review_cannot_be_written(signer, away):
    signer.file("long.xdr", long_payment())
    command = f"exec {signer.folder}/coldstar-sign sign long.xdr --key alice -n testnet --yes --out signed --pin-fd 9 9<<<{PIN}"
    # The signer begins once the reader of its messages is gone.
    if away.endswith("| true"):
        os.mkfifo(signer.home / "gone")
        script = f"{{ read <gone; {command} 2>&1; }} | {{ exec <&-; echo >gone; }}; exit ${{PIPESTATUS[0]}}"
    elif ">(" in away:
        script = f"exec {away}; wait $!; {command}"
    else:
        script = f"{command} {away}"
    done = subprocess.run(["bash", "-c", script], cwd=signer.home, stdin=subprocess.DEVNULL, env={"COLDSTAR_HOME": str(signer.home), "PATH": "/usr/bin:/bin", **INHERITED},
                          stdout=subprocess.DEVNULL)
    assert done.returncode == 77 and not (signer.home / "signed").exists()


def test_a_terminal_that_pauses_reading_receives_every_line(signer):
    terminal = begun(signer, 80, 5000, None, "--full")
    until_it_waits(terminal.pid)
    # Nothing was read yet: the terminal's buffer is full.
    assert os.waitpid(terminal.pid, os.WNOHANG) == (0, 0)
    reader = Reader(terminal, 80, 5000)
    final = last(reader.until())
    assert all(f"  {operation}. " in reader.screen.text for operation in range(1, 101)) and STRANGER.public_key in words(final)
    terminal.type("no\n")
    assert terminal.end()[0] == 77


@pytest.mark.parametrize("when", ["page", "buffer"])
def test_a_closed_terminal_ends_the_signer_without_signing(signer, when):
    terminal = begun(signer, 80, 24 if when == "page" else 5000, None, "--full")
    if when == "page":
        terminal.until("-- more")
    else:
        until_it_waits(terminal.pid)
    os.close(terminal.screen)
    deadline = time.monotonic() + PATIENCE
    while (found := os.waitpid(terminal.pid, os.WNOHANG)) == (0, 0):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(found[1]) in (77, -signal.SIGHUP) and not (signer.home / "signed").exists()


def test_a_signal_ends_the_signer_while_the_terminal_is_blocked(signer):
    terminal = begun(signer, 80, 5000, None, "--full")
    until_it_waits(terminal.pid)
    os.kill(terminal.pid, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while (found := os.waitpid(terminal.pid, os.WNOHANG)) == (0, 0):
        assert time.monotonic() < deadline, "the signer ignored SIGTERM"
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(found[1]) == -signal.SIGTERM


def test_a_login_has_a_summary_above_the_prompt(signer):
    from stellar_sdk.sep.stellar_web_authentication import build_challenge_transaction

    from programs import TESTNET

    signer.file("login", build_challenge_transaction(BOB.secret, ALICE.public_key, "example.com", "auth.example.com", TESTNET, 900))
    terminal = Terminal(signer, "coldstar-sign", "sign", "login", "--key", "alice", "-n", "testnet", rows=60, env={"NO_COLOR": "1"})
    shown = terminal.until("type yes: ")
    summary = shown[shown.index("Summary: "):]
    assert "login at \"example.com\"" in summary and "Outflow  none" in summary and "expires in" in summary
    terminal.type("no\n")
    terminal.end()


def test_the_terminal_model_wraps_and_scrolls():
    screen = Screen(5, 2)
    screen.feed(b"abcdefg\r\nxy\rz\x1b[31m!\x1b[0m")
    assert screen.lines == ["fg", "z!"] and screen.gone == ["abcde"]
