# SPDX-License-Identifier: Apache-2.0
"""A process's whole memory, and the traces of a secret in it. Needs root: the signer's memory is not readable for others."""
from __future__ import annotations

import hashlib
import hmac
import os
import time
from pathlib import Path

from stellar_sdk import Keypair
from stellar_sdk.sep.mnemonic import StellarMnemonic

EXPECTED = ("[vvar]", "[vsyscall]", "[vvar_vclock]")                    # mappings of the kernel, not readable


def dump(pid: int) -> list[tuple[str, bytes]]:
    """Every mapping, including guard pages, as its line in /proc/PID/maps and its bytes."""
    found = []
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            try:
                memory.seek(start)
                data = b""
                while len(data) < end - start:
                    part = memory.read(end - start - len(data))
                    assert part, line
                    data += part
            except (OSError, OverflowError):
                assert line.endswith(EXPECTED), line
                continue
            found.append((line, data))
    return found


def waiting(pid: int, call: int = 1) -> None:
    """Waits until the process is blocked in the system call of this number (1 is write)."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/syscall").read_text().split()
        assert state, "the process ended"
        if state[0] == str(call):
            return
        time.sleep(0.01)
    raise TimeoutError("the process is not blocked")


def full_fifo(path: Path) -> tuple[int, int]:
    """A full FIFO: a descriptor to which writes block, and one that keeps the FIFO open."""
    os.mkfifo(path)
    keep = os.open(path, os.O_RDWR)
    filler = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    try:
        while True:
            os.write(filler, b"." * 4096)
    except BlockingIOError:
        pass
    try:
        while True:
            os.write(filler, b".")
    except BlockingIOError:
        os.close(filler)
    return os.open(path, os.O_WRONLY), keep


def traces(pin: str, pair: Keypair, words: str | None = None) -> dict[str, bytes]:
    """Byte strings that reveal the secret or a large part of it, by name."""
    seed = pair.raw_secret_key()
    expanded = hashlib.sha512(seed).digest()
    found = {"PIN": pin.encode(), "secret key as text": pair.secret.encode(), "end of it": pair.secret.encode()[20:],
             "seed": seed, "first half of the seed": seed[:16], "second half of the seed": seed[16:],
             "seed in hex": seed.hex().encode(), "expanded key": expanded[:32], "clamped scalar": clamped(expanded), "prefix": expanded[32:]}
    if words:
        entropy = bytes(StellarMnemonic("english").to_entropy(words))
        bip39 = hashlib.pbkdf2_hmac("sha512", words.encode(), b"mnemonic", 2048)
        master = hmac.digest(b"ed25519 seed", bip39, "sha512")
        found |= {"words": words.encode(), "entropy": entropy, "BIP-39 seed": bip39, "half of it": bip39[:32], "other half of it": bip39[32:],
                  "master key": master[:32], "master chain code": master[32:]}
        parts = words.split()
        found |= {f"words {place} to {place + 2}": " ".join(parts[place:place + 3]).encode() for place in range(len(parts) - 2)}
    return found


def clamped(expanded: bytes) -> bytes:
    scalar = bytearray(expanded[:32])
    scalar[0] &= 248
    scalar[31] = scalar[31] & 63 | 64
    return bytes(scalar)


def found_in(memory: list[tuple[str, bytes]], traces: dict[str, bytes]) -> list[str]:
    return [f"{name} at {data.find(trace):#x} of {line}" for name, trace in traces.items() for line, data in memory if trace in data]
