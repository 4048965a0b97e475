# SPDX-License-Identifier: Apache-2.0
"""Logins of contract accounts across the air gap (SEP-45), with an anchor of the Python SDK and with a malicious one."""
from __future__ import annotations

import base64
import json
import stat
from urllib.parse import quote

import pytest
from stellar_sdk import Keypair, scval, xdr

from anchor import Anchor, jwt
from contract_anchor import ContractAnchor, body_of, bytes64_module, contract, map_module, module, payload
from desk import Desk, until
from programs import PIN, Machine, key
from terminal import Terminal

OWNER, SERVER, WALLET, MALLORY = key("alice"), key("server"), key("wallet"), key("mallory")
ACCOUNT = contract("account")


@pytest.fixture
def anchor():
    anchor = ContractAnchor(SERVER, OWNER, ACCOUNT, bytes64_module())
    yield anchor
    anchor.stop()


@pytest.fixture
def online(folder, tmp_path) -> Machine:
    (tmp_path / "online").mkdir()
    return Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet"})


@pytest.fixture
def signer(offline):
    offline.import_key("alice", OWNER)
    return offline


def challenge(online, anchor, *options, account=ACCOUNT, code=0):
    return online.build("challenge", "--home-domain", anchor.domain, "--account", account, "--http-loopback", "--rpc-url", f"{anchor.url}/rpc",
                        *options, code=code)


def entry_of(request: dict) -> xdr.SorobanAuthorizationEntry:
    return xdr.SorobanAuthorizationEntry.from_xdr(request["authorization"]["entry"])


def response(request: dict, pair: Keypair = OWNER) -> str:
    """The signer's response."""
    hashed = payload(entry_of(request), request["authorization"]["expiration_ledger"])
    return json.dumps({"format": "coldstar-response", "version": 1, "id": request["id"], "hash": hashed.hex(), "signatures": [
        {"public_key": pair.public_key, "signature": base64.b64encode(pair.sign(hashed)).decode()}]})


def give_back(online, anchor, text: str, *options, code=0):
    return online.submit("auth", "-", "--http-loopback", "--rpc-url", f"{anchor.url}/rpc", *options, stdin=text, code=code)


def tokens(online) -> list:
    return sorted(path for path in (online.home / "online" / "tokens").rglob("*") if path.is_file())


def test_a_login_across_the_gap_stores_a_token_without_showing_it(online, signer, anchor):
    asked = challenge(online, anchor, "--signer", OWNER.public_key)
    assert f"login     at {anchor.domain} as {ACCOUNT}, by its key {SERVER.public_key}" in asked.err
    assert f"valid     until ledger {anchor.ledger + 180}, when the server's entry expires: about 15 minutes from now" in asked.err
    assert "too short" not in asked.err
    request = asked.json()
    assert (request["kind"], request["signers"]) == ("authorization", [OWNER.public_key])
    assert request["challenge"] == {"home_domain": anchor.domain, "web_auth_domain": anchor.domain, "web_auth_endpoint": anchor.url + "/auth",
                                    "signing_key": SERVER.public_key}
    assert request["authorization"]["expiration_ledger"] == anchor.ledger + 180
    seen = signer.sign("inspect", "-", "--json", stdin=asked.out).json()
    assert (seen["kind"], seen["challenge"]["verdict"], seen["challenge"]["account"]) == ("authorization", "valid", ACCOUNT)
    assert [(one["rule"], one["level"]) for one in seen["findings"] if one["level"] != "info"] == [("SEP45", "warn")]
    assert seen["hash"] == payload(entry_of(request), anchor.ledger + 180).hex()

    signer.file("login.json", asked.out)
    terminal = Terminal(signer, "coldstar-sign", "sign", "login.json", "--key", "alice", "--out", "signed.json")
    shown = terminal.until(f"W-KEY: to go on, type {OWNER.public_key[-6:]}: ")
    assert "a valid login; it moves no money" in shown and f'login at "{anchor.domain}"' in shown
    terminal.type(OWNER.public_key[-6:] + "\n")
    terminal.until("PIN or passphrase of alice:")
    terminal.type(PIN + "\n")
    assert terminal.end()[0] == 0
    made = give_back(online, anchor, (signer.home / "signed.json").read_text(), "--json")
    found = made.json()
    assert (found["home_domain"], found["account"], found["memo_id"], found["client_domain"]) == (anchor.domain, ACCOUNT, None, None)
    assert "token" not in found and anchor.tokens[0] not in made.out + made.err
    [path] = tokens(online)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and json.loads(path.read_text())["token"] == anchor.tokens[0]


