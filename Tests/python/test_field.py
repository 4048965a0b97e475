# SPDX-License-Identifier: Apache-2.0
"""Inputs that people really have, from public threads and repositories, given to the programs.

Each case of `field/*.json` has commands, the accepted results of the last one, and the reason. Where a case needs a server, `serve` has
its responses by path; `anchor` adds a stellar.toml with every service, `login` a login before the commands, and `ledger` the practice
network behind the same address. `guard` marks a control, which shows that the plain form works."""
from __future__ import annotations

import http.client
import json
import re
from pathlib import Path

import pytest
import stellar_sdk as sdk

from anchor import TransferAnchor
from programs import PIN, Machine, Sandbox, key

FIELD = Path(__file__).parent / "field"
CASES = [case for name in ("index.json", "more.json") for case in json.loads((FIELD / name).read_text())]
ALICE, SERVER = key("alice"), key("server")
# The anchor's account for withdrawals in the cases.
HOT = "GCL2KX45KBL7BOSDZ77WYXISN34URBNAMKEZ6UBE7PH5MC2YJBLRRHUH"
USDC = f"USDC:{SERVER.public_key}"


class FieldServer(TransferAnchor):
    """Serves a case's responses, then the anchor's, and asks the practice network for the rest."""

    def __init__(self, case: dict, ledger: str | None):
        super().__init__(SERVER)
        served = {tuple(filled(name, account=ALICE.public_key).split()): told for name, told in case.get("serve", {}).items()}
        own = {"/.well-known/stellar.toml", "/auth"} if case.get("anchor") else set()
        outer = self

        def do(self, before):
            path = self.path.split("?")[0]
            told = served.get((self.command, path)) or served.get((path,))
            if told is None and path in own:
                return before(self)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if told is None:
                return self.answer(*(outer.forward(ledger, self, body) if ledger else (404, b"{}")))
            raw = (FIELD / told["file"]).read_bytes() if "file" in told else json.dumps(told.get("json")).encode()
            if raw.isascii():
                raw = filled(raw.decode(), url=outer.url, host=outer.domain, issuer=SERVER.public_key, account=ALICE.public_key,
                             muxed=sdk.MuxedAccount(ALICE.public_key, 7).account_muxed).encode()
            self.answer(told.get("status", 200), raw, told.get("type", "application/json"))

        handler = self.server.RequestHandlerClass
        for name in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            before = getattr(handler, "do_" + name)
            setattr(handler, "do_" + name, lambda self, before=before: do(self, before))

    def forward(self, ledger: str, request, body: bytes) -> tuple[int, bytes]:
        good = http.client.HTTPConnection(ledger.removeprefix("http://"), timeout=60)
        kept = {name: value for name, value in request.headers.items() if name.lower() in ("content-type", "accept")}
        good.request(request.command, request.path, body or None, kept)
        answer = good.getresponse()
        status, data = answer.status, answer.read()
        good.close()
        return status, data


def filled(text: str, **values: str) -> str:
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


@pytest.fixture(scope="module")
def ledger(folder, tmp_path_factory):
    """A practice network where alice and the account for withdrawals hold 50 USDC of the anchor."""
    holders = [{"id": id, "trustlines": {USDC: {"balance": "50"}}} for id in (ALICE.public_key, HOT)]
    seed = {"accounts": [{"id": SERVER.public_key}, *holders]}
    path = tmp_path_factory.mktemp("field") / "seed.json"
    path.write_text(json.dumps(seed))
    network = Sandbox(folder, "--seed", path)
    yield network.url
    network.stop()


def login(machine: Machine, who: list[str]):
    machine.import_key("alice", ALICE)
    asked = machine.build("challenge", *who).out
    answered = machine.sign("sign", "-", "--key", "alice", "--yes", stdin=asked, pin=PIN).out
    return machine.submit("auth", "-", "--http-loopback", "-n", "testnet", stdin=answered, code=None)


def words(command: list[str], who: list[str], **values: str) -> list[str]:
    return [word for text in command for word in (who if text == "{who}" else [filled(text, **values)])]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_an_input_of_the_field_gives_one_of_the_accepted_results(case, folder, offline, request):
    needs_server = any(case.get(name) for name in ("serve", "anchor", "ledger"))
    server = FieldServer(case, request.getfixturevalue("ledger") if case.get("ledger") else None) if needs_server else None
    values = {"dir": str(FIELD), "home": str(offline.home), "source": ALICE.public_key, "account": ALICE.public_key,
              "issuer": SERVER.public_key, **({"url": server.url, "host": server.domain, "port": server.domain.split(":")[1]} if server else {})}
    who = filled("--home-domain {host} --account {account} --http-loopback -n testnet", **values).split()
    try:
        if case.get("login"):
            assert login(offline, who).code == 0
        for command in case["command"]:
            program, arguments = command[0], command[1:]
            if program == "login":
                result = login(offline, who)
                continue
            pin = None
            if "--pin" in arguments:                     # by its descriptor: no program takes a PIN as an argument
                place = arguments.index("--pin")
                _, pin = arguments.pop(place), arguments.pop(place)
            result = offline.run(f"coldstar-{program}", *words(arguments, who, **values), pin=pin, code=None)
            if result.code:
                break
    finally:
        if server:
            server.stop()
    text = result.out + result.err
    assert any(result.code == accepted["exit"] and all(re.search(filled(part, account=ALICE.public_key, issuer=SERVER.public_key), text) for part in accepted.get("out", []))
               and not any(re.search(part, text) for part in accepted.get("not", [])) for accepted in case["expected"]), result
