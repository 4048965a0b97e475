# SPDX-License-Identifier: Apache-2.0
"""Corrupted pictures for the scanner: none may crash it, hang it, or make it print anything except the content of a picture.

    pictures.py BIN [COUNT]      BIN is the folder of the built programs; COUNT is usually 10000

Pictures are scanned in batches. A decoder that crashes is a failure, although the scanner continues after it.
"""
from __future__ import annotations

import io
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import zxingcpp
from PIL import Image

TEXT = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"
BATCH = 200
SECONDS = 120


def seeds() -> list[tuple[str, bytes]]:
    """Valid pictures in all variants of PNG and JPEG; the scanner reads each of them."""
    code = Image.fromarray(np.array(zxingcpp.create_barcode(TEXT, zxingcpp.BarcodeFormat.QRCode).to_image())).convert("L")
    code = code.resize((code.width * 4 // 2, code.height * 4 // 2), Image.NEAREST)
    made = []
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        picture = code.convert("I").point(lambda value: value * 257).convert("I;16") if mode == "I;16" else code.convert(mode)
        made.append(("png", saved(picture, "PNG")))
    made.append(("png", saved(code.convert("RGBA").quantize(16), "PNG", optimize=True)))
    for options in ({}, {"progressive": True}, {"quality": 5}, {"quality": 100, "subsampling": 0}, {"optimize": True, "comment": b"x" * 99}):
        made += [("jpg", saved(code.convert(mode), "JPEG", **options)) for mode in ("L", "RGB", "CMYK")]
    return made


def saved(picture: Image.Image, form: str, **options) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def corrupted(data: bytes, chance: random.Random) -> bytes:
    """The picture truncated, modified, duplicated, or with large numbers in its headers; PNG checksums are corrected half of the time."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        place = chance.randrange(min(len(out), chance.choice((64, 700, 1 << 30))))
        kind = chance.randrange(6)
        if kind == 0:
            out[place] = chance.randrange(256)
        elif kind == 1:
            out[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            out[place:place + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0", b"\0\0\xff\xdc"))
        elif kind == 3 and len(out) > 20:
            del out[place:place + chance.randrange(1, 16)]
        elif kind == 4:
            out[place:place] = out[place:place + chance.randrange(1, 64)]
        elif chance.random() < 0.2:
            del out[max(16, place):]
        if len(out) < 16:
            return bytes(out)
    return renewed(bytes(out)) if data[:4] == b"\x89PNG" and chance.random() < 0.5 else bytes(out)


def renewed(data: bytes) -> bytes:
    from zlib import crc32
    out, at = bytearray(data), 8
    while at + 12 <= len(out):
        length = int.from_bytes(out[at:at + 4])
        if at + 12 + length > len(out):
            break
        out[at + 8 + length:at + 12 + length] = crc32(out[at + 4:at + 8 + length]).to_bytes(4)
        at += 12 + length
    return bytes(out)


def main() -> int:
    program = Path(sys.argv[1]).resolve() / "coldstar-scan"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    chance, whole = random.Random(11), seeds()
    with tempfile.TemporaryDirectory() as folder:
        for number, (ending, data) in enumerate(whole):
            Path(folder, f"whole-{number}.{ending}").write_bytes(data)
        seen = subprocess.run([program, folder], capture_output=True, text=True, check=True)
        assert seen.stdout == TEXT + "\n", seen
        # libturbojpeg does not convert four inks to grey.
        assert seen.stderr.count("damaged") == seen.stderr.count("Unsupported color conversion") == 5, seen.stderr
    read, slowest, codes = 0, 0.0, {}
    for start in range(0, count, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            for number in range(min(BATCH, count - start)):
                ending, data = chance.choice(whole)
                Path(folder, f"{start + number:06}.{ending}").write_bytes(corrupted(data, chance))
            begin = time.monotonic()
            seen = subprocess.run([program, folder], capture_output=True, text=True, timeout=SECONDS)
            slowest = max(slowest, time.monotonic() - begin)
            kept = Path(tempfile.gettempdir(), "coldstar-pictures")
            if seen.returncode not in (0, 65) or set(seen.stdout.splitlines()) - {TEXT} or re.search(r"crashed|astray|longer than", seen.stderr):
                kept.mkdir(exist_ok=True)
                for name in re.findall(r"(\d{6}\.\w+): (?:the decoder|it takes)", seen.stderr):
                    (kept / name).write_bytes(Path(folder, name).read_bytes())
                print(f"exit {seen.returncode}, pictures kept in {kept}\n{seen.stdout}{seen.stderr}", file=sys.stderr)
                return 1
            codes[seen.returncode] = codes.get(seen.returncode, 0) + 1
            read += len(re.findall(r"no QR code was found|damaged|ends too early|neither|pixels", seen.stderr))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"{count} corrupted pictures: {read} refused or without a code, no crash, no hang; "
          f"at most {slowest:.1f} s for {BATCH} of them and {memory} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
