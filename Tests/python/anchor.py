# SPDX-License-Identifier: Apache-2.0
"""An anchor of the Python Stellar SDK on loopback, whose responses a test can replace."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlparse

from stellar_sdk import Keypair, MuxedAccount
from stellar_sdk.sep import stellar_web_authentication as sep10
from stellar_sdk.sep.ed25519_public_key_signer import Ed25519PublicKeySigner
from stellar_sdk.sep.exceptions import InvalidSep10ChallengeError

from programs import TESTNET, Machine


def part(value: dict | bytes) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def jwt(claims: dict, secret: bytes = b"the server's own") -> str:
    signed = part({"alg": "HS256", "typ": "JWT"}) + "." + part(claims)
    return signed + "." + part(hmac.new(secret, signed.encode(), hashlib.sha256).digest())


def log_in(machine: Machine, domain: str, token: str, subject: str) -> None:
    """Leaves a login where `coldstar-submit auth` leaves it: test_login.py and test_practice_anchor.py take the way across the gap."""
    folder = machine.home / "online" / "tokens" / hashlib.sha256(TESTNET.encode()).hexdigest() / domain
    for made in (folder.parents[2], folder.parents[1], folder.parent, folder):
        made.mkdir(mode=0o700, exist_ok=True)
    expires = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))["exp"]
    document = {"format": "coldstar-token", "version": 1, "home_domain": domain, "network_passphrase": TESTNET, "subject": subject,
                "client_domain": None, "expires": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(expires)), "token": token}
    path = folder / f"{subject}.json"
    path.write_text(json.dumps(document, indent=2) + "\n")
    path.chmod(0o600)


class Anchor:
    """Serves a stellar.toml and SEP-10. The attributes that end in `_as` replace the correct responses."""

    def __init__(self, key: Keypair):
        self.key, self.asked, self.posted, self.tokens = key, [], [], []
        self.toml_status = 200
        self.toml_as = self.challenge_as = self.token_as = self.status_as = self.headers_as = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.asked.append(self.path)
                url = urlparse(self.path)
                if url.path == "/.well-known/stellar.toml":
                    return self.answer(outer.toml_status, outer.toml.encode() if outer.toml_as is None else outer.toml_as, "text/plain")
                if url.path == "/auth":
                    return self.answer(*outer.challenge(parse_qs(url.query)))
                return self.answer(404, b"{}")

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.posted.append(body)
                return self.answer(*outer.token(body))

            def answer(self, status: int, body: bytes, kind="application/json"):
                if outer.status_as and urlparse(self.path).path == "/auth":
                    status, body = outer.status_as
                self.send_response(status)
                for name, value in (outer.headers_as or {}).items():
                    self.send_header(name, value)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.domain = f"localhost:{self.server.server_port}"
        self.url = f"http://{self.domain}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def toml(self) -> str:
        return (f'NETWORK_PASSPHRASE = "{TESTNET}"\nSIGNING_KEY = "{self.key.public_key}"\nWEB_AUTH_ENDPOINT = "{self.url}/auth"\n'
                f'[DOCUMENTATION]\nORG_NAME = "Practice Ltd."\n[[CURRENCIES]]\ncode = "SRT"\nissuer = "{self.key.public_key}"\n')

    def challenge(self, query: dict) -> tuple[int, bytes]:
        one = {name: values[0] for name, values in query.items()}
        memo = int(one["memo"]) if "memo" in one else None
        text = sep10.build_challenge_transaction(
            self.key.secret, one["account"], one.get("home_domain", self.domain), self.domain, TESTNET, 900, memo=memo,
            client_domain=one.get("client_domain"), client_signing_key=self.client_key if "client_domain" in one else None)
        if self.challenge_as is not None:
            text = self.challenge_as(text, one)
        answer = text if isinstance(text, dict) else {"transaction": text, "network_passphrase": TESTNET}
        return 200, json.dumps(answer).encode()

    client_key: str | None = None

    def log_in(self, machine: Machine, subject: str) -> None:
        self.tokens.append(jwt(self.claims_of(subject)))
        log_in(machine, self.domain, self.tokens[-1], subject)

    def claims(self, found) -> dict:
        return self.claims_of(found.client_account_id + (f":{found.memo}" if found.memo is not None else ""))

    def claims_of(self, subject: str) -> dict:
        now = int(time.time())
        return {"iss": f"{self.url}/auth", "sub": subject, "iat": now, "exp": now + 3600}

    def token(self, body: bytes) -> tuple[int, bytes]:
        text = json.loads(body)["transaction"]
        try:
            found = sep10.read_challenge_transaction(text, self.key.public_key, self.domain, self.domain, TESTNET)
            sep10.verify_challenge_transaction_signers(text, self.key.public_key, self.domain, self.domain, TESTNET, [self.signer(found)])
        except InvalidSep10ChallengeError as error:
            return 400, json.dumps({"error": str(error)}).encode()
        token = jwt(self.claims(found)) if self.token_as is None else self.token_as(self.claims(found))
        self.tokens.append(token)
        return 200, json.dumps({"token": token}).encode()

    @staticmethod
    def signer(found):
        return Ed25519PublicKeySigner(MuxedAccount.from_account(found.client_account_id).account_id)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class TransferAnchor(Anchor):
    """Adds SEP-6, 12, 24 and 38 with responses set by a test: `answers[(method, path)]` is a document, (status, document) or a function
    of the call that returns one of these."""

    def __init__(self, key: Keypair):
        super().__init__(key)
        self.answers, self.calls = {}, []
        self.raw = {}                                    # functions of the handler that send the response themselves
        outer, handler = self, self.server.RequestHandlerClass

        def served(self):
            url = urlparse(self.path)
            answer, raw = outer.answers.get((self.command, url.path)), outer.raw.get((self.command, url.path))
            if answer is None and raw is None:
                return False
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            call = {"method": self.command, "path": url.path, "query": {k: v[0] for k, v in parse_qs(url.query).items()}, "body": body,
                    "type": self.headers.get("Content-Type", ""), "token": (self.headers.get("Authorization") or "").removeprefix("Bearer ")}
            outer.calls.append(call)
            if raw:
                raw(self)
                return True
            if callable(answer):
                answer = answer(call)
            status, document = answer if isinstance(answer, tuple) else (200, answer)
            self.answer(status, document if isinstance(document, bytes) else json.dumps(document).encode())
            return True

        for name in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            before = getattr(handler, "do_" + name, None)
            setattr(handler, "do_" + name, lambda self, before=before: served(self) or (before(self) if before else self.answer(404, b"{}")))

    @property
    def toml(self) -> str:
        more = "".join(f'{name} = "{self.url}/{path}"\n' for name, path in (
            ("TRANSFER_SERVER", "sep6"), ("TRANSFER_SERVER_SEP0024", "sep24"), ("KYC_SERVER", "kyc"), ("ANCHOR_QUOTE_SERVER", "sep38")))
        return more + super().toml

    def form(self, call: dict) -> dict[str, bytes]:
        """The parts of a multipart body by name, parsed by Python's email library."""
        from email.parser import BytesParser
        message = BytesParser().parsebytes(b"Content-Type: " + call["type"].encode() + b"\r\n\r\n" + call["body"])
        return {part.get_param("name", header="content-disposition"): part.get_payload(decode=True) for part in message.get_payload()}
