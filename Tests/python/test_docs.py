# SPDX-License-Identifier: Apache-2.0
"""The documentation matches the project: its sessions are run, its links resolve, its tables agree with the sources."""
from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import console
from links import links
from programs import INHERITED, Sandbox

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path for path in ROOT.rglob("*.md") if ".build" not in path.parts and "out" not in path.relative_to(ROOT).parts)
FIRST, SECOND = "http://127.0.0.1:8000", "http://127.0.0.1:8001"
# The practice anchor as shown in the pages: with as many digits as a port that the system assigns.
ANCHOR = "127.0.0.1:48000"


@pytest.fixture
def terminal(folder, tmp_path, sandbox):
    second = Sandbox(folder, "--seed", str(ROOT / "samples" / "practice-network.json"))
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    env = {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(tmp_path), "TERM": "xterm", "LC_ALL": "C", **INHERITED}
    yield console.Session(tmp_path, env, {FIRST: sandbox.url, SECOND: second.url, ANCHOR: sandbox.url.removeprefix("http://")})
    assert second.stop()[0] == 0


# README.md shows the session of docs/FIRST-PAYMENT.md; test_the_reference_is_up_to_date compares the two.
SESSIONS = [path for path in PAGES if "docs" in path.relative_to(ROOT).parts and "```console\n" in path.read_text()]


