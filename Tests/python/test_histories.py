# SPDX-License-Identifier: Apache-2.0
"""Random histories of payments, batches, failures, expiries, lost answers and rebuilds: what is paid again is named, and nothing else; states and
statements are those of the ledger, which is read apart from the programs. `make histories` runs hundreds."""
from __future__ import annotations

import contextlib
import json
import os
import random
import re
import urllib.error
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import pytest
from stellar_sdk import AccountMerge, Asset, ChangeTrust, CreateAccount, Payment
from stellar_sdk import TransactionEnvelope as Envelope

from programs import INHERITED, PIN, Machine, Sandbox, key, opened
from servers import Middle
from terminal import Terminal
from test_statement import balances, movements, net, rows, statement

ALICE, BOB, CAROL, DORA, ISSUER = (key(name) for name in ("alice", "bob", "carol", "dora", "issuer"))
USDC = f"USDC:{ISSUER.public_key}"
HOUR, DAY = 3600, 86_400
# How many histories are run; those from `QUICK` on take a while.
QUICK, COUNT = 2, int(os.environ.get("COLDSTAR_HISTORIES", 8))

# A payment of Alice: destination, asset, amount in stroops, memo.
Paid = tuple[str, str, int, str]


@dataclass
class Made:
    """A transaction that was built."""
    envelope: Envelope
    payments: list[Paid]
    number: int
    replaces: str | None = None
    lines: list[int] = field(default_factory=list)


def paid_by(envelope: Envelope) -> list[Paid]:
    memo = getattr(envelope.transaction.memo, "memo_text", b"").decode()
    found = []
    for operation in envelope.transaction.operations:
        if isinstance(operation, Payment):
            asset = "XLM" if operation.asset.is_native() else f"{operation.asset.code}:{operation.asset.issuer}"
            found.append((operation.destination.account_id, asset, int(Decimal(operation.amount) * 10**7), memo))
    return found


