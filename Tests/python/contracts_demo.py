# SPDX-License-Identifier: Apache-2.0
"""`make demo-contracts`: contracts with the key offline, on the practice network. Holds are confirmed at a terminal.

Argument: the folder of the built programs."""
from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from contracts import MULTISIG, NATIVE, SIMPLE, VAULT
from held import sign_held
from programs import PIN, TESTNET, Machine, Sandbox
from stellar_sdk import SorobanServer, StrKey, TransactionEnvelope, scval
from stellar_sdk.contract import ContractClient


class ContractsDemo:
    """Both machines and the practice network; every step says what it shows and is checked."""

    def __init__(self, programs: Path, place: Path):
        for name in ("online", "offline", "stick"):
            (place / name).mkdir()
        self.network = Sandbox(programs)
        self.rpc = f"{self.network.url}/rpc"
        settings = {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": self.network.url, "STELLAR_RPC_URL": self.rpc}
        self.online, self.offline = Machine(programs, place / "online", settings), Machine(programs, place / "offline")
        self.stick = place / "stick"
        self.count = 0
        self.keys: dict[str, str] = {}

    def step(self, text: str) -> None:
        is_bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        print(f"\n\033[1m== {text}\033[0m" if is_bold else f"\n== {text}", flush=True)

    def new(self, *names: str) -> None:
        """New keys on the offline machine, whose accounts friendbot funds."""
        for name in names:
            self.offline.sign("key", "new", name, "--words", "12", pin=PIN)
            self.keys[name] = self.offline.sign("key", "show", name, "--json").json()["public_key"]
            print(self.online.build("fund", self.keys[name]).out, end="")

    def carry(self, text: str, name: str) -> Path:
        self.count += 1
        path = self.stick / f"{self.count}-{name}"
        path.write_text(text)
        return path

    def sign(self, request: str, key: str, *options: str) -> str:
        """The signer's answer; the rules that were confirmed are printed."""
        document = self.carry(request, "request.json")
        self.count += 1
        out = self.stick / f"{self.count}-answer"
        rules, shown = sign_held(self.offline, document, key, str(out), *options)
        print("\n".join(line for line in shown.splitlines() if line.startswith(("  1. ", "  Call", "  Leaves"))))
        print(f"confirmed at the terminal: {', '.join(rules) or 'nothing but yes'}")
        return out.read_text()

    def send(self, signed: str) -> None:
        sent = self.online.submit("send", self.carry(signed, "signed.xdr"), "--wait", "30")
        print(sent.out + sent.err, end="")

    def call(self, key: str, *command: str) -> None:
        """Builds a call whose source authorizes it, signs it and sends it."""
        built = self.online.build(*command)
        print(built.err, end="")
        self.send(self.sign(built.out, key))

    def balance(self, address: str) -> int:
        client = ContractClient(NATIVE, self.rpc, TESTNET)
        return client.invoke("balance", [scval.to_address(address)], parse_result_xdr_fn=scval.from_int128).result()

    def run(self) -> None:
        self.step("Offline machine: three keys behind PINs; the practice network funds their accounts")
        self.new("alice", "bob", "carol")
        alice, bob, carol = (self.keys[name] for name in ("alice", "bob", "carol"))

        self.step("Alice transfers 12.5 XLM through the token's contract: the review reads as a payment")
        before = self.balance(bob)
        self.call("alice", "token", "transfer", "--source", alice, "--token", "native", "--to", bob, "--amount", "12.5")
        assert self.balance(bob) - before == 125_000_000

        self.step("Alice lets the vault spend up to 5 XLM for a day: an allowance is held")
        self.call("alice", "token", "approve", "--source", alice, "--token", "native", "--spender", VAULT, "--amount", "5", "--expires", "1d")

        self.step("Alice deposits 25 XLM into the vault: the transfer below the call is held, too")
        self.call("alice", "invoke", "--source", alice, "--contract", VAULT, "--", "deposit", "--user", alice, "--token", NATIVE, "--amount",
                  "250000000")
        assert self.balance(VAULT) == 250_000_000

        self.step("Alice's account becomes a 2-of-3 with Bob and Carol")
        for name in ("bob", "carol"):
            more = ("--med-threshold", "2", "--high-threshold", "2") if name == "carol" else ()
            built = self.online.build("set-options", "--source", alice, "--signer", self.keys[name], "--signer-weight", "1", *more)
            self.send(self.sign(built.out, "alice"))

        self.step("Bob pays the fee of a transfer that two of the three must authorize: first the entry, from two keys")
        relayed = self.online.build("invoke", "--source", bob, "--contract", NATIVE, "--", "transfer", "--from", alice, "--to", carol,
                                    "--amount", "70000000")
        call = self.carry(relayed.out, "call.json")
        entry = self.online.build("authorization", call, "--for", alice)
        print(entry.err, end="")
        responses = [self.carry(self.sign(entry.out, name, "--format", "response"), f"{name}.json") for name in ("alice", "carol")]
        too_few = self.online.submit("authorize", call, responses[0], code=65)
        print(too_few.err, end="")

        self.step("… then both signatures are put in, the call is simulated with them, and Bob signs the transaction")
        ready = self.online.submit("authorize", call, *responses)
        before = self.balance(carol)
        self.send(self.sign(ready.out, "bob"))
        assert self.balance(carol) - before == 70_000_000

        self.step("A contract account, whose key is offline: Carol's key signs for it")
        raw = StrKey.decode_ed25519_public_key(carol).hex()
        self.call("bob", "invoke", "--source", bob, "--contract", SIMPLE, "--", "init", "--public_key", raw)
        self.call("bob", "token", "transfer", "--source", bob, "--token", "native", "--to", SIMPLE, "--amount", "40")
        moved = self.online.build("invoke", "--source", bob, "--contract", NATIVE, "--", "transfer", "--from", SIMPLE, "--to", alice, "--amount",
                                  "150000000")
        call = self.carry(moved.out, "call.json")
        entry = self.online.build("authorization", call, "--for", SIMPLE)
        response = self.carry(self.sign(entry.out, "carol", "--format", "response"), "carol.json")
        self.send(self.sign(self.online.submit("authorize", call, response).out, "bob"))
        assert self.balance(SIMPLE) == 250_000_000

        self.step("What became of it")
        print(self.online.submit("status").out, end="")
        print(self.online.build("lookup", "token", "native", "--of", VAULT).out, end="")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        demo = ContractsDemo(Path(sys.argv[1]).resolve(), Path(folder))
        try:
            demo.run()
        finally:
            demo.network.stop()


if __name__ == "__main__":
    main()
