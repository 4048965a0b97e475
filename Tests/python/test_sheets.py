# SPDX-License-Identifier: Apache-2.0
"""Sheets to print: one page of HTML each, which loads and runs nothing, and contains no secret whatever the vault contains."""
from __future__ import annotations

import base64
import hashlib
import os
import re
import stat
import zlib
from html.parser import HTMLParser

import pytest
import stellar_sdk as sdk
from PIL import Image

from programs import PIN, key
from qr_check import read
from terminal import Terminal

ALICE, BOB = key("alice"), key("bob")
WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
ELEMENTS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "b", "span", "br", "div", "pre", "ol", "ul", "li", "svg", "rect", "path"}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "viewbox", "shape-rendering", "role", "aria-label", "width", "height", "fill", "d"}


class Page(HTMLParser):
    """A sheet as a browser takes it, after checking that it is nothing but text, lines and squares."""

    def __init__(self, text: str):
        super().__init__()
        self.source, self.words, self.paths, self.count = text, [], [], {}
        assert text.isascii()
        self.feed(text)
        style = re.search("(?s)<style>(.*?)</style>", text)[1]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f'content="default-src \'none\'; style-src \'sha256-{digest}\'"' in text
        assert "url(" not in style and "@import" not in style

    def handle_starttag(self, tag, attributes):
        assert tag in ELEMENTS, tag
        assert {name for name, _ in attributes} <= ATTRIBUTES, attributes
        self.count[tag] = self.count.get(tag, 0) + 1
        self.paths += [value for name, value in attributes if name == "d"]

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def codes(self) -> list[str]:
        return [read_path(path) for path in self.paths]


def read_path(path: str) -> str:
    """What a QR code says, painted from its runs."""
    runs = [tuple(map(int, run)) for run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)]
    side = max(row for _, row, _ in runs) + 5
    picture = Image.new("L", (side, side), 255)
    for column, row, width in runs:
        for place in range(column, column + width):
            picture.putpixel((place, row), 0)
    return read(picture.resize((side * 8, side * 8), Image.NEAREST)).decode()


def grouped(address: str) -> str:
    return " ".join(address[place:place + 4] for place in range(0, len(address), 4))


@pytest.fixture
def keys(offline):
    """A secret key, a mnemonic, a key of Solana with a second factor, and a key made here with a passphrase."""
    factor = offline.file("factor.bin", "f" * 40)
    offline.sign("key", "import", "alice", secret=ALICE.secret, pin=PIN)
    offline.sign("key", "import", "words", "--account", "1", secret=WORDS, pin=PIN)
    offline.sign("key", "import", "coins", "--chain", "solana", "--second-factor", factor, secret=WORDS, pin=PIN)
    offline.sign("key", "new", "made", "--passphrase-fd", "0", stdin="more\n", pin=PIN)
    return offline


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def address(machine, name: str) -> str:
    shown = machine.sign("key", "show", name, "--json").json()
    return shown.get("public_key") or shown["address"]


def sheet(machine, *arguments) -> Page:
    machine.sign("sheet", *arguments, "--out", "sheet.html", "--force")
    assert stat.S_IMODE((machine.home / "sheet.html").stat().st_mode) == 0o600
    return Page((machine.home / "sheet.html").read_text())


# ---------------------------------------------------------------- no secret

SHARES = ("--for", "shares", "--threshold", "2", "--shares", "3")


@pytest.mark.parametrize("how", [(), ("--for", "file"), SHARES], ids=["words", "file", "shares"])
@pytest.mark.parametrize("name", ["alice", "words", "coins", "made"])
def test_no_sheet_contains_a_secret(keys, name, how):
    page = sheet(keys, "key", name, *how)
    text = keys.sign("sheet", "key", name, *how, "--format", "text").out
    secret = keys.sign("key", "export", name, *(("--second-factor", "factor.bin") if name == "coins" else ()), pin=PIN).out.strip()
    pieces = [secret, secret[:12], PIN, "more\n"] + ([f" {one} {two} " for one, two in zip(secret.split(), secret.split()[1:])] if " " in secret else [])
    box = (keys.home / "vault" / f"{name}.key").read_text().splitlines()[1]
    for content in (page.source, page.text, text, *page.codes):
        assert not [piece for piece in pieces if piece in content] and box[:40] not in content
    assert page.codes == [address(keys, name)] * (3 if how == SHARES else 1)