class History:
    """Alice pays from one online machine and signs with one offline machine; a network and a clock that a test sets forward."""

    def __init__(self, online: Machine, offline: Machine, middle: Middle, ahead: Path, seed: int):
        self.online, self.offline, self.middle, self.ahead = online, offline, middle, ahead
        self.chance = random.Random(f"history {seed}")
        self.made: dict[str, Made] = {}
        self.copies: list[Envelope] = []                     # signed by the signer; anyone may submit them
        self.signed: dict[str, Made] = {}                    # what the signer has signed
        self.ended: set[str] = set()                         # what was said to have no way into the ledger
        self.over: set[str] = set()                          # of these, what was not in it already, submitted elsewhere
        self.replacements: dict[str, str] = {}               # of these, what was built in its place
        self.forgotten: set[str] = set()
        self.now, self.step, self.batches = 0, 0, []
        online.fund(ALICE, BOB, CAROL, DORA, ISSUER)
        for pair in (ALICE, BOB, DORA):
            online.apply(pair, ChangeTrust(Asset("USDC", ISSUER.public_key)))
        online.apply(ISSUER, Payment(ALICE.public_key, Asset("USDC", ISSUER.public_key), "5000"))
        offline.import_key("alice", ALICE)

    # ------------------------------------------------------------ what happens

    def run(self, steps: int) -> None:
        acts = {"pay": 6, "batch": 2, "sign": 6, "send": 6, "lost": 2, "leak": 1, "resume": 1, "other": 1, "rebuild": 3, "repeat": 2,
                "rebuild_batch": 2, "forget": 1, "carol": 1, "wait": 4}
        for self.step in range(steps):
            act = self.chance.choices(list(acts), list(acts.values()))[0]
            self.says(act)
            getattr(self, act)()
            self.check_states()

    def says(self, *what: object) -> None:
        """For the one who reads why a history failed."""
        print(f"{self.step:3} {self.now / DAY:6.1f} d", *what)

    def wait(self) -> None:
        self.now += self.chance.choice([60, HOUR, 2 * DAY, 12 * DAY, 26 * DAY, 26 * DAY, 210 * DAY])
        self.ahead.write_text(str(self.now))

    def some_payment(self) -> tuple[str, str, str, str]:
        """Of few things to pay, so that many are the same."""
        asset, who = self.chance.choice([("native", BOB), ("native", BOB), ("native", CAROL), ("native", DORA), (USDC, BOB), (USDC, DORA)])
        return who.public_key, asset, self.chance.choice(["1", "2"]), self.chance.choice(["", "", "Rent"])

    def terms(self) -> tuple[str, ...]:
        return (*self.chance.choice([(), ("--after-drafts",), ("--after-drafts",), ("--after-pending",)]),
                "--valid-for", self.chance.choice(["30m", "1d", "40d"]))

    def pay(self) -> None:
        who, asset, amount, memo = self.some_payment()
        self.built("payment", "--source", ALICE.public_key, "--destination", who, "--asset", asset, "--amount", amount,
                   *(("--memo", f"text:{memo}") if memo else ()), *self.terms())

    def repeat(self) -> None:
        if self.made:
            self.built("repeat", self.chance.choice(list(self.made)), *self.chance.choice([(), (), ("--memo", "text:Rent")]), *self.terms())

    def rebuild(self) -> None:
        if self.made:
            old = self.chance.choice(list(self.made))
            self.built("rebuild", old, *self.chance.choice([(), ("--although-alive",)]), "--valid-for", "2d", replaces=old)

    def batch(self) -> None:
        table = [self.some_payment() for _ in range(self.chance.randint(1, 5))]
        lines = [f"{who},{amount},{asset},{f'text:{memo}' if memo else ''}" for who, asset, amount, memo in table]
        name = f"batch {len(self.batches)}"
        path = self.online.file(f"{name}.csv", "destination,amount,asset,memo\n" + "\n".join(lines) + "\n")
        if self.built("batch", path, "--source", ALICE.public_key, "--name", name, *self.chance.choice([(), ("--one-per-transaction",)]),
                      *self.terms()):
            self.batches.append(name)

    def rebuild_batch(self) -> None:
        if self.batches:
            self.built("rebuild", self.chance.choice(self.batches), *self.chance.choice([(), ("--although-alive",), ("--failed-rows",)]),
                       "--valid-for", "2d", replaces="batch")

    def built(self, command: str, *options, replaces: str | None = None) -> bool:
        before = self.standings()
        result = self.online.build(command, *options, code=None)
        assert result.code in (0, 1, 64, 65, 66, 77), result
        self.says(command, *options, result.code, *re.findall(r"^error.*|.*: error: .*", result.err, re.M))
        if result.code:
            return False
        new, replaced = [], set()
        for line in result.out.strip().splitlines() if "\n{" in result.out.strip() else [result.out]:
            envelope = opened(line)
            new.append(Made(envelope, paid_by(envelope), envelope.transaction.sequence))
        names = [made.envelope.hash_hex() for made in new]
        entries = self.entries()
        self.says("made", *(f"{name} {made.number}" for made, name in zip(new, names)), "instead of", *(before.keys() - entries.keys()))
        for made, name in zip(new, names):
            # What a rebuild replaces is read back: which part of a batch stands for which is the program's to say.
            olds = [old for old, entry in entries.items() if entry["replaced_by"] == name]
            made.replaces = olds[0] if olds else None
            replaced |= {*olds}
            # One that was forgotten for it hands on what it had replaced.
            assert not olds or replaces == "batch" or replaces in (*olds, *(before.keys() - entries.keys())), f"{name} replaces {olds}, not {replaces}"
            self.made[name] = made
            self.forgotten.discard(name)
        if replaces and replaces != "batch":
            # A request without a signature is gone, the others are named.
            [only] = new
            assert only.replaces == replaces or replaces not in entries or replaces in names, f"{names} does not replace {replaces}"
        gone = {old for old in before if old not in entries}
        own = {*names, *replaced, replaces, *gone}
        if command in ("batch", "rebuild") and (len(new) > 1 or replaces == "batch" or command == "batch"):
            self.check_table(result.err, new, before, own, is_rebuilt=command == "rebuild")
        else:
            self.check_warnings(result.err, new[0], before, own)
        self.forgotten |= gone
        return True

    def sign(self) -> None:
        waiting = [name for name in self.made if name not in self.signed and name not in self.forgotten]
        if not waiting:
            return
        name = self.chance.choice(waiting)
        made = self.made[name]
        path = self.offline.file(f"{name[:8]}.xdr", made.envelope.to_xdr())
        self.check_findings(self.offline.sign("inspect", path, "--json", "--network", "testnet").json(), made)
        terminal = Terminal(self.offline, "coldstar-sign", "sign", str(path), "--network", "testnet", "--key", "alice", "--format", "xdr",
                            "--out", f"{name[:8]}.signed")
        typed = 0
        while terminal.read_more():
            shown = re.sub(r"\s+", " ", terminal.seen.decode())
            questions = [*re.finditer(r"to go on, type (\S+):|(sign this\? type yes:)|(PIN or passphrase of alice:)", shown)]
            for question in questions[typed:]:
                terminal.type((question[1] or ("yes" if question[2] else PIN)) + "\n")
                typed += 1
        code, shown = terminal.end()
        self.says("signing", name, code, shown.strip().splitlines()[-2:] if code else "")
        if code == 0:
            self.signed[name] = made
            self.copies.append(Envelope.from_xdr((self.offline.home / f"{name[:8]}.signed").read_text(), made.envelope.network_passphrase))
            if self.chance.random() < 0.6:
                self.online.submit("signatures", "-", stdin=self.copies[-1].to_xdr(), code=None)

    def send(self) -> None:
        if self.copies:
            one = self.chance.choice(self.copies[-6:])
            result = self.online.submit("send", "-", "--wait", "0", "--horizon-url", self.middle.url, stdin=one.to_xdr(), code=None)
            self.says("sent", one.hash_hex(), result.code, result.err.strip().splitlines()[-1:])

    def lost(self) -> None:
        self.middle.lose = True
        self.send()
        self.middle.lose = False

    def leak(self) -> None:
        if self.copies:
            one = self.chance.choice(self.copies)
            self.says("leaks", one.hash_hex())
            self.post(one)

    def post(self, envelope: Envelope) -> None:
        """Submits behind the journal's back, whatever comes of it."""
        with contextlib.suppress(urllib.error.HTTPError):
            self.online.post(envelope)

    def resume(self) -> None:
        self.online.submit("resume", "--wait", "0", code=None)

    def other(self) -> None:
        """Another program uses a number."""
        self.online.apply(ALICE, Payment(BOB.public_key, Asset.native(), "0.5"))

    def forget(self) -> None:
        waiting = [name for name in self.made if name not in self.forgotten]
        if waiting:
            name = self.chance.choice(waiting)
            result = self.online.build("request", "forget", name, "--yes", code=None)
            self.says("forgotten", name, result.code)
            if result.code == 0:
                self.forgotten.add(name)

    def carol(self) -> None:
        """Carol's account goes and comes, so that payments to her fail."""
        try:
            self.online.account(CAROL)
        except urllib.error.HTTPError:
            self.online.apply(BOB, CreateAccount(CAROL.public_key, "5"))
        else:
            self.online.apply(CAROL, AccountMerge(BOB.public_key))

    # ------------------------------------------------------------ what is said

    def entries(self) -> dict[str, dict]:
        lines = self.online.submit("status", "--json", code=None).out.splitlines()
        return {entry["hash"]: entry for entry in map(json.loads, lines)}

    def standings(self) -> dict[str, tuple]:
        """How each transaction stands: applied, pending, open, passed (a later number is known to be used, but not what used this one), or over."""
        found, entries = {}, self.entries()
        used = {self.made[name].number for name, entry in entries.items() if entry.get("ledger")}
        for name, entry in entries.items():
            status = entry["status"]
            if status == "success":
                found[name] = ("applied", entry["ledger"])
            elif entry.get("state") in ("sent", "pending"):
                found[name] = ("pending",)                   # it may have been applied, whether it still can be or not
            elif entry["can_still_be_applied"] is False and not entry["replaced_by"] and self.made[name].number not in used and (
                    entry.get("state") not in ("failed", "expired")):
                found[name] = ("passed",)
            else:
                found[name] = ("open" if entry["can_still_be_applied"] else "over",)
        return found

    def ledger(self) -> dict[str, bool]:
        """What the ledger has of Alice: whether each transaction was successful."""
        found, path = {}, f"/accounts/{ALICE.public_key}/transactions"
        cursor = ""
        while True:
            page = self.online.horizon(path, limit="200", include_failed="true", **({"cursor": cursor} if cursor else {}))["_embedded"]["records"]
            if not page:
                return found
            found |= {record["hash"]: (record["successful"], record["ledger"]) for record in page}
            cursor = page[-1]["paging_token"]

    def check_states(self) -> None:
        entries, ledger = self.entries(), self.ledger()
        # What was forgotten comes back when a copy is submitted.
        self.forgotten -= {name for name, entry in entries.items() if entry.get("state")}
        assert entries.keys() == self.made.keys() - self.forgotten, "the journal lists other transactions than were built and not forgotten"
        for name, entry in entries.items():
            number = self.made[name].number
            if entry["status"] == "success":
                assert ledger.get(name) == (True, entry["ledger"]), f"{name} was not applied in {entry['ledger']}: {ledger.get(name)}"
            elif entry.get("ledger"):
                assert ledger.get(name) == (False, entry["ledger"]), f"{name} did not fail in {entry['ledger']}: {ledger.get(name)}"
            if entry["can_still_be_applied"] is False and name not in self.ended:
                self.ended.add(name)
                if entry["replaced_by"]:
                    self.replacements[name] = entry["replaced_by"]
                if name not in ledger:                       # it has to be true of what anyone may submit
                    self.over.add(name)
                    envelope = Envelope.from_xdr(self.made[name].envelope.to_xdr(), self.made[name].envelope.network_passphrase)
                    if not envelope.signatures:
                        envelope.sign(ALICE)
                    self.post(envelope)
                    assert name not in self.ledger(), f"{name} was to be over, and was applied"
            if entry["can_still_be_applied"]:
                # What was replaced unsigned and is signed then, is submitted once more, or whose replacement is forgotten, is followed again.
                is_followed = entry["replaced_by"] or entry.get("state") in ("sent", "pending") or self.replacements.get(name) in self.forgotten
                assert name not in self.ended or is_followed, f"{name} was over and is not"
                used = max((self.made[other].number for other, seen in entries.items() if seen.get("ledger")), default=0)
                assert number > used, f"{name} has the number {number}, and {used} is known to be used"

    def counted(self, paid: Paid, number: int, before: dict[str, tuple], own: set) -> tuple[list[str], list[str]]:
        """The transactions that made a payment, and those that may still make it beside one with this number."""
        same = [name for name, made in self.made.items() if name not in own and paid in made.payments and name in before]
        applied = [name for name in same if before[name][0] == "applied"]
        return applied, [name for name in same if before[name][0] in ("pending", "passed") or before[name][0] == "open" and self.made[name].number != number]

    def check_warnings(self, text: str, made: Made, before: dict[str, tuple], own: set) -> None:
        """Of a single transaction: which operation repeats what, how often, and in which ledger."""
        said: dict[int, list[str]] = defaultdict(list)
        for place, rest in re.findall(r"^warning: (?:operation (\d+): )?(the same payment .*)$", text, re.M):
            said[int(place or 1) - 1].append(rest)
        wanted = 0
        for place, paid in enumerate(made.payments):
            applied, still = self.counted(paid, made.number, before, own)
            wanted += bool(applied or still)
            if wanted > 3:                                   # the rest is counted
                assert place not in said
                continue
            assert len(said[place]) == bool(applied) + bool(still), f"{said[place]} of {applied} and {still}\n{text}"
            if applied:
                times, ledger, name = re.match(r"the same payment was applied(.*?) in ledger (\d+) on .*\((\w{64})\)$", said[place][0]).groups()
                assert times == {1: "", 2: " twice, last"}.get(len(applied), f" {len(applied)} times, last"), f"{times} of {applied}"
                assert name in applied and int(ledger) == before[name][1]
            if still:
                [name] = re.findall(r"\b[0-9a-f]{64}\b", said[place][-1])
                assert name in still, f"{said[place]}: {still}"
                assert ("pending" in said[place][-1]) == (before[name][0] == "pending")
        more = re.search(r"^warning: (\d+) more operations? repeat", text, re.M)
        assert (int(more[1]) if more else 0) == max(0, wanted - 3), text

    def check_table(self, text: str, new: list[Made], before: dict[str, tuple], own: set, is_rebuilt: bool) -> None:
        """Of a batch: how many rows repeat what was paid or may be, and which rows of the table are the same."""
        total = sum(len(made.payments) for made in new)
        wanted = Counter()
        for made in new:
            for paid in made.payments:
                applied, still = self.counted(paid, made.number, before, own)
                recent = [name for name in applied]
                if still or recent:
                    self.says("repeats", paid, made.number, [(name[:6], before[name], self.made[name].number) for name in applied + still])
                    wanted["still" if still else "applied"] += 1
        said = Counter()
        for count, of, verb in re.findall(r"^warning: (\d+) of (\d+) rows? (was|were|repeats?)\b", text, re.M):
            assert int(of) == total, text
            said["applied" if verb in ("was", "were") else "still"] += int(count)
        assert said == wanted, f"{dict(said)} for {dict(wanted)}\n{text}"
        twice = sum(len(made.payments) for made in new) - len({paid for made in new for paid in made.payments})
        named = re.search(r"^warning: (?:(\d+) rows are the same payment|(line \d+ is the same payment))", text, re.M)
        assert (int(named[1] or 1) if named else 0) == twice, text

    def check_findings(self, seen: dict, made: Made) -> None:
        """W-REPEATED of the signer, from nothing but what it signed."""
        warned, held = {}, []
        for finding in seen["findings"]:
            if finding["rule"] == "W-REPEATED":
                if finding["level"] == "hold":
                    held.append(finding["message"])
                else:
                    warned[finding["operation"]] = finding["message"]
        recent, wanted = 0, {}
        for place, paid in enumerate(made.payments):
            others = [name for name, other in self.signed.items() if paid in other.payments and other.number != made.number]
            if others or paid in made.payments[:place]:
                wanted[place] = len(others)
            # The signer has the machine's clock, which no library and no --now sets forward: all of it was within 25 days.
            recent += bool(others)
        assert warned.keys() == wanted.keys(), f"{warned} for {wanted}"
        for place, count in wanted.items():
            times = {0: "the same payment as", 1: "once before", 2: "twice before"}.get(count, f"{count} times before")
            assert times in warned[place], f"{warned[place]}: {count}"
        assert bool(held) == (len(made.payments) > 1 and recent > 0 and recent * 10 >= len(made.payments)), f"{held} for {recent} of {made.payments}"
        assert not held or held[0].startswith(f"{recent} of {len(made.payments)} payments")

    def check_statement(self) -> None:
        """It adds up, and has every payment that the ledger has, of the batch that it was in."""
        table = rows(statement(self.online).out)
        held = {"XLM" if line["asset_type"] == "native" else f"{line['asset_code']}:{line['asset_issuer']}": Decimal(line["balance"])
                for line in self.online.account(ALICE)["balances"]}
        held = {asset: value for asset, value in held.items() if value}
        assert net(table) == held == balances(table, "closing") and not balances(table, "opening") and not balances(table, "unexplained")
        ledger = self.ledger()
        paid: dict[str, list] = defaultdict(list)
        for row in movements(table):
            if row["kind"] == "payment" and row["direction"] == "out":
                paid[row["hash"]].append((row["counterparty"], row["asset"], int(Decimal(row["amount"]) * 10**7), row["memo"].removeprefix("text:")))
        for name, made in self.made.items():
            assert Counter(paid.get(name, [])) == Counter(made.payments if ledger.get(name, (False,))[0] else []), name


