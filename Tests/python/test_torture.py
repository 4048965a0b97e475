# SPDX-License-Identifier: Apache-2.0
"""A few rounds of `make torture`: servers that fail at random, and submitters that are killed at random."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent.parent / "torture" / "torture.py"


@pytest.mark.slow
@pytest.mark.parametrize("over", ["horizon", "rpc", "both"])
@pytest.mark.parametrize("together", [1, 3])
def test_no_payment_is_lost_or_applied_twice(folder, together, over):
    run = subprocess.run([sys.executable, PROGRAM, folder, "--over", over, "--rounds", "4", "--piles", "3", "--workers", "4",
                          "--together", str(together)], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "4  rounds\n" in run.stdout and "3  piles\n" in run.stdout and run.stdout.endswith("nothing was lost, nothing was doubled\n")


def test_the_torture_program_fails_if_the_journal_contradicts_the_ledger(folder, tmp_path):
    """Simulated by a submitter that reports a success as pending."""
    (tmp_path / "coldstar-sandbox").symlink_to(folder / "coldstar-sandbox")
    liar = tmp_path / "coldstar-submit"
    liar.write_text(f"""#!/bin/sh
[ "$1" = status ] || exec '{folder}/coldstar-submit' "$@"
'{folder}/coldstar-submit' "$@" | sed 's/"status":"success"/"status":"pending"/'
""")
    liar.chmod(0o700)
    run = subprocess.run([sys.executable, PROGRAM, tmp_path, "--rounds", "2", "--piles", "0", "--workers", "1", "--seed", "7"],
                         capture_output=True, text=True, timeout=300)
    assert run.returncode == 1 and " BROKEN\n" in run.stdout and "the journal says" in run.stdout and "2  rounds" not in run.stdout
    home = run.stdout.rsplit("its journal is in ", 1)[1].strip()
    assert (Path(home) / "online" / "journal.sqlite").exists()
    shutil.rmtree(home)
