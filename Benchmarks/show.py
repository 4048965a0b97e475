# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of a loop of codes at a terminal: show.py PROGRAMS. Prints the share of one core for some speeds and sizes."""
from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests/python"))

import stellar_sdk as sdk  # noqa: E402
from programs import Machine, key, payment  # noqa: E402
from terminal import Terminal  # noqa: E402

SECONDS = 10
END = "\x1b[?2026l"


def share(machine: Machine, request: Path, interval: int, columns: int, rows: int) -> float:
    terminal = Terminal(machine, "coldstar-sign", "qr", str(request), "--interval", str(interval), columns=columns, rows=rows)

    def used() -> float:
        fields = Path(f"/proc/{terminal.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    terminal.until(END)
    before, begin = used(), time.monotonic()
    while time.monotonic() < begin + SECONDS:
        terminal.until(END)
    spent = (used() - before) / (time.monotonic() - begin)
    terminal.type("q")
    terminal.end()
    return spent


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        machine = Machine(Path(sys.argv[1]).resolve(), Path(home))
        operations = [sdk.Payment(key(f"payee {number}").public_key, sdk.Asset.native(), "1") for number in range(100)]
        request = machine.file("request.json", machine.build("convert", "-", "--network", "testnet", stdin=payment(*operations)).out)
        for interval in (200, 100):
            for columns, rows in ((80, 24), (120, 60), (200, 100)):
                print(f"{interval} ms, {columns} x {rows}: {share(machine, request, interval, columns, rows):.2%} of one core", flush=True)


main()
