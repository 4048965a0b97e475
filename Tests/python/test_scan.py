# SPDX-License-Identifier: Apache-2.0
"""The scanner as used: pictures as input, lines as output, and the sandbox entered before the first picture."""
from __future__ import annotations

import ctypes
import io
import os
import re
import struct
import subprocess
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageFilter, ImageOps

from desk import until
from programs import PIN, descriptors
from test_show import ALICE, payments, requests
from terminal import Terminal


def draw(text: str, side: int = 600) -> Image.Image:
    code = np.array(zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode).to_image())
    return Image.fromarray(code).convert("L").resize((side, side), Image.NEAREST)


@pytest.fixture
def scan(offline):
    def run(*args, **options):
        return offline.run("coldstar-scan", *args, **options)
    run.home = offline.home
    return run


@pytest.fixture
def tx() -> str:
    return payments(1)


def test_photos_of_all_kinds_are_read(scan, tx):
    plain = draw(tx)
    forms = {
        "plain.png": plain, "colour.png": plain.convert("RGB"), "alpha.png": plain.convert("LA"), "palette.png": plain.convert("P"),
        "one-bit.png": plain.convert("1"), "photo.jpg": plain, "colour.jpg": plain.convert("RGB"), "dark.png": ImageOps.invert(plain),
        "turned.jpg": plain.rotate(33, fillcolor=255, expand=True), "upside-down.png": plain.rotate(180), "far.jpg": plain.resize((230, 230), Image.BICUBIC),
        "blurred.jpg": plain.filter(ImageFilter.GaussianBlur(2)), "large.jpg": ImageOps.expand(plain.resize((1500, 1500)), 1200, 180),
    }
    for name, picture in forms.items():
        picture.save(scan.home / name)
        assert scan(name).out == tx + "\n", name
    plain.save(scan.home / "progressive.jpg", progressive=True)
    plain.save(scan.home / "interlaced.png", interlace=1)
    assert scan("progressive.jpg", "interlaced.png", *forms).out == tx + "\n", "a repeated handoff must be printed once"


def test_the_signer_accepts_the_scanners_output(scan, offline):
    path, _ = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames")
    lines = scan("frames").out
    assert offline.sign("inspect", "-", "--json", stdin=lines).json()["hash"] == offline.sign("inspect", path, "--json").json()["hash"]


def test_a_stream_of_pictures_is_read_until_the_message_is_whole(scan, offline):
    path, _ = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames")
    pictures = [p.read_bytes() for p in sorted((offline.home / "frames").iterdir())]
    frames = [pictures[0]]
    for data in pictures[1:]:
        out = io.BytesIO()
        Image.open(io.BytesIO(data)).convert("RGB").save(out, "JPEG", quality=60)
        frames.append(out.getvalue())
    seen = scan("-", stdin=b"".join(frames + frames))
    assert seen.out.startswith("ur:coldstar-request/") and seen.out == scan("frames").out
    cut = scan("-", stdin=b"".join(frames[:5]), code=65)
    assert cut.out == "" and "5 of" in cut.err and "missing 6-" in cut.err


def test_several_handoffs_are_printed_one_per_line(scan):
    texts = [payments(1), payments(2), payments(3)]
    for number, text in enumerate(texts):
        draw(text, 900).save(scan.home / f"{number}.png")
    assert scan("0.png", "1.png", "2.png").out.splitlines() == texts
    both = Image.new("L", (1300, 620), 255)
    both.paste(draw(texts[0]), (10, 10))
    both.paste(draw(texts[1]), (680, 10))
    both.save(scan.home / "both.jpg")
    assert sorted(scan("both.jpg").out.splitlines()) == sorted(texts[:2])


def test_scanning_ends_when_a_multi_part_message_is_complete(scan, offline):
    path, lines = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames")
    draw(payments(1)).save(offline.home / "other.png")
    seen = scan("frames", "other.png")
    assert len(seen.out.splitlines()) == 1 and "the message is complete after 9 pictures; use --all to read the other 10" in seen.err
    assert len(scan("frames", "other.png", "--all").out.splitlines()) == 2


def test_mixed_parts_of_two_messages_are_an_error_that_names_the_picture(scan, offline):
    for count, name in ((20, "one"), (21, "two")):
        path, _ = requests(offline, count)
        offline.sign("qr", path, "--frames", name)
    one, two = (sorted((offline.home / name).iterdir()) for name in ("one", "two"))
    mixed = scan(*one[:4], *two[4:], code=65)
    assert mixed.out == "" and "parts of two messages are mixed" in mixed.err and two[4].name in mixed.err


