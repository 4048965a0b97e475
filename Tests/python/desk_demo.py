# SPDX-License-Identifier: Apache-2.0
"""`make demo-desk CI=1`: the whole loop in Chromium, with the signer's responses held in front of the webcam; pictures of seven pages.

Arguments: the folder of the built programs, and the folder for the pictures."""
from __future__ import annotations

import json
import threading
import time
import urllib.parse
import urllib.request

import stellar_sdk as sdk

from demo import Demo, present
from desk import Client, Desk, codes, film, is_gone, response, until
from programs import TESTNET, Machine, Sandbox, key
from servers import Server

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
USDC = f"USDC:{ISSUER.public_key}"
NETWORK = {
    "accounts": [{"id": ALICE.public_key, "balance": "8250.75", "trustlines": {USDC: {"balance": "1200"}}},
                 {"id": BOB.public_key, "balance": "420", "trustlines": {USDC: {"balance": "15"}}}, {"id": CAROL.public_key, "balance": "96.5"},
                 {"id": ISSUER.public_key, "balance": "100"}],
    "rates": [{"from": "native", "to": USDC, "price": "0.25"}],
}
BATCH = f"""destination,amount,asset,memo
bob,125,XLM,text:May
carol,80.5,USDC,text:May
GBOB,20,XLM,text:May
bob,1.123456789,XLM,text:May
carol,40,XLM,text:this memo is longer than a memo can be
{CAROL.public_key},15,XLM,text:May
"""


