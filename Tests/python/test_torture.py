# SPDX-License-Identifier: Apache-2.0
"""A few rounds of `make torture`: a Horizon that fails at random, submitters that are killed at random."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent.parent / "torture" / "torture.py"


@pytest.mark.parametrize("together", [1, 3])
def test_nothing_is_lost_and_nothing_is_doubled(folder, together):
    run = subprocess.run([sys.executable, PROGRAM, folder, "--rounds", "12", "--piles", "8", "--workers", "4", "--together", str(together)],
                         capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "12  rounds\n" in run.stdout and "8  piles\n" in run.stdout and run.stdout.endswith("nothing was lost, nothing was doubled\n")