def test_a_sheet_needs_no_pin_and_writes_nothing_to_the_vault(keys):
    before = {path: path.read_bytes() for path in (keys.home / "vault").iterdir()}
    keys.sign("sheet", "key", "alice", "--out", "alice.html")
    keys.sign("sheet", "addresses", "--out", "addresses.html")
    assert {path: path.read_bytes() for path in (keys.home / "vault").iterdir()} == before


# ---------------------------------------------------------------- what they say

@pytest.mark.parametrize("name, words, command", [
    ("alice", 14, "coldstar-sign key import alice"), ("words", 12, "coldstar-sign key import words --account 1"),
    ("coins", 12, "coldstar-sign key import coins --chain solana"), ("made", 24, "coldstar-sign key import made --passphrase")])
def test_the_sheet_of_words_has_a_box_for_each_and_the_command(keys, name, words, command):
    page = sheet(keys, "key", name)
    assert page.count["ol"] == 1 and len(re.findall(r"<li><b>\d+</b></li>", page.source)) == words
    assert f"<pre>{command}</pre>" in page.source
    assert grouped(address(keys, name)) in page.text
    assert f"coldstar-sign key show {name} --verify {address(keys, name)}" in page.text
    shown = keys.sign("key", "show", name).out
    assert re.search("(?m)^created +(.*)$", shown)[1] in page.text
    assert ("UTC, from the machine's random generator" in page.text) == (name == "made")


def test_the_commands_of_a_sheet_restore_the_key(keys):
    page = sheet(keys, "key", "words")
    restore, compare = re.findall("<pre>coldstar-sign (.*?)</pre>", page.source)
    expected = address(keys, "words")
    keys.sign("key", "remove", "words", "--yes")
    keys.sign(*restore.split(), secret=WORDS, pin=PIN)
    assert expected in keys.sign(*compare.split()).out


def test_the_sheet_of_a_file_says_what_else_is_needed(keys):
    page = sheet(keys, "key", "coins", "--for", "file")
    assert "second factor: a file of its own. All three are needed." in page.text and "<pre>coldstar-sign key restore coins coins.backup</pre>" in page.source
    assert "second factor" not in sheet(keys, "key", "alice", "--for", "file").text
    assert "ol" not in page.count, "there is nothing secret to write on it"


@pytest.mark.parametrize("name, words", [("alice", 33), ("words", 20), ("made", 59)])
def test_the_sheets_of_shares_have_a_page_each(keys, name, words):
    page = sheet(keys, "key", name, *SHARES)
    assert page.count["h1"] == 3 == page.count["ol"] and page.count["li"] == 3 * (words + 6)
    for number in (1, 2, 3):
        assert f"Share {number} of 3; any 2 restore the key" in page.text
    made = keys.sign("key", "shares", "make", name, "--threshold", "2", "--shares", "3", pin=PIN)
    command = re.search("restore it: (.*)", made.out)[1]
    assert page.source.count(f"<pre>{command}</pre>") == 3, "as key shares make prints it"
    assert len(made.out.splitlines()[1].split()) == words


