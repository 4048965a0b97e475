# SPDX-License-Identifier: Apache-2.0
"""A small model of a terminal of a given size, and a reader of reviews that presses keys."""
from __future__ import annotations

import os
import re
import select
import time

from terminal import PATIENCE, Terminal, is_waiting

SEQUENCE = re.compile(rb"\x1b(\[[0-9;?]*[A-Za-z]|[78])")


class Screen:
    """Rows of characters: line feeds, returns, automatic wrapping and scrolling. Colours are ignored."""

    def __init__(self, columns: int, rows: int):
        self.columns, self.rows = columns, rows
        self.lines, self.column, self.gone = [""], 0, []

    def feed(self, data: bytes) -> None:
        for character in SEQUENCE.sub(b"", data).decode():
            if character == "\n":
                self.feed_line()
            elif character == "\r":
                self.column = 0
            elif character == "\b":
                self.column = max(0, self.column - 1)
            elif character >= " ":
                if self.column == self.columns:
                    self.feed_line()
                    self.column = 0
                line = self.lines[-1].ljust(self.column)
                self.lines[-1] = line[:self.column] + character + line[self.column + 1:]
                self.column += 1

    def feed_line(self) -> None:
        self.lines.append("")
        if len(self.lines) > self.rows:
            self.gone.append(self.lines.pop(0))

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)


def words(text: str) -> str:
    """The text without white space, so that line breaks do not matter."""
    return "".join(text.split())


class Reader:
    """Presses a key at the end of each page, records the screen, and checks that no line was lost in between.

    A page is complete when it asks for a key or an answer; how long the program takes does not matter.
    """

    STATUS = re.compile(rb"-- more[^\n]*?--\r|-more-\r")
    MORE = re.compile(r"-- more[^\n]*--|-more-")

    def __init__(self, terminal: Terminal, columns: int, rows: int, key: str = " "):
        self.terminal, self.screen, self.key = terminal, Screen(columns, rows), key
        self.pages: list[str] = []
        self.stream = b""

    def page(self, *prompts: str) -> bool:
        """Reads more output until a page or a prompt is complete; returns False at the end of the output."""
        deadline = time.monotonic() + PATIENCE
        has_read = False
        while not (has_read and self.is_complete(prompts)):
            assert time.monotonic() < deadline, f"no page was complete: {self.screen.text}"
            if not select.select([self.terminal.screen], [], [], 0.05)[0]:
                continue
            try:
                part = os.read(self.terminal.screen, 65536)
            except OSError:
                return False
            if not part:
                return False
            has_read = True
            self.terminal.seen += part
            self.stream += part
            self.screen.feed(part)
        return True

    def is_complete(self, prompts: tuple[str, ...]) -> bool:
        if self.MORE.fullmatch(self.screen.lines[-1].rstrip()):
            return True
        shown = words(self.screen.text)
        if shown.endswith(":") and any(words(prompt) in shown[-len(words(prompt)) - 80:] for prompt in prompts):
            return True
        return self.has_no_status and is_waiting(self.terminal.pid, self.terminal.screen)

    @property
    def has_no_status(self) -> bool:
        """Whether the terminal is too small to say that a key is expected."""
        return self.screen.rows == 1 or self.screen.columns < 7

    def until(self, prompt: str = "type yes:") -> str:
        """Presses keys until the prompt is on the screen; returns that screen."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            going = self.page(prompt)
            self.check()
            self.pages.append(self.screen.text)
            if words(prompt) in words(self.screen.text):
                return self.screen.text
            assert going, f"the program ended: {self.screen.text}"
            self.terminal.type(self.key)
        raise AssertionError(f"{prompt!r} was never shown: {self.screen.text}")

    def check(self) -> None:
        """Asserts that every line scrolled away since the last key was on the page at which the key was pressed."""
        before = self.pages[-1].split("\n") if self.pages else []
        for line in self.screen.gone:
            assert line.rstrip() in before, f"{line!r} was on no page"
        self.screen.gone.clear()

    @property
    def text(self) -> str:
        """Everything that was shown, without white space and page prompts."""
        return words(SEQUENCE.sub(b"", self.STATUS.sub(b"\r", self.stream)).decode())
