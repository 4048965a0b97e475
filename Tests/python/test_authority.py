# SPDX-License-Identifier: Apache-2.0
"""Signers and thresholds after all operations, compared with an oracle that applies seeded set-options by the network's rules."""
from __future__ import annotations

import json
import random
import re
import time
import uuid

import pytest
from stellar_sdk import Account, AccountMerge, Asset, BumpSequence, Payment, SetOptions, Signer, TransactionBuilder

from authority import LEVELS, Change, Ledger, State
from programs import PIN, TESTNET, Machine, key
from terminal import Terminal

PAYER, OWNER = key("payer").public_key, key("owner").public_key
ACCOUNTS = [key(f"account {n}").public_key for n in range(10)]
FRESH = [key(f"fresh {n}").public_key for n in range(3)]


def envelope(changes: list[Change], sequence: int = 5, bumped: bool = False) -> str:
    builder = TransactionBuilder(Account(PAYER, sequence - 1), TESTNET, 100).add_time_bounds(0, int(time.time()) + 3600)
    for change in changes:
        builder.append_operation(change.operation(PAYER))
    made = builder.build()
    return (TransactionBuilder.build_fee_bump_transaction(OWNER, 300, made, TESTNET) if bumped else made).to_xdr()


def request(text: str, hints: dict | None = None) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": str(uuid.UUID(int=1)), "kind": "transaction", "network_passphrase": TESTNET,
                       "envelope": text, "hints": hints or {}})


def changes(dice: random.Random, count: int, bad: float = 0.0) -> list[Change]:
    """Changes to random accounts; new accounts are created before they change."""
    made = [Change(fresh, "create") for fresh in FRESH]
    made += [Change.random(dice.choice(ACCOUNTS + FRESH), dice) for _ in range(count)]
    if dice.random() < bad:
        made.insert(dice.randrange(3, len(made)), Change.random(dice.choice(ACCOUNTS), dice, bad=True))
    elif dice.random() < 0.2:
        gone = dice.choice(ACCOUNTS)
        made.insert(dice.choice([len(made), dice.randrange(3, len(made))]), Change(gone, "merge"))
    return made


def seen(machine: Machine, text: str) -> dict:
    document = machine.sign("inspect", "-", "-n", "testnet", "--json", stdin=text).json()
    return document.get("inner", document)


def check(document: dict, ledger: Ledger, known_from: str, exact: bool = True) -> int:
    """Compares the review with the oracle and returns how many thresholds are locked.

    What may be rejected, and lines of a batch that may be missing, are judged as if they were applied: then the review is at least as bad.
    """
    outcomes = ledger.outcomes()
    told = {one["account"]: one for one in document["authority"]}
    exact = exact and not document["rejected"]
    assert set(told) == set(outcomes) if exact else set(told) >= set(outcomes)
    lost = 0
    for account, (before, after) in outcomes.items():
        one = told[account]
        if not exact:
            assert set(one["locked"]) >= set(after.locked())
            alone = {each["key"]: set(each["levels"]) for each in one["reached_alone"]}
            assert all(alone.get(who, set()) >= set(levels) for who, levels in after.alone(before).items())
            lost += len(one["locked"])
            continue
        assert one["known_from"] == ("created" if account in FRESH else known_from)
        assert one["thresholds"] == after.thresholds and not one["may_have_others"]
        weights = {signer["key"]: signer["weight"] for signer in one["signers"]} | {account: one["master_weight"]}
        assert {who: weight for who, weight in weights.items() if weight} == after.weights
        assert {signer["key"] for signer in one["signers"] if signer["new"]} == set(after.weights) - set(before.weights) - {account}
        for level in LEVELS:
            assert one["reached_by"][level] == after.reach(level, before), (before, after)
        alone = {(each["key"], *each["levels"]) for each in one["reached_alone"] if each["new"]}
        wanted = {(who, *levels) for who, levels in after.alone(before).items()}
        assert alone == wanted
        # A signer that is set here is reported even if a hint already lists it among the previous signers.
        assert all(each["new"] or (known_from == "claimed" and each["key"] in before.weights) for each in one["reached_alone"])
        assert one["locked"] == [level for level in LEVELS if one["reached_by"][level] in ("none", "pre-authorized")]
        assert one["locked"] == after.locked()
        lost += len(one["locked"])
    check_findings(document, {account: one["locked"] for account, one in told.items() if one["locked"]})
    return lost


