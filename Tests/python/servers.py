# SPDX-License-Identifier: Apache-2.0
"""A Horizon server with faults on demand: it forwards requests to a good one and replaces responses."""
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
        self.put(*(self.server.say(self.command, path, lambda: self.forward(body)) or self.forward(body)))

    def forward(self, body: bytes) -> tuple[int, bytes]:
        """The good server's response."""
        good = http.client.HTTPConnection(self.server.good, timeout=60)
        kept = {name: value for name, value in self.headers.items() if name.lower() in ("content-type", "accept")}
        good.request(self.command, self.path, body or None, kept)
        answer = good.getresponse()
        data = answer.read()
        good.close()
        return answer.status, data

    def put(self, status: int, body: bytes, headers: dict[str, str] | None = None, length: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    """`say(method, path, ask)` returns status and body, optionally with headers; `ask()` returns those of the good server. None
    forwards the request."""
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, good_url: str, say=lambda method, path, ask: None, handler: type[Handler] = Handler):
        super().__init__(("127.0.0.1", 0), handler)
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


class Middle(Server):
    """Forwards everything; `change` gets the path and the response's document, and may alter it in place or return another."""

    def __init__(self, good_url: str):
        super().__init__(good_url, self.told)
        self.change = None
        self.lose = False                                # whether POST requests are dropped and answered with a timeout

    def told(self, method: str, path: str, ask) -> tuple[int, bytes]:
        if method == "POST" and self.lose:
            return problem(504, "timeout")
        status, text = ask()
        if self.change and status == 200:
            document = json.loads(text)
            text = json.dumps(self.change(path, document) or document).encode()
        return status, text
