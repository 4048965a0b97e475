# SPDX-License-Identifier: Apache-2.0
"""`make demo-ramp`: a purchase through Meso's ramp with the key offline, against a stand-in for Meso; pictures of its pages.

Arguments: the folder of the built programs, and the folder for the pictures."""
from __future__ import annotations

import json

from demo import Demo, present
from desk import Desk, codes, until
from programs import PIN, Machine
from ramp_standin import CONFIGURATION, NAMES, Standin


class RampDemo(Demo):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.online, self.offline = (Machine(self.programs, self.place / name) for name in ("online", "offline"))
        self.stick = self.place / "stick"
        self.stick.mkdir()

    def run(self) -> None:
        self.step("A stand-in for Meso starts on this machine, under Meso's names (no internet is used)")
        standin = Standin(folder=self.place)
        self.stack.callback(standin.close)
        self.start_browser(*standin.options)
        for name in NAMES:
            print(f"https://{name} is 127.0.0.1:{standin.port}, for this browser only")

        self.step("Offline machine: a new key of Solana, behind a PIN")
        self.offline.sign("key", "new", "solana-wallet", "--chain", "solana", "--words", "12", pin=PIN)
        print(self.offline.sign("key", "show", "solana-wallet").out, end="")

        self.step("Both machines: the public export of the key goes onto the stick, and into the contacts")
        export = self.offline.sign("key", "show", "solana-wallet", "--format", "coldstar").out
        (self.stick / "wallet.json").write_text(export)
        print(export, end="")
        print(self.online.build("contacts", "import", self.stick / "wallet.json").err, end="")

        self.step("Online machine: a purchase on the wrong network is refused, and the right one accepted")
        transfer = {**CONFIGURATION, "walletAddress": json.loads(export)["accounts"][0]["address"]}
        self.online.file("wrong.json", json.dumps({**transfer, "destinationAsset": "ETH"}))
        self.online.file("transfer.json", json.dumps(transfer))
        print(self.online.submit("ramp", "check", "wrong.json", code=65).err, end="")
        print(self.online.submit("ramp", "check", "transfer.json").out, end="")

        self.step("Online machine: the session opens in the desk, and Meso asks for a signature")
        desk = Desk(self.online, "--network", "testnet", command=("coldstar-submit", "ramp", "open", "transfer.json", "--"))
        self.stack.callback(desk.kill)
        browser = self.browser
        browser.open(desk.url)
        browser.arrived("ramp/1")
        words = browser.hook("words").text
        print(f"check words: {words}")
        shown = self.carry("request", browser.codes())
        self.picture("8-ramp-frame", "[data-interactive]")
        self.picture("8-ramp-request")

        self.step("Offline machine: the pictures of the codes are scanned, and the request is reviewed")
        request = self.offline.run("coldstar-scan", *shown).out
        review = self.offline.sign("inspect", "-", stdin=request).out
        print(review, end="")
        assert words in review, f"the signer shows other check words than the page: {words}"

        self.step("Offline machine: the message is signed; the response becomes pictures of codes")
        response = self.offline.sign("sign", "-", "--key", "solana-wallet", "--yes", "--format", "response", stdin=request, pin=PIN).out
        print(response, end="")
        pictures = self.carry("response", codes(self.offline, response))

        self.step("Online machine: the page reads them, and Meso verifies the signature")
        browser.one("#scan-image").send_keys("\n".join(map(str, pictures)))
        browser.button("Read").click()
        until(lambda: "complete" in browser.one("#ramp-state-section").text, "the transfer completes")
        assert standin.verified == [transfer["walletAddress"]], standin.verified
        print(f"valid signature of {standin.verified[0]}")
        browser.driver.refresh()
        browser.one("#ramp-log-section table")
        self.picture("9-ramp-complete")

        self.step("What became of it")
        print(self.online.submit("ramp", "status").out, end="")

    def carry(self, name: str, images) -> list:
        """Puts pictures onto the stick."""
        paths = [self.stick / f"{name}-{number}.png" for number in range(1, len(images) + 1)]
        for path, image in zip(paths, images):
            image.save(path)
            print(path.relative_to(self.place))
        return paths


if __name__ == "__main__":
    present(RampDemo)
