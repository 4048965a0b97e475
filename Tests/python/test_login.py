# SPDX-License-Identifier: Apache-2.0
"""Logins across the air gap (SEP-10), with an anchor of the Python SDK and with a malicious one."""
from __future__ import annotations

import base64
import json
import stat
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import Keypair, MuxedAccount, TransactionEnvelope

from anchor import Anchor, jwt, part
from programs import PIN, TESTNET, Machine, key

ALICE, BOB, SERVER, WALLET, MALLORY = key("alice"), key("bob"), key("server"), key("wallet"), key("mallory")
PUBLIC = "Public Global Stellar Network ; September 2015"


@pytest.fixture
def anchor():
    anchor = Anchor(SERVER)
    yield anchor
    anchor.stop()


@pytest.fixture
def online(folder, tmp_path) -> Machine:
    (tmp_path / "online").mkdir()
    return Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet"})


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


def challenge(online, anchor, *options, account=ALICE.public_key, code=0):
    return online.build("challenge", "--home-domain", anchor.domain, "--account", account, "--http-loopback", *options, code=code)


def signed(signer, asked: str, key_name="alice", form="xdr") -> str:
    return signer.sign("sign", "-", "--key", key_name, "--yes", "--format", form, stdin=asked, pin=PIN).out


def give_back(online, text: str, *options, code=0):
    return online.submit("auth", "-", "--http-loopback", *options, stdin=text, code=code)


def tokens(online) -> list:
    return sorted(path for path in (online.home / "online" / "tokens").rglob("*") if path.is_file())


@pytest.mark.parametrize("form", ["xdr", "response"])
def test_a_login_across_the_gap_stores_a_token_without_showing_it(online, signer, anchor, form):
    asked = challenge(online, anchor)
    assert f"login     at {anchor.domain} as {ALICE.public_key}, by its key {SERVER.public_key}" in asked.err
    about = json.loads(asked.out)["challenge"]
    assert about == {"home_domain": anchor.domain, "web_auth_domain": anchor.domain, "web_auth_endpoint": anchor.url + "/auth",
                     "signing_key": SERVER.public_key}
    made = give_back(online, signed(signer, asked.out, form=form), "--json")
    found = made.json()
    assert (found["home_domain"], found["account"], found["memo_id"], found["client_domain"]) == (anchor.domain, ALICE.public_key, None, None)
    assert "token" not in found and anchor.tokens[0] not in made.out + made.err
    [path] = tokens(online)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert json.loads(path.read_text())["token"] == anchor.tokens[0]


def test_a_signed_challenge_is_refused_by_every_command_except_auth(online, signer, anchor):
    """Whoever has it can log in with it, as with a password."""
    asked = challenge(online, anchor).out
    for form in ("xdr", "request", "response"):
        text = signed(signer, asked, form=form)
        for command in ("send", "check", "signatures"):
            refused = online.submit(command, "-", "--network", "testnet", "--horizon-url", "http://127.0.0.1:9", stdin=text, code=65)
            assert "this is a challenge" in refused.err and "coldstar-submit auth" in refused.err, (form, command)
    assert "submission" not in online.submit("status", "--json").out


def test_print_token_prints_the_token(online, signer, anchor):
    made = give_back(online, signed(signer, challenge(online, anchor).out), "--print-token")
    assert made.out == anchor.tokens[0] + "\n" and "logged in at" in made.err
    again = give_back(online, signed(signer, challenge(online, anchor).out), "--print-token", "--json")
    assert again.json()["token"] == anchor.tokens[1]
    assert len(tokens(online)) == 1 and json.loads(tokens(online)[0].read_text())["token"] == anchor.tokens[1]