def test_addresses_are_those_of_keys_and_of_the_book(keys):
    keys.sign("book", "contacts", "add", "bob", BOB.public_key, "--memo", "text:<b>&\"'\x7f", "--key", "alice", "--yes", pin=PIN)
    muxed = sdk.MuxedAccount(key("carol").public_key, 77).account_muxed
    keys.sign("book", "contacts", "add", "carol", muxed, "--key", "alice", "--yes", pin=PIN)
    keys.sign("book", "accounts", "add", key("treasury").public_key, "--signer", f"{ALICE.public_key}:1", "--key", "alice", "--yes", pin=PIN)
    page = sheet(keys, "addresses")
    expected = [address(keys, name) for name in ("alice", "coins", "made", "words")] + [BOB.public_key, muxed, key("treasury").public_key]
    assert page.codes == expected
    for one in expected:
        assert grouped(one) in page.text
    assert "with the id 77" in page.text and "1 other signer" in page.text and "book number 3 of " in page.text
    assert "<b>&" not in page.source and "&lt;b&gt;&amp;" in page.source and r"\x7f" in page.source
    text = keys.sign("sheet", "addresses", "--format", "text").out
    assert text.isascii() and all(grouped(one)[:34] in text for one in expected)
    two = sheet(keys, "addresses", "words", "carol")
    assert two.codes == [address(keys, "words"), muxed]
    assert sheet(keys, "addresses", key("treasury").public_key).codes == [key("treasury").public_key]


def test_the_sheet_of_a_backup_is_about_that_backup(keys):
    made = keys.sign("backup", "--out", "vault.backup", "--sheet", "vault.html", "--json").json()
    content = (keys.home / "vault.backup").read_bytes()
    page = Page((keys.home / "vault.html").read_text())
    assert f"{made['journal']['entries']} entries" in page.text and made["journal"]["digest"] in page.text
    assert hashlib.sha256(content).hexdigest() in page.text and f"vault.backup, {len(content)} bytes" in page.text
    assert "<pre>coldstar-sign restore vault.backup</pre>" in page.source
    assert page.codes == [address(keys, name) for name in ("alice", "coins", "made", "words")]
    assert page.text.count("needs its second factor") == 1


def test_a_terminal_gets_text_and_a_file_html(keys):
    code, seen = Terminal(keys, "coldstar-sign", "sheet", "key", "alice").end()
    assert code == 0 and "Key alice: the secret key\r\n===" in seen and "<" not in seen
    assert all(len(line) <= 110 for line in seen.splitlines())
    assert keys.sign("sheet", "key", "alice").out.startswith("<!doctype html>")


# ---------------------------------------------------------------- rejections

def test_a_sheet_replaces_no_file(keys):
    place = keys.file("mine.html", "mine")
    for arguments in (("sheet", "key", "alice", "--out", place), ("sheet", "addresses", "--out", place), ("backup", "--out", "new.backup", "--sheet", place)):
        keys.sign(*arguments, code=73)
    os.symlink(keys.home / "target", keys.home / "link.html")
    keys.sign("sheet", "key", "alice", "--out", "link.html", code=73)
    assert (keys.home / "mine.html").read_text() == "mine" and not (keys.home / "target").exists() and not (keys.home / "new.backup").exists()
    assert "backed-up" not in keys.sign("journal", "show", "--json").out


