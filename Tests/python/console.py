# SPDX-License-Identifier: Apache-2.0
"""Runs what the documentation shows: each `console` block of a Markdown file, its commands in order, at a terminal.

A block has lines that begin with `$ ` (continued after a backslash), each followed by its output. A line `...` in the output stands
for any number of lines, and `...` inside a line for any text. Everything that differs between runs (times, hashes, signatures, ledgers)
is replaced by placeholders before the comparison. Prompts are answered with the text that the document shows after the prompt, or with
an empty line if it shows none; a PIN, which is not echoed, is 294017.
"""
from __future__ import annotations

import os
import re
import select
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from terminal import start

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.S | re.M)
VARIABLE = [
    # The white block at the end of each line of a QR code, which is invisible.
    (r"\x1b\[38;5;231m█\x1b\[0m", ""),
    # Text that is overwritten on its line.
    (r"(\r\x1b\[K[^\n]*)?\r\x1b\[K", ""),
    (r"\x1b\[[0-9;?]*[a-zA-Z]", ""),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<uuid>"),
    (r"\b[0-9a-f]{64}\b", "<hash>"),
    (r"\b(transaction|message)-[0-9a-f]{8}-", r"\1-<hash>-"),
    (r"\b([0-9a-f]{4} ){7}[0-9a-f]{4}\b", "<half hash>"),
    (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(Z| UTC)", "<time>"),
    (r"\(\d{10}\), [\w ]+ left\b", "(<time>), <time> left"),
    (r"\bledger +\d+", "ledger <n>"),
    (r'"ledger": ?\d+', '"ledger":<n>'),
    (r"(?i)(sequence\"?:? +\"?)\d+", r"\1<n>"),
    (r"[A-Za-z0-9+/]{40,}={0,2}", lambda text: text[0] if re.fullmatch("[GMS][A-Z2-7]{55}", text[0]) else "<base64>"),
    (r"(?m)^[ ▀▄█]*[▀▄█][ ▀▄█]*$", "<code>"),
    (r"(?m)^ *\d+\. [a-z]+ .*$", "<numbered words>"),
    (r"(?m)^word \d+:", "word <n>:"),
    (r'("words": ")[a-z ]+', r"\1<words>"),
    (r'("max": ")\d{10}', r"\1<time>"),
    (r"(?m)^(words +)([a-z]+ ?){8}$", r"\1<words>"),
    (r"(?m)^(  Words +).*(\n {11}.*)*", r"\1<words>"),
    (r"(?m)^(PIN +each guess costs ).*? on this machine", r"\1<time> on this machine"),
    (r"(?m)at most .* on one such machine.*$", "<times>"),
]
# A prompt at the end of the output, and the answer.
ANSWERS = [
    (r"PIN[^\n]*: $|the same again: $", lambda found: "294017"),
    (r"press Enter: $", lambda found: ""),
    (r"type yes: $", lambda found: "yes"),
    (r"to go on, type (\S+): $", lambda found: found[1]),
    (r"to delete the key (\S+) permanently, type its name: $", lambda found: found[1]),
]


@dataclass
class Command:
    """One command of a document with the output that the document shows."""
    text: str
    shown: list[str] = field(default_factory=list)


def commands(path: Path) -> list[Command]:
    found: list[Command] = []
    for block in BLOCK.findall(path.read_text()):
        continued = False
        for line in block.splitlines():
            if continued:
                found[-1].text += "\n" + line
            elif line.startswith("$ "):
                found.append(Command(line[2:]))
            else:
                found[-1].shown.append(line)
            continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return found


class Session:
    """Runs every command in one folder, at a terminal of its own, with the variables exported so far.

    `replacing` substitutes real texts for those in the commands, such as a server's port, and reverses this in the output.
    """

    def __init__(self, folder: Path, env: dict[str, str], replacing: dict[str, str]):
        self.folder, self.env, self.replacing = folder, dict(env), replacing

    def run(self, command: str, lines: list[str] = []) -> str:
        """:param lines: the output that the document shows, including answers to prompts."""
        for shown, real in self.replacing.items():
            command = command.replace(shown, real)
        if command.startswith("export "):
            words = subprocess.run(["bash", "-c", f"{command}; env -0"], env=self.env, cwd=self.folder, capture_output=True, check=True)
            self.env = dict(item.split("=", 1) for item in words.stdout.decode().split("\0") if item)
            return ""
        out = self.talk(*start(["bash", "-c", command], self.folder, self.env, columns=1000, rows=2000), list(lines))
        for shown, real in self.replacing.items():
            out = out.replace(real, shown)
        return out

    def written(self, waiting: str, lines: list[str]) -> str | None:
        """The document's text after the waiting prompt; the lines up to it are removed."""
        prompt = waiting.split("\n")[-1]
        for shown, real in self.replacing.items():
            prompt = prompt.replace(real, shown)
        for place, line in enumerate(lines if prompt.endswith(": ") else []):
            if (line + " ").startswith(prompt):
                del lines[:place + 1]
                return line[len(prompt):]
        return None

    def talk(self, process: int, terminal: int, lines: list[str]) -> str:
        out, answered, end = b"", 0, time.monotonic() + 60
        while True:
            ready, _, _ = select.select([terminal], [], [], 0.05)
            if ready:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    data = b""
                if not data:
                    break
                out += data
                continue
            waiting = out[answered:].decode(errors="replace")
            answer = next((say(found) for prompt, say in ANSWERS if (found := re.search(prompt, waiting))), None)
            if asked := re.search(r"word (\d+): $", waiting):      # one of the new words shown before
                answer = re.search(rf"\b{asked[1]}\. ([a-z]+)", out.decode(errors="replace"))[1]
            if answer is None:
                answer = self.written(waiting, lines)
            if answer is not None:
                answered = len(out)
                os.write(terminal, answer.encode() + b"\n")
            elif time.monotonic() > end:
                raise TimeoutError(f"the command waits: {waiting}")
        os.waitpid(process, 0)
        os.close(terminal)
        # A line of progress is erased by what comes after it.
        return re.sub(r"(?:\r[^\r\n]*\x1b\[K)*\r\x1b\[K", "", out.decode().replace("\r\n", "\n"))


def plain(text: str) -> str:
    for pattern, replacement in VARIABLE:
        text = re.sub(pattern, replacement, text)
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def agrees(shown: str, real: str) -> bool:
    """Whether the document's output matches the real one.

    The sessions build many requests that are never submitted; the resulting warnings are shown in only one place."""
    taken = "warning: sequence number"
    if taken not in shown:
        real = "".join(line for line in real.splitlines(keepends=True) if not line.startswith(taken))
    pattern = ""
    for line in plain(shown).split("\n"):
        pattern += r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*?") + r"\n"
    return re.fullmatch(pattern, plain(real) + "\n") is not None
