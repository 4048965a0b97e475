# SPDX-License-Identifier: Apache-2.0
"""Completion in real shells with the scripts that the programs generate."""
from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from programs import Machine, key
from terminal import PATIENCE, is_waiting

ALICE, BOB = key("alice"), key("bob")
SHELLS = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "--no-config", "-i"]}
PROGRAMS = ("coldstar-build", "coldstar-sign", "coldstar-submit")
USDC = "USDC:GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5"


def test_all_three_shells_are_installed():
    """`make test-packages` installs them: a missing shell would leave its completions untested."""
    assert [name for name in SHELLS if not shutil.which(name)] == []


@pytest.fixture(scope="session")
def scripts(folder, tmp_path_factory) -> dict[str, str]:
    """Each program's script for each shell, by file name."""
    machine = Machine(folder, tmp_path_factory.mktemp("scripts"))
    return {f"{program}.{shell}": machine.run(program, "--generate-completion-script", shell).out for program in PROGRAMS for shell in SHELLS}


@pytest.fixture
def desk(offline, scripts):
    offline.build("contacts", "add", "bob", BOB.public_key)
    offline.build("contacts", "add", "carla", ALICE.public_key)
    offline.import_key("savings", ALICE)
    offline.file("request-7.json", "{}")
    for name, script in scripts.items():
        offline.file(name, script)
    return offline


class Shell:
    """An interactive shell in a terminal that has loaded the scripts."""

    def __init__(self, desk, name: str):
        self.name, self.seen = name, b""
        env = {"PATH": f"{desk.folder}:/usr/bin:/bin", "HOME": str(desk.home), "COLDSTAR_HOME": str(desk.home), "TERM": "dumb",
               "PS1": "$ ", "LC_ALL": "C.UTF-8"}
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(desk.home)
            os.execvpe(SHELLS[name][0], SHELLS[name], env)
        if name == "zsh":
            self.type("PROMPT='$ '; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; zstyle ':completion:*' list-prompt ''\n")
        for program in PROGRAMS:
            self.type(f". ./{program}.{name}\n")
            if name == "zsh":
                self.type(f"compdef _{program} {program}\n")
        self.mark("ready")

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def read(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while select.select([self.screen], [], [], max(0, end - time.monotonic()))[0]:
            try:
                self.seen += os.read(self.screen, 65536)
            except OSError:
                return

    def settle(self, shown: str, since: int) -> None:
        """Reads until the shell has shown what was expected since then, and waits for more. That it waits is not enough: on a busy
        machine a shell sleeps before it has read what was typed."""
        end = time.monotonic() + PATIENCE
        while shown.encode() not in self.seen[since:] or not is_waiting(self.pid, self.screen):
            assert time.monotonic() < end, self.seen.decode(errors="replace")
            self.read(0.05)

    def mark(self, word: str) -> None:
        """Waits until the shell has run everything typed so far."""
        self.type(f"printf '%s-%s\\n' mark {word}\n")
        end = time.monotonic() + PATIENCE
        while f"mark-{word}".encode() not in self.seen:
            assert time.monotonic() < end, self.seen.decode(errors="replace")
            self.read(0.2)

    def close(self) -> None:
        os.close(self.screen)
        os.waitpid(self.pid, 0)


def completed(shell: Shell, log: Path, line: str, wanted: str) -> list[str]:
    """The arguments of the command line after tab completion, printed by a stand-in for the program."""
    log.unlink(missing_ok=True)
    # A function of the program's name would be completed as a function, so the line is changed to printf after the tab.
    since = len(shell.seen)
    shell.type(line + "\t")
    # Its end: bash shows no more of a line that is longer than the terminal.
    shell.settle(wanted.removeprefix(line.split()[-1])[-4:], since)
    shell.type(" \x01printf '%s\\n' \x05> arguments\n")
    shell.mark(f"done-{len(shell.seen)}")
    assert log.exists(), shell.seen.decode(errors="replace")
    words = log.read_text().split("\n")[:-1]
    assert words[0] == line.split()[0]
    return words


CASES = {
    "command": ("coldstar-build pay", "payment"),
    "subcommand": ("coldstar-build lookup acc", "account"),
    "contact": ("coldstar-build payment --destination car", "carla"),
    "source": ("coldstar-build batch --source car", "carla"),
    "asset": ("coldstar-build payment -n testnet --asset US", USDC),
    "network": ("coldstar-build payment -n tes", "testnet"),
    "key": ("coldstar-sign sign --key sav", "savings"),
    "key shown": ("coldstar-sign key show sav", "savings"),
    "file to sign": ("coldstar-sign sign requ", "request-7.json"),
    "file to send": ("coldstar-submit send requ", "request-7.json"),
    "file of an option": ("coldstar-build payment --append-to requ", "request-7.json"),
    "output": ("coldstar-sign sign --out requ", "request-7.json"),
    "account of another program": ("coldstar-submit watch car", "carla"),
    "quiet": ("coldstar-build fund --qui", "--quiet"),
    "asset after its colon": ("coldstar-build payment -n testnet --asset USDC:G", USDC),
    "contact of the home on the command line": ("coldstar-build payment --home elsewhere --destination z", "zoe"),
}


@pytest.mark.parametrize("name", SHELLS)
def test_tab_completes_every_kind_of_argument(desk, name, subtests):
    desk.build("contacts", "add", "zoe", BOB.public_key, "--home", "elsewhere")
    shell = Shell(desk, name)
    try:
        for case, (line, wanted) in CASES.items():
            with subtests.test(case=case):
                assert completed(shell, desk.home / "arguments", line, wanted)[-1] == wanted
    finally:
        shell.close()


def test_every_completion_script_has_valid_syntax(desk):
    for name in SHELLS:
        for program in PROGRAMS:
            checked = subprocess.run([name, "-n", f"{program}.{name}"], cwd=desk.home, capture_output=True, text=True)
            assert (checked.returncode, checked.stderr) == (0, ""), (program, name)


def test_key_completion_reads_only_the_vault(desk):
    """The signer enters its sandbox first, as for any command."""
    asked = ("---completion", "sign", "--", "--key", "3", "0", "coldstar-sign", "sign", "--key", "")
    assert desk.sign(*asked, env={"SAP_SHELL": "bash"}).out.split() == ["savings"]
    empty = desk.sign(*asked, env={"SAP_SHELL": "bash", "COLDSTAR_HOME": str(desk.home / "nowhere")})
    assert empty.out.strip() == "" and not (desk.home / "nowhere").exists()


def test_the_help_of_every_command_lists_quiet(offline):
    for program in PROGRAMS:
        commands = re.findall(r"^  ([a-z][a-z-]*) ", offline.run(program, "--help").out.split("SUBCOMMANDS", 1)[-1], re.M)
        assert commands or program != "coldstar-sign"
        for command in commands:
            assert "--quiet" in offline.run(program, command, "--help").out, (program, command)
