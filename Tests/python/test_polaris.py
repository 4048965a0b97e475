# SPDX-License-Identifier: Apache-2.0
"""The programs with django-polaris, an independent anchor server: login, customer data, transfers and quotes, with the key offline.

`make programs` installs it where COLDSTAR_ANCHOR_PYTHON says; Tests/polaris has its settings and integrations."""
from __future__ import annotations

import html
import http.cookiejar
import os
import re
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
import stellar_sdk as sdk
from stellar_sdk import Server

from programs import PIN, TESTNET, Machine, Sandbox, key, opened

PYTHON = os.environ.get("COLDSTAR_ANCHOR_PYTHON")
pytestmark = pytest.mark.skipif(not PYTHON, reason="COLDSTAR_ANCHOR_PYTHON names no Python that has django-polaris")

ALICE, ISSUER, ANCHOR = key("alice"), key("polaris issuer"), key("polaris distribution")
SRT = sdk.Asset("SRT", ISSUER.public_key)
USD, ON_CHAIN = "iso4217:USD", f"stellar:SRT:{ISSUER.public_key}"


class Polaris:
    """The anchor's server on its own practice network, where alice has a trustline for the asset."""

    def __init__(self, folder: Path, home: Path):
        self.network = Sandbox(folder)
        self.horizon = Server(self.network.url)
        for pair in (ALICE, ISSUER, ANCHOR):
            urllib.request.urlopen(f"{self.network.url}/friendbot?addr={pair.public_key}").close()
        self.send(ALICE, sdk.ChangeTrust(SRT))
        self.send(ANCHOR, sdk.ChangeTrust(SRT))
        self.send(ISSUER, sdk.Payment(ANCHOR.public_key, SRT, "100000"), sdk.Payment(ALICE.public_key, SRT, "1000"))
        seeds = home / "seeds"
        seeds.write_text(f"{ISSUER.secret}\n{ANCHOR.secret}\n")
        program = Path(__file__).parents[1] / "polaris" / "serve.py"
        self.process = subprocess.Popen([PYTHON, "-W", "ignore", program, home, self.network.url, seeds], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.domain = self.url.removeprefix("http://")
        assert self.domain

    def send(self, source: sdk.Keypair, *operations) -> None:
        builder = sdk.TransactionBuilder(self.horizon.load_account(source.public_key), TESTNET, 100).set_timeout(300)
        for operation in operations:
            builder.append_operation(operation)
        envelope = builder.build()
        envelope.sign(source)
        self.horizon.submit_transaction(envelope)

    def balance(self, pair: sdk.Keypair) -> float:
        rows = self.horizon.accounts().account_id(pair.public_key).call()["balances"]
        return next(float(row["balance"]) for row in rows if row.get("asset_code") == "SRT")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self.network.stop()


class Desk:
    """One user's online machine and signer, logged in."""

    def __init__(self, folder: Path, home: Path, polaris: Polaris):
        for name in ("online", "offline"):
            (home / name).mkdir()
        self.online = Machine(folder, home / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": polaris.network.url})
        self.offline = Machine(folder, home / "offline")
        self.offline.import_key("alice", ALICE)
        self.offline.sign("book", "domains", "add", polaris.domain, "--signing-key", ANCHOR.public_key, "--withdrawal", ANCHOR.public_key, "--yes", pin=PIN)
        self.who = ("--home-domain", polaris.domain, "--account", ALICE.public_key, "--http-loopback")
        self.online.submit("auth", "-", "--http-loopback", stdin=self.signed(self.online.build("challenge", *self.who).out))

    def signed(self, request: str) -> str:
        return self.offline.sign("sign", "-", "--key", "alice", "--yes", stdin=request, pin=PIN).out

    def ask(self, *args, code=0):
        return self.online.submit("anchor", *args, *self.who, code=code)

    def known(self) -> None:
        """Registers alice's name and bank account with the anchor."""
        self.ask("customer", "put", "--type", "sep6-withdraw", "--field", "first_name=Ann", "--field", "last_name=Berg",
                 "--field", "bank_account_number=1", "--field", "bank_number=2", "--yes")

    def followed(self, id: str) -> str:
        """The output of `watch` for a transfer; asserts that it is completed."""
        shown = self.ask("watch", id, "--interval", "1", "--timeout", "50").out
        assert re.search(r"^status +completed$", shown, re.M), shown
        return shown

    def paid(self, id: str, amount: str) -> None:
        """Makes the payment that the anchor waits for, signed offline."""
        request = self.online.build("withdrawal", *self.who, "--id", id).out
        payment, = opened(request).transaction.operations
        assert (payment.destination.account_id, payment.asset, payment.amount) == (ANCHOR.public_key, SRT, amount)
        self.online.submit("send", "-", stdin=self.signed(request))


@pytest.fixture(scope="module")
def polaris(folder, tmp_path_factory):
    anchor = Polaris(folder, tmp_path_factory.mktemp("anchor"))
    yield anchor
    anchor.stop()


@pytest.fixture
def desk(folder, tmp_path, polaris):
    desk = Desk(folder, tmp_path, polaris)
    yield desk
    desk.ask("customer", "delete", "--yes", code=None)


def browse(url: str, **fields: str) -> str:
    """Submits the form of the anchor's page as a browser would, and returns the next page."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with browser.open(url) as page:
        form = re.search('<form[^>]*action="([^"]*)"', page.read().decode())[1]
        target = urllib.parse.urljoin(page.geturl(), html.unescape(form))
    with browser.open(target, urllib.parse.urlencode(fields).encode()) as page:
        return page.read().decode()


def test_the_anchors_services_and_fees_are_listed(desk, polaris):
    toml = desk.online.build("lookup", "toml", polaris.domain, "--http-loopback", "--json").json()
    assert ANCHOR.public_key in str(toml) and ISSUER.public_key in str(toml)
    offered = desk.ask("info").out
    for line in ("deposit of SRT (sep6)", "withdrawal of SRT (sep6)", "deposit of SRT (sep24)", "withdrawal of SRT (sep24)", "deposit with exchange of SRT (sep6)"):
        assert line in offered
    assert desk.ask("fee", "--asset", "SRT", "--amount", "100", "--operation", "deposit").out.startswith("1.0 SRT")


def test_customer_data_is_requested_provided_and_deleted(desk):
    assert desk.ask("customer", "get", "--json").json()["status"] == "NEEDS_INFO"
    refused = desk.ask("deposit", "--asset", "SRT", "--amount", "100", "--yes", code=1)
    assert "first_name" in refused.err and "last_name" in refused.err and "anchor customer put" in refused.err
    desk.ask("customer", "put", "--field", "first_name=Ann", "--field", "last_name=Berg", "--yes")
    assert desk.ask("customer", "get", "--json").json()["status"] == "ACCEPTED"
    assert "bank_account_number" in desk.ask("customer", "get", "--type", "sep6-withdraw").out
    desk.ask("customer", "delete", "--yes")
    assert desk.ask("customer", "get", "--json").json()["status"] == "NEEDS_INFO"


def test_a_sep6_deposit_is_completed(desk, polaris):
    desk.known()
    before = polaris.balance(ALICE)
    begun = desk.ask("deposit", "--asset", "SRT", "--amount", "100", "--type", "bank_account", "--yes", "--json").json()
    assert (begun["protocol"], begun["kind"]) == ("sep6", "deposit") and "DE89" in str(begun)
    desk.followed(begun["id"])
    assert polaris.balance(ALICE) == before + 99
    assert begun["id"] in desk.ask("transactions", "--asset", "SRT").out and begun["id"] in desk.online.submit("anchor", "transfers").out


def test_a_sep24_deposit_is_completed_after_its_form_is_submitted(desk, polaris):
    before = polaris.balance(ALICE)
    begun = desk.ask("deposit", "--protocol", "sep24", "--asset", "SRT", "--amount", "50", "--yes", "--json").json()
    assert "incomplete" in desk.ask("transaction", begun["id"]).out
    assert begun["id"] in browse(begun["url"], amount="50", name="Ann")
    desk.followed(begun["id"])
    assert polaris.balance(ALICE) == before + 49


@pytest.mark.parametrize("protocol", ["sep6", "sep24"])
def test_a_withdrawal_is_signed_offline_and_completed(desk, polaris, protocol):
    desk.known()
    before = polaris.balance(ALICE)
    begun = desk.ask("withdraw", "--protocol", protocol, "--asset", "SRT", "--amount", "30",
                     *(("--type", "bank_account", "--field", "dest=DE89") if protocol == "sep6" else ()), "--yes", "--json").json()
    if protocol == "sep24":
        browse(begun["url"], amount="30", name="Ann")
    desk.paid(begun["id"], "30")
    shown = desk.followed(begun["id"])
    assert "bank-1" in shown and polaris.balance(ALICE) == before - 30


def test_a_deposit_exchange_uses_a_firm_quote(desk, polaris):
    desk.known()
    rate = ("--sell-asset", USD, "--sell-amount", "101", "--sell-delivery-method", "bank_account")
    assert ON_CHAIN in desk.ask("prices", *rate).out
    assert desk.ask("price", *rate, "--buy-asset", ON_CHAIN, "--context", "sep6", "--json").json()["buy_amount"] == "80.80"
    quote = desk.ask("quote", *rate, "--buy-asset", ON_CHAIN, "--context", "sep6", "--json").json()
    before = polaris.balance(ALICE)
    begun = desk.ask("deposit", "--asset", "SRT", "--exchange", USD, "--amount", "101", "--type", "bank_account", "--quote-id", quote["id"], "--yes", "--json").json()
    desk.followed(begun["id"])
    assert polaris.balance(ALICE) == before + 80


def test_a_withdrawal_exchange_uses_a_firm_quote(desk, polaris):
    desk.known()
    quote = desk.ask("quote", "--sell-asset", ON_CHAIN, "--buy-asset", USD, "--sell-amount", "26", "--buy-delivery-method", "bank_account", "--json").json()
    before = polaris.balance(ALICE)
    begun = desk.ask("withdraw", "--asset", "SRT", "--exchange", USD, "--amount", "26", "--type", "bank_account", "--field", "dest=DE89",
                     "--quote-id", quote["id"], "--yes", "--json").json()
    desk.paid(begun["id"], "26")
    assert "20.00" in desk.followed(begun["id"]) and polaris.balance(ALICE) == before - 26


def test_a_transfer_cannot_be_accessed_as_another_account_without_a_login(desk, polaris):
    desk.known()
    begun = desk.ask("deposit", "--asset", "SRT", "--amount", "100", "--type", "bank_account", "--yes", "--json").json()
    other = ("--home-domain", polaris.domain, "--account", key("bob").public_key, "--http-loopback")
    assert "there is no login" in desk.online.submit("anchor", "transaction", begun["id"], *other, code=77).err