def test_the_signature_has_the_form_that_the_account_takes(online, anchor, subtests):
    for upgraded in [True, False]:
        for code in [bytes64_module(), map_module()]:
            with subtests.test(upgraded=upgraded):
                anchor.code, anchor.upgraded = code, upgraded
                answer = response(challenge(online, anchor).json())
                assert give_back(online, anchor, answer, "--print-token").out.strip() == anchor.tokens[-1]
                wrong = "map" if code == bytes64_module() else "bytes64"
                assert "Validation failed" in give_back(online, anchor, answer, "--shape", wrong, code=1).err


def test_an_account_of_another_form_needs_the_option(online, anchor):
    anchor.code = module(xdr.SCSpecTypeDef(xdr.SCSpecType.SC_SPEC_TYPE_BYTES))
    answer = response(challenge(online, anchor).json())
    refused = give_back(online, anchor, answer, code=65)
    assert "a form that is not known here: Bytes" in refused.err and "--shape bytes64 or map" in refused.err
    assert give_back(online, anchor, answer, "--shape", "hex", code=64)
    assert not anchor.posted


def test_a_login_that_is_too_short_for_a_trip_is_announced(online, anchor):
    anchor.expires_in = 10
    asked = challenge(online, anchor, "--json")
    assert "warning: " in asked.err and "about 50 seconds, too short" in asked.err and "SEP-10" in asked.err
    assert asked.json()["login"] == {
        "home_domain": anchor.domain, "account": ACCOUNT, "server_key": SERVER.public_key, "expiration_ledger": anchor.ledger + 10,
        "latest_ledger": anchor.ledger, "seconds_left": 50, "is_too_short": True}
    answer = response(json.loads(asked.json()["transaction"]))
    anchor.ledger += 11
    refused = give_back(online, anchor, answer, code=65)
    assert f"expired with ledger {anchor.ledger - 1}, and the newest is {anchor.ledger}" in refused.err and "fetch a new one" in refused.err
    assert not anchor.posted


def test_a_client_domain_signs_an_entry_of_its_own(online, anchor):
    wallet = Anchor(WALLET)
    anchor.client_key = WALLET.public_key
    try:
        asked = challenge(online, anchor, "--client-domain", wallet.domain, "--client-domain-out", "wallet.json").json()
        other = json.loads((online.home / "wallet.json").read_text())
        assert other["signers"] == [WALLET.public_key]
        answer = response(asked)
        assert "client domain is not signed" in give_back(online, anchor, answer, code=65).err
        online.file("wallet-signed.json", response(other, WALLET))
        found = give_back(online, anchor, answer, "--client-domain-response", "wallet-signed.json", "--json").json()
        assert found["client_domain"] == wallet.domain
        again = json.loads(challenge(online, anchor, "--client-domain", wallet.domain).out)
        assert "not the client domain's entry" in give_back(
            online, anchor, response(again), "--client-domain-response", "wallet-signed.json", code=65).err
    finally:
        wallet.stop()


def changed(change):
    """A malicious response: the challenge with one property changed, signed by the server again."""
    def lie(text):
        entries = xdr.SorobanAuthorizationEntries.from_xdr(text).soroban_authorization_entries
        entries = change(entries) or entries
        for entry in entries:
            body = body_of(entry)
            if body.address.account_id:
                signature = SERVER.sign(payload(entry))
                body.signature = scval.to_vec([scval.to_struct(
                    {"public_key": scval.to_bytes(SERVER.raw_public_key()), "signature": scval.to_bytes(signature)})])
        return xdr.SorobanAuthorizationEntries(entries).to_xdr()
    return lie


def argument(name: str, value: str):
    def change(entries):
        for entry in entries:
            for one in entry.root_invocation.function.contract_fn.args[0].map.sc_map:
                if scval.from_symbol(one.key) == name:
                    one.val = scval.to_string(value)
    return changed(change)


def nest(entries):
    for entry in entries:
        entry.root_invocation.sub_invocations = [xdr.SorobanAuthorizedInvocation(entry.root_invocation.function, [])]


def test_a_forged_challenge_is_refused_and_no_request_is_made(online, anchor, subtests):
    for lie, rule in [
            (argument("home_domain", "evil.example"), "wrong_home_domain"), (changed(nest), "sub_invocation"),
            (lambda text: {"authorization_entries": "AAAA"}, "not a list of authorization entries"),
            (lambda text: {"authorization_entries": text, "network_passphrase": "another"}, "another network"),
        ]:
        with subtests.test(rule=rule):
            anchor.challenge_as = lie
            refused = challenge(online, anchor, code=76)
            assert rule in refused.err and refused.out == ""


