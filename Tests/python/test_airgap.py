# SPDX-License-Identifier: Apache-2.0
"""scripts/check-airgap reports dependencies, imports and folders that do not belong on the offline side, from the package's files alone."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Package:
    """A copy of the package: its sources and the script, with what SwiftPM says of its manifest."""

    def __init__(self, root: Path):
        self.root = root
        for name in ("Sources", "scripts"):
            shutil.copytree(ROOT / name, root / name)
        shutil.copy(ROOT / "Package.swift", root)
        self.dump = subprocess.run(["swift", "package", "dump-package"], cwd=root, capture_output=True, check=True, text=True).stdout
        # Compiling the manifest takes longer than everything else, so the script gets this program's answer for most cases.
        (root / "bin").mkdir()
        (root / "bin/swift").write_text(f"#!/bin/sh\ncat '{root}/dump.json'\n")
        (root / "bin/swift").chmod(0o755)
        self.says(json.loads(self.dump))

    def says(self, dump: dict) -> None:
        (self.root / "dump.json").write_text(json.dumps(dump))

    def checked(self, swift: str = "the answer that was kept") -> subprocess.CompletedProcess:
        path = os.environ["PATH"] if swift == "the real one" else f"{self.root}/bin:{os.environ['PATH']}"
        return subprocess.run([self.root / "scripts/check-airgap"], capture_output=True, text=True, env={**os.environ, "PATH": path})


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Package:
    return Package(tmp_path_factory.mktemp("package"))


@pytest.fixture
def package(whole):
    before = {path for path in (whole.root / "Sources").rglob("*")}
    yield whole
    whole.says(json.loads(whole.dump))
    for path in sorted(set((whole.root / "Sources").rglob("*")) - before):
        path.rmdir() if path.is_dir() else path.unlink()


def test_the_package_passes(whole):
    done = whole.checked("the real one")
    assert done.returncode == 0 and "coldstar-basicpay, coldstar-scan, coldstar-sign" in done.stdout, done.stderr


def test_reports_what_the_manifest_declares(package):
    manifest = package.root / "Package.swift"
    text = manifest.read_text()
    manifest.write_text(text + 'package.targets.first { $0.name == "Vault" }!.dependencies.append("LedgerAPI")\n')
    done = package.checked("the real one")
    manifest.write_text(text)
    assert done.returncode == 1 and "Vault (Offline) depends on LedgerAPI (Online)" in done.stderr, done


FORBIDDEN = [
    ("Vault", "LedgerAPI", "Vault (Offline) depends on LedgerAPI (Online)"),
    ("Codec", "CCurl", "Codec (Core) depends on CCurl (Online)"),
    ("Terminal", "GRDB.swift: GRDB", "Terminal (Core) depends on the package product GRDB"),
    ("Scan", "Vault", "Scan (Scanner) depends on Vault (Offline)"),
    ("coldstar-scan", "Vault", "coldstar-scan (Scanner) depends on Vault (Offline)"),
    ("coldstar-sign", "Scan", "coldstar-sign (Offline) depends on Scan (Scanner)"),
    ("coldstar-sign", "CNettle", "CNettle has more than one wrapper: coldstar-basicpay, coldstar-sign"),
    ("HTTP", "Vault", "HTTP (Online) depends on Vault (Offline)"),
    ("Review", "LedgerXDR", "Review (Core) depends on LedgerXDR (Online)"),
    ("LoopbackHTTP", "TestSupport", "LoopbackHTTP (Online) depends on TestSupport, which is for tests"),
]


def test_reports_a_forbidden_target_dependency(package, subtests):
    for target, other, words in FORBIDDEN:
        with subtests.test(words=words):
            dump = json.loads(package.dump)
            found, = (each for each in dump["targets"] if each["name"] == target)
            product, _, name = other.rpartition(": ")
            found["dependencies"].insert(0, {"product": [name, product, None, None]} if product else {"byName": [name, None]})
            package.says(dump)
            done = package.checked()
            assert done.returncode == 1 and words in done.stderr, done


def test_reports_a_forbidden_import_with_its_file_and_line(package, subtests):
    for line in [
            "import Foundation", "internal import Foundation", "@preconcurrency import Foundation", "import struct Foundation.Date",
            "import FoundationNetworking", "import LedgerAPI", "import CCurl"]:
        with subtests.test(line=line):
            path = next((package.root / "Sources/Core/Review").rglob("Finding.swift"))
            text = path.read_text()
            path.write_text(text.replace("import Stellar\n", f"import Stellar\n{line}\n", 1))
            done = package.checked()
            path.write_text(text)
            assert done.returncode == 1 and "Finding.swift:4 imports " in done.stderr, done


@pytest.mark.parametrize("place", ["Sources/Offline/Rogue", "Sources/Rogue"])
def test_rejects_a_source_folder_that_belongs_to_no_target(package, place):
    (package.root / place).mkdir()
    done = package.checked()
    assert done.returncode == 1 and f"no target or layer: {place}" in done.stderr, done


def test_a_target_outside_the_layers_fails(package):
    dump = json.loads(package.dump)
    dump["targets"].append({"name": "Rogue", "path": "Rogue", "type": "regular", "dependencies": []})
    package.says(dump)
    done = package.checked()
    assert done.returncode == 1 and "the target Rogue is at Rogue" in done.stderr, done


@pytest.mark.parametrize("call, lines", [("Ed25519.sign(", 1), ("Secp256k1.sign(", 2)])
def test_reports_a_second_source_file_that_signs(package, call, lines):
    (package.root / "Sources/Core/Review/Signing/Second.swift").write_text(f"let signature = {call}message, with: key)\n" * lines)
    done = package.checked()
    assert done.returncode == 1 and "more than one place signs" in done.stderr and "Second.swift:1" in done.stderr, done