@pytest.mark.parametrize("arguments, code, words", [
    (("key", "stranger"), 66, "there is no key stranger"), (("key", ALICE.secret), 64, "is a secret key"), (("key", "../alice"), 64, "../alice"),
    (("key", "alice", "--for", "words", "--shares", "3"), 64, "belong to --for shares"), (("key", "alice", "--threshold", "3"), 64, "belong to --for shares"),
    (("key", "alice", "--for", "shares"), 64, "needs --threshold and --shares"), (("key", "alice", "--for", "shares", "--shares", "3"), 64, "needs --threshold"),
    (("key", "alice", "--for", "shares", "--threshold", "1", "--shares", "3"), 64, "must be 2 or more"),
    (("key", "alice", "--for", "shares", "--threshold", "3", "--shares", "2"), 64, "from 3, the threshold"),
    (("key", "alice", "--for", "shares", "--threshold", "2", "--shares", "17"), 64, "to 16"),
    (("key", "alice", "--for", "paper"), 64, "'words', 'file'"), (("key", "alice", "--format", "pdf"), 64, "'html' and 'text'"),
    (("key", "alice", "--now", "soon"), 65, "is not a time"), (("key", "alice", "--out", "."), 64, "not a folder"),
    (("key", "alice", "--out", "nowhere/sheet.html"), 73, "nowhere"), (("addresses", "stranger"), 66, "neither a key nor a contact has the name stranger"),
    (("addresses", "alice", "no\x1b[2Jone"), 66, r"no\x1b[2Jone"), (("addresses", ALICE.secret), 64, "is a secret key"),
], ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_wrong_arguments_are_rejected(signer, arguments, code, words):
    refused = signer.sign("sheet", *arguments, code=code)
    assert words in refused.err and ALICE.secret not in refused.err and refused.out == ""
    assert "\x1b" not in refused.err and not list(signer.home.glob("*.html"))


@pytest.mark.parametrize("arguments, words", [
    (("--sheet", "-"), "give a file"), (("--sheet", "vault.backup"), "cannot be the same file"), (("--sheet", ""), "")])
def test_wrong_places_of_a_backups_sheet_are_rejected(signer, arguments, words):
    refused = signer.sign("backup", "--out", "vault.backup", *arguments, code=None)
    assert refused.code in (64, 65, 73) and words in refused.err and not (signer.home / "vault.backup").exists()
    assert "backed-up" not in signer.sign("journal", "show", "--json").out


def test_an_empty_vault_has_no_addresses(offline):
    assert "there is no address in this vault" in offline.sign("sheet", "addresses", code=66).err
    assert not (offline.home / "vault").exists()


def test_a_damaged_key_is_an_error_and_not_left_out(keys):
    (keys.home / "vault" / "coins.key").write_text("{}\n\n")
    for arguments in (("key", "coins"), ("addresses",), ("addresses", "coins")):
        assert "coins" in keys.sign("sheet", *arguments, code=65).err
    assert sheet(keys, "addresses", "alice").codes == [ALICE.public_key]


def test_the_name_of_a_backup_is_only_text(keys):
    for number, name in enumerate(("<img src=x onerror=alert(1)>", "a\nb\x1b[2J", "it's \"&amp;\"", "\u202egnp")):
        keys.sign("backup", "--out", name, "--sheet", f"{number}.html")
        page = Page((keys.home / f"{number}.html").read_text())
        assert "img" not in page.count and "\x1b" not in page.source
    assert "&lt;img src=x onerror=alert(1)&gt;" in (keys.home / "0.html").read_text()


# ---------------------------------------------------------------- on paper

def pages(browser, **size) -> int:
    data = base64.b64decode(browser.command("Page.printToPDF", **size)["data"])
    streams = [zlib.decompress(stream) for stream in re.findall(rb"(?s)stream\r?\n(.*?)endstream", data) if stream[:1] == b"\x78"]
    return len(re.findall(rb"/Type\s*/Page[^s]", b"".join([data, *streams])))


@pytest.mark.parametrize("width, height", [(8.27, 11.69), (8.5, 11)], ids=["A4", "Letter"])
def test_a_sheet_takes_a_page_of_paper(keys, browser, width, height):
    keys.sign("key", "new", "rolled", "--dice-fd", "0", stdin="123456" * 17 + "\n", pin=PIN)
    for name, how, count in (("rolled", (), 1), ("rolled", SHARES, 3), ("alice", (), 1), ("words", (), 1), ("made", (), 1), ("coins", ("--for", "file"), 1), ("alice", SHARES, 3), ("words", SHARES, 3)):
        sheet(keys, "key", name, *how)
        browser.open(f"file://{keys.home}/sheet.html")
        assert pages(browser, paperWidth=width, paperHeight=height, printBackground=False) == count, (name, how)
        assert browser.driver.execute_script("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert [entry for entry in browser.driver.get_log("browser") if "sheet.html" in entry["message"]] == [], "its own policy blocks nothing of it"
