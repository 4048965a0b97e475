# SPDX-License-Identifier: Apache-2.0
"""A Horizon that lies, lags or refuses on demand: it passes requests on to a good one, and says what it was told to say."""
from __future__ import annotations

import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


def problem(status: int, kind: str, **extras) -> tuple[int, bytes]:
    document = {"type": f"https://stellar.org/horizon-errors/{kind}", "title": kind, "status": status, "extras": extras}
    return status, json.dumps(document).encode()


NOT_FOUND = problem(404, "not_found")


class Server(ThreadingHTTPServer):
    """`say(method, path, ask)` gives status and body; `ask()` gives those of the good server. None passes the request on."""
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, good_url: str, say=lambda method, path, ask: None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.good, self.say = urlsplit(good_url).netloc, say
        self.log: list[str] = []
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    @property
    def url(self) -> str:
        return f"http://{self.name}"

    def posts(self, door: str = "") -> int:
        return sum(line.startswith("POST /transactions" + door) for line in self.log)

    def handle_error(self, request, client_address):
        pass                                             # the client was killed

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.answer(b"")

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def answer(self, body: bytes) -> None:
        path = urlsplit(self.path).path
        self.server.log.append(f"{self.command} {path}")
        status, said = self.server.say(self.command, path, lambda: self.forward(body)) or self.forward(body)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def forward(self, body: bytes) -> tuple[int, bytes]:
        good = http.client.HTTPConnection(self.server.good, timeout=60)
        kept = {name: value for name, value in self.headers.items() if name.lower() in ("content-type", "accept")}
        good.request(self.command, self.path, body or None, kept)
        answer = good.getresponse()
        data = answer.read()
        good.close()
        return answer.status, data