def test_memos_and_muxed_accounts_are_logins_of_their_own(online, signer, anchor):
    muxed = MuxedAccount(ALICE.public_key, 2**63).account_muxed
    give_back(online, signed(signer, challenge(online, anchor, "--memo-id", "1").out))
    give_back(online, signed(signer, challenge(online, anchor, "--memo-id", str(2**64 - 1)).out))
    give_back(online, signed(signer, challenge(online, anchor, account=muxed).out))
    assert {path.name for path in tokens(online)} == {f"{ALICE.public_key}:1.json", f"{ALICE.public_key}:{2**64 - 1}.json", f"{muxed}.json"}
    challenge(online, anchor, "--memo-id", "7", account=muxed, code=64)
    challenge(online, anchor, "--memo-id", "-1", code=64)
    assert "WEB_AUTH_FOR_CONTRACTS_ENDPOINT" in challenge(online, anchor, account=sdk.StrKey.encode_contract(bytes(32)), code=65).err


def test_a_login_with_a_client_domain_requires_both_signatures(online, signer, anchor):
    wallet = Anchor(WALLET)
    anchor.client_key = WALLET.public_key
    try:
        asked = challenge(online, anchor, "--client-domain", wallet.domain)
        assert json.loads(asked.out)["signers"] == [ALICE.public_key, WALLET.public_key]
        signer.import_key("wallet", WALLET)
        alone = signed(signer, asked.out)
        assert "two signatures are required" in give_back(online, alone, code=65).err
        parts = [signer.file("a", alone), signer.file("b", signed(signer, asked.out, "wallet", "response"))]
        both = online.submit("merge", *parts, "--format", "request").out
        # A signed challenge is as good as a password until it expires, so the journal does not keep its signatures.
        assert '"table":"signature"' not in online.submit("journal", "export").out.replace(" ", "")
        # The SDK's server recognises the wallet by its signature; the other one is the account's.
        anchor.token_as = lambda claims: jwt({**claims, "client_domain": wallet.domain})
        assert give_back(online, both, "--json").json()["client_domain"] == wallet.domain
        anchor.token_as = lambda claims: jwt({**claims, "client_domain": "other.example"})
        assert "client_domain" in give_back(online, both, code=76).err
        wallet.toml_as = b'ACCOUNTS = []\n'
        challenge(online, anchor, "--client-domain", wallet.domain, code=65)
    finally:
        wallet.stop()


def changed(change, sign_again=True):
    """A malicious response: the challenge with one property changed, signed by the server again."""
    def lie(text, _):
        envelope = TransactionEnvelope.from_xdr(text, TESTNET)
        network = change(envelope.transaction)
        if sign_again:
            again = TransactionEnvelope(envelope.transaction, network or TESTNET)
            again.sign(SERVER)
            return again.to_xdr()
        return envelope.to_xdr()
    return lie


def payment(tx):
    tx.operations.append(sdk.Payment(BOB.public_key, sdk.Asset.native(), "1", source=ALICE.public_key))


def other_network(tx):
    return PUBLIC


@pytest.mark.parametrize("change", [payment, other_network], ids=lambda change: change.__name__)
def test_a_forged_challenge_is_refused_and_no_request_is_made(online, anchor, change):
    anchor.challenge_as = changed(change)
    refused = challenge(online, anchor, code=76)
    assert refused.out == "" and "do not sign" in refused.err
    assert not (online.home / "online" / "journal.sqlite").exists() or online.submit("status", "--json").out == ""


def by_mallory(text, _):
    envelope = TransactionEnvelope.from_xdr(text, TESTNET)
    envelope.signatures.clear()
    envelope.sign(MALLORY)
    return envelope.to_xdr()


def unsigned(text, _):
    envelope = TransactionEnvelope.from_xdr(text, TESTNET)
    envelope.signatures.clear()
    return envelope.to_xdr()


NO_CHALLENGES = [
    (by_mallory, "not_signed_by_server"), (unsigned, "not_signed_by_server"),
    (lambda text, _: {"transaction": text, "network_passphrase": PUBLIC}, "another network"),
    (lambda text, _: {"transaction": "AAAA"}, "not a transaction envelope"),
    (lambda text, _: {"transaction": 7}, "transaction"),
    (lambda text, _: {"token": "x"}, "transaction"),
    (lambda text, _: {"transaction": text + "AAAA"}, "not a transaction envelope"),
]