def test_a_contract_that_does_more_than_a_login_is_refused(online, anchor):
    point = xdr.LedgerKey(xdr.LedgerEntryType.CONTRACT_DATA, contract_data=xdr.LedgerKeyContractData(
        body_of_account(), scval.to_symbol("Balance"), xdr.ContractDataDurability.PERSISTENT))
    anchor.writes = [point]
    assert "would write more than the nonces" in challenge(online, anchor, code=76).err
    anchor.writes = []

    def asking(result):
        entry = xdr.SorobanAuthorizationEntry.from_xdr(result["results"][0]["auth"][0])
        nest([entry])
        result["results"][0]["auth"].append(entry.to_xdr())
        return result

    # The SDK's server would put the entry into a new challenge.
    plain = challenge(online, anchor).json()
    anchor.challenge_is = xdr.SorobanAuthorizationEntries(
        [xdr.SorobanAuthorizationEntry.from_xdr(text)
         for text in (plain["authorization"]["entry"], *plain["authorization"]["siblings"])]).to_xdr()
    anchor.simulation_as = asking
    assert "that the challenge does not have" in challenge(online, anchor, code=76).err
    anchor.simulation_as = lambda _: {"error": "HostError: Error(Storage, MissingValue)\nmore", "latestLedger": anchor.ledger}
    assert "HostError: Error(Storage, MissingValue)" in challenge(online, anchor, code=76).err


def body_of_account() -> xdr.SCAddress:
    from stellar_sdk import Address
    return Address(ACCOUNT).to_xdr_sc_address()


@pytest.mark.parametrize("lie, said", [
    (lambda claims: jwt({**claims, "sub": contract("other")}), "it is for"), (lambda claims: "nonsense", "not a JSON Web Token"),
    (lambda claims: jwt({**claims, "exp": 5}), "expired"),
], ids=["subject", "text", "time"])
def test_an_invalid_token_is_refused_and_not_stored(online, anchor, lie, said):
    answer = response(challenge(online, anchor).json())
    anchor.token_as = lie
    assert said in give_back(online, anchor, answer, code=76).err
    assert not tokens(online)


def test_a_response_that_does_not_verify_is_not_sent(online, anchor):
    request = challenge(online, anchor).json()
    answer = json.loads(response(request))
    answer["signatures"][0]["public_key"] = MALLORY.public_key
    assert "is not by the key it names" in give_back(online, anchor, json.dumps(answer), code=65).err
    assert "without a signature" in give_back(online, anchor, json.dumps(request), code=65).err
    answer = json.loads(response(request))
    [one] = answer["signatures"]
    answer["signatures"] = [{"hint": OWNER.signature_hint().hex(), "signature": one["signature"]}]
    assert "--signer" in give_back(online, anchor, json.dumps(answer), code=65).err
    assert not anchor.posted
    assert give_back(online, anchor, json.dumps(answer), "--signer", OWNER.public_key)
    assert "logged in" in give_back(Machine(online.folder, online.home, online.env), anchor, response(request)).out


@pytest.fixture
def desk(online, anchor):
    desk = Desk(online, "--rpc-url", f"{anchor.url}/rpc")
    yield desk
    desk.kill()


def test_the_desk_takes_the_signed_entry_of_a_login(online, anchor, desk):
    answer = response(challenge(online, anchor).json())
    client = desk.client()
    forged = json.loads(answer)
    forged["signatures"][0]["public_key"] = MALLORY.public_key
    assert "is not by the key it names" in client.post("/scan", {"text": json.dumps(forged)}).error
    assert not anchor.posted and not tokens(online)
    page = f"/anchors/{quote(anchor.domain, safe='')}?account={ACCOUNT}"
    assert client.post("/scan", {"text": answer}).location == page
    [path] = tokens(online)
    assert json.loads(path.read_text())["token"] == anchor.tokens[0]
    until(lambda: "logged in until" in client.get(page).text, "the login")


def test_auth_posts_only_to_the_server_that_the_domain_names_now(online, anchor):
    answer = response(challenge(online, anchor).json())
    good = anchor.toml
    anchor.toml_as = good.replace(SERVER.public_key, MALLORY.public_key).encode()
    assert "wrong_server_account" in give_back(online, anchor, answer, code=76).err
    anchor.toml_as = good.replace(anchor.web_auth, contract("other")).encode()
    assert "wrong_contract" in give_back(online, anchor, answer, code=76).err
    assert not anchor.posted


def test_options_that_do_not_belong_together_are_usage_errors(online, anchor):
    challenge(online, anchor, "--memo-id", "7", code=64)
    challenge(online, anchor, "--client-domain-out", "x", code=64)
    challenge(online, anchor, "--signer", OWNER.public_key, account=OWNER.public_key, code=64)
    anchor.toml_as = f'SIGNING_KEY = "{SERVER.public_key}"\n'.encode()
    assert "WEB_AUTH_FOR_CONTRACTS_ENDPOINT" in challenge(online, anchor, code=65).err
