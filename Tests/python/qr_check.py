# SPDX-License-Identifier: Apache-2.0
"""Checks that a picture contains exactly one QR code with exactly this text.

    qr_check.py PICTURE.png TEXT        a PNG file
    qr_check.py --terminal FILE TEXT    a program's terminal output: half blocks and their colours

TEXT may be "@FILE". Two readers have to agree: zxing-cpp and libzbar. Needs the packages zxing-cpp and pillow, and
Debian's libzbar0. Exit status 0 for yes, 1 for no.
"""
from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

import zxingcpp
from PIL import Image

CELL = (10, 10)
COLOURS = re.compile(r"\x1b\[38;5;16m\x1b\[48;5;231m([ ▀▄█]+)\x1b\[38;5;231m█\x1b\[0m")
HALVES = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}


def terminal_picture(text: str) -> Image.Image:
    """A picture of the code on a dark terminal: everything except the painted cells is black."""
    if "\x1b[38;5;16m" not in text:
        return plain_picture(text)
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


def plain_picture(text: str) -> Image.Image:
    """A picture of a code without colours: blocks are light, everything else is black."""
    lines = [line for line in text.splitlines() if len(line) > 20 and set(line) <= set(HALVES)]
    picture = Image.new("L", (max(map(len, lines)) + 20, 2 * len(lines) + 20), 0)
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            for half, shade in enumerate(HALVES[block]):
                picture.putpixel((column + 10, 2 * row + half + 10), 255 - shade)
    return picture.resize((picture.width * CELL[0], picture.height * CELL[1]), Image.NEAREST)


def zbar(picture: Image.Image) -> list[bytes]:
    """The QR codes that libzbar finds on its own."""
    library = ctypes.CDLL("libzbar.so.0")
    for name in ("image_scanner_create", "image_create", "image_first_symbol", "symbol_next", "symbol_get_data"):
        getattr(library, "zbar_" + name).restype = ctypes.c_void_p
    scanner, image = ctypes.c_void_p(library.zbar_image_scanner_create()), ctypes.c_void_p(library.zbar_image_create())
    pixels = picture.convert("L").tobytes()
    library.zbar_image_scanner_set_config(scanner, 0, 0, 0)
    for setting in (0, 4):  # Enable QR codes, with binary content.
        library.zbar_image_scanner_set_config(scanner, 64, setting, 1)
    library.zbar_image_set_format(image, ctypes.c_ulong(0x30303859))
    library.zbar_image_set_size(image, *picture.size)
    library.zbar_image_set_data(image, pixels, ctypes.c_ulong(len(pixels)), None)
    library.zbar_scan_image(scanner, image)
    found, symbol = [], library.zbar_image_first_symbol(image)
    while symbol:
        length = library.zbar_symbol_get_data_length(ctypes.c_void_p(symbol))
        found.append(ctypes.string_at(library.zbar_symbol_get_data(ctypes.c_void_p(symbol)), length))
        symbol = library.zbar_symbol_next(ctypes.c_void_p(symbol))
    library.zbar_image_destroy(image)
    library.zbar_image_scanner_destroy(scanner)
    return found


def read(picture: Image.Image) -> bytes:
    """The content of the only code in a picture; both readers must agree."""
    found = [bytes(code.bytes) for code in zxingcpp.read_barcodes(picture.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} QR codes in the picture")
    if zbar(picture) != found:
        raise ValueError(f"zbar reads something else: {zbar(picture)} instead of {found}")
    return found[0]


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
