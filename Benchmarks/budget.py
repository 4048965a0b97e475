# SPDX-License-Identifier: Apache-2.0
"""Measures the signer with costly inputs of at most 1 MiB: CPU time and memory to read, review and show them. See docs/BENCHMARKS.md.

Usage: budget.py FOLDER-OF-PROGRAMS [NAME ...]
"""
from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Tests" / "python"))
from heavy_inputs import HEAVY, MOST, heavy  # noqa: E402
from stellar_sdk import Network, TransactionEnvelope  # noqa: E402

SECONDS, MEBIBYTES = 1.0, 150
FORMS = {"text": (), "full": ("--full",), "json": ("--json",)}


def measured(command: list[str], home: str) -> tuple[int, float, float, str]:
    """Exit code, CPU seconds, MiB, and the first line of standard error."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said, stdin=subprocess.DEVNULL, env={"COLDSTAR_HOME": home})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said.readline(150).decode(errors="replace").strip()


def written(make, form: str, path: str) -> None:
    """Writes an input in a separate process, so that its cost is not attributed to the program."""
    if form == "":
        Path(path).write_bytes(heavy(make, 1))
        return
    for share in (1, 2, 4, 8, 16):
        content = heavy(make, 1, MOST // share)
        try:
            found = TransactionEnvelope.from_xdr(content.decode(), Network.TESTNET_NETWORK_PASSPHRASE)
            other = found.to_xdr_object().to_json().encode()
        except Exception:
            return
        if len(other) <= MOST:
            Path(path).write_bytes(other)
            return


def main() -> int:
    programs, names = Path(sys.argv[1]), sys.argv[2:]
    over = 0
    with tempfile.TemporaryDirectory() as folder:
        for make in HEAVY:
            if names and make.__name__ not in names:
                continue
            for form in ("", " as JSON"):
                path = Path(folder) / f"input{len(form)}"
                path.unlink(missing_ok=True)
                writer = multiprocessing.Process(target=written, args=(make, form, str(path)))
                writer.start()
                writer.join()
                if not path.exists():
                    continue
                size = path.stat().st_size
                for shown, options in FORMS.items():
                    code, seconds, memory, said = measured([str(programs / "coldstar-sign"), "inspect", str(path), "-n", "testnet", *options], folder)
                    mark = "" if seconds < SECONDS and memory < MEBIBYTES else "  OVER"
                    over += bool(mark)
                    print(f"{make.__name__ + form:26} {shown:5} {size / 1024:6.0f} KiB {seconds:7.2f} s {memory:6.0f} MiB  exit {code}{mark}  {said[:90]}", flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