@pytest.fixture
def world(folder, tmp_path, clock, monkeypatch):
    """Makes a machine online and one offline beside a network; the first and the network have one clock."""
    ahead = tmp_path / "ahead"
    with monkeypatch.context() as patch:
        patch.setenv("LD_PRELOAD", clock)
        patch.setenv("CLOCK_AHEAD", str(ahead))
        network = Sandbox(folder)
    middle = Middle(network.url)
    machines = {}
    for name in ("online", "offline"):
        (tmp_path / name).mkdir()
        machines[name] = Machine(folder, tmp_path / name)
    machines["online"].env = {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url, "CLOCK_AHEAD": str(ahead),
                              "LD_PRELOAD": ":".join([*INHERITED.values(), clock])}
    yield lambda seed: History(machines["online"], machines["offline"], middle, ahead, seed)
    middle.close()
    assert network.stop()[0] == 0


@pytest.mark.parametrize("seed", [*range(QUICK), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(QUICK, COUNT))])
def test_what_is_paid_again_is_named_and_all_adds_up(world, seed):
    history = world(seed)
    history.run(30)
    history.check_statement()
    # Whatever was signed, no one can make a transaction apply that was said to be over.
    history.chance.shuffle(history.copies)
    for envelope in history.copies:
        history.post(envelope)
    applied = {name for name, (done, _) in history.ledger().items() if done}
    assert not history.over & applied, history.over & applied