def test_unusable_pictures_are_reported_and_skipped(scan, tx):
    draw(tx).save(scan.home / "good.png")
    Image.new("L", (300, 300), 255).save(scan.home / "white.png")
    (scan.home / "broken.png").write_bytes((scan.home / "good.png").read_bytes()[:200])
    draw("https://example.com/").save(scan.home / "link.png")
    seen = scan("white.png", "broken.png", "link.png", "good.png")
    assert seen.out == tx + "\n"
    for words in ("white.png: no QR code", "broken.png: a damaged PNG", "link.png: a code that is not a handoff"):
        assert words in seen.err


def test_codes_that_are_not_handoffs_are_not_printed(scan, subtests):
    for text in ["https://example.com/", "\x1b[31mred", "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ7", "ab" * 32]:
        with subtests.test(text=text):
            draw(text).save(scan.home / "code.png")
            seen = scan("code.png", code=65)
            assert seen.out == "" and "\x1b" not in seen.err


HOSTILE = {
    "path": "ur:\x1b[31m/aeaeaeae", "type": "UR:\x1b]0;title\x07/1-2/AEAE", "format": '{"format":"\\u001b[2J","version":1}',
    "twice": '{"a\\u001b[31m":1,"a\\u001b[31m":2}', "long": '{"K":1,"K":2}'.replace("K", "\\u001b" * 100), "link": "https://\x9b31m\u202e.example",
}


def test_messages_about_a_hostile_picture_are_escaped(scan):
    """All pictures at once: with a single picture the message would be the error instead of a note."""
    for name, text in HOSTILE.items():
        draw(text, 900).save(scan.home / f"{name}.png")
    # libpng's message names an unknown critical chunk.
    good = (scan.home / "link.png").read_bytes()
    end = good.index(b"IDAT") - 4
    body = b"\x1b[2J" + b"\x1b[31mtext"
    (scan.home / "chunk.png").write_bytes(good[:end] + struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)) + good[end:])
    out = io.BytesIO()
    Image.new("L", (64, 64)).save(out, "JPEG", comment=b"\x1b[31m")
    (scan.home / "cut.jpg").write_bytes(out.getvalue()[:60] + b"\x1b[31m")
    seen = scan(".", code=65)
    lines = seen.err.splitlines()
    assert seen.out == "" and len(lines) == len(HOSTILE) + 3, seen.err
    assert all(0x20 <= ord(letter) <= 0x7e for line in lines for letter in line)
    assert all(len(line) < 260 for line in lines) and r"\x1b[31m" in seen.err and "[1B]" in seen.err and "..." in seen.err


@pytest.fixture
def waiting(scan):
    """A scanner whose decoder waits for a picture, the decoder's process, and the writing end for the picture."""
    os.mkfifo(scan.home / "slow.png")
    process = subprocess.Popen([os.environ["COLDSTAR_BIN"] + "/coldstar-scan", "slow.png"], cwd=scan.home, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    writer = os.open(scan.home / "slow.png", os.O_WRONLY)
    deadline, decoder = time.monotonic() + 60, None
    while decoder is None or descriptors(decoder).get(1) != "/dev/null":
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        decoder = int(children[0]) if children else None
    yield process, decoder, writer
    os.close(writer)
    process.kill()
    process.wait()


def test_the_output_of_a_compromised_decoder_is_escaped(waiting):
    """The test writes into the decoder's pipe from outside."""
    process, decoder, writer = waiting
    pipe, = (number for number, target in descriptors(decoder).items() if number > 2 and "pipe:" in target
             and re.search(r"(?m)^flags:\s*\d*1$", Path(f"/proc/{decoder}/fdinfo/{number}").read_text()))
    reasons = [b"\x1b]0;title\x07\x1b[2J", b"no\nsuch\rthing \xe2\x80\xae \xff\\", b"x" * 8000]
    with open(f"/proc/{decoder}/fd/{pipe}", "wb") as forged:
        forged.write(b"".join(b"u" + struct.pack(">H", len(reason)) + reason for reason in reasons))
    os.kill(decoder, 9)
    out, err = process.communicate(timeout=60)
    assert out == b"" and process.returncode == 65
    lines = err.decode("ascii").splitlines()
    assert lines[0] == r"coldstar-scan: slow.png: \x1b]0;title\x07\x1b[2J"
    assert lines[1].startswith(r"coldstar-scan: slow.png: no\x0asuch\x0dthing \xe2\x80\xae ") and lines[1].endswith(r"\\")
    assert lines[2] == "coldstar-scan: slow.png: " + "x" * 200 + "..." and len(lines) == 5


def test_a_code_with_a_secret_key_is_reported_without_the_key(scan):
    secret = "SCIA76H6JJZI4O5TNYT7AHNNPAYE57NM66BZVA4VFUNILL3MYGRZWIG5"
    draw(secret).save(scan.home / "code.png")
    seen = scan("code.png", code=65)
    assert "secret key" in seen.err and secret[:8] not in seen.err + seen.out


def test_unreadable_inputs_have_their_exit_codes(scan, subtests):
    (scan.home / "empty").mkdir()
    for args, code in [([], 64), (["a.png", "--camera", "/dev/video0"], 64), (["absent.png"], 66), (["absent/a.png"], 66),
                       (["--camera", "/dev/null"], 66), (["--camera", "/dev/absent"], 66), (["/dev/zero"], 66),
                       (["empty"], 65), (["--timeout", "x", "a.png"], 64)]:
        with subtests.test(args=args, code=code):
            assert scan(*args, code=code).out == ""


def test_other_files_of_a_folder_are_left_alone(scan, tx):
    folder = scan.home / "stick"
    folder.mkdir()
    draw(tx).save(folder / "b.PNG")
    for name in ("autorun.inf", "._b.png", "notes.txt", "a.svg"):
        (folder / name).write_bytes(b"\0" * 10)
    assert scan("stick").err == "" and scan("stick").out == tx + "\n"


def png(width: int, height: int, data: bytes, depth: int = 8, colour: int = 0) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)) + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def test_decompression_bombs_are_refused_by_their_dimensions(scan):
    """Small files with huge dimensions: by the header alone, by their data, and as a JPEG with many passes."""
    (scan.home / "header.png").write_bytes(png(60000, 60000, zlib.compress(b"\0" * 1000)))
    (scan.home / "nine.png").write_bytes(png(9000, 9000, zlib.compress(bytes(9001 * 9000), 9)))
    data = bytearray((lambda out: (Image.new("L", (64, 64)).save(out, "JPEG", progressive=True), out.getvalue())[1])(io.BytesIO()))
    place = data.index(b"\xff\xc2")
    data[place + 5:place + 9] = struct.pack(">HH", 65500, 65500)
    (scan.home / "wide.jpg").write_bytes(data)
    for name, size in (("header.png", "60000 x 60000"), ("nine.png", "9000 x 9000"), ("wide.jpg", "65500 x 65500")):
        assert size in scan(name, code=65).err
    # The largest accepted size.
    (scan.home / "eight.png").write_bytes(png(8000, 8000, zlib.compress(bytes(8001 * 8000), 9)))
    assert "no QR code" in scan("eight.png", code=65).err


