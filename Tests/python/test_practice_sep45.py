# SPDX-License-Identifier: Apache-2.0
"""Logins of contract accounts (SEP-45) at the practice anchor, with the Python Stellar SDK as the client and as the server."""
from __future__ import annotations

import base64
import copy
import json
import tomllib
import urllib.error
import urllib.parse
import urllib.request

import pytest
from stellar_sdk import Keypair, scval, xdr
from stellar_sdk.sep.exceptions import InvalidSep45ChallengeError
from stellar_sdk.sep.stellar_soroban_web_authentication import (build_challenge_authorization_entries, read_challenge_authorization_entries,
                                                                verify_challenge_authorization_entries)

from contracts import RPC, SIMPLE, WEB_AUTH, credentials, payload
from programs import TESTNET, key

ALICE, OWNER, SERVER = key("alice"), key("owner"), key("server")


@pytest.fixture
def rpc(sandbox) -> RPC:
    """A network with a contract account of the owner's."""
    rpc = RPC(sandbox.url)
    rpc.fund(ALICE, SERVER)
    rpc.invoke(SIMPLE, "init", scval.to_bytes(OWNER.raw_public_key()), source=ALICE)
    return rpc


def answered(text: str, signer: Keypair, until: int) -> list[xdr.SorobanAuthorizationEntry]:
    """The challenge with the account's entry signed."""
    entries = xdr.SorobanAuthorizationEntries.from_xdr(text).soroban_authorization_entries
    for entry in entries:
        if credentials(entry).address.type == xdr.SCAddressType.SC_ADDRESS_TYPE_CONTRACT:
            credentials(entry).signature = scval.to_bytes(signer.sign(payload(entry, until)))
    return entries


def encoded(entries: list[xdr.SorobanAuthorizationEntry]) -> str:
    return xdr.SorobanAuthorizationEntries(entries).to_xdr()


# -- the SDK as the server, the practice network as its RPC

def test_the_sdks_own_challenge(rpc):
    domains = ("example.com", "auth.example.com", WEB_AUTH)
    for upgraded in (False, True):
        challenge = build_challenge_authorization_entries(rpc.server, SERVER.secret, SIMPLE, *domains, TESTNET, use_upgraded_auth=upgraded)
        parsed = read_challenge_authorization_entries(challenge, SERVER.public_key, *domains)
        assert parsed.client_account_id == SIMPLE
        until = rpc.latest() + 10
        verified = verify_challenge_authorization_entries(
            rpc.server, encoded(answered(challenge, OWNER, until)), SERVER.public_key, *domains, TESTNET)
        assert verified.nonce == parsed.nonce
        with pytest.raises(InvalidSep45ChallengeError):
            verify_challenge_authorization_entries(
                rpc.server, encoded(answered(challenge, ALICE, until)), SERVER.public_key, *domains, TESTNET)
        with pytest.raises(InvalidSep45ChallengeError):
            verify_challenge_authorization_entries(rpc.server, challenge, SERVER.public_key, *domains, TESTNET)


# -- the practice anchor as the server

class Anchor:
    def __init__(self, url: str):
        self.url = url
        self.domain = url.removeprefix("http://")
        self.toml = tomllib.loads(urllib.request.urlopen(f"{url}/.well-known/stellar.toml").read().decode())
        self.endpoint = self.toml["WEB_AUTH_FOR_CONTRACTS_ENDPOINT"]

    def challenge(self, account: str = SIMPLE, **more: str) -> str:
        query = urllib.parse.urlencode({"account": account, "home_domain": self.domain, **more})
        answer = json.loads(urllib.request.urlopen(f"{self.endpoint}?{query}").read())
        assert answer["network_passphrase"] == TESTNET
        return answer["authorization_entries"]

    def read(self, challenge: str):
        return read_challenge_authorization_entries(
            challenge, self.toml["SIGNING_KEY"], self.domain, self.domain, self.toml["WEB_AUTH_CONTRACT_ID"])

    def post(self, entries: str, form: bool = False) -> tuple[int, dict]:
        fields = {"authorization_entries": entries}
        body = urllib.parse.urlencode(fields) if form else json.dumps(fields)
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        request = urllib.request.Request(self.endpoint, body.encode(), {"Content-Type": kind})
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        return answer.status, json.loads(answer.read())


