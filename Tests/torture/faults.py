# SPDX-License-Identifier: Apache-2.0
"""A faulty Horizon server: it proxies a good one on loopback and injects faults into requests."""
from __future__ import annotations

import collections
import os
import random
import socket
import struct
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "python"))
from servers import Handler, Server, problem

# Kinds of faults, and whether the good server still receives the request.
KINDS = {
    "rate limit": False,             # 429 with Retry-After
    "unavailable": False,            # 503, with Retry-After half of the time
    "timeout, not applied": False,   # 504
    "timeout, applied": True,        # 504, although the transaction was applied
    "timeout, applied later": True,  # 504, and the transaction is applied some time after the response
    "reset": True,                   # the connection is reset instead of a response
    "reset before": False,           # as above, before the good server received the request
    "truncated": True,               # half of the body
    "invalid JSON": True,            # 200 with a body that is not JSON
    "slow": True,                    # a delayed response, sometimes beyond the client's timeout
    "huge": True,                    # a practically endless response
}


class FaultyHorizon(Server):
    kinds = KINDS

    def __init__(self, good_url: str, seed: int, handler: type[FaultyHandler] | None = None):
        super().__init__(good_url, handler=handler or FaultyHandler)
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.share = 0.0                                 # the share of requests with a fault
        self.counts: collections.Counter[str] = collections.Counter()
        self.posted = threading.Event()                  # set by each POST request
        self.late: list[threading.Thread] = []           # transactions applied after their response

    def draw(self, path: str) -> tuple[str | None, float]:
        """The fault of one request, and a number that varies it. Faults are rare before the first submission."""
        share = self.share if path.startswith("/transactions") and self.posted.is_set() else self.share / 10
        with self.lock:
            kind = self.random.choice(list(self.kinds)) if self.random.random() < share else None
            self.counts[kind or "none"] += 1
            return kind, self.random.random()

    def settle(self) -> None:
        """Waits until no request to the good server is pending."""
        self.share = 0
        with self.lock:
            late, self.late = self.late, []
        for thread in late:
            thread.join()


class FaultyHandler(Handler):
    server: FaultyHorizon

    def do_POST(self):
        self.server.posted.set()
        super().do_POST()

    def submits(self) -> bool:
        """Whether the request submits a transaction."""
        return self.command == "POST"

    def topic(self) -> str:
        """What the request is about: faults are more frequent for transactions."""
        return self.path

    def spoil(self, kind: str | None, status: int, answer: bytes, number: float) -> bool:
        """Answers with a fault of the server's own; false if the kind is none."""
        return False

    def answer(self, body: bytes) -> None:
        kind, number = self.server.draw(self.topic())
        if kind == "timeout, applied later" and self.submits():
            thread = threading.Thread(target=self.forward_later, args=(body, 0.2 + 3 * number), daemon=True)
            with self.server.lock:
                self.server.late.append(thread)
            thread.start()
            return self.put(*problem(504, "transaction_submission_timeout"))
        status, answer = self.forward(body) if kind is None or self.server.kinds[kind] else (0, b"")
        if self.spoil(kind, status, answer, number):
            return
        match kind:
            case None: self.put(status, answer)
            case "rate limit": self.put(*problem(429, "rate_limit_exceeded"), {"Retry-After": str(int(number * 3))})
            case "unavailable": self.put(*problem(503, "stale_history"), {"Retry-After": "1"} if number < 0.5 else {})
            case "reset" | "reset before": self.reset()
            case "truncated":
                self.close_connection = True
                self.put(status, answer[: len(answer) // 2], length=len(answer))
            case "invalid JSON": self.put(200, b'{"_links": {"self": {"href": "http')
            case "slow":
                time.sleep(22 if number > 0.9 else number * 2)
                self.put(status, answer)
            case "huge": self.endless()
            case _: self.put(*problem(504, "timeout"))

    def forward_later(self, body: bytes, seconds: float) -> None:
        time.sleep(seconds)
        self.forward(body)

    def reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())
        self.close_connection = True
        raise ConnectionAbortedError

    def endless(self) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"padding": "')
        for _ in range(4096):                            # 256 MB, or until the client disconnects
            self.wfile.write(b"x" * 65536)
