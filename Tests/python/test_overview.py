# SPDX-License-Identifier: Apache-2.0
"""Account overviews, short names of assets and contacts, the choice of the signing key, the progress of send, and --quiet."""
from __future__ import annotations

import json
import random
import time

import pytest
from stellar_sdk import Asset, ChangeTrust, Payment as Pay, TransactionEnvelope

from programs import PAY, PIN, TESTNET, key, opened, payment, signed
from terminal import Terminal

ALICE, BOB, CAROL, DAVE = (key(name) for name in ("alice", "bob", "carol", "dave"))
USDC = Asset("USDC", CAROL.public_key)


@pytest.fixture
def market(online):
    """Alice has some of Carol's USDC, and Bob a trustline for it."""
    online.fund(ALICE, BOB, CAROL, DAVE)
    for pair in (ALICE, BOB):
        online.apply(pair, ChangeTrust(USDC))
    online.apply(CAROL, Pay(ALICE.public_key, USDC, "100"))
    return online


# ---------------------------------------------------------------- lookup account

def test_lookup_account_shows_the_spendable_balances(market):
    market.build("contacts", "add", "issuer", CAROL.public_key)
    market.build("contacts", "add", "me", ALICE.public_key)
    sell = market.build("manage-sell-offer", "--source", "me", "--selling", "USDC", "--buying", "XLM", "--amount", "30", "--price", "2")
    if market.submit("send", "-", stdin=signed(sell.out).to_xdr(), code=None).code == 0:
        selling = "30.0000000"
    else:
        selling = "0.0000000"           # the practice network has no offers
    found = market.build("lookup", "account", "me", "--json").json()
    native, credit = ({row["asset"]: row for row in found["balances"]}[name] for name in ("native", f"USDC:{CAROL.public_key}"))
    assert found["name"] == "me" and found["signers"][0]["name"] == "me"
    assert credit["selling_liabilities"] == selling and float(credit["spendable"]) == 100 - float(selling)
    reserve = (2 + found["subentries"]) * 0.5
    assert float(native["reserve"]) == reserve
    assert abs(float(native["balance"]) - float(native["spendable"]) - reserve - float(native["selling_liabilities"])) < 1e-6
    text = market.build("lookup", "account", "me").out
    assert f"account     {ALICE.public_key} (me)" in text and f"reserve {reserve:g}" in text and "spendable" in text
    assert f"USDC:{CAROL.public_key} (issued by issuer)" in text


# ---------------------------------------------------------------- overview

def test_overview_shows_all_own_accounts_with_payments_and_pending_transactions(market):
    market.build("contacts", "add", "bob", BOB.public_key)
    for pair in (BOB, CAROL):
        own = TransactionEnvelope.from_xdr(payment(source=pair, sequence=market.sequence(pair) + 1), TESTNET)
        own.sign(pair)
        market.submit("send", "-", stdin=own.to_xdr())
    market.submit("send", "-", stdin=signed(market.build(*PAY).out).to_xdr())
    draft = opened(market.build(*PAY, "--note", "rent").out).hash_hex()
    found = market.build("overview", "--json").json()["accounts"]
    mine = {row["account"]: row for row in found}
    assert {ALICE.public_key, BOB.public_key, CAROL.public_key} == set(mine), "the accounts in this journal"
    alice = mine[ALICE.public_key]
    assert [row["hash"] for row in alice["pending"]] == [draft] and alice["pending"][0]["note"] == "rent"
    assert alice["payments"][0]["direction"] == "sent" and alice["payments"][0]["contact"] == "bob"
    assert {row["asset"] for row in alice["balances"]} == {"native", f"USDC:{CAROL.public_key}"}
    assert mine[BOB.public_key]["name"] == "bob" and mine[BOB.public_key]["pending"] == []
    text = market.build("overview").out
    assert f"bob  {BOB.public_key}" in text and f"pending  {draft}" in text and "to    bob" in text and "spendable" in text


