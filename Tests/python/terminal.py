# SPDX-License-Identifier: Apache-2.0
"""Programs on a pseudo-terminal of their own, and what a person sees and types there."""
from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

# Seconds for whatever is waited for; nothing here takes more than a few.
PATIENCE = 60


def start(command: list[str], folder, env: dict[str, str], columns: int, rows: int, ahead: str = "") -> tuple[int, int]:
    """The process, and the other end of its terminal. What is typed ahead is there before the program is."""
    wait, go = os.pipe()
    process, screen = pty.fork()
    if process == 0:
        os.read(wait, 1)
        # Whoever runs the tests in the background ignores these, and what is ignored stays so through an exec.
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


class Terminal:
    """One of our programs at a terminal, by default one so tall that no review is paged."""

    def __init__(self, machine, program: str, *args: str, columns: int = 80, rows: int = 500, term: str = "xterm", ahead: str = "",
                 env: dict[str, str] | None = None):
        env = {"PATH": "/usr/bin:/bin", "COLDSTAR_HOME": str(machine.home), "TERM": term, **(env or {})}
        self.pid, self.screen = start([str(machine.folder / program), *args], machine.home, env, columns, rows, ahead)
        self.seen = b""

    def read(self, deadline: float) -> bool:
        """Waits for more on the screen; False when there will be none."""
        while not select.select([self.screen], [], [], max(0, deadline - time.monotonic()))[0]:
            if time.monotonic() >= deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError(f"nothing comes any more, and it does not end: {self.seen.decode(errors='replace')}")
        try:
            part = os.read(self.screen, 65536)
        except OSError:
            return False
        self.seen += part
        return bool(part)

    def until(self, text: str) -> str:
        """Reads until the text was shown."""
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
        """The exit code, and all that was shown since."""
        deadline = time.monotonic() + PATIENCE
        while self.read(deadline):
            pass
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status), self.seen.decode(errors="replace")
