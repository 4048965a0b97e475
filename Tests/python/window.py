# SPDX-License-Identifier: Apache-2.0
"""A terminal's window as a person sees it, and what must hold on every screen: nothing is cut, broken inside a word or scrolled away unread."""
from __future__ import annotations

import codecs
import os
import re
import time
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from programs import PIN
from screen import words as flat
from terminal import PATIENCE, Terminal

SIZES = [(60, 20), (80, 24), (120, 40)]                # columns, rows
SEQUENCE = re.compile(r"\x1b(?:\[([?0-9;]*)([@-~])|([78]))")
MORE = re.compile(r"(-- more[^\n]*--|-more-)$")
# A question at the end of the screen, and what a person types there.
ANSWERS: list[tuple[str, Callable[[re.Match], str]]] = [
    (r"to go on, type (\S+):$", lambda found: found[1]),
    (r"type yes:$", lambda found: "yes"),
    (r"(?:PIN or passphrase|new PIN|PIN of)[^:]*:$|the same again:$", lambda found: PIN),
]


@dataclass(eq=False)
class Row:
    """One row; `continues` if the terminal began it because the row above was full."""
    cells: list[str] = field(default_factory=list)
    continues: bool = False
    read: str | None = None
    # Whether a question ended here: a person's answer follows in the same row.
    asked: bool = False

    @property
    def text(self) -> str:
        return "".join(self.cells).rstrip()


class Window:
    """Rows of characters, as a terminal with deferred wrapping and an alternate screen shows them."""

    def __init__(self, columns: int, rows: int):
        self.columns, self.height = columns, rows
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.rest, self.saved, self.main = "", (0, 0), None
        self.rows, self.x, self.y = [Row() for _ in range(rows)], 0, 0
        self.gone: list[Row] = []

    def feed(self, data: bytes) -> None:
        text, self.rest = self.rest + self.decoder.decode(data), ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.put(text[at])
                at += 1
                continue
            found = SEQUENCE.match(text, at)
            if not found:
                assert len(text) - at < 20, f"an escape sequence that no terminal is sent here: {text[at:at + 20]!r}"
                self.rest = text[at:]
                return
            self.control(found)
            at = found.end()

    def put(self, character: str) -> None:
        if character == "\n":
            self.down(continues=False)
        elif character == "\r":
            self.x = 0
        elif character == "\b":
            self.x = max(0, self.x - 1)
        elif unicodedata.combining(character) and self.x:
            self.rows[self.y].cells[self.x - 1] += character
        elif character >= " ":
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if self.x + width > self.columns:
                self.down(continues=True)
                self.x = 0
            cells = self.rows[self.y].cells
            cells.extend(" " * (self.x + width - len(cells)))
            cells[self.x:self.x + width] = [character, *[""] * (width - 1)]
            self.x += width

    def down(self, continues: bool) -> None:
        if self.y + 1 < self.height:
            self.y += 1
        else:
            row = self.rows.pop(0)
            if self.main is None:
                self.gone.append(row)
            self.rows.append(Row())
        if continues:
            self.rows[self.y].continues = True

    def control(self, found: re.Match) -> None:
        numbers, letter, short = found[1] or "", found[2], found[3]
        first = int(numbers) if numbers.isdigit() else 0
        if short == "7":
            self.saved = self.x, self.y
        elif short == "8":
            self.x, self.y = self.saved
        elif letter == "K":
            del self.rows[self.y].cells[self.x:]
        elif letter == "J" and first == 2:
            for row in self.rows:
                row.cells.clear()
                row.continues = False
        elif letter == "J" and not first:
            del self.rows[self.y].cells[self.x:]
            self.rows[self.y + 1:] = [Row() for _ in self.rows[self.y + 1:]]
        elif letter == "H":
            self.y, self.x = ((int(n or 1) - 1) for n in numbers.split(";")) if ";" in numbers else (0, 0)
        elif letter == "A":
            self.y = max(0, self.y - (first or 1))
        elif letter == "G":
            self.x = max(0, first - 1)
        elif letter in "hl" and numbers == "?1049":
            self.alternate(letter == "h")
        else:
            assert letter in "mhl" or (letter, first) == ("J", 3), f"unknown sequence {found[0]!r}"

    def alternate(self, enters: bool) -> None:
        if enters and self.main is None:
            self.main = self.rows, self.x, self.y
            self.rows, self.x, self.y = [Row() for _ in range(self.height)], 0, 0
        elif not enters and self.main is not None:
            (self.rows, self.x, self.y), self.main = self.main, None

    @property
    def text(self) -> str:
        return "\n".join(row.text for row in self.rows).rstrip("\n")

    @property
    def line(self) -> str:
        """Everything on the screen as one line: a question may be broken in a narrow window."""
        return re.sub(r"\s+", " ", self.text).strip()