@pytest.fixture
def anchor(rpc, sandbox) -> Anchor:
    return Anchor(sandbox.url)


def claims(token: str) -> dict:
    middle = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))


@pytest.mark.parametrize("form", [False, True])
def test_a_contract_account_logs_in(rpc, anchor, form):
    assert anchor.toml["WEB_AUTH_CONTRACT_ID"] == WEB_AUTH
    challenge = anchor.challenge()
    parsed = anchor.read(challenge)
    assert parsed.client_account_id == SIMPLE
    status, answer = anchor.post(encoded(answered(challenge, OWNER, rpc.latest() + 10)), form)
    assert status == 200, answer
    assert claims(answer["token"])["sub"] == SIMPLE
    request = urllib.request.Request(f"{anchor.url}/sep12/customer", headers={"Authorization": f"Bearer {answer['token']}"})
    assert json.loads(urllib.request.urlopen(request).read())["status"] == "NEEDS_INFO"


def test_the_anchors_entry_is_signed_for_a_quarter_of_an_hour(rpc, anchor):
    entries = xdr.SorobanAuthorizationEntries.from_xdr(anchor.challenge()).soroban_authorization_entries
    [server] = [entry for entry in entries if credentials(entry).address.type == xdr.SCAddressType.SC_ADDRESS_TYPE_ACCOUNT]
    assert credentials(server).signature_expiration_ledger.uint32 - rpc.latest() in range(178, 181)
    [signature] = scval.to_native(credentials(server).signature)
    digest = payload(copy.deepcopy(server), credentials(server).signature_expiration_ledger.uint32)
    Keypair.from_public_key(anchor.toml["SIGNING_KEY"]).verify(digest, signature["signature"])


def test_a_challenge_is_used_once(rpc, anchor):
    entries = encoded(answered(anchor.challenge(), OWNER, rpc.latest() + 10))
    assert anchor.post(entries)[0] == 200
    status, answer = anchor.post(entries)
    assert status == 400 and "used before" in answer["error"]


def test_refuses_what_was_not_signed_as_asked(rpc, anchor):
    until = rpc.latest() + 10

    def refused(change=lambda entries: None, signer: Keypair = OWNER, until: int = until) -> str:
        entries = answered(anchor.challenge(), signer, until)
        change(entries)
        status, answer = anchor.post(encoded(entries))
        assert status == 400, answer
        return answer["error"]

    def argument(entries):
        for entry in entries:
            entry.root_invocation.function.contract_fn.args[0].map.sc_map[1].val = scval.to_string("example.com")

    def differ(entries):
        entries[0].root_invocation = copy.deepcopy(entries[0].root_invocation)
        entries[0].root_invocation.function.contract_fn.function_name = xdr.SCSymbol(b"other")

    def unsigned(entries):
        for entry in entries:
            credentials(entry).signature = scval.to_void()

    def nonce(entries):
        for entry in entries:
            entry.root_invocation.function.contract_fn.args[0].map.sc_map[2].val = scval.to_string("x" * 64)

    assert "authorize" in refused(signer=ALICE)
    assert "authorize" in refused(until=rpc.latest())
    assert "authorize" in refused(unsigned)
    assert "authorize" in refused(nonce)
    assert "domain" in refused(argument)
    assert "two of the same call" in refused(differ)
    assert "two of the same call" in refused(lambda entries: entries.pop())
    assert "two of the same call" in refused(lambda entries: entries.append(entries[0]))
    assert anchor.post("AAAA")[0] == 400 and anchor.post("%")[0] == 400


def test_refuses_other_challenges(anchor, subtests):
    for query in [{"account": ALICE.public_key}, {"account": "C"}, {"account": SIMPLE, "home_domain": "example.com"},
                  {"account": SIMPLE, "client_domain": "example.com"}]:
        with subtests.test(query=query):
            with pytest.raises(urllib.error.HTTPError) as caught:
                anchor.challenge(**query)
            assert caught.value.code == 400
