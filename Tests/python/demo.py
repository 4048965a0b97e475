# SPDX-License-Identifier: Apache-2.0
"""What the demonstrations in a browser share: folders of their own, two machines' homes, and pictures of pages."""
from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
from pathlib import Path

from desk import Browser, until


class Demo:
    """:param stack: ends what the demonstration starts.
    :param place: a folder that goes when it ends.
    :param out: a folder for the pictures, which stays."""

    browser: Browser

    def __init__(self, stack: contextlib.ExitStack, programs: Path, out: Path, place: Path):
        self.stack, self.programs, self.out, self.place = stack, programs, out, place
        out.mkdir(parents=True, exist_ok=True)
        for name in ("online", "offline", "chromium"):
            (place / name).mkdir()

    def start_browser(self, *options: str) -> None:
        self.browser = Browser(self.place / "chromium", *options)
        self.stack.callback(self.browser.quit)
        self.browser.look(1440, 1080)

    def run(self) -> None:
        raise NotImplementedError

    def step(self, text: str) -> None:
        is_bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        print(f"\n\033[1m== {text}\033[0m" if is_bold else f"\n== {text}", flush=True)

    def picture(self, name: str, scroll: str = "") -> None:
        if scroll:
            self.browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'start', behavior: 'instant'})", scroll)
        else:
            self.browser.run("scrollTo(0, 0)")
        # A step that is being waited for pulses without an end.
        until(lambda: self.browser.run("""return document.getAnimations().every((each) =>
            each.playState !== 'running' || each.effect.getTiming().iterations === Infinity)"""), "transitions end")
        self.browser.screenshot(self.out / f"{name}.png")
        print(self.out / f"{name}.png")


def present(kind: type[Demo]) -> None:
    """Runs a demonstration. Arguments: the folder of the built programs, and the folder for the pictures."""
    # What was started ends then, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        kind(stack, Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), Path(folder)).run()
