# SPDX-License-Identifier: Apache-2.0
"""Results that are longer than the terminal are shown page by page, and the exit code stays that of the command."""
from __future__ import annotations

import os
import stat
import time

import pytest
import stellar_sdk as sdk

from programs import key, payment
from screen import Screen
from terminal import PATIENCE, Terminal

ALICE, BOB = key("alice"), key("bob")
MORE = "-- more: space or Enter for the next page, q to stop --"


@pytest.fixture
def machine(offline):
    """A machine with a transaction of 60 payments, and forty contacts."""
    offline.file("long.xdr", payment(*[sdk.Payment(BOB.public_key, sdk.Asset.native(), str(number + 1)) for number in range(60)]))
    offline.file("short.xdr", payment())
    offline.file("contacts.csv", "name,account\n" + "".join(f"person{number:02},{key(f'person {number}').public_key}\n" for number in range(40)))
    offline.build("contacts", "import", "contacts.csv")
    return offline


def paged(terminal: Terminal, rows: int, above: int = 0) -> tuple[int, str]:
    """Reads all pages with the space bar, and checks that none is longer than the terminal, except for `above` lines before the first."""
    shown = b""
    while True:
        while MORE.encode() not in terminal.seen and terminal.read(time.monotonic() + PATIENCE):
            pass
        page, found, rest = terminal.seen.partition(MORE.encode())
        screen = Screen(80, rows + above)
        screen.feed(page)
        assert not screen.gone or not found, "a line left the screen before a key was pressed"
        shown += page
        terminal.seen = rest
        if not found:
            _, status = os.waitpid(terminal.pid, 0)
            return os.waitstatus_to_exitcode(status), shown.decode().replace("\r" + " " * len(MORE) + "\r", "").replace("\r\n", "\n")
        terminal.type(" ")


def test_a_long_review_of_inspect_is_shown_page_by_page(machine):
    # The review says how much time is left.
    command = ("inspect", "long.xdr", "-n", "testnet", "--now", "2026-11-21T09:00:00Z")
    plain = machine.sign(*command).out
    code, shown = paged(Terminal(machine, "coldstar-sign", *command, rows=24, env={"NO_COLOR": "1"}), 24)
    assert code == 0 and shown == plain


def test_a_short_review_is_shown_at_once(machine):
    code, shown = Terminal(machine, "coldstar-sign", "inspect", "short.xdr", "-n", "testnet", rows=60).end()
    assert code == 0 and "more" not in shown and "Pay 1 XLM" in shown


@pytest.mark.parametrize("stop", ["q", "\x03", "\x04"])
def test_stopping_ends_quietly_with_the_exit_code_of_the_command(machine, stop):
    terminal = Terminal(machine, "coldstar-sign", "inspect", "long.xdr", "-n", "testnet", rows=24)
    terminal.until(MORE)
    terminal.type(stop)
    code, rest = terminal.end()
    assert code == 0 and "error" not in rest and "Findings" not in rest


def test_an_error_after_a_long_result_comes_below_it_and_gives_the_exit_code(machine):
    terminal = Terminal(machine, "coldstar-sign", "inspect", "missing.xdr", "-n", "testnet", rows=24)
    code, shown = terminal.end()
    assert code == 66 and "coldstar-sign: error: " in shown and "more" not in shown


def test_nothing_is_paged_where_the_output_is_not_a_terminal(machine):
    assert MORE not in machine.sign("inspect", "long.xdr", "-n", "testnet").out


@pytest.mark.parametrize("term", ["dumb", ""])
def test_nothing_is_paged_on_a_terminal_without_escape_sequences(machine, term):
    code, shown = Terminal(machine, "coldstar-sign", "inspect", "long.xdr", "-n", "testnet", rows=24, term=term).end()
    assert code == 0 and MORE not in shown and "Findings: 60 WARN" in shown


@pytest.mark.parametrize("variable", ["PAGER", "COLDSTAR_PAGER"])
def test_the_online_programs_use_the_pager_of_the_user(machine, variable):
    env = {variable: "sed 's/^/| /'; echo end of pager; exit 3"}
    code, shown = Terminal(machine, "coldstar-build", "contacts", "list", rows=24, env=env).end()
    assert code == 0 and shown.count("| person") == 40 and "end of pager" in shown
    code, shown = Terminal(machine, "coldstar-build", "contacts", "list", rows=60, env=env).end()
    assert code == 0 and "end of pager" not in shown, "a short list is not paged"


def test_the_pager_of_coldstar_precedes_the_usual_one(machine):
    env = {"PAGER": "false", "COLDSTAR_PAGER": "cat; echo mine"}
    assert "mine" in Terminal(machine, "coldstar-build", "contacts", "list", rows=24, env=env).end()[1]


def test_less_gets_the_options_that_git_gives_it_unless_they_are_set(machine):
    for env, options in [({}, "FRX"), ({"LESS": "S"}, "S")]:
        shown = Terminal(machine, "coldstar-build", "contacts", "list", rows=24, env={"PAGER": "cat; echo options: $LESS", **env}).end()[1]
        assert f"options: {options}\r\n" in shown


@pytest.mark.parametrize("pager", ["/nonexistent/pager", "./contacts.csv"])
def test_a_pager_that_cannot_be_started_does_not_swallow_the_result(machine, pager):
    terminal = Terminal(machine, "coldstar-build", "contacts", "list", rows=24, env={"PAGER": pager})
    code, shown = paged(terminal, 24, above=1)
    assert code == 0 and shown.count("\nperson") == 40


def test_a_pager_that_ends_early_is_not_an_error(machine):
    code, shown = Terminal(machine, "coldstar-build", "contacts", "list", rows=24, env={"PAGER": "head -n 1 >/dev/null"}).end()
    assert code == 0 and "error" not in shown


def test_the_signer_never_starts_another_program(machine):
    marker = machine.home / "started"
    script = machine.file("pager", f"#!/bin/sh\ntouch {marker}\ncat\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    env = {"PAGER": str(script), "COLDSTAR_PAGER": str(script)}
    terminal = Terminal(machine, "coldstar-sign", "inspect", "long.xdr", "-n", "testnet", rows=24, env=env)
    terminal.until(MORE)
    terminal.type("q")
    assert terminal.end()[0] == 0 and not marker.exists()


def test_text_from_outside_reaches_the_pager_escaped(machine):
    machine.file("evil.csv", "name,account,note\n" + "".join(
        f"other{number},{key(f'other {number}').public_key},\x1b]0;title\x07\n" for number in range(30)))
    machine.build("contacts", "import", "evil.csv")
    code, shown = Terminal(machine, "coldstar-build", "contacts", "list", rows=24, env={"PAGER": "cat"}).end()
    assert code == 0 and "\x1b" not in shown and "\x07" not in shown


def test_a_note_after_a_long_list_is_shown_after_it(machine):
    for number in range(12):
        machine.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1",
                      "--sequence", str(number + 5), "--network", "testnet")
    code, shown = Terminal(machine, "coldstar-submit", "status", "--limit", "10", rows=10, env={"PAGER": "cat; echo end of pager"}).end()
    assert code == 0 and shown.index("waits for signatures") < shown.index("note: 2 more wait") < shown.index("end of pager")