class DeskDemo(Demo):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        (self.place / "network.json").write_text(json.dumps(NETWORK))
        self.network = Sandbox(self.programs, "--seed", self.place / "network.json")
        self.stack.callback(self.network.stop)
        # The practice ledger closes at once; a real one takes five seconds, in which the page shows the progress.
        self.slow = threading.Event()
        server = Server(self.network.url, lambda method, path, ask: (self.slow.is_set() and method == "POST" and time.sleep(4)) or None)
        self.online = Machine(self.programs, self.place / "online", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": server.url})
        self.offline = Machine(self.programs, self.place / "offline")
        self.offline.import_key("alice", ALICE)
        for name, pair in (("alice", ALICE), ("bob", BOB), ("carol", CAROL)):
            self.online.build("contacts", "add", name, pair.public_key)
        self.desk = Desk(self.online, "--source", ALICE.public_key)
        self.stack.callback(self.desk.kill)
        self.start_browser()

    def apply(self, source: sdk.Keypair, *operations, memo: str = "") -> None:
        """A transaction of somebody's, so that there is something to see."""
        account = json.load(urllib.request.urlopen(f"{self.network.url}/accounts/{source.public_key}"))
        builder = sdk.TransactionBuilder(sdk.Account(source.public_key, int(account["sequence"])), TESTNET, 100).add_time_bounds(0, 0)
        if memo:
            builder.add_text_memo(memo)
        for operation in operations:
            builder.append_operation(operation)
        envelope = builder.build()
        envelope.sign(source)
        self.post(envelope)

    def post(self, envelope) -> None:
        body = urllib.parse.urlencode({"tx": envelope.to_xdr()}).encode()
        urllib.request.urlopen(f"{self.network.url}/transactions", body).read()

    def sign(self, client: Client, name: str) -> None:
        """The signer's response goes through the webcam."""
        film(self.browser.film, codes(self.offline, response(self.offline, client.request(name))))
        self.browser.button("Use the camera").click()
        self.browser.hook("submit")

    def run(self) -> None:
        browser, xlm, usdc = self.browser, sdk.Asset.native(), sdk.Asset("USDC", ISSUER.public_key)
        for source, target, asset, amount, memo in ((BOB, ALICE, xlm, "42", "rent"), (ALICE, BOB, xlm, "310.5", "Invoice 40"), (CAROL, ALICE, xlm, "12.25", ""),
                                                    (ALICE, BOB, usdc, "75", "Invoice 41"), (BOB, ALICE, usdc, "15", "refund"), (ALICE, CAROL, xlm, "19.9", "")):
            self.apply(source, sdk.Payment(target.public_key, asset, amount), memo=memo)
        browser.open(self.desk.url)
        client = Client(self.desk.port)
        cookie = next(each for each in browser.driver.get_cookies() if each["name"].startswith("coldstar-desk"))
        client.cookie = f"{cookie['name']}={cookie['value']}"
        client.get("/")

        browser.open(self.desk.origin + "/pay")
        browser.fill(destination="bob", amount="25.5", memo="text:Invoice 42")
        until(lambda: BOB.public_key in browser.one('[data-check-for="destination"]').text, "the check of the destination")
        until(lambda: browser.one("[data-checks-result]").text, "the checks of the form")
        self.picture("2-pay")
        browser.click("main form button.primary")
        name = browser.arrived("requests/([0-9a-f]{64})")
        until(lambda: browser.all(".qr-screen canvas"), "the loop plays")
        self.picture("3-request")
        waiting = client.post("/pay", {"source": ALICE.public_key, "destination": "carol", "asset": "XLM", "amount": "7", "place": "after-drafts"}).hash
        browser.open(self.desk.origin + "/")
        until(lambda: "Invoice 41" in browser.text and browser.all(".chart svg, svg"), "the payments")
        self.picture("1-overview")

        browser.open(f"{self.desk.origin}/requests/{name}")
        self.sign(client, name)
        self.picture("4-checks", "#signatures-section")
        self.slow.set()
        browser.hook("submit").click()
        browser.one("#progress")
        self.picture("5-progress")
        assert "applied" in browser.hook("outcome").text
        self.slow.clear()
        assert client.get(f"/requests/{waiting}").status == 200

        self.withdrawal(client)

        browser.open(self.desk.origin + "/batch")
        browser.run("""const data = new DataTransfer(); data.items.add(new File([arguments[0]], "payroll.csv", {type: "text/csv"}));
                    document.querySelector("[data-drop]").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}))""", BATCH)
        until(lambda: browser.all("tr.faulty"), "the faulty rows")
        self.picture("7-batch-errors", "table.sheet")

    def withdrawal(self, client: Client) -> None:
        """Login, a deposit so that there is something to withdraw, and the withdrawal up to its payment."""
        browser, domain = self.browser, self.network.url.removeprefix("http://")
        path = "/anchors/" + urllib.parse.quote(domain, safe="")
        issuer = json.loads(self.online.build("lookup", "toml", domain, "--http-loopback", "--json").out)
        asset = sdk.Asset("SRT", next(each for each in find(issuer, "issuer")))
        self.apply(ALICE, sdk.ChangeTrust(asset))
        login = client.post(path + "/login", {"account": ALICE.public_key}).hash
        client.post("/scan", {"text": response(self.offline, client.request(login)), "about": login})
        who = ("--home-domain", domain, "--account", ALICE.public_key, "--http-loopback")
        person = [word for pair in PERSON.items() for word in ("--customer", f"{pair[0]}={pair[1]}")]
        self.online.submit("anchor", "deposit", *who, "--protocol", "sep6", "--type", "bank_account", "--asset", "SRT", "--amount", "100", "--yes", *person)
        until(lambda: any(each["balance"] != "0.0000000" for each in self.online.build("lookup", "account", ALICE.public_key, "--json").json()["balances"]
                          if str(each["asset"]).startswith("SRT")), "the deposit")
        transfer = client.post(path + "/withdraw", {"account": ALICE.public_key, "asset": "SRT", "amount": "20", "protocol": "sep6", "type": "bank_account"}).location
        browser.open(self.desk.origin + transfer)

        def asked() -> bool:
            """Answers what the page asks, until it asks for the payment."""
            if browser.all('form[data-test="withdrawal-payment"]'):
                return True
            for form in browser.all("#now-section form")[:1]:
                for field in form.find_elements("css selector", "input:not([type=hidden]):not([type=file]), textarea"):
                    if field.is_displayed() and not field.get_attribute("value"):
                        field.send_keys("1990-12-31" if "birth" in field.get_attribute("name") else "0532013000")
                form.find_element("css selector", "button").click()
                until(lambda: is_gone(form), "the anchor goes on")
            return False
        until(asked, "the anchor asks for its payment")
        self.picture("6-withdrawal")


PERSON = {"first_name": "Ada", "last_name": "Lovelace", "email_address": "ada@example.com", "email_address_verification": "123456", "birth_date": "1990-12-31",
          "bank_account_number": "0532013000"}


def find(document, name: str):
    """The values of a member, wherever it is in a document."""
    if isinstance(document, dict):
        for each, value in document.items():
            if each == name and isinstance(value, str):
                yield value
            yield from find(value, name)
    elif isinstance(document, list):
        for value in document:
            yield from find(value, name)


if __name__ == "__main__":
    present(DeskDemo)
