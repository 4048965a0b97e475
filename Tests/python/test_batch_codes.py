# SPDX-License-Identifier: Apache-2.0
"""A batch as QR codes: requests to the signer and results back, each file byte for byte."""
from __future__ import annotations

import base64
import json
import re

import pytest

from programs import PIN, key
from qr_check import read_png
from terminal import Terminal
from test_show import END, modules, read_terminal

ALICE, BOB = key("alice"), key("bob")


def table(machine, count: int, *options, name: str = "batch.jsonl") -> str:
    """A file with a request on each line, made by the builder; returns what the builder told."""
    rows = "".join(f"{BOB.public_key},{number + 1},native,text:Invoice {number}\n" for number in range(count))
    return machine.build("batch", "-", "--source", ALICE.public_key, "--network", "testnet", "--sequence", "101", "--fee", "100",
                         "--out", name, *options, stdin="destination,amount,asset,memo\n" + rows).err


def text(machine, name: str) -> str:
    return (machine.home / name).read_text()


def frames(machine, name: str) -> list:
    return sorted((machine.home / name).iterdir())


def drawn(machine, page: str, folder: str) -> list:
    """The codes of an HTML page as picture files, in order."""
    (machine.home / folder).mkdir()
    data = json.loads(re.search(r"const show = (\{.*\});", text(machine, page))[1])
    for place, code in enumerate(data["codes"]):
        modules(base64.b64decode(code), data["size"], data["quiet"]).save(machine.home / folder / f"{place:04}.png")
    return frames(machine, folder)


@pytest.mark.slow
def test_three_hundred_requests_go_to_the_signer_and_back_as_pictures(offline):
    told = table(offline, 300, "--html", "there.html", "--density", "high")
    batch = text(offline, "batch.jsonl")
    shown = drawn(offline, "there.html", "there")
    count = len(shown)
    assert len(batch.splitlines()) == 300 and count % 2 == 0
    assert re.search(rf"^{count} codes \({count // 2} are enough\), 5 a second: about \d+ s to read", told, re.MULTILINE)
    # A camera that starts late and misses a code in four.
    seen = [picture for place, picture in enumerate(shown) if place % 4][40:]
    assert offline.run("coldstar-scan", *seen).out == batch
    offline.import_key("alice", ALICE)
    signed = offline.sign("sign", "batch.jsonl", "--key", "alice", "--yes", "--format", "response", "--out", "results.jsonl",
                          "--html", "back.html", "--density", "high", pin=PIN)
    results = text(offline, "results.jsonl")
    assert len(results.splitlines()) == 300 and "codes (" in signed.err
    drawn(offline, "back.html", "back")
    assert offline.run("coldstar-scan", "back").out == results
    documents = [json.loads(line) for line in results.splitlines()]
    assert [d["id"] for d in documents] == [json.loads(line)["id"] for line in batch.splitlines()]
    assert {d["signatures"][0]["public_key"] for d in documents} == {ALICE.public_key}


def test_codes_carry_responses_whatever_the_format_of_the_file(offline):
    table(offline, 3)
    offline.import_key("alice", ALICE)
    offline.sign("sign", "batch.jsonl", "--key", "alice", "--yes", "--out", "signed.xdr", "--frames", "back", pin=PIN)
    results = offline.run("coldstar-scan", "back").out.splitlines()
    assert [json.loads(line)["format"] for line in results] == ["coldstar-response"] * 3
    assert not text(offline, "signed.xdr").startswith("{")


def test_a_file_of_any_kind_of_line_is_shown_and_read_back(offline):
    table(offline, 4)
    requests = text(offline, "batch.jsonl")
    offline.import_key("alice", ALICE)
    for number, form in enumerate(("xdr", "request", "response")):
        offline.sign("sign", "batch.jsonl", "--key", "alice", "--yes", "--format", form, "--out", f"{form}.txt", pin=PIN)
        offline.sign("qr", f"{form}.txt", "--frames", form)
        assert offline.run("coldstar-scan", form).out == text(offline, f"{form}.txt")
    mixed = requests.replace('"version":1', '"version": 1', 1)
    path = offline.file("mixed.jsonl", mixed)
    offline.sign("qr", path, "--frames", "mixed")
    assert offline.run("coldstar-scan", "mixed").out == mixed


