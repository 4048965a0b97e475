# SPDX-License-Identifier: Apache-2.0
"""Programs started without arguments at a terminal say what to do next; anywhere else they print their help, as an error."""
from __future__ import annotations

import os
import subprocess

import pytest

from programs import PAY, PIN, key, signed, stuck
from terminal import Terminal

ALICE = key("alice")
PROGRAMS = ["coldstar-build", "coldstar-sign", "coldstar-submit"]


def said(machine, program: str, env: dict[str, str] | None = None) -> list[str]:
    code, text = Terminal(machine, program, env=env).end()
    lines = text.replace("\r\n", "\n").splitlines()
    assert code == 64 and 3 <= len(lines) <= 9, text
    assert lines[-1].strip() == f"{program} --help" + lines[-1].strip().removeprefix(f"{program} --help")
    assert all(" " <= character <= "~" for line in lines for character in line), text
    return lines


def test_the_signer_follows_the_user_from_the_first_key_to_the_first_signature(offline):
    assert "coldstar-sign key new NAME" in "\n".join(said(offline, "coldstar-sign"))
    offline.import_key("alice", ALICE)
    lines = said(offline, "coldstar-sign")
    assert lines[0].replace(" ", "") == f"Keyalice:{ALICE.public_key}" and "coldstar-sign key drill alice" in "\n".join(lines)
    request = offline.build(*PAY, "--sequence", "5", "--network", "testnet").out
    offline.file("an invoice.json", request)
    assert "  coldstar-sign sign 'an invoice.json'" in said(offline, "coldstar-sign")
    offline.sign("sign", "an invoice.json", "--yes", "--format", "response", "--out", "response.json", pin=PIN)
    assert "Every request in this folder has an answer" in "\n".join(said(offline, "coldstar-sign"))


def test_a_damaged_vault_does_not_keep_the_signer_from_saying_what_to_do(offline, subtests):
    offline.import_key("alice", ALICE)
    for name in ["alice.key", "seal.alice", "journal", "policy"]:
        with subtests.test(name=name):
            file = offline.home / "vault" / name
            whole = file.read_bytes() if file.exists() else None
            file.write_bytes(b"\x1b[2J\n")
            lines = said(offline, "coldstar-sign")
            file.unlink() if whole is None else file.write_bytes(whole)
            assert lines[0].startswith("The vault needs attention: ") and "coldstar-sign doctor" in "\n".join(lines[1:])


def test_names_of_files_in_the_folder_cannot_change_the_terminal(offline):
    offline.import_key("alice", ALICE)
    offline.file("\x1b]0;x\x07;$(id).json", '{"format": "coldstar-request", "id": "1"}')
    assert "  coldstar-sign sign '\\x1b]0;x\\x07;$(id).json'" in said(offline, "coldstar-sign")


@pytest.mark.parametrize("program", ["coldstar-build", "coldstar-submit"])
def test_the_online_programs_begin_with_an_account(offline, program):
    assert "coldstar-build fund G... --network testnet" in "\n".join(said(offline, program))
    assert "--source" not in "\n".join(said(offline, program, env={"STELLAR_ACCOUNT": ALICE.public_key}))
    assert "fund" not in "\n".join(said(offline, program, env={"STELLAR_NETWORK": "public"}))
    assert not (offline.home / "online").exists()


def test_the_online_programs_follow_a_request_to_the_ledger(funded, middle):
    """The environment names no server: none of this uses the network."""
    request = funded.build(*PAY, "--out", "-").out
    funded.file("request.json", request)
    lines = said(funded, "coldstar-build")
    assert lines[0].startswith("A request waits for a signature: Pay 1 XLM to ") and "  coldstar-sign sign request.json --format" in lines[2]
    (funded.home / "request.json").unlink()
    assert "Carry the file" in said(funded, "coldstar-build")[1]
    envelope = signed(request)
    funded.file(f"transaction-{envelope.hash_hex()[:8]}-signed.xdr", envelope.to_xdr())
    assert any(f"coldstar-submit send transaction-{envelope.hash_hex()[:8]}-signed.xdr" in line for line in said(funded, "coldstar-submit"))
    funded.submit("send", f"transaction-{envelope.hash_hex()[:8]}-signed.xdr")
    assert said(funded, "coldstar-submit")[0] == "Nothing is pending and no request waits for a signature."
    stuck(funded, middle)
    lines = said(funded, "coldstar-build")
    assert lines[0].startswith("1 transaction was submitted, outcome unknown") and "coldstar-submit resume" in lines[1]


