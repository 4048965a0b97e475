# SPDX-License-Identifier: Apache-2.0
"""Signs at a terminal what the signer holds: each value is typed as a person would, after it was shown."""
from __future__ import annotations

import re
from pathlib import Path

from programs import PIN, Machine
from terminal import PATIENCE, Terminal

import time

ASKED = re.compile(rb"(?P<rule>[A-Z][A-Z0-9-]+): to go on, type (?P<value>\S+): $")
AGREED = re.compile(rb"type yes: $")
OPENED = re.compile(rb"PIN or passphrase of [^\n]*: $")


def sign_held(machine: Machine, document: Path, key: str, out: str, *options: str) -> tuple[list[str], str]:
    """Signs a document of `machine`'s folder into `out`, and returns the rules that were confirmed, in order, and all that was shown."""
    terminal = Terminal(machine, "coldstar-sign", "sign", str(document), "--key", key, "--out", out, *options)
    rules, shown, deadline = [], b"", time.monotonic() + PATIENCE
    while True:
        going = terminal.read(deadline)
        text = terminal.seen.replace(b"\r\n", b"\n")
        asked, agreed, opened = ASKED.search(text), AGREED.search(text), OPENED.search(text)
        if asked:
            rules.append(asked["rule"].decode())
            terminal.type(asked["value"].decode() + "\n")
        elif agreed:
            terminal.type("yes\n")
        elif opened:
            terminal.type(PIN + "\n")
        if asked or agreed or opened or not going:
            shown += text
            terminal.seen = b""
        if not going:
            code, _ = terminal.end()
            assert code == 0, shown.decode(errors="replace")
            return rules, shown.decode(errors="replace")
