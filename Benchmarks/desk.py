# SPDX-License-Identifier: Apache-2.0
"""Measures what a person waits for: the start of each program, and the first paint of the desk's pages in Chromium. See docs/BENCHMARKS.md.

Usage: desk.py FOLDER-OF-PROGRAMS
"""
from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Tests" / "python"))
from desk import Browser, Desk, until  # noqa: E402
from programs import Machine, Sandbox, key  # noqa: E402

PAGES = ("/", "/pay", "/requests", "/history", "/scan")
STARTS, PAINTS = 100, 10


def start(program: Path) -> float:
    """Seconds until `--version` has ended: the best of many."""
    def once() -> float:
        before = time.perf_counter()
        process = os.posix_spawn(program, [program.name, "--version"], os.environ,
                                 file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
        if os.waitpid(process, 0)[1] != 0:
            raise SystemExit(f"{program} --version failed")
        return time.perf_counter() - before

    return min(once() for _ in range(STARTS))


def paints(browser: Browser, url: str) -> float:
    """Milliseconds to the first paint: the median of some."""
    found = []
    for _ in range(PAINTS):
        browser.open(url)
        query = "return performance.getEntriesByName('first-contentful-paint').map((e) => e.startTime)"
        found.append(until(lambda: browser.run(query), "the first paint")[0])
    return statistics.median(found)


def main(folder: Path) -> None:
    for program in sorted(folder.glob("coldstar-*")):
        if os.access(program, os.X_OK) and program.is_file() and not program.suffix and program.name != "coldstar-bench":
            print(f"{program.name:<18} --version {start(program) * 1000:6.1f} ms")
    with tempfile.TemporaryDirectory() as place:
        network = Sandbox(folder)
        online = Machine(folder, Path(place), {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url})
        online.build("fund", key("alice").public_key)
        desk = Desk(online, "--source", key("alice").public_key)
        browser = Browser(Path(place))
        try:
            browser.reset()
            browser.enter(desk.client())
            for path in PAGES:
                print(f"desk {path:<13} first paint {paints(browser, desk.origin + path):6.0f} ms")
        finally:
            browser.quit()
            desk.kill()
            network.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
