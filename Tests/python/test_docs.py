# SPDX-License-Identifier: Apache-2.0
"""The documentation is true of what is there: sessions are run, links lead somewhere, tables agree with the sources."""
from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import console
from programs import Sandbox

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path for path in ROOT.rglob("*.md") if ".build" not in path.parts and "out" not in path.relative_to(ROOT).parts)
FIRST, SECOND = "http://127.0.0.1:8000", "http://127.0.0.1:8001"
# The practice anchor in what is shown: as many digits as a port that the system chooses has.
ANCHOR = "127.0.0.1:48000"


@pytest.fixture
def terminal(folder, tmp_path, sandbox):
    second = Sandbox(folder, "--seed", str(ROOT / "samples" / "practice-network.json"))
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    env = {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(tmp_path), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    yield console.Session(tmp_path, env, {FIRST: sandbox.url, SECOND: second.url, ANCHOR: sandbox.url.removeprefix("http://")})
    assert second.stop()[0] == 0


@pytest.mark.parametrize("page", ["README.md", "docs/USER-GUIDE.md", "docs/BUILDER.md", "docs/ANCHORS.md"])
def test_sessions_come_out_as_they_are_shown(page, terminal):
    commands = console.commands(ROOT / page)
    assert commands
    for command in commands:
        shown, real = "\n".join(command.shown), terminal.run(command.text, command.shown)
        assert console.agrees(shown, real), f"$ {command.text}\n--- shown\n{console.plain(shown)}\n--- real\n{console.plain(real)}"


@pytest.mark.parametrize("shown, real, same", [
    ("hash  " + "a" * 64, "hash  " + "b" * 64, True),
    ("one\n...\nfour", "one\ntwo\nthree\nfour", True),
    ("one\n...\nfour", "one\nfour", True),
    ("account  G...", "account  GABC", True),
    ("one\n...\nfour", "one\ntwo", False),
    ("25.5 XLM", "25.6 XLM", False),
    ("", "something", False),
    ("GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6", "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX", False),
])
def test_the_comparison_sees_what_matters(shown, real, same):
    assert console.agrees(shown, real) is same


def anchors(text: str) -> set[str]:
    """As the usual renderers make them from headings."""
    titles = re.findall(r"(?m)^#+ (.+)$", text)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    text = re.sub(r"(?s)```.*?```", "", page.read_text())
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?://", target):
            continue
        name, _, anchor = target.partition("#")
        other = page if not name else (page.parent / name)
        assert other.exists(), f"{target} is not there"
        assert not anchor or anchor in anchors(other.read_text()), f"{target}: no such heading"


def rows(page: str, heading: str) -> list[list[str]]:
    """The first table below a heading, its cells without code marks."""
    section = (ROOT / page).read_text().split(heading + "\n", 1)[1]
    table = re.search(r"(?m)(^\|.*\n)+", section)[0]
    lines = [line.strip().strip("|") for line in table.splitlines()[2:]]
    return [[cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", line)] for line in lines]


def test_the_table_of_targets_is_that_of_the_package():
    dump = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True).stdout)
    declared = {(target["path"].split("/")[1], target["name"]) for target in dump["targets"] if target["type"] != "test"}
    shown = {(layer, name) for layer, names, _ in rows("docs/ARCHITECTURE.md", "## Targets") for name in names.split()}
    assert shown == declared


def test_the_exit_codes_are_those_of_the_programs():
    source = (ROOT / "Sources/Shell/Shell/ExitCode.swift").read_text()
    declared = {int(number) for number in re.findall(r"case \w+ = (\d+)", source)}
    assert {int(row[0]) for row in rows("docs/USER-GUIDE.md", "### Exit codes")} == declared


@pytest.mark.parametrize("heading", ["### Building", "### Signing", "### Scanning", "### Sending"])
def test_the_errors_of_the_guide_are_those_of_the_programs(heading):
    sources = "".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
    # A message may go on in the next line of the source.
    sources = re.sub(r'"\s*\+ "|\\\n\s*', "", sources)
    section = (ROOT / "docs/USER-GUIDE.md").read_text().split(heading + "\n", 1)[1].split("\n#", 1)[0]
    shown = [text for line in section.splitlines() if line.startswith("| ") for text in re.findall("`([^`]+)`", line.split("|")[1])]
    assert len(shown) > 5
    for text in shown:
        for fragment in filter(None, (part.strip() for part in text.split("…"))):
            assert fragment in sources, f"no program says: {fragment}"


def test_every_variable_of_the_environment_is_documented():
    used = set()
    for path in (ROOT / "Sources").rglob("*.swift"):
        used |= set(re.findall(r'Environment\["(\w+)"\]', path.read_text()))
    documented = (ROOT / "docs/USER-GUIDE.md").read_text()
    assert used and all(name in documented for name in used), used


def test_every_make_target_that_is_named_is_there():
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    for page in PAGES:
        for name in re.findall(r"`make ([a-z-]+)", page.read_text()):
            assert name in targets, f"{page.name}: make {name}"


def test_every_command_is_in_the_guide(folder):
    guide = (ROOT / "docs/USER-GUIDE.md").read_text() + (ROOT / "docs/BUILDER.md").read_text()
    for program in ("coldstar-build", "coldstar-sign", "coldstar-submit"):
        text = subprocess.run([folder / program, "--help"], capture_output=True, text=True, check=True).stdout
        names = re.findall(r"(?m)^  ([a-z-]+)(?:  |$)", text.split("SUBCOMMANDS:", 1)[1])
        assert names
        for name in names:
            assert re.search(rf"\*\*{name}\b|{program} {name}\b|`{name} ", guide), f"{program} {name}"


def test_every_decision_is_in_the_list():
    listed = set(re.findall(r"\]\((\d{4}-[^)]+)\)", (ROOT / "docs/decisions/README.md").read_text()))
    assert listed == {path.name for path in (ROOT / "docs/decisions").glob("[0-9]*.md")}


def test_the_table_of_what_the_signer_trusts_is_that_of_the_sources():
    """The same rows; the counts may be a fifth off, or 200 lines, before the table has to be written anew."""
    real = subprocess.run([ROOT / "scripts/trusted-lines"], capture_output=True, text=True, check=True).stdout
    cells = lambda text: {row[0]: row[1:] for line in text.splitlines()[2:] for row in [[cell.strip() for cell in line.strip("|").split("|")]]}
    page = (ROOT / "docs/THREAT-MODEL.md").read_text()
    shown, counted = cells(page.split("<!-- scripts/trusted-lines -->\n")[1].split("<!-- end -->")[0]), cells(real)
    assert list(shown) == list(counted), "scripts/trusted-lines --write"
    for name, (origin, count) in counted.items():
        assert shown[name][0] == origin
        if count.isdigit():
            assert abs(int(shown[name][1]) - int(count)) <= max(200, int(count) // 5), f"{name}: scripts/trusted-lines --write"
        else:
            assert shown[name][1] == count
