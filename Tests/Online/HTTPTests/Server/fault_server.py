#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A badly behaved HTTP server on loopback, for the tests of CurlHTTP: the path says how it misbehaves.

    fault_server.py [--tls NAME]     NAME: the host that the self-signed certificate is made for

Prints one line, `PORT` or `PORT CERTIFICATE_FILE`, and ends when its standard input does.
"""
import os
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

log, connections = [], 0


def certificate(folder: str, name: str) -> str:
    path = os.path.join(folder, "server.pem")
    alternative = f"IP:{name}" if name[0].isdigit() else f"DNS:{name}"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=" + name, "-addext", "subjectAltName=" + alternative, "-keyout", path, "-out", path + ".crt"],
        check=True, stderr=subprocess.DEVNULL)
    with open(path, "a") as whole, open(path + ".crt") as public:
        whole.write(public.read())
    return path


def read_request(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        data += piece
    head, body = data.split(b"\r\n\r\n", 1)
    length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    while len(body) < length:
        body += connection.recv(65536)
    return head.decode(), body


def answer(connection, body=b"", status="200 OK", headers=()):
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def misbehave(connection, path: str, head: str, body: bytes) -> bool:
    """Answers one request; true keeps the connection."""
    name, _, argument = path.lstrip("/").partition("?")
    if name == "ok":
        answer(connection, b"hello", headers=["Content-Type: text/plain", "X-Two: first", "X-Two: second"])
    elif name == "echo":
        answer(connection, head.encode() + b"\r\n\r\n" + body)
    elif name == "log":
        answer(connection, "\n".join(log).encode())
    elif name == "connections":
        answer(connection, str(connections).encode())
    elif name == "interim":
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n")
        answer(connection, b"late")
    elif name == "status":
        answer(connection, b"no", status=f"{argument} Something", headers=["Retry-After: 7"])
    elif name == "redirect":
        answer(connection, status="302 Found", headers=["Location: " + argument])
    elif name == "silent":
        time.sleep(20)
        return False
    elif name == "drip":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(100):
            connection.sendall(b"x")
            time.sleep(0.2)
        return False
    elif name == "truncated":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + b"x" * 50)
        return False
    elif name == "huge":
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(400):
            connection.sendall(b"x" * 2**20)
        return False
    elif name == "huge-declared":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 419430400\r\n\r\n")
        return False
    elif name == "endless-headers":
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(100_000):
            connection.sendall(b"X-%d: %s\r\n" % (number, b"y" * 200))
        return False
    elif name == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    elif name == "garbage":
        connection.sendall(b"SSH-2.0-OpenSSH_9.2p1\r\n")
        return False
    elif name == "then-close":
        answer(connection, b"bye")
        return False
    elif name != "close":
        answer(connection, b"what?", status="404 Not Found")
    return name != "close"


def serve(connection, tls):
    global connections
    try:
        if tls:
            connection = tls.wrap_socket(connection, server_side=True)
        connections += 1
        while True:
            head, body = read_request(connection)
            if head is None:
                break
            line = head.split("\r\n")[0]
            log.append(line)
            if line.startswith("CONNECT"):
                answer(connection, status="403 Forbidden")
                break
            if not misbehave(connection, line.split(" ")[1], head, body):
                break
    except (OSError, ValueError):
        pass
    connection.close()


def main():
    tls, said, folder = None, "", None
    if sys.argv[1:2] == ["--tls"]:
        folder = tempfile.mkdtemp()
        path = certificate(folder, sys.argv[2])
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(path)
        said = f" {path}.crt"
    listener = socket.create_server(("127.0.0.1", 0), backlog=32)
    print(f"{listener.getsockname()[1]}{said}", flush=True)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection, tls), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()
    if folder:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