@pytest.mark.parametrize("page", SESSIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documented_sessions_print_what_they_show(page, terminal):
    commands = console.commands(page)
    assert commands
    for command in commands:
        shown, real = "\n".join(command.shown), terminal.run(command.text, command.shown)
        assert console.agrees(shown, real), f"$ {command.text}\n--- shown\n{console.plain(shown)}\n--- real\n{console.plain(real)}"


COMPARED = [
    ("hash  " + "a" * 64, "hash  " + "b" * 64, True),
    ("one\n...\nfour", "one\ntwo\nthree\nfour", True),
    ("one\n...\nfour", "one\nfour", True),
    ("account  G...", "account  GABC", True),
    ("one\n...\nfour", "one\ntwo", False),
    ("25.5 XLM", "25.6 XLM", False),
    ("", "something", False),
    ("GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6", "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX", False),
]


def test_the_session_comparison_detects_relevant_differences():
    for shown, real, same in COMPARED:
        assert console.agrees(shown, real) is same, (shown, real)


def anchors(text: str) -> set[str]:
    """The heading anchors that common renderers generate."""
    titles = re.findall(r"(?m)^#+ (.+)$", text)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_point_to_existing_files_and_headings():
    wrong = []
    for page in PAGES:
        for target in links(page):
            name, _, anchor = target.partition("#")
            other = page if not name else (page.parent / name)
            if not other.exists() or anchor and anchor not in anchors(other.read_text()):
                wrong.append(f"{page.relative_to(ROOT)}: {target}")
    assert len(PAGES) > 50 and wrong == []


def rows(page: str, heading: str) -> list[list[str]]:
    """The first table below a heading, its cells without code marks."""
    section = (ROOT / page).read_text().split(heading + "\n", 1)[1]
    table = re.search(r"(?m)(^\|.*\n)+", section)[0]
    lines = [line.strip().strip("|") for line in table.splitlines()[2:]]
    return [[cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", line)] for line in lines]


def test_the_table_of_targets_matches_the_package():
    dump = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True).stdout)
    declared = {(target["path"].split("/")[1], target["name"]) for target in dump["targets"]
                    if target["type"] != "test" and target["path"].startswith("Sources/")}
    shown = {(layer, name) for layer, names, _ in rows("docs/ARCHITECTURE.md", "## Targets") for name in names.split()}
    assert shown == declared


def test_the_documented_exit_codes_match_the_sources():
    source = (ROOT / "Sources/Core/Terminal/ExitCode.swift").read_text()
    declared = {int(number) for number in re.findall(r"case \w+ = (\d+)", source)}
    assert {int(row[0]) for row in rows("docs/USER-GUIDE.md", "### Exit codes")} == declared


def test_the_error_messages_of_the_user_guide_exist_in_the_sources():
    sources = "".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
    # A message may continue on the next line of the source.
    sources = re.sub(r'"\s*\+ "|\\\n\s*', "", sources)
    guide = (ROOT / "docs/USER-GUIDE.md").read_text()
    for heading in ("### Building", "### Signing", "### Scanning", "### Submitting"):
        section = guide.split(heading + "\n", 1)[1].split("\n#", 1)[0]
        shown = [text for line in section.splitlines() if line.startswith("| ") for text in re.findall("`([^`]+)`", line.split("|")[1])]
        assert len(shown) > 5, heading
        for text in shown:
            for fragment in filter(None, (part.strip() for part in text.split("…"))):
                assert fragment in sources, f"no source contains: {fragment}"


def test_every_environment_variable_is_documented():
    used = set()
    for path in (ROOT / "Sources").rglob("*.swift"):
        used |= set(re.findall(r'Environment\["(\w+)"\]', path.read_text()))
    documented = (ROOT / "docs/USER-GUIDE.md").read_text()
    assert used and all(name in documented for name in used), used


def test_every_documented_make_target_exists():
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    for page in PAGES:
        for name in re.findall(r"`make ([a-z-]+)", page.read_text()):
            assert name in targets, f"{page.name}: make {name}"


def test_the_reference_is_up_to_date(folder):
    """And the session in README.md is that of docs/FIRST-PAYMENT.md."""
    done = subprocess.run([ROOT / "scripts/reference", folder, "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_outdated_reference_page_is_detected_and_regenerated(folder, tmp_path):
    for name in ("scripts", "docs/reference"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("scripts/reference", "scripts/declarations.py", "README.md", "docs/FIRST-PAYMENT.md", *(f"docs/reference/{page.name}" for page in REFERENCE)):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    page = tmp_path / "docs/reference/coldstar-scan.md"
    page.write_text(page.read_text().replace("`--timeout TIMEOUT`", "`--patience SECONDS`"))
    check = ["python3", tmp_path / "scripts/reference", folder]
    done = subprocess.run([*check, "--check"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "docs/reference/coldstar-scan.md differs from what the programs say: run 'make reference'\n"
    assert subprocess.run(check).returncode == 0
    assert page.read_text() == (ROOT / "docs/reference/coldstar-scan.md").read_text()


REFERENCE = sorted((ROOT / "docs/reference").glob("*.md"))


def sections(page: Path) -> list[tuple[str, str]]:
    """Each command of a page of the reference, and what the page shows below its generated table."""
    found = re.findall(r"(?ms)^<!-- generated: ([^>]+) -->\n.*?^<!-- end -->\n(.*?)(?=^## |\Z)", page.read_text())
    commands = [(name, text) for name, text in found if name not in ("commands", "shared options")]
    assert commands, page
    return commands


def test_every_command_has_an_example():
    assert len(REFERENCE) >= 6
    for page, (name, text) in ((page, section) for page in REFERENCE for section in sections(page)):
        call = page.stem if name == page.stem else f"{page.stem} {name}"
        # `journal` is short for `journal show`.
        calls = (call, call.removesuffix(" show") + "\n")
        blocks = "".join(re.findall(r"(?ms)^```(?:console)?\n(.*?)^```$", text))
        assert any(each in blocks for each in calls), f"{call} has no example"


def declared(folder: Path) -> dict[str, set[str]]:
    """The options of each command of the programs, by the command's words."""
    found = {}
    for program in ("build", "sign", "submit", "scan", "sandbox"):
        done = subprocess.run([folder / f"coldstar-{program}", "--experimental-dump-help"], capture_output=True, check=True)
        waiting = [(f"coldstar-{program}", json.loads(done.stdout)["command"])]
        while waiting:
            words, command = waiting.pop()
            waiting += [(f"{words} {each['commandName']}", each) for each in command.get("subcommands", [])]
            names = (name for option in command.get("arguments", []) for name in option.get("names", []))
            found[words] = {("-" if name["kind"] == "short" else "--") + name["name"] for name in names}
    return found


def test_every_documented_option_exists(folder):
    """In every code block of every page: sessions are run by another test, the options of all other examples are checked here."""
    options, seen = declared(folder), 0
    options["coldstar-sign journal"] = options["coldstar-sign journal show"]
    for page in PAGES:
        for block in re.findall(r"(?ms)^ *```\w*\n(.*?)^ *```$", page.read_text()):
            for call in re.findall(r"(?m)^ *(?:\$ )?((?:[^$\n]*?\| )?coldstar-(?:build|sign|submit|scan|sandbox) .*)$", block.replace("\\\n", " ")):
                for command in re.split(r"\s[|;&]+\s", re.sub(r"\s#\s.*", "", call)):
                    words = command.split()
                    if not words or not words[0].startswith("coldstar-") or words[1:2] in (["ready"], ["..."]) or ":" in words[0]:
                        continue
                    known = max((name for name in options if f"{' '.join(words)} ".startswith(name + " ")), key=len, default=None)
                    if known is None:
                        continue
                    # What follows -- are arguments of a contract's function.
                    for option in re.findall(r"(?<=\s)--?[a-z][a-z-]*", command.split(" -- ")[0]):
                        seen += 1
                        assert option in options[known] | {"--generate-completion-script"}, f"{page.relative_to(ROOT)}: {known} {option}"
    assert seen > 300


def test_every_decision_is_in_the_list():
    listed = set(re.findall(r"\]\((\d{4}-[^)]+)\)", (ROOT / "docs/decisions/README.md").read_text()))
    assert listed == {path.name for path in (ROOT / "docs/decisions").glob("[0-9]*.md")}


def test_the_table_of_trusted_code_matches_the_sources():
    """The page names what the signer is made of; how many lines each has is printed by the command."""
    real = subprocess.run([ROOT / "scripts/trusted-lines"], capture_output=True, text=True, check=True).stdout
    rows = lambda text: [tuple(cell.strip() for cell in line.strip("|").split("|"))[:2] for line in text.splitlines()[2:]]
    page = (ROOT / "docs/THREAT-MODEL.md").read_text()
    shown = rows(page.split("<!-- scripts/trusted-lines -->\n")[1].split("<!-- end -->")[0])
    assert shown == [row for row in rows(real) if row[1]], "scripts/trusted-lines --write"