def test_a_damaged_journal_does_not_keep_the_online_programs_from_saying_what_to_do(offline):
    (offline.home / "online").mkdir()
    (offline.home / "online" / "journal.sqlite").write_bytes(b"no database" * 100)
    for program in ("coldstar-build", "coldstar-submit"):
        lines = said(offline, program)
        assert lines[0].startswith("The journal needs attention: ") and "coldstar-submit journal verify" in "\n".join(lines[1:])


def test_without_a_terminal_the_program_prints_its_help(offline, subtests):
    """One stream that is not a terminal is enough."""
    for program in PROGRAMS:
        for stream in [0, 1, 2]:
            with subtests.test(program=program, stream=stream):
                screen, slave = os.openpty()
                streams = [slave, slave, slave]
                streams[stream] = subprocess.PIPE if stream else subprocess.DEVNULL
                with subprocess.Popen([offline.folder / program], stdin=streams[0], stdout=streams[1], stderr=streams[2], cwd=offline.home,
                                      env={"COLDSTAR_HOME": str(offline.home), "TERM": "xterm"}) as process:
                    piped = b"".join(process.communicate(timeout=60)[index - 1] or b"" for index in (1, 2) if index == stream)
                os.close(slave)
                seen = piped
                try:
                    while part := os.read(screen, 65536):
                        seen += part
                except OSError:
                    pass
                os.close(screen)
                assert process.returncode == 64 and b"SUBCOMMANDS:" in seen and b"needs a command" in seen


@pytest.mark.parametrize("program", PROGRAMS)
def test_with_quiet_the_program_prints_its_help(offline, program):
    code, text = Terminal(offline, program, "--quiet").end()
    assert code == 64 and "SUBCOMMANDS:" in text


def test_without_a_home_the_programs_print_their_help(offline):
    for program in PROGRAMS:
        code, text = Terminal(offline, program, env={"COLDSTAR_HOME": ""}).end()
        assert code == 64 and "SUBCOMMANDS:" in text


def begun(machine, program: str, folder) -> Terminal:
    """The program without arguments, by a user whose home folder has no configuration."""
    folder.mkdir(exist_ok=True)
    return Terminal(machine, program, env={"HOME": str(folder)})


@pytest.mark.parametrize("program", ["coldstar-build", "coldstar-submit"])
def test_the_first_run_offers_to_write_a_configuration(offline, tmp_path, program):
    terminal = begun(offline, program, tmp_path / "user")
    terminal.until("config.toml? type yes: ")
    terminal.type("yes\n")
    for question, answer in (("network:", "testent"), ("network:", "testnet"), ("your account", ALICE.public_key), ("home domain", "")):
        terminal.until(question)
        terminal.until("(Enter for none): ")
        terminal.type(answer + "\n")
    code, shown = terminal.end()
    assert code == 64 and "coldstar-build payment --destination" in shown and "--network" not in shown and "fund" in shown
    written = (tmp_path / "user/.config/coldstar/config.toml").read_text()
    assert written == f'network = "testnet"\naccount = "{ALICE.public_key}"\n'
    # It is offered once.
    assert "type yes" not in begun(offline, program, tmp_path / "user").end()[1]


def test_a_configuration_that_was_not_wanted_is_not_written(offline, tmp_path):
    terminal = begun(offline, "coldstar-build", tmp_path / "user")
    terminal.until("config.toml? type yes: ")
    terminal.type("no\n")
    code, shown = terminal.end()
    assert code == 64 and "coldstar-build config set" in shown and "coldstar-build fund" in shown
    assert list((tmp_path / "user").iterdir()) == []


def test_a_broken_configuration_is_reported_with_its_line(offline, tmp_path):
    folder = tmp_path / "user/.config/coldstar"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('network = "testnet"\nacount = "G"\n')
    code, shown = begun(offline, "coldstar-submit", tmp_path / "user").end()
    assert code == 65 and "config.toml:2" in shown and "account" in shown