def test_overview_shows_only_the_named_accounts(market, offline):
    offline.sign("key", "new", "device", pin=PIN, code=None)
    assert [row["account"] for row in market.build("overview", DAVE.public_key, "--json").json()["accounts"]] == [DAVE.public_key]
    market.build("overview", DAVE.public_key, "--limit", "0")
    market.build("overview", "--limit", "201", code=64)


def test_overview_reports_a_missing_account(online):
    assert "no account of yours is known on testnet" in online.build("overview", code=66).err
    found = online.build("overview", "--json", env={"STELLAR_ACCOUNT": ALICE.public_key}).json()["accounts"]
    assert [(row["account"], row["exists"]) for row in found] == [(ALICE.public_key, False)]
    assert "does not exist" in online.build("overview", ALICE.public_key).out


# ---------------------------------------------------------------- assets

BUILD = ("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--amount", "1", "--asset")


def paid(result):
    return opened(result.out).transaction.operations[0].asset


@pytest.mark.parametrize("typed", ["XLM", "xlm", "native"])
def test_xlm_and_native_name_the_native_asset(market, typed):
    assert paid(market.build(*BUILD, typed)) == Asset.native()


def test_an_asset_code_selects_the_asset_that_the_source_holds(market):
    result = market.build(*BUILD, "USDC")
    assert paid(result) == USDC and f"USDC is USDC:{CAROL.public_key} (held by {ALICE.public_key})" in result.err


def test_a_code_of_several_assets_is_ambiguous(market):
    other = Asset("USDC", DAVE.public_key)
    market.apply(ALICE, ChangeTrust(other))
    refused = market.build(*BUILD, "USDC", code=65)
    assert "--asset: USDC is ambiguous" in refused.err
    assert all(f"USDC:{pair.public_key}" in refused.err for pair in (CAROL, DAVE))


def test_a_code_that_the_source_does_not_hold_selects_the_known_asset(market):
    known = {row["asset"].split(":")[0]: row["asset"] for row in market.build("lookup", "assets", "--known", "--json").json()["assets"]}
    refused = market.build("trust", "add", "--source", DAVE.public_key, "--asset", "SRT", code=65)
    assert f"SRT is {known['SRT']} (known on testnet)" in refused.err, "its issuer does not exist on the practice network"


@pytest.mark.parametrize("typed", ["EURX", "USDCC", "usdc"])
def test_an_unknown_asset_code_is_refused_with_suggestions(market, typed):
    refused = market.build(*BUILD, typed, code=65)
    assert f"{ALICE.public_key} holds no {typed}, and no known asset has the code {typed}" in refused.err
    assert "write CODE:ISSUER" in refused.err
    if typed != "EURX":
        assert "did you mean USDC?" in refused.err


def test_an_issuer_may_be_a_contact(market):
    market.build("contacts", "add", "circle", CAROL.public_key)
    for typed in ("USDC:circle", "USDC:Circle"):
        assert paid(market.build(*BUILD, typed)) == USDC
    refused = market.build(*BUILD, "USDC:cirle", code=65)
    assert "no contact is called cirle" in refused.err and "did you mean circle?" in refused.err


def test_asset_codes_are_accepted_by_every_command(market):
    market.build("contacts", "add", "circle", CAROL.public_key)
    source = ("--source", ALICE.public_key)
    commands = [
        ("trust", "remove", *source, "--asset", "USDC"), ("change-trust", *source, "--asset", "USDC", "--limit", "5"),
        ("manage-buy-offer", *source, "--selling", "XLM", "--buying", "USDC", "--buy-amount", "1", "--price", "1"),
        ("create-claimable-balance", *source, "--asset", "USDC", "--amount", "1", "--claimant", BOB.public_key),
        ("path-payment", "strict-send", *source, "--destination", BOB.public_key, "--send-asset", "USDC", "--dest-asset", "USDC:circle",
         "--send-amount", "1", "--dest-min", "1", "--path", ""),
        ("set-trust-line-flags", "--source", CAROL.public_key, "--trustor", ALICE.public_key, "--asset", "USDC", "--set-flags", "authorized"),
        ("clawback", "--source", CAROL.public_key, "--from", ALICE.public_key, "--asset", "USDC", "--amount", "1"),
    ]
    for command in commands:
        result = market.build(*command, code=None)
        assert "not an asset" not in result.err and "ambiguous" not in result.err and "has the code" not in result.err, (command, result.err)
    table = f"destination,amount,asset\n{BOB.public_key},1,USDC\n{BOB.public_key},1,XLM\n{BOB.public_key},1,USDC:circle\n"
    made = market.build("batch", "-", *source, stdin=table)
    assert [operation.asset for operation in opened(made.out).transaction.operations] == [USDC, Asset.native(), USDC]