class Visit:
    """A run of a program in a window by a person who reads each screen, presses a key for the next page and answers the questions.

    `screens` are what stood there whenever the program waited, and at its end; `questions` are those of them that ended in a question.
    """

    def __init__(self, machine, program: str, *arguments: str, size: tuple[int, int], answers: Iterable[tuple[str, object]] = (), code: int | None = 0,
                 env: dict[str, str] | None = None, stop: str | None = None):
        self.window = Window(*size)
        self.screens: list[str] = []
        self.questions: list[tuple[str, str]] = []
        self.faults: list[str] = []
        self.rows: list[Row] = []
        # Answers are given in their order where several match, each of them once, before the usual ones.
        self.answers = [(re.compile(pattern), answer) for pattern, answer in answers]
        self.stop = stop and re.compile(stop)
        env = {"LANG": "C.UTF-8", **machine.env, **(env or {})}
        terminal = Terminal(machine, program, *map(str, arguments), columns=size[0], rows=size[1], term="xterm-256color", env=env)
        self.run(terminal)
        self.code, _ = terminal.end()
        assert code is None or self.code == code, f"exit {self.code}\n{self.text}"

    def run(self, terminal: Terminal) -> None:
        deadline = time.monotonic() + PATIENCE
        terminal.seen = b""
        while True:
            try:
                going = terminal.read(deadline)
            except AssertionError:
                raise AssertionError(f"neither a page, a question nor an end:\n{self.window.text}") from None
            self.window.feed(terminal.seen)
            terminal.seen = b""
            if not going:
                self.look()
                return
            typed = self.typed()
            if typed is None:
                continue
            if typed != " ":
                self.window.rows[self.window.y].asked = True
            self.look()
            if typed is not True:
                terminal.type(typed)
                continue
            terminal.type("\x03")
            return

    def typed(self) -> str | bool | None:
        """What a person types now; nil while the screen is incomplete, and True to leave."""
        line = self.window.line
        last = max((y for y, row in enumerate(self.window.rows) if row.text), default=0)
        # Output that follows a question ends it.
        if self.window.y != last or self.window.x < len(self.window.rows[last].text):
            return None
        if MORE.search(line):
            return " "
        if self.stop and self.stop.search(line):
            self.questions.append((line, self.window.text))
            return True
        for index, (pattern, answer) in enumerate(self.answers):
            if found := pattern.search(line):
                del self.answers[index]
                self.questions.append((line, self.window.text))
                return (answer(found, self) if callable(answer) else answer) + "\n"
        for pattern, answer in ANSWERS:
            if found := re.search(pattern, line):
                self.questions.append((line, self.window.text))
                return answer(found) + "\n"
        return None

    def look(self) -> None:
        """Records the screen, and what was lost since the last one."""
        for row in self.window.gone:
            if row.text and row.text != row.read and not row.asked and not MORE.search(row.text):
                self.faults.append(f"scrolled away unread: {row.text!r}")
        known = {id(row) for row in self.rows}
        self.rows += [row for row in (*self.window.gone, *self.window.rows) if id(row) not in known]
        self.window.gone.clear()
        for row in self.window.rows:
            row.read = row.text
        self.screens.append(self.window.text)

    @property
    def text(self) -> str:
        return "\n".join(row.text for row in self.rows if not MORE.fullmatch(row.text))

    @property
    def flat(self) -> str:
        """Everything that was on any screen, without white space: addresses may be in groups, and texts broken."""
        return flat("\n".join(self.screens)) + flat(self.text)

    # What must hold for every screen.

    def check(self, *, whole: Iterable[str] = (), above: Iterable[str] = (), at: str = r"type \S+:$", paged: bool = True, hangs: bool = True,
              data: bool = False) -> Visit:
        """Asserts all that a person may rely on.

        :param whole: texts that must have been readable in full, such as addresses.
        :param above: texts that must stand on the screen together with each question that matches `at`.
        :param paged: false for what was agreed to beforehand, and for lists of notes that no question follows.
        :param hangs: false for paragraphs of a page for paper.
        :param data: whether its lines are for programs, as those of CSV, and stay whole.
        """
        faults = self.faults * paged + ([] if data else self.broken(hangs) + self.hanging() * hangs)
        faults += [f"never shown whole: {text!r}" for text in whole if flat(text) not in self.flat]
        asked = [screen for line, screen in self.questions if re.search(at, line)]
        if above and not asked:
            faults.append(f"no question {at!r}")
        faults += [f"not above the question: {text!r}\n{screen}" for screen in asked for text in above if flat(text) not in flat(screen)]
        assert not faults, "\n".join(dict.fromkeys(faults)) + "\n\n" + self.text
        return self

    def broken(self, hangs: bool) -> list[str]:
        """Words that the edge of the window broke, and lines that are wider than the window."""
        found = []
        for before, row in zip(self.rows, self.rows[1:]):
            edge = row.continues or (hangs and len(before.cells) >= self.window.columns and len(before.text) == self.window.columns)
            if not edge or not row.text or before.asked or row.text[0] == " " or is_code(before.text):
                continue
            token = before.text.split(" ")[-1] + row.text.split(" ")[0]
            if len(token) <= self.window.columns - 4 and (row.continues or not is_start(row.text)):
                found.append(f"broken at the edge: {before.text!r} / {row.text!r}")
        return found

    def hanging(self) -> list[str]:
        """Rows that continue the one above, which had no room for their first word, without an indent."""
        found = []
        for before, row in zip(self.rows, self.rows[1:]):
            if not before.text or not row.text or before.asked or row.continues or row.text[0] == " " or is_code(before.text) or is_start(row.text):
                continue
            first = row.text.split(" ")[0]
            is_cut = len(before.text) == self.window.columns and len(before.text.split(" ")[-1] + first) > self.window.columns - 4
            if len(before.text) + 1 + len(first) > self.window.columns and not is_cut:
                found.append(f"without a hanging indent: {before.text!r} / {row.text!r}")
        return found


def is_code(text: str) -> bool:
    """Whether it is a row of a QR code."""
    return any(mark in text for mark in "█▀▄")


def is_start(text: str) -> bool:
    """Whether a row begins with what begins a line: a label, a name of a fact, or a prompt."""
    return bool(re.match(r"(?:coldstar-|(?:hint|note|warning|error): |[A-Z]|\W)", text) or re.match(r"[\w./-]+(?: [\w/-]+)?(?:  |: |:$)|[\w./-]+:\d+:|\S+$", text))
