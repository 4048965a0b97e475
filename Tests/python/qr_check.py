# SPDX-License-Identifier: Apache-2.0
"""Does another reader find exactly one QR code in a picture, with exactly this text?

    qr_check.py PICTURE.png TEXT        a PNG file
    qr_check.py --terminal FILE TEXT    what a program wrote to a terminal: half blocks and their colours

TEXT may be "@FILE". Needs the packages zxing-cpp and pillow. Exit status 0 for yes, 1 for no.
"""
from __future__ import annotations

import re
import sys
from pathlib import Path

import zxingcpp
from PIL import Image

CELL = (10, 10)
COLOURS = re.compile(r"\x1b\[38;5;16m\x1b\[48;5;231m([ ▀▄█]+)\x1b\[38;5;231m█\x1b\[0m")
HALVES = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}


def terminal_picture(text: str) -> Image.Image:
    """The code as it looks on a dark terminal: everything but the painted cells is black."""
    lines = COLOURS.findall(text)
    # The last cell of each line, a white block, is a column of the quiet zone.
    lines = [line + " " for line in lines]
    width, height = max(map(len, lines)), 2 * len(lines)
    picture = Image.new("L", (width + 20, height + 20), 0)
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            for half, shade in enumerate(HALVES[block]):
                picture.putpixel((column + 10, 2 * row + half + 10), shade)
    return picture.resize((picture.width * CELL[0], picture.height * CELL[1]), Image.NEAREST)


def read(picture: Image.Image) -> bytes:
    """The content of the one code in a picture."""
    found = zxingcpp.read_barcodes(picture.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    if len(found) != 1:
        raise ValueError(f"{len(found)} QR codes in the picture")
    return bytes(found[0].bytes)


def read_png(path: Path | str) -> bytes:
    with Image.open(path) as picture:
        if picture.format != "PNG" or picture.mode != "1":
            raise ValueError(f"not a PNG of one bit a pixel: {picture.format} {picture.mode}")
        return read(picture)


def read_terminal(text: str) -> bytes:
    return read(terminal_picture(text))


def main(arguments: list[str]) -> int:
    is_terminal = arguments[:1] == ["--terminal"]
    name, wanted = arguments[1:] if is_terminal else arguments
    expected = Path(wanted[1:]).read_bytes() if wanted.startswith("@") else wanted.encode()
    content = read_terminal(Path(name).read_text(encoding="utf-8")) if is_terminal else read_png(name)
    if content != expected:
        print(f"{name}: {content!r} where {expected!r} was expected", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