@pytest.mark.parametrize("code", ["SRT", "EURX"])
def test_without_the_network_an_asset_needs_its_issuer(offline, code):
    pay = (*BUILD[:-1], "-n", "testnet", "--sequence", "5", "--asset")
    assert paid(offline.build(*pay, "XLM")) == Asset.native()
    assert f"{code} names no issuer, and the balances of the account are not looked up" in offline.build(*pay, code, code=65).err


def test_the_book_accepts_contacts_as_issuers_and_signers(offline):
    offline.import_key("alice", ALICE)
    offline.sign("book", "contacts", "add", "circle", CAROL.public_key, "--yes", pin=PIN)
    offline.sign("book", "assets", "add", "USDC:circle", "--yes", pin=PIN)
    assert offline.sign("book", "assets", "list", "--json").json()["assets"] == [f"USDC:{CAROL.public_key}"]
    offline.sign("book", "assets", "remove", "USDC", "--yes", pin=PIN)
    offline.sign("book", "accounts", "add", ALICE.public_key, "--signer", "circle:2", "--yes", pin=PIN)
    [account] = offline.sign("book", "accounts", "list", "--json").json()["accounts"]
    assert account["signers"] == [{"key": CAROL.public_key, "weight": 2}]


@pytest.mark.parametrize("typed", ["bob", "BOB"])
def test_a_signer_may_be_a_contact(market, typed):
    market.build("contacts", "add", "bob", BOB.public_key)
    made = market.build("set-options", "--source", ALICE.public_key, "--signer", typed, "--signer-weight", "1")
    assert opened(made.out).transaction.operations[0].signer.signer_key.encoded_signer_key == BOB.public_key
    assert "no contact is called bbo" in market.build("set-options", "--source", ALICE.public_key, "--signer", "bbo", "--signer-weight", "1",
                                                      code=65).err


# ---------------------------------------------------------------- the choice of the signing key

def test_the_only_key_is_used_without_key(offline):
    offline.import_key("alice", ALICE)
    result = offline.sign("sign", "-", "-n", "testnet", "--yes", stdin=payment(), pin=PIN)
    assert "key       alice, the only one" in result.err and opened(result.out).signatures[0].signature_hint == ALICE.signature_hint()


@pytest.mark.parametrize("name", ["alice", "bob", "carol"])
def test_of_several_keys_that_of_the_source_is_used(offline, name):
    for other in ("alice", "bob", "carol"):
        offline.import_key(other, key(other))
    result = offline.sign("sign", "-", "-n", "testnet", "--yes", stdin=payment(Pay(DAVE.public_key, Asset.native(), "1"), source=key(name)),
                          pin=PIN)
    assert f"key       {name}, which has to sign" in result.err
    assert opened(result.out).signatures[0].signature_hint == key(name).signature_hint()


def test_key_is_required_if_no_key_is_the_source(offline):
    offline.import_key("alice", ALICE)
    offline.import_key("bob", BOB)
    foreign = payment(Pay(ALICE.public_key, Asset.native(), "1"), source=CAROL)
    refused = offline.sign("sign", "-", "-n", "testnet", "--yes", stdin=foreign, pin=PIN, code=64)
    assert "--key is missing: it could be alice, bob" in refused.err
    empty = offline.sign("sign", "-", "-n", "testnet", "--yes", "--home", "elsewhere", stdin=foreign, pin=PIN, code=64)
    assert "the vault has no key" in empty.err


