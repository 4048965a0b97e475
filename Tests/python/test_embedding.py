# SPDX-License-Identifier: Apache-2.0
"""samples/embedding is what it says: a small program of another package, which needs nothing but the three library products."""
from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "embedding"
PRODUCTS = {"ColdstarStellar", "ColdstarSigner", "ColdstarOnline"}
SOURCES = sorted((SAMPLE / "Sources").rglob("*.swift"))


def test_it_is_one_page():
    assert sum(len(path.read_text().splitlines()) for path in SOURCES) < 60


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
