# SPDX-License-Identifier: Apache-2.0
"""make install and make uninstall, below a folder of the test; and the manual pages."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from links import dead_links

ROOT = Path(__file__).parents[2]
PARTS = ["coldstar", "coldstar-desk", "coldstar-signer", "coldstar-sandbox", "coldstar-doc"]
PROGRAMS = ["coldstar-basicpay", "coldstar-build", "coldstar-desk", "coldstar-sandbox", "coldstar-scan", "coldstar-sign", "coldstar-submit"]
LIST = "share/coldstar/installed"


@pytest.fixture(scope="module")
def built(folder, tmp_path_factory) -> Path:
    """What `make dist` makes, with the programs under test."""
    made = tmp_path_factory.mktemp("dist")
    (made / "bin").mkdir()
    for name in PROGRAMS:
        (made / "bin" / name).symlink_to(folder / name)
    run("scripts/manual", made / "bin", made / "man")
    return made


def run(*command, code: int = 0) -> str:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == code, done.stdout
    return done.stdout


def files(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()}


def test_each_program_is_installed_with_a_page_and_completions(built, tmp_path):
    run("scripts/install", built, tmp_path, *PARTS)
    found = files(tmp_path)
    for name in PROGRAMS:
        assert {f"bin/{name}", f"share/man/man1/{name}.1", f"share/bash-completion/completions/{name}", f"share/zsh/site-functions/_{name}",
                f"share/fish/vendor_completions.d/{name}.fish"} <= found
        assert (tmp_path / "bin" / name).stat().st_mode & 0o777 == 0o755
    assert {"share/man/man7/coldstar.7", "share/doc/coldstar/LICENSE", "share/doc/coldstar/docs/FIRST-PAYMENT.md"} <= found


def test_no_link_of_an_installed_page_is_dead(built, tmp_path):
    run("scripts/install", built, tmp_path, "coldstar-doc")
    assert dead_links(tmp_path / "share/doc/coldstar", at_least=50) == []
    assert "the contributing guide." in (tmp_path / "share/doc/coldstar/docs/CONTRIBUTING.md").read_text()


LINKS = (
    ("see [there](there.md), [here](#here) and [a page](https://example.com/there.md)", "see [there](there.md), [here](#here) and [a page](https://example.com/there.md)"),
    ("see [there](there.md#part) and [the folder](folder/)", "see [there](there.md#part) and [the folder](folder/)"),
    ("see [nowhere](nowhere.md).", "see nowhere."), ("see [the\npage](../nowhere.md#part).", "see the\npage."), ("[`a`](no.md) [b](there.md) [c](no.md)", "`a` [b](there.md) c"),
    ("[a](folder/no.md) [b](foldersno.md) [c](a+b?.md) [d](a{1}.md) [e](x$^.md) [f](no*.md)", "a b c d e f"), ("[a](no.md) [b](nonmd)", "a b"),
    ("not a link: a[0] (no.md), [a] (no.md)", "not a link: a[0] (no.md), [a] (no.md)"), ("no link, and no end of line", "no link, and no end of line"),
)


def test_a_link_to_a_file_that_is_not_there_becomes_text(tmp_path, subtests):
    (tmp_path / "folder").mkdir()
    (tmp_path / "there.md").write_text("")
    for before, after in LINKS:
        with subtests.test(before=before):
            (tmp_path / "page.md").write_text(before)
            run("scripts/page-links", tmp_path)
            assert (tmp_path / "page.md").read_text() == after


def test_uninstall_leaves_only_files_of_others(built, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/other").write_text("of another program")
    run("scripts/install", built, tmp_path, *PARTS)
    run("scripts/install", "--remove", tmp_path)
    assert files(tmp_path) == {"bin/other"}
    assert not (tmp_path / "share").exists()


def test_a_second_installation_replaces_the_first(built, tmp_path):
    run("scripts/install", built, tmp_path, *PARTS)
    run("scripts/install", built, tmp_path, "coldstar-signer")
    assert sorted(path.name for path in (tmp_path / "bin").iterdir()) == ["coldstar-basicpay", "coldstar-scan", "coldstar-sign"]
    assert files(tmp_path) == {*(tmp_path / LIST).read_text().split()}


def test_a_list_that_names_files_outside_is_refused(built, tmp_path, subtests):
    root = tmp_path / "root"
    (tmp_path / "precious").write_text("")
    run("scripts/install", built, root, "coldstar-signer")
    for line in ["/etc/passwd", "../precious", "bin/../../precious", ".."]:
        with subtests.test(line=line):
            (root / LIST).write_text(f"bin/coldstar-sign\n{line}\n{LIST}\n")
            before = files(root)
            assert "names files outside" in run("scripts/install", "--remove", root, code=1)
            assert "names files outside" in run("scripts/install", built, root, "coldstar-signer", code=1)
            assert files(root) == before and (tmp_path / "precious").exists()


def test_uninstall_without_an_installation_is_an_error(tmp_path):
    assert "nothing of Coldstar's is installed" in run("scripts/install", "--remove", tmp_path, code=1)


def test_an_unknown_part_is_an_error(built, tmp_path):
    assert "unknown part desk" in run("scripts/install", built, tmp_path, "desk", code=64)


def test_every_command_and_option_stands_in_a_page(built, folder):
    """The pages and --help come from the same declarations: what --help shows has to be found in the page."""
    for program, command in [("coldstar-sign", "key"), ("coldstar-build", "payment"), ("coldstar-submit", "anchor")]:
        page = (built / f"man/man1/{program}-{command}.1").read_text().replace("\\-", "-")
        words = [command] + (["new"] if command == "key" else ["deposit"] if command == "anchor" else [])
        shown = subprocess.run([folder / program, *words, "--help"], capture_output=True, text=True).stdout
        options = set(re.findall(r"(?m)^  (?:-\w, )?(--[a-z0-9-]+)", shown))
        assert len(options) > 5 and {option for option in options if f"\\fB{option}\\fR" not in page} == set()


def test_pages_made_twice_are_the_same(built, tmp_path):
    run("scripts/manual", built / "bin", tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*.[17]")} == {path.name: path.read_bytes() for path in (built / "man").rglob("*.[17]")}


def test_no_line_of_a_page_is_taken_for_a_request_of_roff(built):
    known = {"TH", "SH", "SS", "TP", "PP", "IP", "B", "BR", "I", "RI", "RS", "RE", "br", "nf", "fi", "ft", "\\\""}
    for page in (built / "man").rglob("*.[17]"):
        for line in page.read_text().splitlines():
            assert not line.startswith(("'", ".")) or line[1:].split(" ")[0] in known, f"{page.name}: {line}"
