# SPDX-License-Identifier: Apache-2.0
"""Lookups at home domains: stellar.toml (SEP-1), the anchors of an account's trustlines, federation names (SEP-2)."""
from __future__ import annotations

import pytest
import stellar_sdk as sdk

from anchor import Anchor
from programs import key
from test_builder import Domain

ALICE, SERVER = key("alice"), key("server")


@pytest.fixture
def anchor():
    anchor = Anchor(SERVER)
    yield anchor
    anchor.stop()


@pytest.fixture
def domain():
    domain = Domain()
    yield domain
    domain.server.shutdown()
    domain.server.server_close()


def test_lookup_toml_shows_the_valid_fields_and_lists_the_invalid_ones(offline, anchor):
    anchor.toml_as = (f'SIGNING_KEY = "{SERVER.secret}"\nVERSION = "2.7.0"\nACCOUNTS = ["{ALICE.public_key}", "x"]\nother = 1\n[DOCUMENTATION]\n'
                      'ORG_NAME = "Evil \\u001b[2J \\u202e Ltd."\n[[CURRENCIES]]\ncode = "SRT"\ndisplay_decimals = 8\n').encode()
    shown = offline.build("lookup", "toml", anchor.domain, "--http-loopback")
    assert "\x1b" not in shown.out and "\u202e" not in shown.out and SERVER.secret not in shown.out + shown.err
    assert [line.split()[0] for line in shown.out.splitlines()] == [
        "general", "VERSION", "documentation", "ORG_NAME", "currencies", "code", "problems", "SIGNING_KEY", "ACCOUNTS", "CURRENCIES"]
    found = offline.build("lookup", "toml", anchor.domain, "--http-loopback", "--json").json()
    assert found["domain"] == anchor.domain and found["general"] == {"VERSION": "2.7.0"}
    assert found["currencies"] == [{"code": "SRT"}] and found["documentation"]["ORG_NAME"].startswith("Evil")
    assert {p["field"] for p in found["problems"]} == {"SIGNING_KEY", "ACCOUNTS", "CURRENCIES 1.display_decimals"}


def test_lookup_toml_refuses_a_malformed_stellar_toml_with_its_line(offline, anchor):
    for toml, code, said in ((b"A = 1\n[[\xc3\xa9]]", 76, "cannot be used: line 2: "), (b"<html>", 76, "a web page (HTML)"), (b"x" * 102_401, 76, ""), (b"", 0, "")):
        anchor.toml_as = toml
        shown = offline.build("lookup", "toml", anchor.domain, "--http-loopback", code=code)
        assert said in shown.err and (code == 0 or shown.out == "")


def test_a_redirect_to_another_host_is_not_followed(offline, anchor):
    other = Anchor(ALICE)
    try:
        anchor.headers_as = {"Location": other.url + "/.well-known/stellar.toml"}
        anchor.toml_status = 302
        refused = offline.build("lookup", "toml", anchor.domain, "--http-loopback", code=76)
        assert "redirects" in refused.err and other.asked == []
    finally:
        other.stop()


def test_lookup_anchors_lists_the_home_domain_of_each_trustlines_issuer(folder, tmp_path, online, anchor):
    online.fund(ALICE, SERVER)
    online.apply(SERVER, sdk.SetOptions(home_domain=anchor.domain))
    online.apply(ALICE, *(sdk.ChangeTrust(sdk.Asset(code, SERVER.public_key)) for code in ("SRT", "FAKE")))
    found = online.build("lookup", "anchors", ALICE.public_key, "--http-loopback", "--json").json()
    assert found["anchors"] == [{"asset": f"{code}:{SERVER.public_key}", "home_domain": anchor.domain, "listed": code == "SRT", "services": ["sep10"],
                                 "problem": None} for code in ("FAKE", "SRT")]
    assert len([path for path in anchor.asked if "toml" in path]) == 1
    anchor.toml_as = b"<html>"
    broken = online.build("lookup", "anchors", ALICE.public_key, "--http-loopback").out
    assert "cannot be used" in broken
    assert "--http-loopback" in online.build("lookup", "anchors", ALICE.public_key).out


def test_lookup_federation_finds_the_name_of_an_account_and_refuses_a_contradictory_response(offline, domain):
    domain.names[ALICE.public_key] = {"stellar_address": f"alice*{domain.name}", "account_id": ALICE.public_key}
    found = offline.build("lookup", "federation", ALICE.public_key, "--home-domain", domain.name, "--http-loopback", "--json").json()
    assert found == {"version": 1, "name": f"alice*{domain.name}", "account": ALICE.public_key}
    for answer in ({"stellar_address": "alice*other.example"}, {}, {"stellar_address": f"alice*{domain.name}", "account_id": SERVER.public_key},
                   {"stellar_address": "x" * 400}):
        domain.names[ALICE.public_key] = answer
        offline.build("lookup", "federation", ALICE.public_key, "--home-domain", domain.name, "--http-loopback", code=76)
    offline.build("lookup", "federation", SERVER.public_key, "--home-domain", domain.name, "--http-loopback", code=65)
    offline.build("lookup", "federation", "bob*x.example", "--home-domain", domain.name, "--http-loopback", code=65)
