# SPDX-License-Identifier: Apache-2.0
"""Codes on real terminals: the contents of tmux panes, drawn to pixels with the colours of light and dark themes."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import time

import pytest
from PIL import Image, ImageDraw

from programs import INHERITED
from qr_check import read
from test_show import requests

pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")

THEMES = {"dark": ("#d0d0d0", "#101010"), "light": ("#202020", "#fdf6e3"), "green on black": ("#00ff00", "#000000")}
CELL = (8, 16)
SGR = re.compile(r"\x1b\[([0-9;]*)m")


def colour(number: int) -> str:
    """The RGB value of one of the 256 colours that do not depend on the theme."""
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    assert number >= 16, f"colour {number} depends on the theme"
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


class Pane:
    """A program in a tmux window."""

    def __init__(self, machine, columns: int, rows: int, *command: str):
        # Each pane has its own tmux server, because a server still answers for a moment while it is stopped.
        self.socket = machine.home / f"tmux-{columns}"
        self.env = {"PATH": os.environ["PATH"], "HOME": str(machine.home), "COLDSTAR_HOME": str(machine.home), "TERM": "xterm-256color",
                    "LC_ALL": "C.UTF-8", **INHERITED}
        self.home = machine.home
        line = " ".join([str(machine.folder / "coldstar-sign"), *command])
        self("new-session", "-d", "-x", str(columns), "-y", str(rows), f"{line}; echo that is all; sleep 60")

    def __call__(self, *args: str) -> str:
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *args], env=self.env, cwd=self.home, capture_output=True,
                              text=True, check=True).stdout

    def drawing(self, theme: str) -> Image.Image:
        lines = self("capture-pane", "-e", "-p").split("\n")
        width = max(len(SGR.sub("", line)) for line in lines)
        foreground, background = THEMES[theme]
        picture = Image.new("RGB", ((width + 4) * CELL[0], (len(lines) + 2) * CELL[1]), background)
        pen = ImageDraw.Draw(picture)
        front, back = foreground, background
        for row, line in enumerate(lines):
            column = 0
            for place, part in enumerate(SGR.split(line)):
                if place % 2:
                    front, back = self.colours(part, front, back, foreground, background)
                    continue
                for character in part:
                    self.cell(pen, column + 2, row + 1, character, front, back)
                    column += 1
        return picture

    @staticmethod
    def colours(codes: str, front: str, back: str, foreground: str, background: str) -> tuple[str, str]:
        numbers = [int(code or 0) for code in codes.split(";")]
        while numbers:
            code = numbers.pop(0)
            if code in (38, 48):
                assert numbers.pop(0) == 5
                front, back = (colour(numbers.pop(0)), back) if code == 38 else (front, colour(numbers.pop(0)))
            elif code in (0, 39, 49):
                front, back = foreground if code != 49 else front, background if code != 39 else back
        return front, back

    @staticmethod
    def cell(pen, column: int, row: int, character: str, front: str, back: str) -> None:
        left, top, right, bottom = column * CELL[0], row * CELL[1], (column + 1) * CELL[0] - 1, (row + 1) * CELL[1] - 1
        middle = top + CELL[1] // 2
        pen.rectangle([left, top, right, bottom], fill=back)
        if character in "▀█":
            pen.rectangle([left, top, right, middle - 1], fill=front)
        if character in "▄█":
            pen.rectangle([left, middle, right, bottom], fill=front)
        if character not in " ▀▄█":
            pen.line([left + 1, middle, right - 1, middle], fill=front)

    def until(self, words: str) -> None:
        deadline = time.monotonic() + 60
        while words not in self("capture-pane", "-p"):
            assert time.monotonic() < deadline, self("capture-pane", "-p")
            time.sleep(0.05)

    def end(self) -> None:
        self("kill-server")


@pytest.mark.parametrize("theme", THEMES)
def test_a_single_code_can_be_read_in_every_theme(offline, theme):
    path, lines = requests(offline, 1)
    pane = Pane(offline, 120, 60, "qr", path)
    try:
        pane.until("that is all")
        assert read(pane.drawing(theme)).decode() == lines.strip().upper()
    finally:
        pane.end()


@pytest.mark.parametrize("theme", THEMES)
def test_a_loop_can_be_read_in_every_theme_and_window_size(offline, theme):
    path, lines = requests(offline, 20)
    for columns, rows in ((120, 60), (80, 24)):
        pane = Pane(offline, columns, rows, "qr", path, "--interval", "2000")
        try:
            pane.until("ms")
            text = read(pane.drawing(theme)).decode()
            assert text.startswith("UR:COLDSTAR-REQUEST/") and (columns == 80 or text in lines.upper())
        finally:
            pane.end()