def test_a_response_without_a_valid_challenge_is_refused(online, anchor):
    for lie, said in NO_CHALLENGES:
        anchor.challenge_as = lie
        assert said in challenge(online, anchor, code=76).err


UNEXPECTED = [
    (200, b"<html>hello</html>", 76), (200, b"[]", 76), (200, b"", 76), (200, b'{"transaction": "\x00"}', 76),
    (200, b" " * (1 << 21), 76), (400, b'{"error": "no such\\u001b[2J account"}', 1), (404, b"not here", 1), (500, b"", 69), (503, b"{}", 69), (429, b"{}", 69),
    (302, b"", 76),
]


def test_an_unexpected_response_of_the_login_server_is_an_error(online, anchor):
    for status, body, code in UNEXPECTED:
        anchor.status_as, anchor.headers_as = (status, body), {"Location": "https://evil.example/auth"} if status == 302 else None
        refused = challenge(online, anchor, code=code)
        assert refused.out == "" and "\x1b" not in refused.err and refused.err.count("\n") <= 2, (status, body[:20])


TOMLS = [
    (b"", 65), (b'WEB_AUTH_ENDPOINT = "https://a.example/auth"', 65), (b'SIGNING_KEY = "%s"' % SERVER.public_key.encode(), 65),
    (b'WEB_AUTH_ENDPOINT = 7\nSIGNING_KEY = "%s"' % SERVER.public_key.encode(), 76),
    (b'WEB_AUTH_ENDPOINT = "http://a.example"\nSIGNING_KEY = "%s"' % SERVER.public_key.encode(), 76),
    (b'WEB_AUTH_ENDPOINT = "https://a.example"\nSIGNING_KEY = "%s"' % SERVER.secret.encode(), 76),
    (b'NETWORK_PASSPHRASE = "x"\nWEB_AUTH_ENDPOINT = "https://a.example"\nSIGNING_KEY = "%s"' % SERVER.public_key.encode(), 65),
    (b"<html>", 76), (b'A = "' + b"x" * 102_400 + b'"', 76), (b"\xff\xfe", 76),
]


def test_a_stellar_toml_without_usable_login_fields_is_refused(online, anchor):
    for toml, code in TOMLS:
        anchor.toml_as = toml
        refused = challenge(online, anchor, code=code)
        assert refused.out == "" and SERVER.secret not in refused.err
        assert not any(path.startswith("/auth") for path in anchor.asked), toml[:40]


def claim(**more):
    return lambda claims: jwt({name: value for name, value in {**claims, **more}.items() if value is not None})


TOKENS = [
    lambda claims: "no token", lambda claims: "", lambda claims: "a.b.c", lambda claims: "..", lambda claims: jwt(claims) + ".x",
    lambda claims: jwt(claims).rsplit(".", 1)[0] + ".", lambda claims: part(b"x") + "." + part(claims) + ".eA", lambda claims: 7,
    lambda claims: part({"alg": "none"}) + "." + part(b"[]") + ".eA", lambda claims: jwt({**claims, "pad": "x" * 20_000}),
    claim(sub=None), claim(sub=BOB.public_key), claim(sub=ALICE.public_key + ":1"), claim(sub=7), claim(exp=None), claim(exp="tomorrow"),
    claim(exp=1), claim(exp=-5), claim(iat=int(time.time()) + 10_000), claim(iss=None), claim(iss=7), claim(home_domain="evil.example"),
    claim(client_domain="evil.example"), lambda claims: jwt(claims) + "\r\nX-Evil: 1", lambda claims: jwt({**claims, "sub": claims["sub"] + "\x1b[2J"}),
]


