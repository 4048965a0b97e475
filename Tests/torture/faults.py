# SPDX-License-Identifier: Apache-2.0
"""A Horizon that fails: stands before a good one on loopback and spoils what it is told to, request by request."""
from __future__ import annotations

import collections
import http.client
import json
import os
import random
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

# Kinds of faults, and whether the good server gets the request all the same.
KINDS = {
    "rate limit": False,             # 429 with Retry-After
    "unavailable": False,            # 503, with Retry-After half of the time
    "timeout, not applied": False,   # 504
    "timeout, applied": True,        # 504, though the transaction went in
    "timeout, applied later": True,  # 504, and the transaction goes in some time after the answer
    "reset": True,                   # the connection is reset instead of an answer
    "reset before": False,           # the same, and the good server never heard of it
    "truncated": True,               # half of the body
    "invalid JSON": True,            # 200, and what is no JSON
    "slow": True,                    # the answer takes its time, sometimes more than the client has
    "huge": True,                    # an answer without an end to speak of
}


class FaultyHorizon(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, good_url: str, seed: int):
        super().__init__(("127.0.0.1", 0), Handler)
        self.good = urlsplit(good_url).netloc
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.share = 0.0                                 # of the requests that are spoiled
        self.counts: collections.Counter[str] = collections.Counter()
        self.posted = threading.Event()                  # set by whoever posts
        self.late: list[threading.Thread] = []           # what goes in after its answer
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        pass                                             # the client was killed, which is the point

    def draw(self, path: str) -> tuple[str | None, float]:
        """The fault of one request, and a number that varies it. What is asked before anything is sent mostly works."""
        share = self.share if path.startswith("/transactions") and self.posted.is_set() else self.share / 10
        with self.lock:
            kind = self.random.choice(list(KINDS)) if self.random.random() < share else None
            self.counts[kind or "none"] += 1
            return kind, self.random.random()

    def settle(self) -> None:
        """Returns when nothing is on its way to the good server any more."""
        self.share = 0
        with self.lock:
            late, self.late = self.late, []
        for thread in late:
            thread.join()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: FaultyHorizon

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.answer(b"")

    def do_POST(self):
        self.server.posted.set()
        self.answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def answer(self, body: bytes) -> None:
        kind, number = self.server.draw(self.path)
        if kind == "timeout, applied later" and self.command == "POST":
            thread = threading.Thread(target=self.forward_later, args=(body, 0.2 + 3 * number), daemon=True)
            with self.server.lock:
                self.server.late.append(thread)
            thread.start()
            return self.problem(504, "transaction_submission_timeout")
        status, kept, answer = self.forward(body) if kind is None or KINDS[kind] else (0, {}, b"")
        match kind:
            case None: self.put(status, answer, kept)
            case "rate limit": self.problem(429, "rate_limit_exceeded", {"Retry-After": str(int(number * 3))})
            case "unavailable": self.problem(503, "stale_history", {"Retry-After": "1"} if number < 0.5 else {})
            case "reset" | "reset before": self.reset()
            case "truncated":
                self.close_connection = True
                self.put(status, answer[: len(answer) // 2], kept, length=len(answer))
            case "invalid JSON": self.put(200, b'{"_links": {"self": {"href": "http', kept)
            case "slow":
                time.sleep(22 if number > 0.9 else number * 2)
                self.put(status, answer, kept)
            case "huge": self.endless()
            case _: self.problem(504, "timeout")

    def forward(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        good = http.client.HTTPConnection(self.server.good, timeout=60)
        kept = {name: value for name, value in self.headers.items() if name.lower() in ("content-type", "accept")}
        good.request(self.command, self.path, body or None, kept)
        answer = good.getresponse()
        data = answer.read()
        good.close()
        return answer.status, {"Content-Type": answer.headers.get("Content-Type", "application/json")}, data

    def forward_later(self, body: bytes, seconds: float) -> None:
        time.sleep(seconds)
        self.forward(body)

    def problem(self, status: int, name: str, headers: dict[str, str] | None = None) -> None:
        document = {"type": f"https://stellar.org/horizon-errors/{name}", "title": name, "status": status}
        self.put(status, json.dumps(document).encode(), {"Content-Type": "application/problem+json", **(headers or {})})

    def put(self, status: int, body: bytes, headers: dict[str, str], length: int | None = None) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

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
        for _ in range(4096):                            # 256 MB, or until the client has had enough
            self.wfile.write(b"x" * 65536)