def test_a_batch_is_signed_with_the_key_of_its_source(online, offline):
    online.fund(ALICE, BOB)
    for name in ("alice", "bob"):
        offline.import_key(name, key(name))
    rows = "".join(f"{ALICE.public_key},{amount},XLM,id:{amount}\n" for amount in range(1, 4))
    batch = online.build("batch", "-", "--source", BOB.public_key, stdin="destination,amount,asset,memo\n" + rows)
    made = offline.sign("sign", "-", "--yes", stdin=batch.out, pin=PIN)
    assert "key       bob, which has to sign" in made.err and len(made.out.split()) == 3


# ---------------------------------------------------------------- the progress of send

def test_send_says_what_it_waits_for_once(funded, middle):
    envelope = signed(funded.build(*PAY).out)
    middle.lose = True
    result = funded.submit("send", "-", "--wait", "6", "--horizon-url", middle.url, stdin=envelope.to_xdr(), code=75)
    lines = [line for line in result.err.splitlines() if line.startswith("waiting for ")]
    assert len(lines) == 1 and lines[0].startswith(f"waiting for {envelope.hash_hex()[:8]}... to be in a ledger since ")
    assert "Ctrl-C is safe, resume goes on" in lines[0]


def test_send_counts_the_seconds_at_a_terminal(funded, middle):
    path = funded.file("signed.xdr", signed(funded.build(*PAY).out).to_xdr())
    middle.lose = True
    terminal = Terminal(funded, "coldstar-submit", "send", str(path), "--wait", "6", "--horizon-url", middle.url, "-n", "testnet")
    shown = terminal.until("Ctrl-C is safe")
    assert "waiting for " in shown and shown.endswith(" s); ")
    code, _ = terminal.end()
    assert code == 75


# ---------------------------------------------------------------- --quiet

def test_quiet_suppresses_notes_and_keeps_results_warnings_and_errors(funded):
    assert funded.build(*PAY, "--quiet").err == "" and opened(funded.build("--quiet", *PAY, "--after-drafts").out)
    assert "error: " in funded.build("payment", "--quiet", code=64).err
    assert funded.build("contacts", "add", "bob", BOB.public_key, "--quiet").err == ""
    again = funded.build("contacts", "add", "bob", ALICE.public_key, "--quiet", code=73)
    assert "hint: " in again.err
    warned = funded.build(*PAY, "--quiet")
    assert [line for line in warned.err.splitlines() if not line.startswith("warning:")] == [] and warned.err
    assert funded.submit("send", "-", "--quiet", stdin=signed(warned.out).to_xdr()).err == ""
    assert funded.submit("resume", "--quiet").err == "" and funded.submit("status", "--quiet").out
    assert funded.build("payment", "--quiet", "--quiet", code=64).err


def test_quiet_hides_neither_the_review_nor_its_question(offline):
    offline.import_key("alice", ALICE)
    path = offline.file("tx.xdr", payment())
    result = offline.sign("sign", path, "-n", "testnet", "--yes", "--quiet", pin=PIN)
    assert "Pay 1 XLM" in result.err and "signed by" not in result.err and "the only one" not in result.err
    terminal = Terminal(offline, "coldstar-sign", "sign", str(path), "-n", "testnet", "--quiet", env={"COLDSTAR_HOME": str(offline.home)})
    assert "Pay 1 XLM" in terminal.until("type yes")
    terminal.type("no\n")
    assert terminal.end()[0] == 77
    changed = offline.sign("book", "contacts", "add", "bob", BOB.public_key, "--yes", "--quiet", pin=PIN)
    assert "bob" in changed.err, "the change must be shown"


def test_quiet_after_a_double_dash_is_an_argument(offline):
    made = offline.build("message", "--account", ALICE.public_key, "--", "--quiet")
    assert made.json()["message"] == "--quiet" and made.err