def check_findings(document: dict, locked: dict[str, list[str]]) -> None:
    found = [f for f in document["findings"] if f["rule"] == "W-LOCKOUT"]
    by_account = {re.match(r"locks (G\w{55})[:,]", f["message"]).group(1): f for f in found}
    assert len(by_account) == len(found) and {account: sorted(re.findall(r"\b(low|medium|high)\b", f["message"])) for account, f in
                                              by_account.items()} == {account: sorted(levels) for account, levels in locked.items()}
    assert all(f["level"] == "hold" and f["operation"] is None for f in found)
    values = {h["type_to_pass"] for h in document.get("holds", document["findings"]) if h["rule"] == "W-LOCKOUT"}
    others = {h["type_to_pass"] for h in document.get("holds", document["findings"]) if h["rule"] != "W-LOCKOUT"}
    assert values == {account[-8:] for account in locked} and not values & others
    for finding in document["findings"]:
        assert finding["rule"] in ("W-LOCKOUT", "W-NEWSIGNER") or not re.search(r"\breach|every level|NOBODY|no one", finding["message"])


@pytest.fixture(scope="module")
def book(folder, tmp_path_factory) -> tuple[Machine, list[State]]:
    """A machine whose book has the accounts in their initial state."""
    machine = Machine(folder, tmp_path_factory.mktemp("book"))
    machine.import_key("owner", key("owner"))
    dice = random.Random(1)
    states = [State.random(account, dice) for account in ACCOUNTS]
    for state in states:
        machine.sign("book", "accounts", "add", *state.options(), "--key", "owner", "--yes", pin=PIN)
    return machine, states


def test_with_the_book_the_final_signers_match_the_networks_rules(book):
    machine, states = book
    lost = applied = 0
    for seed in range(30):
        dice = random.Random(f"book {seed}")
        ledger, made = Ledger(states), changes(dice, 60, bad=0.15)
        applies = ledger.apply(made)
        document = seen(machine, envelope(made, bumped=dice.random() < 0.2))
        assert bool(document["rejected"]) != applies
        assert document["authority"], "what may be rejected hides nothing"
        lost += check(document, ledger, "book")
        applied += len(ledger.outcomes())
    assert applied > 200 and lost > 50


def fact(finding: dict) -> tuple:
    """A finding for comparison: which thresholds a new signer reaches depends on what the claims say about them."""
    message = finding["message"].split(" and ")[0] if finding["rule"] == "W-NEWSIGNER" else finding["message"]
    return finding["rule"], finding["operation"], message


def test_with_hints_alone_the_final_signers_match_the_networks_rules_and_are_marked_unverified(offline):
    lost = applied = 0
    for seed in range(30):
        dice = random.Random(f"claims {seed}")
        states = [State.random(account, dice) for account in ACCOUNTS]
        ledger, made = Ledger(states), changes(dice, 60)
        assert ledger.apply(made) or any(change.kind == "merge" for change in made)
        text = request(envelope(made, bumped=dice.random() < 0.2), {"accounts": {state.account: state.hint() for state in states}})
        document = seen(offline, text)
        lost += check(document, ledger, "claimed")
        applied += len(ledger.outcomes())
        for finding in document["findings"]:
            if finding["rule"] == "W-LOCKOUT" and not any(fresh in finding["message"] for fresh in FRESH):
                assert "claimed by the request, unverified" in finding["message"]
        if seed < 3:
            bare = seen(offline, request(envelope(made)))
            rules = [fact(f) for f in document["findings"]]
            assert all(fact(f) in rules for f in bare["findings"]), "a claim removed a finding"
            page = " ".join(offline.sign("inspect", "-", stdin=text).out.split())
            assert page.count("afterwards (signers claimed by the request, unverified)") == len([a for a in ledger.outcomes() if a not in FRESH])
    assert applied > 200 and lost > 50


