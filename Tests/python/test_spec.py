# SPDX-License-Identifier: Apache-2.0
"""docs/spec/vectors equals the output of Tests/spec, a Python implementation of the formats that shares no code with Coldstar."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "docs/spec/vectors"


def test_the_committed_vectors_equal_the_scripts_output(tmp_path):
    subprocess.run([sys.executable, ROOT / "Tests/spec/make_vectors.py", tmp_path], check=True, capture_output=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in VECTORS.iterdir()}
    assert made.keys() == committed.keys()
    assert [name for name in made if made[name] != committed[name]] == [], "make spec-vectors"