def test_the_texts_of_the_codes_are_accepted_in_place_of_the_file(offline):
    table(offline, 4, "--frames", "there")
    texts = [read_png(picture).decode() for picture in frames(offline, "there")]
    assert texts[0].startswith("UR:COLDSTAR-BATCH/1-")
    shown = offline.sign("inspect", "-", "--json", stdin="\n".join(reversed(texts[2:]))).json()
    assert shown == offline.sign("inspect", "batch.jsonl", "--json").json()
    refused = offline.sign("inspect", "-", stdin="\n".join(texts[:2]), code=65)
    assert "standard input: the UR is not complete: 2 of" in refused.err


def test_parts_of_two_batches_are_an_error_that_names_the_picture(offline):
    table(offline, 4, "--frames", "one")
    table(offline, 5, "--frames", "two", "--note", "another", name="other.jsonl")
    one, two = frames(offline, "one"), frames(offline, "two")
    mixed = offline.run("coldstar-scan", *one[:3], *two[3:], code=65)
    assert mixed.out == "" and "parts of two messages are mixed" in mixed.err and two[3].name in mixed.err
    cut = offline.run("coldstar-scan", *one[:3], code=65)
    assert cut.out == "" and "the message is not complete: 3 of" in cut.err


def test_codes_that_cannot_hold_the_batch_leave_nothing_behind(offline):
    told = offline.build("batch", "-", "--source", ALICE.public_key, "--network", "testnet", "--sequence", "101", "--fee", "100", "--out",
                         "batch.jsonl", "--frames", "there", "--density", "low", code=65,
                         stdin="destination,amount,memo,asset\n" + "".join(f"{BOB.public_key},1,text:{number},native\n" for number in range(700)))
    assert "at most 2048 are taken" in told.err and "--density high" in told.err
    assert not (offline.home / "batch.jsonl").exists() and not (offline.home / "there").exists()
    assert offline.build("request", "list", "--json").json()["requests"] == []


def test_a_line_that_is_no_document_is_named(offline):
    table(offline, 3)
    path = offline.file("odd.jsonl", text(offline, "batch.jsonl") + '{"format":"coldstar-request"}\n')
    refused = offline.sign("qr", path, "--frames", "there", code=65)
    assert "odd.jsonl:4: " in refused.err and not (offline.home / "there").exists()


@pytest.mark.parametrize("options", [("--png", "one.png"), ("--dialect", "keystone", "--frames", "there")], ids=str)
def test_a_batch_needs_a_loop_of_coldstars_own_codes(offline, options):
    table(offline, 40)
    refused = offline.sign("qr", "batch.jsonl", *options, code=None)
    assert refused.code in (64, 65) and "hint: " in refused.err
    assert not (offline.home / "one.png").exists() and not (offline.home / "there").exists()


def test_a_terminal_is_told_the_time_before_the_loop_starts(offline):
    table(offline, 10)
    show = Terminal(offline, "coldstar-sign", "qr", "batch.jsonl", columns=80, rows=40)
    before = show.until("press Enter to show the codes, or type q to leave: ")
    assert re.search(r"\d+ codes \(\d+ are enough\), 5 a second: about \d+ s to read", before) and "\x1b[?1049h" not in before
    show.type("\n")
    assert read_terminal(show.until(END)).decode().startswith("UR:COLDSTAR-BATCH/1-")
    show.type("q")
    assert show.end()[0] == 0
    left = Terminal(offline, "coldstar-sign", "qr", "batch.jsonl", columns=80, rows=40)
    left.until("to leave: ")
    left.type("q\n")
    code, seen = left.end()
    assert code == 0 and "\x1b[?1049h" not in seen


def test_a_small_terminal_gets_a_hint_instead_of_hundreds_of_files(offline):
    table(offline, 10)
    show = Terminal(offline, "coldstar-sign", "qr", "batch.jsonl", columns=30, rows=10)
    code, seen = show.end()
    said = " ".join(seen.split())
    assert code == 64 and "columns by" in said and "--html FILE" in said
    assert not list(offline.home.glob("coldstar-batch*"))