def worlds(account: str, dice: random.Random) -> list[State]:
    """Possible earlier states of an account: the worst, the best and random ones."""
    worst = State(account, {}, dict.fromkeys(LEVELS, 255))
    best = State(account, {account: 255, key("someone").public_key: 255}, dict.fromkeys(LEVELS, 0))
    return [worst, best] + [State.random(account, dice) for _ in range(12)]


def test_without_book_and_hints_only_what_holds_for_every_earlier_state_is_reported(offline):
    said = lost = 0
    for seed in range(20):
        dice = random.Random(f"unknown {seed}")
        made = [Change.random(dice.choice(ACCOUNTS + FRESH), dice) for _ in range(25)]
        made = [Change(fresh, "create") for fresh in FRESH] + made
        document = seen(offline, envelope(made))
        locked = {}
        for one in document["authority"]:
            account = one["account"]
            own = [change for change in made if change.account == account and change.kind == "set"]
            begins = [State.new(account)] if account in FRESH else worlds(account, dice)
            ends = []
            for before in begins:
                after = before.copy()
                for change in own:
                    after.apply(change)
                ends.append((before, after))
            for level in LEVELS:
                reachable = {not after.reach(level, after) in ("none", "pre-authorized") for _, after in ends}
                told = one["reached_by"][level]
                # The worst and the best state are included: what is the same in both is known, and nothing else is.
                assert told == "unknown" if len(reachable) > 1 else (told in ("existing", "new")) == reachable.pop(), (account, level, told, own)
                said += told != "unknown"
                if told in ("none", "pre-authorized"):
                    locked.setdefault(account, []).append(level)
            for each in one["reached_alone"]:
                assert all(after.weights.get(each["key"], 0) >= max(after.thresholds[level], 1) for _, after in ends for level in each["levels"])
        lost += len(locked)
        check_findings(document, locked)
    assert said > 50 and lost > 5


@pytest.mark.parametrize("part", range(2))
def test_a_batch_is_judged_once_after_all_its_lines(book, offline, part):
    machine, known = book
    lost = rejected = 0
    for seed in range(15):
        dice = random.Random(f"batch {part} {seed}")
        states = known if part == 0 else [State.random(account, dice) for account in ACCOUNTS]
        ledger, lines, malformed = Ledger(states), [], set()
        some = dice.sample(ACCOUNTS, 4)
        made = [[Change(fresh, "create") for fresh in FRESH]]
        made += [[Change.random(dice.choice(some + FRESH), dice, bad=dice.random() < 0.02) for _ in range(dice.randrange(1, 4))] for _ in range(14)]
        for number, each in enumerate(made, 1):
            ledger.apply(each)
            if any(change.is_malformed() for change in each):
                malformed.add(number)
            text = envelope(each, sequence=5 + number)
            lines.append(text if part == 0 else request(text, {"accounts": {state.account: state.hint() for state in states}}))
        document = (machine if part == 0 else offline).sign("inspect", "-", "-n", "testnet", "--json", stdin="\n".join(lines) + "\n").json()
        assert {one["line"] for one in document["rejected"]} >= malformed
        told = [dict(f, operation=f["operation"]) for f in document["findings"]]
        lost += check(dict(document, findings=told), ledger, "book" if part == 0 else "claimed", exact=False)
        rejected += len(malformed)
    assert lost > 20 and rejected > 2