def test_both_scanner_processes_are_sandboxed_before_the_first_picture(scan, tx):
    """Inspected while the scanner waits for a picture: both processes have a system call filter."""
    process = subprocess.Popen([os.environ["COLDSTAR_BIN"] + "/coldstar-scan", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        deadline, modes = time.monotonic() + 60, []
        while modes != ["2", "2"] and time.monotonic() < deadline:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            pids = [process.pid, *children]
            modes = [re.search(r"(?m)^Seccomp:\s*(\d)", Path(f"/proc/{pid}/status").read_text())[1] for pid in pids]
            time.sleep(0.01)
        assert modes == ["2", "2"]
        limits = Path(f"/proc/{children[0]}/limits").read_text()
        assert re.search(r"Max address space +\d+ ", limits) and re.search(r"Max file size +0 ", limits)
        held = descriptors(int(children[0]))
        streams = [held[number] for number in (1, 2)]
        assert streams == ["/dev/null"] * 2, "the decoder must not be able to print"
        buffer = io.BytesIO()
        draw(tx).save(buffer, "PNG")
        assert process.communicate(buffer.getvalue(), timeout=60)[0].decode() == tx + "\n"
    finally:
        process.kill()
        process.wait()


def test_descriptors_not_named_as_input_are_closed(scan, tx):
    draw(tx).save(scan.home / "good.png")
    other, also = os.open(scan.home / "good.png", os.O_RDONLY), os.open(scan.home, os.O_RDONLY)
    try:
        named = f"/dev/fd/{other}"
        process = subprocess.Popen([os.environ["COLDSTAR_BIN"] + "/coldstar-scan", named, "-"], cwd=scan.home, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=(other, also))
        # Once the line is printed, no further file will be opened.
        assert process.stdout.readline().decode() == tx + "\n"
        for pid in (process.pid, decoder_of(process)):
            assert str(scan.home) not in descriptors(int(pid)).values()
        process.communicate(timeout=60)
    finally:
        os.close(other)
        os.close(also)


def decoder_of(process: subprocess.Popen) -> int:
    return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])


def test_the_decoder_has_only_its_pictures_and_one_pipe_open(waiting, scan):
    process, decoder, _ = waiting
    # /dev/null replaces the three streams, and the descriptor it was copied from stays open.
    allowed = sorted(["/dev/null"] * 4 + [str(scan.home / "slow.png"), "pipe"])
    until(lambda: sorted(target.split(":")[0] for target in descriptors(decoder).values()) == allowed, "the decoder has closed all others")


