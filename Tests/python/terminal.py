# SPDX-License-Identifier: Apache-2.0
"""Programs at pseudo-terminals: their output and what a person types there."""
from __future__ import annotations

import fcntl
import os
import pathlib
import pty
import select
import signal
import struct
import termios
import time

from programs import INHERITED

# Timeout in seconds; nothing here takes more than a few.
PATIENCE = 60


def start(command: list[str], folder, env: dict[str, str], columns: int, rows: int, ahead: str = "") -> tuple[int, int]:
    """Starts a process at a terminal and returns it with the terminal's other end. Text typed ahead is there before the program starts."""
    wait, go = os.pipe()
    process, screen = pty.fork()
    if process == 0:
        os.read(wait, 1)
        # A background test run ignores these signals, and ignored signals stay ignored through an exec.
        for name in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(name, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.chdir(folder)
        os.execvpe(command[0], command, env)
    os.write(screen, ahead.encode())
    os.write(go, b".")
    os.close(wait)
    os.close(go)
    return process, screen


def state(process: int) -> str:
    """R while it runs, S while it sleeps."""
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0]


def is_waiting(process: int, screen: int) -> bool:
    """Whether a process and its terminal are quiet: it stays asleep, has no children, and no output is left to be read."""
    for _ in range(10):
        if select.select([screen], [], [], 0.03)[0]:
            return False
        if state(process) != "S":
            return False
        if any(children.read_text() for children in pathlib.Path(f"/proc/{process}/task").glob("*/children")):
            return False
    return True


def until_it_waits(process: int) -> None:
    """Waits until a process has filled the buffer of output that no one reads: it sleeps each time in ten checks."""
    deadline, looks = time.monotonic() + PATIENCE, 0
    while looks < 10:
        assert time.monotonic() < deadline, "the process does not wait"
        looks = looks + 1 if state(process) == "S" else 0
        time.sleep(0.02)


class Terminal:
    """One of the programs at a terminal, by default one so tall that no review is paged."""

    def __init__(self, machine, program: str, *args: str, columns: int = 80, rows: int = 500, term: str = "xterm", ahead: str = "",
                 env: dict[str, str] | None = None):
        env = {"PATH": "/usr/bin:/bin", "COLDSTAR_HOME": str(machine.home), "TERM": term, **INHERITED, **(env or {})}
        self.pid, self.screen = start([str(machine.folder / program), *args], machine.home, env, columns, rows, ahead)
        self.seen = b""

    def read(self, deadline: float) -> bool:
        """Waits for more output; returns False at its end."""
        while not select.select([self.screen], [], [], max(0, deadline - time.monotonic()))[0]:
            if time.monotonic() >= deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError(f"no further output, and the program does not end: {self.seen.decode(errors='replace')}")
        try:
            part = os.read(self.screen, 65536)
        except OSError:
            return False
        self.seen += part
        return bool(part)

    def read_more(self) -> bool:
        """Waits for more output, as long as anything may; returns False at its end."""
        return self.read(time.monotonic() + PATIENCE)

    def until(self, text: str) -> str:
        """Reads until the text is shown, and returns what precedes it."""
        deadline = time.monotonic() + PATIENCE
        while text.encode() not in self.seen:
            assert self.read(deadline), f"{text!r} was never shown: {self.seen.decode(errors='replace')}"
        shown, _, self.seen = self.seen.partition(text.encode())
        return shown.decode(errors="replace")

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    @property
    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self.screen)[3] & termios.ECHO)

    def end(self) -> tuple[int, str]:
        """The exit code, and the output since the last match."""
        deadline = time.monotonic() + PATIENCE
        while self.read(deadline):
            pass
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status), self.seen.decode(errors="replace")
