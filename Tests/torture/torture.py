# SPDX-License-Identifier: Apache-2.0
"""Submits payments through a faulty server, kills submitters at random, and compares the result with the ledger.

    torture.py BIN [--over horizon|rpc|both] [--rounds 1000] [--piles 100] [--together 1] [--workers 8] [--seed N]

The server is a Horizon or a Stellar RPC; with both, transactions are sent to Stellar RPC and also looked up at Horizon.

Every round signs one payment with the Python SDK and gives it to `coldstar-submit send`, or to several at once with one home
(`--together`). Some are killed (SIGKILL) at a random moment. Then `coldstar-submit resume` runs until nothing is pending, at
first with the same faults. The practice ledger is then read without faults:

- the payment was applied exactly once, or, if its validity had an end, possibly not at all;
- the journal agrees with the ledger;
- no sequence number was skipped or used by another transaction.

Pile rounds do the same with many payments: one file with payments of several accounts, sent through two faulty servers. In some
rows a payment goes to a missing account: it fails in its ledger, and no later transaction of that row may ever be applied.

Exits with 1 when a round violates a rule; the round's seed and its home are printed, and the home is kept.
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
from rpc import FaultyRPC

PASSPHRASE = Network.TESTNET_NETWORK_PASSPHRASE
AMOUNT_UNIT = 10_000_000


class Broken(Exception):
    """A violated rule."""


class Ledger:
    """The practice network without faults."""

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
    """One home, one account and its faulty servers, for consecutive rounds."""

    def __init__(self, number: int, options, ledger: Ledger, counts: collections.Counter):
        self.options, self.ledger, self.counts = options, ledger, counts
        self.random = random.Random(options.seed * 1000 + number)
        self.home = pathlib.Path(tempfile.mkdtemp(prefix=f"coldstar-torture-{number}-"))
        kind = FaultyHorizon if options.over == "horizon" else FaultyRPC
        self.first = kind(ledger.url, options.seed * 1000 + number)
        self.second = kind(ledger.url, options.seed * 1000 + number + 500)
        self.witness = FaultyHorizon(ledger.url, options.seed * 1000 + number + 250) if options.over == "both" else None
        self.servers = [server for server in (self.first, self.second, self.witness) if server]
        self.senders = [Keypair.from_raw_ed25519_seed(self.random.randbytes(32)) for _ in range(4)]
        for sender in self.senders:
            ledger.fund(sender)
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
                 "STELLAR_NETWORK": "testnet", **self.urls()})
        process.stdin.write(stdin)
        process.stdin.close()
        return process

    def urls(self) -> dict[str, str]:
        if self.options.over == "horizon":
            return {"STELLAR_HORIZON_URL": self.first.url}
        return {"STELLAR_RPC_URL": self.first.url} | ({"STELLAR_HORIZON_URL": self.witness.url} if self.witness else {})

    def settle(self) -> None:
        for server in self.servers:
            server.settle()

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

        for server in self.servers:
            server.share = self.random.choice((0.2, 0.5, 0.8))
            server.posted.clear()
        senders = [self.program("send", "-", "--wait", str(self.random.randrange(0, 8)), stdin=envelope.to_xdr())
                   for _ in range(self.options.together)]
        if self.random.random() < 0.6:
            # Most kills come while bytes are sent; the others at any moment, including the start.
            if self.random.random() < 0.75:
                self.first.posted.wait(2)
            time.sleep(self.random.choice((0.001, 0.02, 0.2, 2)) * self.random.random())
            self.random.choice(senders).kill()
        for sender in senders:
            self.finish(sender)
        self.finish(self.program("resume", "--wait", str(self.random.randrange(0, 4))))
        self.settle()
        self.finish(self.program("resume", "--wait", "60"))
        self.judge(hash_, envelope.to_xdr(), amount, ends)

    def judge(self, hash_: str, envelope: str, amount: int, ends: bool) -> None:
        listed = [json.loads(line) for line in self.finish(self.program("status", "--json"))[0].splitlines()]
        mine = [row for row in listed if row["hash"] == hash_]
        found = self.ledger.get(f"/transactions/{hash_}")
        if not mine:
            # Killed before the journal recorded the transaction: it must not have been submitted, and the user sends it again.
            if found:
                raise Broken(f"{hash_} is in the ledger, and the journal knows nothing of it")
            self.counts["killed before the journal knew"] += 1
            err = self.finish(self.program("send", "-", "--wait", "60", stdin=envelope))[1]
            listed = [json.loads(line) for line in self.finish(self.program("status", "--json"))[0].splitlines()]
            mine = [row for row in listed if row["hash"] == hash_]
            found = self.ledger.get(f"/transactions/{hash_}")
            if not mine:
                raise Broken(f"{hash_} was sent again without faults, and the journal knows nothing of it: {err}")
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

    def pile(self) -> None:
        """One file with rows of payments; builds a list of (hash, amount) for each account and the place where its row fails."""
        rows, lines = [], []
        for pair in self.senders:
            source = Account(pair.public_key, int(self.ledger.account(pair)["sequence"]))
            row, length = [], self.random.randrange(1, 8)
            bad = self.random.randrange(length) if self.random.random() < 0.2 else length
            for number in range(length):
                amount = self.random.randrange(1, 1000)
                target = Keypair.from_raw_ed25519_seed(self.random.randbytes(32)) if number == bad else self.destination
                builder = TransactionBuilder(source, PASSPHRASE, base_fee=100)
                builder.append_payment_op(target.public_key, Asset.native(), f"{amount / AMOUNT_UNIT:.7f}")
                envelope = builder.add_time_bounds(0, 0).build()
                envelope.sign(pair)
                row.append((envelope.hash_hex(), amount))
                lines.append(envelope.to_xdr())
            rows.append((pair, source.sequence - length, row, bad))
        self.random.shuffle(lines)

        servers = [self.first, self.second][:: self.random.choice((1, -1))]
        option = "--horizon" if self.options.over == "horizon" else "--rpc-url"
        options = [part for server in servers for part in (option, server.url)]
        options += self.random.choice(([], ["--async"], ["--no-async"])) + ["--parallel", str(self.random.choice((1, 2, 8)))]
        text = "\n".join(lines) + "\n"
        for server in self.servers:
            server.share = self.random.choice((0.1, 0.3, 0.6))
            server.posted.clear()
        senders = [self.program("send", "-", "--wait", str(self.random.randrange(0, 8)), *options, stdin=text)
                   for _ in range(self.options.together)]
        if self.random.random() < 0.8:
            if self.random.random() < 0.75:
                servers[0].posted.wait(3)
            time.sleep(self.random.choice((0.001, 0.02, 0.2, 2)) * self.random.random())
            self.random.choice(senders).kill()
        for sender in senders:
            self.finish(sender)
        killed = self.program("resume", "--wait", str(self.random.randrange(0, 4)), *options)
        if self.random.random() < 0.3:
            time.sleep(self.random.random())
            killed.kill()
        self.finish(killed)
        self.settle()
        self.finish(self.program("resume", "--wait", "60", *options))
        if not self.known(rows):
            # Killed before the journal recorded all of them: none may have been submitted, and the user sends them again.
            self.counts["piles killed before the journal knew"] += 1
            self.finish(self.program("send", "-", "--wait", "60", *options, stdin=text))
        self.judge_pile(rows)

    def known(self, rows) -> dict[str, dict]:
        wanted = {hash_ for _, _, row, _ in rows for hash_, _ in row}
        out = self.finish(self.program("status", "--json", "--limit", "1000000"))[0]
        known = {line["hash"]: line for line in map(json.loads, out.splitlines()) if line["hash"] in wanted}
        if known and len(known) != len(wanted):
            raise Broken(f"the journal knows {len(known)} of the {len(wanted)} transactions of one file")
        return known

    def judge_pile(self, rows) -> None:
        known = self.known(rows)
        for pair, start, row, bad in rows:
            for number, (hash_, amount) in enumerate(row):
                line, found = known[hash_], self.ledger.get(f"/transactions/{hash_}")
                if number < bad:
                    good = found and found["successful"] and line["status"] == "success" and line["ledger"] == found["ledger"]
                    self.counts["in the ledger, of piles"] += 1
                    self.counts["attempts of those of piles"] += line["attempts"]
                    self.paid += amount
                elif number == bad:
                    good = found and not found["successful"] and line["state"] == "failed" and line["ledger"] == found["ledger"]
                    self.counts["failed in the ledger, of piles"] += 1
                else:
                    good = not found and line["attempts"] == 0 and line["state"] == "queued"
                    self.counts["held behind a failure"] += 1
                if not good:
                    raise Broken(f"number {number} of a row of {len(row)}, {bad} bad: the ledger has {found and found['successful']}, "
                                 f"the journal says {line}")
            used = int(self.ledger.account(pair)["sequence"]) - start
            if used != min(len(row), bad + 1):
                raise Broken(f"a row of {len(row)}, {bad} bad, has used {used} sequence numbers")
        if self.balance() != self.start + self.paid:
            raise Broken("the destination did not get exactly what was paid")
        self.counts["piles"] += 1

    def run(self, rounds: int, piles: int, broken: list[str]) -> None:
        for number in range(rounds + piles):
            try:
                if number < rounds:
                    self.round()
                else:
                    self.pile()
            except (Broken, subprocess.TimeoutExpired, ValueError, KeyError) as error:
                broken.append(f"round {number}: {error!r}; its journal is in {self.home}")
                return
            self.counts["rounds"] += number < rounds
        for server in self.servers:
            server.shutdown()
        shutil.rmtree(self.home)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--over", choices=("horizon", "rpc", "both"), default="horizon")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--piles", type=int, default=100)
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    ledger, counts, broken = Ledger(options.folder), collections.Counter(), []
    try:
        workers = [Worker(number, options, ledger, counts) for number in range(options.workers)]

        def shares(count: int) -> list[int]:
            return [count // len(workers) + (number < count % len(workers)) for number in range(len(workers))]
        begun = time.monotonic()
        threads = [threading.Thread(target=worker.run, args=(rounds, piles, broken))
                   for worker, rounds, piles in zip(workers, shares(options.rounds), shares(options.piles))]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            for thread in threads:
                thread.join(10 / len(threads))
            if sys.stderr.isatty():
                print(f"\r{counts['rounds']} of {options.rounds} rounds, {counts['piles']} of {options.piles} piles ",
                      end="", file=sys.stderr, flush=True)
        for worker in workers:
            for server in worker.servers:
                counts.update({f"fault: {kind}": count for kind, count in server.counts.items()})
    finally:
        ledger.stop()
    done = not broken and (counts["rounds"], counts["piles"]) == (options.rounds, options.piles)
    for name in sorted(counts):
        print(f"{counts[name]:8,}  {name}")
    print(f"over {options.over}, seed {options.seed}, {options.together} submitters at once, {time.monotonic() - begun:.0f} s: "
          + ("nothing was lost, nothing was doubled" if done else "BROKEN"))
    for line in broken:
        print(line)
    return 0 if done else 1


sys.exit(main())