def test_a_closed_standard_stream_is_not_replaced_by_a_picture(scan, tx, subtests):
    draw(tx).save(scan.home / "good.png")
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]:
        with subtests.test(closed=closed):
            result = subprocess.run(["bash", "-c", f'"{os.environ["COLDSTAR_BIN"]}/coldstar-scan" good.png {closed}'], cwd=scan.home,
                                    capture_output=True, text=True)
            assert result.stdout == ("" if " >&-" in f" {closed}" else tx + "\n")
            assert result.returncode == (73 if " >&-" in f" {closed}" else 0)


def test_a_decoder_crash_skips_only_its_picture(scan, tx):
    """The decoder is killed from outside, as a hostile picture might crash it."""
    draw(tx).save(scan.home / "good.png")
    os.mkfifo(scan.home / "slow.png")
    process = subprocess.Popen([os.environ["COLDSTAR_BIN"] + "/coldstar-scan", "slow.png", "good.png"], cwd=scan.home,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writer = os.open(scan.home / "slow.png", os.O_WRONLY)
    children = []
    while not children:
        assert process.poll() is None, process.communicate()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), 11)
    out, err = process.communicate(timeout=60)
    os.close(writer)
    assert process.returncode == 0 and out.decode() == tx + "\n"
    assert "slow.png: the decoder crashed (signal 11)" in err.decode()


LIBC = ctypes.CDLL(None, use_errno=True)


def without_seccomp() -> None:
    """A filter that makes seccomp(2), and prctl(2) with PR_SET_SECCOMP, fail as on a kernel without them."""
    instructions = [(0x20, 0, 0, 0), (0x15, 4, 0, 317), (0x15, 0, 4, 157), (0x20, 0, 0, 16), (0x15, 0, 2, 22), (0x06, 0, 0, 0x00050000 | 22),
                    (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
    program = b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)
    code = ctypes.create_string_buffer(program, len(program))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(instructions), ctypes.addressof(code)), 16)
    assert LIBC.prctl(38, 1, 0, 0, 0) == 0 and LIBC.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(header)), 0, 0) == 0


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers of the system calls are those of x86_64")
def test_a_kernel_without_seccomp_requires_unconfined(scan, tx):
    draw(tx).save(scan.home / "good.png")
    command = [os.environ["COLDSTAR_BIN"] + "/coldstar-scan", "good.png"]
    refused = subprocess.run(command, cwd=scan.home, capture_output=True, text=True, preexec_fn=without_seccomp)
    assert (refused.returncode, refused.stdout) == (77, "") and "system call filter" in refused.stderr and "hint: use --unconfined" in refused.stderr
    read = subprocess.run([*command, "--unconfined"], cwd=scan.home, capture_output=True, text=True, preexec_fn=without_seccomp)
    assert (read.returncode, read.stdout) == (0, tx + "\n") and "warning" in read.stderr


def test_progress_is_shown_on_a_terminal(offline):
    path, _ = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames")
    terminal = Terminal(offline, "coldstar-scan", "frames")
    code, shown = terminal.end()
    assert code == 0 and "1 of 9 parts, missing 2-9" in shown and "8 of 9 parts, missing 9" in shown


WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"


def test_a_code_that_may_be_a_secret_is_reported_without_its_text(scan, subtests):
    for text in [
            WORDS, WORDS.upper(), WORDS.replace(" ", "\n"), "seed: " + WORDS, " ".join(WORDS.split()[:6]), "5f" * 32, "5f" * 64,
            "0012" * 24, "my key SBMSVD4KKELKGZXHBUQTIROWUAPQASDX7KEJITARP4VMZ6KLUHOGPTYW ok",
        ]:
        with subtests.test(text=text[:20]):
            draw(text).save(scan.home / "secret.png")
            told = scan("secret.png", code=65)
            assert told.out == "" and "secret" in told.err
            assert not [part for part in re.findall(r"\w{4,}", text) if part.lower() in told.err.lower() and part not in ("seed", "secret")]


def test_a_key_backup_is_restored_from_its_picture(scan, offline):
    offline.import_key("alice", ALICE)
    sealed = offline.sign("key", "backup", "alice", "--png", "backup.png").out
    read = scan("backup.png").out
    assert read == sealed
    draw(sealed.rstrip("\n"), 900).save(scan.home / "photo.jpg")
    assert scan("photo.jpg").out == sealed
    offline.sign("key", "remove", "alice", "--yes")
    offline.sign("key", "restore", "alice", "-", stdin=read, pin="00000000", code=77)
    offline.sign("key", "restore", "alice", "-", stdin=read, pin=PIN)
    assert ALICE.public_key in offline.sign("key", "show", "alice").out
