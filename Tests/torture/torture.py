# SPDX-License-Identifier: Apache-2.0
"""Sends payments through a Horizon that fails at random, with submitters that are killed at random, and asks the ledger.

    torture.py BIN [--rounds 1000] [--together 1] [--workers 8] [--seed N]

Every round signs one payment with the Python SDK and gives it to `coldstar-submit send`, or to several at once on one home
(`--together`). Some are killed (SIGKILL) at a random moment. Then `coldstar-submit resume` runs until nothing is open, at
first through the same faults. Judged is what the practice ledger says, asked without the faults in between:

- the payment is in the ledger exactly once, or, when its validity had an end, not at all;
- the journal says the same;
- no sequence number was skipped or used for anything else.

Ends with 1 when any round breaks a rule; the round's seed and its home are named, and the home is kept.
"""
from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from stellar_sdk import Account, Asset, Keypair, Network, TransactionBuilder

from faults import FaultyHorizon

PASSPHRASE = Network.TESTNET_NETWORK_PASSPHRASE
AMOUNT_UNIT = 10_000_000


class Broken(Exception):
    """A rule that a round broke."""


class Ledger:
    """The practice network, asked directly."""

    def __init__(self, folder: pathlib.Path):
        self.process = subprocess.Popen([folder / "coldstar-sandbox", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def get(self, path: str) -> dict | None:
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def fund(self, pair: Keypair) -> None:
        self.get(f"/friendbot?addr={pair.public_key}")

    def account(self, pair: Keypair) -> dict:
        return self.get(f"/accounts/{pair.public_key}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Worker:
    """One home, one account, one failing Horizon; rounds one after the other."""

    def __init__(self, number: int, options, ledger: Ledger, counts: collections.Counter):
        self.options, self.ledger, self.counts = options, ledger, counts
        self.random = random.Random(options.seed * 1000 + number)
        self.home = pathlib.Path(tempfile.mkdtemp(prefix=f"coldstar-torture-{number}-"))
        self.horizon = FaultyHorizon(ledger.url, options.seed * 1000 + number)
        self.source, self.destination = (Keypair.from_raw_ed25519_seed(self.random.randbytes(32)) for _ in range(2))
        ledger.fund(self.source)
        ledger.fund(self.destination)
        account = ledger.account(self.source)
        self.sequence = int(account["sequence"])
        self.paid = 0                                    # stroops
        self.start = self.balance()

    def balance(self) -> int:
        (line,) = self.ledger.account(self.destination)["balances"]
        return round(float(line["balance"]) * AMOUNT_UNIT)

    def program(self, *arguments: str, stdin: str = "") -> subprocess.Popen:
        process = subprocess.Popen(
            [self.options.folder / "coldstar-submit", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "COLDSTAR_HOME": str(self.home),
                 "STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": self.horizon.url})
        process.stdin.write(stdin)
        process.stdin.close()
        return process

    def finish(self, process: subprocess.Popen) -> tuple[str, str]:
        process.stdin = None
        out, err = process.communicate(timeout=300)
        if process.returncode < 0 and process.returncode != -signal.SIGKILL or process.returncode == 70:
            raise Broken(f"a submitter ended with {process.returncode}: {err}")
        self.counts[f"exit {process.returncode}" if process.returncode >= 0 else "killed"] += 1
        return out, err

    def round(self) -> None:
        amount = self.random.randrange(1, 1000)
        ends = self.random.random() < 0.15
        builder = TransactionBuilder(Account(self.source.public_key, self.sequence), PASSPHRASE, base_fee=100)
        builder.append_payment_op(self.destination.public_key, Asset.native(), f"{amount / AMOUNT_UNIT:.7f}")
        builder.add_time_bounds(0, int(time.time()) + self.random.randrange(1, 6) if ends else 0)
        if ends:
            self.counts["rounds whose validity ends soon"] += 1
        envelope = builder.build()
        envelope.sign(self.source)
        hash_ = envelope.hash_hex()

        self.horizon.share = self.random.choice((0.2, 0.5, 0.8))
        self.horizon.posted.clear()
        senders = [self.program("send", "-", "--wait", str(self.random.randrange(0, 8)), stdin=envelope.to_xdr())
                   for _ in range(self.options.together)]
        if self.random.random() < 0.6:
            # Most of the kills come when bytes are on their way; the others at any moment, the start included.
            if self.random.random() < 0.75:
                self.horizon.posted.wait(2)
            time.sleep(self.random.choice((0.001, 0.02, 0.2, 2)) * self.random.random())
            self.random.choice(senders).kill()
        for sender in senders:
            self.finish(sender)
        self.finish(self.program("resume", "--wait", str(self.random.randrange(0, 4))))
        self.horizon.settle()
        self.finish(self.program("resume", "--wait", "60"))
        self.judge(hash_, envelope.to_xdr(), amount, ends)

    def judge(self, hash_: str, envelope: str, amount: int, ends: bool) -> None:
        listed = [json.loads(line) for line in self.finish(self.program("status", "--json"))[0].splitlines()]
        mine = [row for row in listed if row["hash"] == hash_]
        found = self.ledger.get(f"/transactions/{hash_}")
        if not mine:
            # Killed before the transaction was taken on: nobody may have sent it, and the user sends it again.
            if found:
                raise Broken(f"{hash_} is in the ledger, and the journal knows nothing of it")
            self.counts["killed before the journal knew"] += 1
            self.finish(self.program("send", "-", "--wait", "60", stdin=envelope))
            return self.judge(hash_, envelope, amount, ends)
        (row,) = mine
        if found is None and not (ends and row["status"] == "failed"):
            raise Broken(f"{hash_} is not in the ledger; the journal says {row}")
        if found is not None:
            if not found["successful"] or row["status"] != "success" or row["ledger"] != found["ledger"]:
                raise Broken(f"{hash_} is in ledger {found['ledger']}; the journal says {row}")
            self.paid += amount
            self.sequence += 1
            self.counts["in the ledger"] += 1
            self.counts["attempts of those"] += row["attempts"]
        else:
            self.counts["expired, in no ledger"] += 1
        if int(self.ledger.account(self.source)["sequence"]) != self.sequence:
            raise Broken(f"{hash_}: the account's sequence number is not {self.sequence}")
        if self.balance() != self.start + self.paid:
            raise Broken(f"{hash_}: the destination did not get exactly what was paid")

    def run(self, rounds: int, broken: list[str]) -> None:
        for number in range(rounds):
            try:
                self.round()
            except (Broken, subprocess.TimeoutExpired, ValueError, KeyError) as error:
                broken.append(f"round {number}: {error!r}; its journal is in {self.home}")
                return
            self.counts["rounds"] += 1
        self.horizon.shutdown()
        shutil.rmtree(self.home)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    ledger, counts, broken = Ledger(options.folder), collections.Counter(), []
    try:
        workers = [Worker(number, options, ledger, counts) for number in range(options.workers)]
        shares = [options.rounds // len(workers) + (number < options.rounds % len(workers)) for number in range(len(workers))]
        begun = time.monotonic()
        threads = [threading.Thread(target=worker.run, args=(share, broken)) for worker, share in zip(workers, shares)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            for thread in threads:
                thread.join(10 / len(threads))
            if sys.stderr.isatty():
                print(f"\r{counts['rounds']} of {options.rounds} rounds ", end="", file=sys.stderr, flush=True)
        for worker in workers:
            counts.update({f"fault: {kind}": count for kind, count in worker.horizon.counts.items()})
    finally:
        ledger.stop()
    for name in sorted(counts):
        print(f"{counts[name]:8,}  {name}")
    print(f"seed {options.seed}, {options.together} submitters at once, {time.monotonic() - begun:.0f} s: "
          + ("BROKEN" if broken or counts["rounds"] != options.rounds else "nothing was lost, nothing was doubled"))
    for line in broken:
        print(line)
    return 1 if broken or counts["rounds"] != options.rounds else 0


sys.exit(main())
