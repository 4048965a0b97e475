# SPDX-License-Identifier: Apache-2.0
"""The signer's memory contains no secret after its work: all of it is searched while its output is blocked."""
from __future__ import annotations

import os
import pty
import signal
import subprocess

import pytest
import shamir_mnemonic as shamir
from stellar_sdk import Keypair

from memory import dump, found_in, full_fifo, traces, waiting
from programs import PIN, key, payment

pytestmark = [
    pytest.mark.real_argon2id,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can read the signer's memory"),
]
ALICE, BOB = key("alice"), key("bob")
WORDS = "cable spray genius state float twenty onion head street palace net private method loan turn phrase state blanket " \
    "interest dry amazing dress blast tube"


@pytest.fixture
def held(offline, tmp_path):
    """Runs the signer with one of its outputs blocked and returns its memory; ends it afterwards."""
    started, descriptors = [], []

    def run(*args, output: str = "stdout", lines: dict[str, str] = {}, stdin: str = "") -> list[tuple[str, bytes]]:
        writer, keep = full_fifo(tmp_path / f"held-{len(started)}")
        options = []
        for option, text in lines.items():
            reader, end = os.pipe()
            os.write(end, text.encode() + b"\n")
            os.close(end)
            descriptors.append(reader)
            options += [option, str(reader)]
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, output: writer}
        process = subprocess.Popen([offline.folder / "coldstar-sign", *args, *options], stdin=subprocess.PIPE, **streams,
                                   pass_fds=descriptors, cwd=offline.home, env={"COLDSTAR_HOME": str(offline.home)})
        started.append(process)
        descriptors.extend([writer, keep])
        process.stdin.write(stdin.encode())
        process.stdin.close()
        waiting(process.pid)
        return dump(process.pid)

    yield run
    for process in started:
        process.kill()
        process.wait()
    for descriptor in descriptors:
        os.close(descriptor)


def test_the_memory_search_finds_public_data(held, offline):
    """The public key and the address are found, so a secret would be too."""
    offline.import_key("alice", ALICE)
    memory = held("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=payment(source=ALICE), lines={"--pin-fd": PIN})
    assert found_in(memory, {"public key": ALICE.raw_public_key()})
    assert found_in(memory, {"address": ALICE.public_key.encode()})
    assert sum(len(data) for _, data in memory) > 1 << 20
    assert any("[stack]" in line for line, _ in memory) and any("[heap]" in line for line, _ in memory)


def test_no_secret_remains_after_signing_with_an_imported_key(held, offline):
    offline.import_key("alice", ALICE)
    memory = held("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=payment(source=ALICE), lines={"--pin-fd": PIN})
    assert found_in(memory, traces(PIN, ALICE)) == []


def test_no_secret_remains_after_signing_with_a_mnemonic(held, offline):
    pair = Keypair.from_mnemonic_phrase(WORDS)
    offline.sign("key", "import", "savings", secret=WORDS, pin=PIN)
    memory = held("sign", "-", "--key", "savings", "--yes", "--network", "testnet", stdin=payment(source=pair), lines={"--pin-fd": PIN})
    assert found_in(memory, traces(PIN, pair, WORDS)) == []


def test_no_secret_remains_after_shares_were_combined(held, offline):
    pair = Keypair.from_mnemonic_phrase(WORDS)
    offline.sign("key", "import", "savings", secret=WORDS, pin=PIN)
    made = offline.sign("key", "shares", "make", "savings", "--threshold", "2", "--shares", "3", pin=PIN).out
    shares = [line for line in made.splitlines() if line and line[0] != "#"]
    path = offline.file("shares.txt", "\n".join(shares))
    memory = held("key", "shares", "restore", "again", str(path), "--verify", pair.public_key, "--json", lines={"--pin-fd": PIN})
    parts = {f"share {number}, words {place}": " ".join(share.split()[place:place + 3]).encode()
             for number, share in enumerate(shares) for place in range(4, 30)}
    values = {f"value {number}": shamir.share.Share.from_mnemonic(share).value for number, share in enumerate(shares)}
    assert found_in(memory, traces(PIN, pair, WORDS) | parts | values) == []


def test_no_secret_remains_after_a_typed_pin(offline, tmp_path):
    """At a terminal, with a corrected typing error and standard output blocked."""
    offline.import_key("alice", ALICE)
    writer, keep = full_fifo(tmp_path / "held")
    request = offline.file("tx.xdr", payment(source=ALICE))
    pid, screen = pty.fork()
    if pid == 0:
        os.dup2(writer, 1)
        program = str(offline.folder / "coldstar-sign")
        os.execve(program, [program, "sign", str(request), "--key", "alice", "--yes", "--network", "testnet"], {"COLDSTAR_HOME": str(offline.home)})
    try:
        shown = b""
        while b"PIN or passphrase of alice: " not in shown:
            shown += os.read(screen, 4096)
        os.write(screen, b"7712\x15" + PIN.encode() + b"9\x7f\n")
        waiting(pid)
        memory = dump(pid)
        assert found_in(memory, {"public key": ALICE.raw_public_key()})
        assert found_in(memory, traces(PIN, ALICE)) == []
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        for descriptor in (writer, keep, screen):
            os.close(descriptor)


def test_no_secret_remains_after_a_wrong_pin(held, offline):
    offline.import_key("alice", ALICE)
    # The review is longer than the FIFO's capacity, so this runs a command without a review and blocks its error line.
    wrong = "583920176644"
    memory = held("key", "export", "alice", output="stderr", lines={"--pin-fd": wrong})
    assert found_in(memory, traces(wrong, ALICE)) == []


def test_no_secret_remains_after_an_import(held):
    pair = Keypair.from_mnemonic_phrase(WORDS)
    memory = held("key", "import", "savings", output="stderr", lines={"--pin-fd": PIN, "--secret-fd": WORDS})
    assert found_in(memory, traces(PIN, pair, WORDS)) == []
    memory = held("key", "import", "alice", output="stderr", lines={"--pin-fd": PIN, "--secret-fd": ALICE.secret})
    assert found_in(memory, traces(PIN, ALICE)) == []


def test_no_secret_remains_after_a_pin_change(held, offline):
    offline.import_key("alice", ALICE)
    memory = held("key", "change-pin", "alice", output="stderr", lines={"--pin-fd": PIN, "--new-pin-fd": "772019384655"})
    assert found_in(memory, traces(PIN, ALICE) | {"new PIN": b"772019384655"}) == []


def test_no_secret_remains_after_deriving_another_account(held, offline):
    pair = Keypair.from_mnemonic_phrase(WORDS)
    offline.sign("key", "import", "savings", secret=WORDS, pin=PIN)
    memory = held("key", "derive", "savings", "second", "--account", "1", output="stderr", lines={"--pin-fd": PIN})
    assert found_in(memory, traces(PIN, pair, WORDS) | traces(PIN, Keypair.from_mnemonic_phrase(WORDS, index=1))) == []


def test_other_users_cannot_read_the_signers_memory(held, offline):
    offline.import_key("alice", ALICE)
    held("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=payment(source=ALICE), lines={"--pin-fd": PIN})
    pid = subprocess.run(["pgrep", "-n", "coldstar-sign"], capture_output=True, text=True).stdout.strip()
    result = subprocess.run(["head", "-c", "1", f"/proc/{pid}/environ"], user=65534, group=65534, capture_output=True)
    assert result.returncode != 0