def test_an_invalid_token_is_refused_and_not_stored(online, signer, anchor):
    answered = signed(signer, challenge(online, anchor).out)
    for token in TOKENS:
        anchor.token_as = token
        refused = give_back(online, answered, code=76)
        shown = str(anchor.tokens[-1])
        assert refused.out == "" and tokens(online) == [] and "\x1b" not in refused.err, shown
        assert not any(piece in refused.err for piece in shown.split(".") if len(piece) > 8), shown


def test_a_challenge_without_a_valid_account_signature_is_refused(online, signer, anchor):
    asked = challenge(online, anchor)
    assert "only the anchor has signed this" in give_back(online, json.loads(asked.out)["envelope"], code=65).err
    envelope = TransactionEnvelope.from_xdr(json.loads(asked.out)["envelope"], TESTNET)
    envelope.sign(MALLORY)
    refused = give_back(online, envelope.to_xdr(), code=1)
    assert f"{anchor.domain} refused with status 400" in refused.err and tokens(online) == []


def test_auth_posts_only_to_the_home_domains_endpoint_and_not_to_the_one_in_the_request(online, signer, anchor):
    """The endpoint in a returned request is unverified."""
    asked = json.loads(challenge(online, anchor).out)
    other = Anchor(MALLORY)
    try:
        back = json.loads(signed(signer, json.dumps(asked), form="request"))
        back["challenge"]["web_auth_endpoint"] = other.url + "/auth"
        give_back(online, json.dumps(back))
        assert other.asked == [] and other.posted == [] and len(anchor.posted) == 1
    finally:
        other.stop()


def test_auth_refuses_a_challenge_signed_by_a_key_that_the_stellar_toml_no_longer_names(online, signer, anchor):
    text = signed(signer, challenge(online, anchor).out)
    anchor.toml_as = anchor.toml.replace(SERVER.public_key, MALLORY.public_key).encode()
    refused = give_back(online, text, code=76)
    assert "not a challenge of" in refused.err and anchor.posted == []


def test_auth_refuses_an_expired_challenge_and_other_transactions(online, signer, anchor):
    text = signed(signer, challenge(online, anchor).out)
    assert "expired" in give_back(online, text, "--now", str(int(time.time()) + 901), code=65).err
    pay = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, 4), TESTNET, 100).append_payment_op(BOB.public_key, sdk.Asset.native(), "1").set_timeout(60).build()
    pay.sign(ALICE)
    for other in (pay.to_xdr(), "AAAA", ""):
        give_back(online, other, code=65)
    assert anchor.posted == []
    online.submit("send", "-", stdin=signed(signer, challenge(online, anchor).out, form="request"), code=65)


def test_loopback_and_malformed_home_domains_are_refused_without_a_request(online, anchor):
    online.build("challenge", "--home-domain", anchor.domain, "--account", ALICE.public_key, code=65)
    for domain in ("https://example.com", "example.com/x", "a@b.example", "exa mple.com", "*.example"):
        online.build("challenge", "--home-domain", domain, "--account", ALICE.public_key, "--http-loopback", code=65)
    empty = online.build("challenge", "--home-domain", "", "--account", ALICE.public_key, "--http-loopback", code=64)
    assert "--home-domain is empty" in empty.err
    online.build("challenge", "--home-domain", anchor.domain, "--account", ALICE.public_key, "--http-loopback", "--network-passphrase", "x", "-n", "testnet", code=65)
    assert anchor.asked == []


def test_an_unreachable_login_server_exits_with_69(online, signer, anchor):
    text = signed(signer, challenge(online, anchor).out)
    anchor.stop()
    give_back(online, text, code=69)
    challenge(online, anchor, code=69)
    assert tokens(online) == []


def test_an_unwritable_token_file_is_reported_without_the_token(online, signer, anchor):
    give_back(online, signed(signer, challenge(online, anchor).out))
    [path] = tokens(online)
    path.unlink()
    path.mkdir()
    refused = give_back(online, signed(signer, challenge(online, anchor).out), code=73)
    assert "the token cannot be kept" in refused.err and base64.b64encode(anchor.tokens[-1].encode()).decode() not in refused.err