def options(machine: Machine, *operations, hints: dict | None = None) -> dict:
    builder = TransactionBuilder(Account(ACCOUNTS[0], 4), TESTNET, 100).add_time_bounds(0, int(time.time()) + 3600)
    for operation in operations:
        builder.append_operation(operation)
    return seen(machine, request(builder.build().to_xdr(), hints))


def test_each_account_lists_the_thresholds_its_signatures_must_reach(offline):
    a, b = ACCOUNTS[:2]
    pay = {"destination": PAYER, "asset": Asset.native(), "amount": "1"}
    cases = [
        ([Payment(**pay)], {a: ["low", "medium"]}),
        ([Payment(**pay, source=b)], {a: ["low"], b: ["medium"]}),
        ([BumpSequence(9)], {a: ["low"]}),
        ([SetOptions(home_domain="a.example")], {a: ["low", "medium"]}),
        ([SetOptions(signer=Signer.ed25519_public_key(b, 1)), AccountMerge(PAYER, source=b)], {a: ["low", "high"], b: ["high"]}),
    ]
    for operations, wanted in cases:
        document = options(offline, *operations)
        assert {one["account"]: one["levels"] for one in document["accounts"]} == wanted
        assert all(one["level"] == one["levels"][-1] for one in document["accounts"])


def lock(account: str, line: int | None = None) -> str:
    """Creates the account and removes its master key; `line` selects one of the two as a transaction of its own."""
    made = [Change(account, "create"), Change(account, master=0)]
    return envelope(made) if line is None else envelope([made[line]], sequence=5 + line)


@pytest.mark.parametrize("lines", [1, 2])
def test_a_lock_out_is_signed_only_when_its_own_value_is_typed(offline, lines):
    offline.import_key("payer", key("payer"))
    account = FRESH[0]
    text = lock(account) + "\n" if lines == 1 else "".join(lock(account, line) + "\n" for line in range(2))
    args = ("sign", offline.file("locks", text), "--key", "payer", "--network", "testnet", "--out", "signed")
    refused = offline.sign(*args, "--yes", pin=PIN, code=77)
    assert "held back by" in refused.err and "W-LOCKOUT" in refused.err
    assert f"To pass W-LOCKOUT, type: {account[-8:]}\n" in refused.err and f"To pass W-MASTER0, type: {account[-6:]}\n" in refused.err
    for typed, code in ((account[-6:], 77), (account[-8:], 0)):
        terminal = Terminal(offline, "coldstar-sign", *map(str, args))
        values = {"W-LOCKOUT": typed, "W-MASTER0": account[-6:]}
        for _ in range(2):
            rule = terminal.until(": to go on, type ").split()[-1]
            terminal.until(": ")
            terminal.type(values[rule] + "\n")
            if rule == "W-LOCKOUT" and code:
                for _ in range(2):
                    terminal.until(f"type {account[-8:]}: ")
                    terminal.type(typed + "\n")
                break
        if not code:
            terminal.until("PIN")
            terminal.type(PIN + "\n")
        ended, shown = terminal.end()
        assert ended == code, shown
    assert len((offline.home / "signed").read_text().splitlines()) == lines


@pytest.mark.parametrize("named", [False, True])
def test_a_policy_passes_a_lock_out_only_by_name(offline, named):
    offline.import_key("payer", key("payer"))
    rules = ["W-MASTER0", "W-SIGNER", "W-THRESH", "W-KEY"] + ["W-LOCKOUT"] * named
    policy = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": "any", "destinations": "any", "assets": "any",
              "maximum_per_transaction": "unlimited", "maximum_per_day": "unlimited", "maximum_fee": "1", "unattended": rules}
    offline.sign("policy", "set", offline.file("policy.json", json.dumps(policy)), "--key", "payer", "--yes", pin=PIN)
    text = offline.file("locks", lock(FRESH[0]))
    result = offline.sign("sign", text, "--key", "payer", "-n", "testnet", "--yes", pin=PIN, code=0 if named else 77)
    assert ("held back by W-LOCKOUT" in result.err) != named and bool(result.out) == named
