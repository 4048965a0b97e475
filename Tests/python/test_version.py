# SPDX-License-Identifier: Apache-2.0
"""What `--version` prints: the version, then the commit, the build and the libraries."""
from __future__ import annotations

import re
import subprocess

import pytest

C_LIBRARIES = {"libsodium": "libsodium", "libqrencode": "libqrencode", "libseccomp": "libseccomp", "libzbar": "zbar", "libpng": "libpng",
               "libcurl": "libcurl", "SQLite": "sqlite3", "libnettle": "nettle"}
EXPECTED = {
    "coldstar-sign": {"swift-argument-parser", "libsodium", "libsecp256k1", "libqrencode", "libseccomp"},
    "coldstar-scan": {"swift-argument-parser", "libsodium", "libqrencode", "libseccomp", "libzbar", "libpng", "libturbojpeg"},
    "coldstar-basicpay": {"swift-argument-parser", "libsodium", "libqrencode", "libseccomp", "libnettle"},
    "coldstar-build": {"swift-argument-parser", "libsodium", "libsecp256k1", "libqrencode", "libcurl", "SQLite", "GRDB"},
    "coldstar-submit": {"swift-argument-parser", "libsodium", "libsecp256k1", "libqrencode", "libcurl", "SQLite", "GRDB"},
    "coldstar-desk": {"swift-argument-parser", "libsodium", "libsecp256k1", "libqrencode", "libcurl", "SQLite", "GRDB",
                      "libseccomp", "libzbar", "libpng", "libturbojpeg"},
    "coldstar-sandbox": {"swift-argument-parser", "libsodium", "libqrencode"},
}


def test_prints_version_commit_build_and_libraries(offline, subtests):
    for program in EXPECTED:
        with subtests.test(program=program):
            version, commit, build, libraries = offline.run(program, "--version").out.splitlines()
            assert re.fullmatch(r"\d+\.\d+\.\d+", version)
            assert re.fullmatch(r"commit: ([0-9a-f]{40}( with changes)?|unknown)", commit)
            assert re.fullmatch(r"build: (release|debug), Swift 6\.\d[^,]*, \w+-linux", build)
            found = dict((entry.split(" ", 1) + [""])[:2] for entry in libraries.removeprefix("libraries: ").split(", "))
            assert set(found) == EXPECTED[program]
            for name in found.keys() & C_LIBRARIES:
                package = subprocess.run(["pkg-config", "--modversion", C_LIBRARIES[name]], capture_output=True, text=True, check=True).stdout.strip()
                # nettle tells major and minor only.
                assert found[name].split(" ")[0].startswith(".".join(package.split(".")[:2])), (name, package)


def test_subcommands_print_the_same(offline):
    assert offline.run("coldstar-sign", "sign", "--version").out == offline.run("coldstar-sign", "--version").out
    assert offline.run("coldstar-sign", "--version").err == ""


def test_all_programs_are_of_one_version(offline):
    assert len({offline.run(program, "--version").out.splitlines()[0] for program in EXPECTED}) == 1
