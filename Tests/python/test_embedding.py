# SPDX-License-Identifier: Apache-2.0
"""samples/embedding is what it says: a small program of another package, which needs nothing but the three library products."""
from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "embedding"
PRODUCTS = {"ColdstarStellar", "ColdstarSigner", "ColdstarOnline"}
SOURCES = sorted((SAMPLE / "Sources").rglob("*.swift"))


def test_each_of_its_files_is_one_page():
    assert max(len(path.read_text().splitlines()) for path in SOURCES) < 100


def test_it_imports_only_the_three_products():
    imported = {name for path in SOURCES for name in re.findall(r"(?m)^(?:.* )?import ([\w.]+)$", path.read_text())}
    assert imported == PRODUCTS


def test_its_package_depends_on_the_three_products_alone():
    manifest = (SAMPLE / "Package.swift").read_text()
    assert set(re.findall(r'\.product\(name: "(\w+)", package: "coldstar"\)', manifest)) == PRODUCTS
    assert re.findall(r"\.package\((.*)\)", manifest) == ['name: "coldstar", path: "../.."']


def test_the_package_offers_the_three_products():
    described = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    libraries = {product["name"]: product["targets"] for product in described["products"] if "library" in product["type"]}
    assert libraries == {name: [name] for name in PRODUCTS}


def requirements(folder: Path) -> list[str]:
    """How the package in a folder requires each of its dependencies."""
    described = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=folder, capture_output=True, text=True, check=True).stdout)
    return [next(iter(each["sourceControl"][0]["requirement"])) for each in described["dependencies"]]


def test_our_own_builds_take_exact_versions_and_those_of_others_a_range(tmp_path):
    def copy(path: Path) -> Path:
        (path / "Sources").mkdir(parents=True)
        shutil.copy(ROOT / "Package.swift", path)
        return path

    assert set(requirements(copy(tmp_path / "coldstar"))) == {"exact"}
    # A folder of this name alone is not SwiftPM's.
    assert set(requirements(copy(tmp_path / "checkouts" / "coldstar"))) == {"exact"}
    (tmp_path / "other" / "repositories").mkdir(parents=True)
    assert set(requirements(copy(tmp_path / "other" / "checkouts" / "coldstar"))) == {"range"}
