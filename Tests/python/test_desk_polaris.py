# SPDX-License-Identifier: Apache-2.0
"""The desk's pages of anchors and transfers with django-polaris, an independent anchor server."""
from __future__ import annotations

import html
import re

import pytest
import stellar_sdk as sdk

from desk import until
from programs import PIN, TESTNET, Machine
from test_desk_anchors import Pages
from test_desk_window import Window
from test_polaris import ALICE, ANCHOR, PYTHON, browse, polaris  # noqa: F401

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PYTHON, reason="COLDSTAR_ANCHOR_PYTHON names no Python that has django-polaris"),
]


@pytest.fixture
def pages(folder, tmp_path, polaris):  # noqa: F811
    for name in ("online", "offline"):
        (tmp_path / name).mkdir()
    online = Machine(folder, tmp_path / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": polaris.network.url})
    offline = Machine(folder, tmp_path / "offline")
    offline.import_key("alice", ALICE)
    offline.sign("book", "domains", "add", polaris.domain, "--signing-key", ANCHOR.public_key, "--withdrawal", ANCHOR.public_key, "--yes", pin=PIN)
    pages = Pages(online, offline, polaris.domain, "--http-loopback")
    pages.log_in()
    yield pages
    who = ("--home-domain", polaris.domain, "--account", ALICE.public_key, "--http-loopback")
    online.submit("anchor", "customer", "delete", "--yes", *who, code=None)
    pages.desk.kill()


def known(pages: Pages) -> None:
    """Alice's data, which this anchor asks for by the type of customer."""
    who = ("--home-domain", pages.domain, "--account", ALICE.public_key, "--http-loopback")
    pages.online.submit("anchor", "customer", "put", "--type", "sep6-withdraw", "--field", "first_name=Ann", "--field", "last_name=Berg",
                        "--field", "bank_account_number=1", "--field", "bank_number=2", "--yes", *who)


def anchors_page(pages: Pages, path: str) -> str:
    """The address of the anchor's page, from the link on the transfer's page."""
    found = until(lambda: re.search(r'data-anchor-window[^>]*href="([^"]+)"|href="([^"]+)"[^>]*data-anchor-window', pages.at(path)), "the link")
    return html.unescape(found[1] or found[2])


def pay(pages: Pages, path: str, amount: str) -> None:
    pages.form(path, "withdrawal-payment")
    hash = pages.client.post(path + "/payment", {}).hash
    signed = sdk.TransactionEnvelope.from_xdr(pages.client.get(f"/requests/{hash}/transaction.xdr").text.strip(), TESTNET)
    payment, = signed.transaction.operations
    assert (payment.destination.account_id, payment.amount) == (ANCHOR.public_key, amount)
    signed.sign(ALICE)
    assert pages.client.post("/scan", {"text": signed.to_xdr(), "about": hash}).location == f"/requests/{hash}"
    pages.client.ready(hash)
    pages.client.post(f"/requests/{hash}/submit")
    assert "applied" in pages.client.outcome(hash)


def test_a_deposit_is_completed_through_the_anchors_page(pages, polaris):  # noqa: F811
    before = polaris.balance(ALICE)
    path = pages.begin("deposit", asset="SRT", amount="50", protocol="sep24")
    pages.agree(path)
    browse(anchors_page(pages, path), amount="50", name="Ann")
    pages.reaches(path, "completed")
    assert polaris.balance(ALICE) == before + 49


@pytest.mark.parametrize("protocol", ["sep6", "sep24"])
def test_a_withdrawal_is_paid_through_its_request(pages, polaris, protocol):  # noqa: F811
    known(pages)
    before = polaris.balance(ALICE)
    more = {"type": "bank_account"} if protocol == "sep6" else {}
    path = pages.begin("withdraw", asset="SRT", amount="30", protocol=protocol, **more)
    form = pages.form(path, "transfer-terms")
    # This anchor requires a field that it does not announce.
    assert pages.answer(path, {**form, **({"field": "dest=DE89"} if protocol == "sep6" else {})}).location == path
    if protocol == "sep24":
        browse(anchors_page(pages, path), amount="30", name="Ann")
    pay(pages, path, "30")
    pages.reaches(path, "completed")
    assert polaris.balance(ALICE) == before - 30


def test_the_anchors_page_says_in_a_browser_that_it_is_done(pages, polaris, browser):  # noqa: F811
    """Its own script posts the message; Coldstar's pages only hear it."""
    path = pages.begin("deposit", asset="SRT", amount="50", protocol="sep24")
    pages.agree(path)
    window = Window(browser, pages, path)
    window.at(window.anchor)
    for name, value in {"amount": "50", "name": "Ann"}.items():
        field = until(lambda: window.shown(f"[name={name}]"), f"the anchor asks for {name}")  # noqa: B023
        field.clear()
        field.send_keys(value)
    window.shown("form [type=submit], form button").click()
    window.at(window.desk)
    until(lambda: "the page says: pending_user_transfer_start" in window.log, "the anchor's script has posted")
    pages.reaches(path, "completed")
    until(lambda: window.state == "completed", "the page that listens shows it")
