# SPDX-License-Identifier: Apache-2.0
"""QR codes in all their formats, decoded by another program's reader."""
from __future__ import annotations

import base64
import fcntl
import json
import os
import re
import signal
import struct
import termios

import pytest
import stellar_sdk as sdk
from PIL import Image, ImageDraw
from stellar_sdk import Asset

from programs import PIN, key, payment
from qr_check import read, read_png, read_terminal
from terminal import Terminal

ALICE = key("alice")
END = "\x1b[?2026l"


def payments(count: int) -> str:
    """An envelope with the same bytes at each call."""
    return payment(*(sdk.Payment(key(f"payee {number}").public_key, Asset.native(), "1") for number in range(count)), until=1_900_000_000)


def requests(machine, count: int) -> tuple[str, str]:
    """The path of a request file, and the request as UR lines."""
    made = machine.build("convert", "-", "--network", "testnet", stdin=payments(count)).out
    lines = machine.build("convert", "-", "--format", "ur", stdin=made).out
    return str(machine.file(f"request-{count}.json", made)), lines


def modules(bits: bytes, size: int, quiet: int = 4) -> Image.Image:
    picture = Image.new("L", (size + 2 * quiet,) * 2, 255)
    for place in range(size * size):
        if bits[place >> 3] & 0x80 >> (place & 7):
            picture.putpixel((place % size + quiet, place // size + quiet), 0)
    return picture.resize((picture.width * 6,) * 2, Image.NEAREST)


def test_frames_are_the_parts_followed_by_as_many_mixed_parts(offline):
    path, lines = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames")
    texts = [read_png(picture).decode() for picture in sorted((offline.home / "frames").iterdir())]
    plain = lines.upper().splitlines()
    assert texts[:len(plain)] == plain and len(texts) == 2 * len(plain)
    sizes = {Image.open(picture).size for picture in (offline.home / "frames").iterdir()}
    assert len(sizes) == 1
    offline.sign("qr", path, "--frames", "again")
    assert [p.read_bytes() for p in sorted((offline.home / "again").iterdir())] == [
        p.read_bytes() for p in sorted((offline.home / "frames").iterdir())]
    offline.sign("qr", path, "--frames", "frames", code=73)
    # The mixed parts replace lost plain parts.
    rest = [text for place, text in enumerate(texts) if place not in (0, 3)]
    assert offline.sign("inspect", "-", "--json", stdin="\n".join(rest)).json()["hash"] == offline.sign("inspect", path, "--json").json()["hash"]


def test_the_html_page_contains_the_same_codes_as_the_frames(offline):
    path, _ = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames", "--html", "codes.html", "--interval", "500")
    page = (offline.home / "codes.html").read_text()
    data = json.loads(re.search(r"const show = (\{.*\});", page)[1])
    texts = [read(modules(base64.b64decode(code), data["size"], data["quiet"])) for code in data["codes"]]
    assert texts == [read_png(picture) for picture in sorted((offline.home / "frames").iterdir())]
    assert data["interval"] == 500 and "://" not in page


def test_an_svg_code_can_be_read(offline):
    path, lines = requests(offline, 1)
    offline.sign("qr", path, "--svg", "code.svg")
    text = (offline.home / "code.svg").read_text()
    side = int(re.search(r'viewBox="0 0 (\d+) ', text)[1])
    picture = Image.new("L", (side * 6,) * 2, 255)
    pen = ImageDraw.Draw(picture)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", text):
        pen.rectangle([int(x) * 6, int(y) * 6, (int(x) + int(width)) * 6 - 1, int(y) * 6 + 5], fill=0)
    assert read(picture).decode() == lines.strip().upper()


def test_a_message_can_be_shown_as_code(offline):
    request = offline.build("message", "--account", ALICE.public_key, "-n", "testnet", "hello").out
    path = offline.file("message.json", request)
    offline.sign("qr", path, "--png", "message.png")
    asked = offline.sign("inspect", "-", "--json", stdin=read_png(offline.home / "message.png").decode()).json()
    assert asked["kind"] == "message" and asked["hash"] == offline.sign("inspect", path, "--json").json()["hash"]
    assert "only Coldstar's own signer" in offline.sign("qr", path, "--dialect", "keystone", "--png", "x.png", code=64).err


def test_a_picture_can_be_written_to_standard_output(offline):
    path, lines = requests(offline, 1)
    offline.sign("qr", path, "--png", "code.png", "--svg", "code.svg", "--html", "code.html")
    for option, name in (("--png", "code.png"), ("--svg", "code.svg"), ("--html", "code.html")):
        with offline.started("coldstar-sign", "qr", path, option, "-") as process:
            out, _ = process.communicate(timeout=60)
        assert process.returncode == 0 and out == (offline.home / name).read_bytes()
    assert not (offline.home / "-").exists()


def test_standard_output_takes_one_result(offline, subtests):
    path, _ = requests(offline, 1)
    offline.import_key("alice", ALICE)
    for args in [
            ["qr", "PATH", "--png", "-", "--svg", "-"], ["qr", "PATH", "--frames", "-"], ["key", "show", "alice", "--png", "-"],
            ["key", "backup", "alice", "--png", "-"],
        ]:
        with subtests.test(args=args):
            refused = offline.sign(*[path if word == "PATH" else word for word in args], code=64)
            assert refused.out == "" and not (offline.home / "-").exists()


def test_a_code_without_colours_has_no_escapes_and_can_be_read(offline):
    path, lines = requests(offline, 1)
    piped = offline.sign("qr", path)
    assert "\x1b" not in piped.out + piped.err and "for a dark screen" in piped.err
    assert read_terminal(piped.out).decode() == lines.strip().upper()
    offline.import_key("alice", ALICE)
    beside = offline.sign("sign", path, "--key", "alice", "--yes", "--qr", "--format", "ur", "--now", "2030-01-01T00:00:00Z", pin=PIN)
    assert "\x1b" not in beside.out + beside.err and read_terminal(beside.err).decode() == beside.out.strip().upper()
    show = Terminal(offline, "coldstar-sign", "qr", path, columns=200, rows=100, env={"NO_COLOR": "1"})
    code, seen = show.end()
    assert code == 0 and "\x1b" not in seen and read_terminal(seen).decode() == lines.strip().upper()
    coloured, seen = Terminal(offline, "coldstar-sign", "qr", path, columns=200, rows=100).end()
    assert coloured == 0 and read_terminal(seen).decode() == lines.strip().upper() and "\x1b[38;5;16m" in seen


def test_a_picture_is_not_written_to_a_terminal(offline):
    path, _ = requests(offline, 1)
    terminal = Terminal(offline, "coldstar-sign", "qr", str(path), "--png", "-")
    code, seen = terminal.end()
    assert code == 64 and "standard output is a terminal" in seen and "PNG" not in seen


def test_print_uses_a_higher_error_correction(offline):
    path, _ = requests(offline, 1)
    offline.sign("qr", path, "--png", "screen.png")
    offline.sign("qr", path, "--png", "paper.png", "--print")
    pictures = [Image.open(offline.home / name) for name in ("screen.png", "paper.png")]
    assert pictures[0].width < pictures[1].width
    assert len({read(picture) for picture in pictures}) == 1


@pytest.mark.parametrize("density, fragment", [("low", 60), ("high", 300), ("100", 100)])
def test_the_density_option_sets_the_fragment_size(offline, density, fragment):
    path, _ = requests(offline, 20)
    offline.sign("qr", path, "--frames", "frames", "--density", density)
    first = read_png(offline.home / "frames" / sorted(p.name for p in (offline.home / "frames").iterdir())[0]).decode()
    count = int(re.search(r"/1-(\d+)/", first)[1])
    words = len(first.rsplit("/", 1)[1]) // 2
    assert fragment / 2 < words < fragment + 25 and count > 2


def test_invalid_density_and_interval_are_usage_errors(offline, subtests):
    path, _ = requests(offline, 1)
    for options in [["--density", "9"], ["--density", "thick"], ["--interval", "50"], ["--interval", "x"]]:
        with subtests.test(options=options):
            offline.sign("qr", path, "--png", "x.png", *options, code=64)
            assert not (offline.home / "x.png").exists()


def test_a_loop_without_a_terminal_is_refused_with_a_hint(offline):
    path, _ = requests(offline, 100)
    refused = offline.sign("qr", path, code=65)
    assert "--frames" in refused.err and refused.out == ""


def test_a_lumensigner_loop_has_the_frames_of_convert(offline):
    path, _ = requests(offline, 3)
    offline.sign("qr", path, "--dialect", "lumensigner", "--frames", "frames")
    texts = [read_png(picture).decode() for picture in sorted((offline.home / "frames").iterdir())]
    assert texts == offline.build("convert", path, "--format", "lumensigner").out.splitlines()


# ---------------------------------------------------------------- at a terminal

class Show(Terminal):
    """A loop at a terminal of the given size."""

    def __init__(self, machine, *args: str, **size: int):
        super().__init__(machine, "coldstar-sign", *args, **size)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def frame(self) -> tuple[str, str]:
        """The next drawing: the text of its code, and the status line below."""
        text = self.until(END)
        return read_terminal(text).decode(), text.rsplit("\r\n", 1)[1].split("\x1b")[0]

    def frame_with(self, words: str) -> tuple[str, str]:
        for _ in range(60):
            shown = self.frame()
            if words in shown[1]:
                return shown
        raise AssertionError(f"{words!r} was never shown: {shown[1]}")


@pytest.fixture
def show(offline):
    path, lines = requests(offline, 20)

    def start() -> Show:
        return Show(offline, "qr", path, "--interval", "100", columns=100, rows=50)
    start.lines = lines.upper().splitlines()
    return start


def test_a_loop_runs_at_the_terminal_until_q_and_restores_it(show):
    terminal = show()
    opened = terminal.until("\x1b[?1049h\x1b[?25l")
    assert opened == ""
    seen = [terminal.frame_with("/") for _ in range(2 * len(show.lines) + 2)]
    texts = [text for text, _ in seen]
    start = texts.index(show.lines[0])
    assert texts[start:start + len(show.lines)] == show.lines[:len(texts) - start]
    assert texts[0] == texts[2 * len(show.lines)], "the loop must repeat"
    terminal.type("q")
    code, rest = terminal.end()
    assert code == 0 and rest.endswith("\x1b[?25h\x1b[?1049l")


def test_keys_change_speed_and_density_and_pause(show):
    terminal = show()
    terminal.frame_with("100 ms 150 B")
    terminal.type("-")
    terminal.frame_with("150 ms")
    terminal.type("\x1b[A")
    terminal.frame_with("100 ms")
    terminal.type(">")
    text, _ = terminal.frame_with("300 B")
    terminal.type("<<")
    terminal.frame_with("60 B")
    terminal.type(" ")
    text, _ = terminal.frame_with("paused")
    terminal.type(" ")
    terminal.frame_with("100 ms")
    terminal.type("\x03")
    assert terminal.end()[0] == 0


def test_the_codes_follow_the_size_of_the_window(show):
    terminal = show()
    terminal.frame_with("150 B")
    terminal.resize(80, 24)
    text, status = terminal.frame_with("41 B")
    assert len(status) <= 80 and text.startswith("UR:COLDSTAR-REQUEST/")
    terminal.resize(20, 10)
    code, rest = terminal.end()
    assert code == 64 and "\x1b[?1049l" in rest and "too small" in rest


def test_a_signal_ends_the_loop_and_restores_the_terminal(show):
    terminal = show()
    terminal.frame_with("150 B")
    os.kill(terminal.pid, signal.SIGTERM)
    code, rest = terminal.end()
    assert code == -signal.SIGTERM and rest.endswith("\x1b[?25h\x1b[?1049l")


def test_a_terminal_too_small_for_the_smallest_codes_is_an_error_that_names_the_size(offline):
    path, _ = requests(offline, 20)
    before = sorted(offline.home.rglob("*"))
    terminal = Show(offline, "qr", path, columns=30, rows=10)
    code, shown = terminal.end()
    said = " ".join(shown.split())
    assert code == 64 and "need a terminal of 37 columns by 20 rows; this one is 30 by 10" in said and "--png FILE" in said
    assert sorted(offline.home.rglob("*")) == before, "no file that was not asked for"


@pytest.mark.parametrize("columns, rows", [(60, 20), (80, 24)])
@pytest.mark.parametrize("shown", ["response", "keystone response", "account"])
def test_what_does_not_fit_is_a_loop_of_smaller_codes(offline, columns, rows, shown):
    offline.import_key("alice", ALICE)
    request = offline.file("request.json", offline.build("convert", offline.file("tx.xdr", payment()), "-n", "testnet", "--format", "request").out)
    if shown == "account":
        arguments = ("key", "show", "alice", "--qr")
    else:
        offline.sign("sign", request, "--key", "alice", "--yes", "--format", "response", "--out", "response.json", pin=PIN)
        arguments = ("qr", "response.json", *(["--dialect", "keystone"] if "keystone" in shown else []))
    terminal = Show(offline, *arguments, "--interval", "100", columns=columns, rows=rows)
    texts: list[str] = []
    while len(set(texts)) == len(texts):
        text, status = terminal.frame()
        texts.append(text)
        assert len(status) <= columns
    terminal.type("q")
    assert terminal.end()[0] == 0 and len(texts) > 2
    numbers = [re.match(r"UR:[A-Z-]+/(\d+)-(\d+)/", text) for text in texts]
    assert {int(number[1]) for number in numbers if number} >= set(range(1, int(numbers[0][2]) + 1)), "one round has every part"
    lines = "\n".join(texts[:-1])
    if shown == "account":
        offline.build("contacts", "import", "-", stdin=lines)
        assert ALICE.public_key in offline.build("contacts", "list").out
    else:
        signed = offline.submit("attach", request, "-", stdin=lines)
        assert sdk.TransactionEnvelope.from_xdr(signed.out.strip(), sdk.Network.TESTNET_NETWORK_PASSPHRASE).signatures
    assert not [*offline.home.rglob("*.png"), *offline.home.rglob("*frames*")]


def test_a_density_holds_for_a_response_too(offline):
    offline.import_key("alice", ALICE)
    request = offline.file("request.json", offline.build("convert", offline.file("tx.xdr", payment()), "-n", "testnet", "--format", "request").out)
    offline.sign("sign", request, "--key", "alice", "--yes", "--format", "response", "--out", "response.json", pin=PIN)
    for density, most in (("20", 20), ("60", 60)):
        terminal = Show(offline, "qr", "response.json", "--density", density, columns=120, rows=50)
        text, status = terminal.frame()
        assert f" {density} B" in status and text.startswith("UR:COLDSTAR-RESPONSE/1-")
        terminal.type("q")
        assert terminal.end()[0] == 0
