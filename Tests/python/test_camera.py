# SPDX-License-Identifier: Apache-2.0
"""The scanner with a camera: Tests/camera/camera.c simulates a Video4Linux driver."""
from __future__ import annotations

import io
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from test_show import payments, requests

WIDTH, HEIGHT = 640, 480
FORMATS = ("GREY", "YU12", "NV12", "YUYV", "MJPG", "JPEG")


@pytest.fixture(scope="session")
def driver(tmp_path_factory) -> Path:
    library = tmp_path_factory.mktemp("camera") / "camera.so"
    source = Path(__file__).parents[1] / "camera/camera.c"
    subprocess.run(["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


def seen(picture: Image.Image | None, number: int) -> Image.Image:
    """A camera's view of a screen: small, rotated, blurred, on a dark table."""
    view = Image.new("L", (WIDTH, HEIGHT), 60)
    if picture is not None:
        code = picture.convert("L").resize((420, 420), Image.BICUBIC).rotate(number % 7 - 3, fillcolor=255)
        view.paste(code, (90 + number % 20, 25 + number % 9))
    return view.filter(ImageFilter.GaussianBlur(0.7))


def layout(view: Image.Image, letters: str, row: int) -> bytes:
    if letters in ("MJPG", "JPEG"):
        out = io.BytesIO()
        view.convert("RGB").save(out, "JPEG", quality=85)
        # Webcams omit the Huffman tables, which are always the same, and drivers pad the frame.
        return without_tables(out.getvalue()) + bytes(512)
    step = 2 if letters == "YUYV" else 1
    lines = np.full((HEIGHT, row), 0x99, np.uint8)
    lines[:, :WIDTH * step:step] = np.array(view)
    if step == 2:
        lines[:, 1:WIDTH * step:2] = 128
    chroma = b"" if letters in ("GREY", "YUYV") else bytes([128]) * (row * HEIGHT // 2)
    return lines.tobytes() + chroma


def without_tables(picture: bytes) -> bytes:
    """A JPEG picture without its Huffman tables (DHT)."""
    kept, at = picture[:2], 2
    while picture[at + 1] != 0xda:
        end = at + 2 + struct.unpack(">H", picture[at + 2:at + 4])[0]
        kept += b"" if picture[at + 1] == 0xc4 else picture[at:end]
        at = end
    assert len(kept) < at
    return kept + picture[at:]


@pytest.fixture
def watch(offline, driver):
    def run(views, letters="YUYV", *args, fault="", buffers=None, path="/dev/video7", **options):
        row = WIDTH * (2 if letters == "YUYV" else 1) + 32
        frames = [layout(view, letters, row) for view in views]
        (offline.home / "frames.bin").write_bytes(b"".join(struct.pack("<I", len(frame)) + frame for frame in frames))
        env = {"LD_PRELOAD": str(driver), "CAMERA_PATH": "/dev/video7", "CAMERA_FORMAT": letters, "CAMERA_FAULT": fault,
               "CAMERA_SIZE": f"{WIDTH}x{HEIGHT}x{row}", "CAMERA_FRAMES": str(offline.home / "frames.bin")}
        return offline.run("coldstar-scan", "--camera", path, *args, env=env | ({"CAMERA_BUFFERS": str(buffers)} if buffers else {}), **options)
    return run


@pytest.fixture
def loop(offline) -> tuple[str, list[Image.Image]]:
    """The hash of a multi-part request, and camera views of its loop, with half of the codes shown more than once."""
    path, _ = requests(offline, 20)
    offline.sign("qr", path, "--frames", "codes")
    codes = [Image.open(code) for code in sorted((offline.home / "codes").iterdir())]
    views = [seen(None, 0), *(seen(code, number + again) for number, code in enumerate(codes) for again in range(1 + number % 2))]
    return offline.sign("inspect", path, "--json").json()["hash"], views


def test_reads_a_multi_part_request_in_every_pixel_format(watch, offline, loop, subtests):
    wanted, views = loop
    for letters in FORMATS:
        with subtests.test(letters=letters):
            read = watch(views, letters)
            assert offline.sign("inspect", "-", "--json", stdin=read.out).json()["hash"] == wanted
            assert read.out.count("\n") == 1


@pytest.mark.parametrize("buffers", [1, 2, 8])
def test_accepts_any_number_of_buffers_from_the_driver(watch, offline, loop, buffers):
    wanted, views = loop
    assert offline.sign("inspect", "-", "--json", stdin=watch(views, buffers=buffers).out).json()["hash"] == wanted


def test_skips_frames_that_the_driver_marks_as_damaged(watch, offline, loop):
    wanted, views = loop
    read = watch([view for view in views for _ in range(2)], fault="damaged")
    assert offline.sign("inspect", "-", "--json", stdin=read.out).json()["hash"] == wanted


def test_reads_a_single_code_and_releases_the_camera(watch):
    import zxingcpp
    tx = payments(1)
    code = Image.fromarray(np.array(zxingcpp.create_barcode(tx, zxingcpp.BarcodeFormat.QRCode).to_image()))
    big = code.resize((460, 460), Image.NEAREST)
    view = Image.new("L", (WIDTH, HEIGHT), 255)
    view.paste(big, (90, 10))
    assert watch([seen(None, 0), view], "GREY", "--timeout", "20").out == tx + "\n"


def test_an_unusable_camera_is_an_error_with_the_reason(watch, subtests):
    for fault, words in [
            ("busy", "does not let itself be set up"), ("no-format", "no format that is understood"), ("no-capture", "it is not a camera"),
            ("no-stream", "does not start")]:
        with subtests.test(fault=fault, words=words):
            failed = watch([seen(None, 0)], fault=fault, code=66)
            assert words in failed.err and "/dev/video7" in failed.err and failed.out == ""


def test_unplugging_the_camera_ends_the_scan(watch):
    failed = watch([seen(None, 0)], fault="unplugged", code=None)
    assert failed.code in (65, 66) and "No such device" in failed.err and failed.out == ""


def test_the_scan_ends_at_its_timeout_if_no_code_is_shown(watch):
    failed = watch([seen(None, 0)], "GREY", "--timeout", "1", code=None)
    assert failed.code == 65 and failed.out == ""


def test_a_path_without_a_camera_is_an_error(watch):
    assert "no such camera" in watch([seen(None, 0)], path="/dev/video8", code=66).err
