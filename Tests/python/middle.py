# SPDX-License-Identifier: Apache-2.0
"""A server between a program and the practice network, which may change what the network says."""
from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Middle:
    """Passes everything on; `change` gets the path and the answer's document, and may alter it in place or give another."""

    def __init__(self, url: str):
        self.behind, self.change, self.posts = url, None, 0
        self.lose = False                                # whether posts get lost, and the answer is that nobody knows
        middle = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def do_GET(self):
                middle.pass_on(self, None)

            def do_POST(self):
                middle.pass_on(self, self.rfile.read(int(self.headers.get("Content-Length", 0))))

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def pass_on(self, handler, body) -> None:
        self.posts += body is not None
        if body is not None and self.lose:
            return self.answer(handler, 504, "application/problem+json", json.dumps(
                {"type": "https://stellar.org/horizon-errors/timeout", "title": "Timeout", "status": 504}).encode())
        request = urllib.request.Request(self.behind.rstrip("/") + handler.path, data=body, method=handler.command)
        if body is not None:
            request.add_header("Content-Type", handler.headers.get("Content-Type", ""))
        try:
            with urllib.request.urlopen(request) as answer:
                status, kind, text = answer.status, answer.headers["Content-Type"], answer.read()
        except urllib.error.HTTPError as error:
            status, kind, text = error.code, error.headers["Content-Type"], error.read()
        if self.change and status == 200:
            document = json.loads(text)
            text = json.dumps(self.change(handler.path, document) or document).encode()
        self.answer(handler, status, kind, text)

    @staticmethod
    def answer(handler, status: int, kind: str, text: bytes) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
