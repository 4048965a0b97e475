# SPDX-License-Identifier: Apache-2.0
"""scripts/check-airgap reports dependencies, imports and folders that do not belong on the offline side, from the package's files alone."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A copy of the package: its sources and the script."""
    copy = tmp_path_factory.mktemp("package")
    shutil.copytree(ROOT / "Sources", copy / "Sources")
    shutil.copytree(ROOT / "scripts", copy / "scripts")
    shutil.copy(ROOT / "Package.swift", copy)
    return copy


def checked(package: Path) -> subprocess.CompletedProcess:
    return subprocess.run([package / "scripts" / "check-airgap"], capture_output=True, text=True)


def replaced(package: Path, old: str, new: str) -> None:
    manifest = package / "Package.swift"
    text = manifest.read_text()
    assert text.count(old) == 1
    manifest.write_text(text.replace(old, new))


def test_the_package_passes(whole):
    done = checked(whole)
    assert done.returncode == 0 and "coldstar-basicpay, coldstar-scan, coldstar-sign" in done.stdout, done.stderr


@pytest.fixture
def package(whole):
    manifest = (whole / "Package.swift").read_bytes()
    yield whole
    (whole / "Package.swift").write_bytes(manifest)
    shutil.rmtree(whole / "Sources")
    shutil.copytree(ROOT / "Sources", whole / "Sources")


@pytest.mark.parametrize("old, new, words", [
    ('library("Vault", stellar + [', 'library("Vault", stellar + ["LedgerAPI", ', "Vault (Offline) depends on LedgerAPI (Online)"),
    ('Layer.core.library("Codec")', 'Layer.core.library("Codec", ["CCurl"])', "Codec (Core) depends on CCurl (Online)"),
    ('library("Terminal", handoff + [', 'library("Terminal", handoff + [.product(name: "GRDB", package: "GRDB.swift"), ', "Terminal (Core) depends on the package product GRDB"),
    ('Layer.scanner.library("Scan", handoff + [', 'Layer.scanner.library("Scan", handoff + ["Vault", ', "Scan (Scanner) depends on Vault (Offline)"),
    ('"coldstar-scan", handoff', '"coldstar-scan", ["Vault"] + handoff', "coldstar-scan (Scanner) depends on Vault (Offline)"),
    ('"coldstar-sign", review', '"coldstar-sign", ["Scan"] + review', "coldstar-sign (Offline) depends on Scan (Scanner)"),
    ('"coldstar-sign", review', '"coldstar-sign", ["CNettle"] + review', "CNettle has more than one wrapper: coldstar-basicpay, coldstar-sign"),
    ('"HTTP", ["Codec", ', '"HTTP", ["Vault", "Codec", ', "HTTP (Online) depends on Vault (Offline)"),
    ('Layer.core.library("Review", handoff)', 'Layer.core.library("Review", handoff + ["LedgerXDR"])', "Review (Core) depends on LedgerXDR (Online)"),
    ('library("LoopbackHTTP", ["Codec", ', 'library("LoopbackHTTP", ["TestSupport", "Codec", ', "LoopbackHTTP (Online) depends on TestSupport, which is for tests"),
], ids=["a networked library", "a networked C library", "a product", "the vault in what either side uses", "the keys in the scanner",
        "the decoders of pictures in the signer", "another program's C library", "a vault online", "types of the ledger in the signer", "what tests use"])
def test_reports_a_forbidden_target_dependency(package, old, new, words):
    replaced(package, old, new)
    done = checked(package)
    assert done.returncode == 1 and words in done.stderr, done


@pytest.mark.parametrize("line", [
    "import Foundation", "internal import Foundation", "@preconcurrency import Foundation", "import struct Foundation.Date",
    "import FoundationNetworking", "import LedgerAPI", "import CCurl"])
def test_reports_a_forbidden_import_with_its_file_and_line(package, line):
    path = next((package / "Sources/Core/Review").rglob("Finding.swift"))
    path.write_text(path.read_text().replace("import Stellar\n", f"import Stellar\n{line}\n", 1))
    done = checked(package)
    assert done.returncode == 1 and "Finding.swift:4 imports " in done.stderr, done


@pytest.mark.parametrize("place", ["Sources/Offline/Rogue", "Sources/Rogue"])
def test_rejects_a_source_folder_that_belongs_to_no_target(package, place):
    (package / place).mkdir()
    done = checked(package)
    assert done.returncode == 1 and f"no target or layer: {place}" in done.stderr, done


def test_a_target_outside_the_layers_fails(package):
    replaced(package, "let tools: [Target] = [", 'let tools: [Target] = [\n    .target(name: "Rogue", path: "Rogue"),')
    done = checked(package)
    assert done.returncode == 1 and "the target Rogue is at Rogue" in done.stderr, done


@pytest.mark.parametrize("call, lines", [("Ed25519.sign(", 1), ("Secp256k1.sign(", 2)])
def test_reports_a_second_source_file_that_signs(package, call, lines):
    (package / "Sources/Core/Review/Signing/Second.swift").write_text(f"let signature = {call}message, with: key)\n" * lines)
    done = checked(package)
    assert done.returncode == 1 and "more than one place signs" in done.stderr and "Second.swift:1" in done.stderr, done
