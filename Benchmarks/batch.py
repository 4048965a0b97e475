# SPDX-License-Identifier: Apache-2.0
"""Measures a batch: CPU time and memory of building, inspecting and signing a table of payments.

usage: batch.py FOLDER_OF_THE_PROGRAMS [ROWS]
"""
from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from stellar_sdk import Keypair, StrKey

PIN = "29401755"


def table(path: Path, rows: int, issuer: str) -> None:
    """Payments to nine accounts for every ten rows, every third of them in an issuer's asset; the same in every run."""
    dice = random.Random(5)
    accounts = [StrKey.encode_ed25519_public_key(dice.randbytes(32)) for _ in range(max(1, rows * 9 // 10))]
    with path.open("w") as file:
        file.write("destination,amount,asset,memo\n")
        for row in range(rows):
            asset = "native" if row % 3 else f"USDC:{issuer}"
            file.write(f"{dice.choice(accounts)},{dice.randint(1, 10**6) / 100},{asset},\n")


def descriptor(text: str) -> int:
    reader, writer = os.pipe()
    os.write(writer, text.encode() + b"\n")
    os.close(writer)
    return reader


def measured(home: Path, *command: str, pin: bool = False) -> str:
    """CPU seconds and peak memory of one command, which must succeed."""
    fds = [descriptor(PIN)] if pin else []
    options = ["--pin-fd", str(fds[0])] if pin else []
    process = subprocess.Popen([*command, *options], pass_fds=fds, cwd=home, env={"COLDSTAR_HOME": str(home)},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, (command, status)
    return f"{usage.ru_utime + usage.ru_stime:5.2f} s of CPU, {usage.ru_maxrss / 1024:4.0f} MiB"


def main() -> None:
    programs, rows = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    pair = Keypair.from_raw_ed25519_seed(bytes(range(32)))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        table(home / "payments.csv", rows, pair.public_key)
        fds = descriptor(pair.secret), descriptor(PIN)
        subprocess.run([programs / "coldstar-sign", "key", "import", "bench", "--secret-fd", str(fds[0]), "--pin-fd", str(fds[1])],
                       pass_fds=fds, env={"COLDSTAR_HOME": folder}, check=True, capture_output=True)
        build, sign = str(programs / "coldstar-build"), str(programs / "coldstar-sign")
        print("build  ", measured(home, build, "batch", "payments.csv", "--source", pair.public_key, "--network", "testnet",
                                  "--sequence", "5", "--fee", "100", "--out", "batch.jsonl"))
        print("inspect", measured(home, sign, "inspect", "batch.jsonl"))
        print("sign   ", measured(home, sign, "sign", "batch.jsonl", "--key", "bench", "--yes", "--format", "response",
                                  "--out", "signed.jsonl", pin=True))


main()
