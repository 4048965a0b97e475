# SPDX-License-Identifier: Apache-2.0
"""An oracle for the signer's review that shares no code with it: who can sign for an account after set-options, by the network's
rules and by trying every subset of the signers."""
from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import combinations

from stellar_sdk import AccountMerge, CreateAccount, SetOptions, Signer, SignerKey, StrKey
from stellar_sdk.signer_key import SignedPayloadSigner

from programs import key

LEVELS = ("low", "medium", "high")
PEOPLE = [key(f"signer {n}").public_key for n in range(6)]
HASH_X = StrKey.encode_sha256_hash(b"\x21" * 32)
PRE_AUTH = [StrKey.encode_pre_auth_tx(bytes([n]) * 32) for n in (1, 2)]
PAYLOAD = SignerKey.ed25519_signed_payload(SignedPayloadSigner(PEOPLE[0], b"payload")).encoded_signer_key
POOL = PEOPLE * 3 + [HASH_X, *PRE_AUTH, PAYLOAD]


class Rejected(Exception):
    """The network rejects the transaction."""


@dataclass
class State:
    """`weights` has the master key under the account's address and contains no key of weight 0."""
    account: str
    weights: dict[str, int]
    thresholds: dict[str, int]

    @staticmethod
    def new(account: str) -> State:
        return State(account, {account: 1}, dict.fromkeys(LEVELS, 0))

    @staticmethod
    def random(account: str, dice: random.Random) -> State:
        weights = {account: dice.choice([0, 1, 1, 2])} | {who: dice.choice([1, 1, 2, 3]) for who in dice.sample(POOL, dice.randrange(4))}
        state = State(account, {who: weight for who, weight in weights.items() if weight}, {})
        for level in LEVELS:
            state.thresholds[level] = dice.choice([0, 1, 1, 2, 2, 3])
        return state

    def copy(self) -> State:
        return State(self.account, dict(self.weights), dict(self.thresholds))

    def apply(self, change: Change) -> None:
        for level, value in change.thresholds.items():
            self.thresholds[level] = value
        for who, weight in ([(self.account, change.master)] if change.master is not None else []) + change.signer:
            if who != self.account and weight and who not in self.weights and len(set(self.weights) - {self.account}) >= 20:
                raise Rejected("a 21st signer")
            self.weights.pop(who, None)
            if weight:
                self.weights[who] = weight

    def reached(self, level: str, among) -> bool:
        """Whether a set of signatures by these signers reaches the level; a set contains at most one pre-authorized transaction."""
        signers = [who for who in self.weights if who in among]
        for size in range(1, len(signers) + 1):
            for some in combinations(signers, size):
                if sum(who in PRE_AUTH for who in some) < 2 and sum(self.weights[who] for who in some) >= self.thresholds[level]:
                    return True
        return False

    def reach(self, level: str, before: State) -> str:
        lasting = {who for who in self.weights if who not in PRE_AUTH}
        if self.reached(level, lasting & set(before.weights)):
            return "existing"
        if self.reached(level, lasting):
            return "new"
        return "pre-authorized" if self.reached(level, set(self.weights)) else "none"

    def alone(self, before: State) -> dict[str, list[str]]:
        new = {who: [level for level in LEVELS if self.reached(level, {who})] for who in self.weights if who not in before.weights}
        return {who: levels for who, levels in new.items() if levels}

    def locked(self) -> list[str]:
        return [level for level in LEVELS if self.reach(level, self) in ("pre-authorized", "none")]

    def hint(self) -> dict:
        signers = [{"key": who, "weight": weight} for who, weight in self.weights.items()]
        return {"sequence": "1", "thresholds": self.thresholds, "signers": signers}

    def options(self) -> list[str]:
        """The options of `book accounts add`."""
        signers = [f"--signer={who}:{weight}" for who, weight in self.weights.items() if who != self.account]
        thresholds = ",".join(str(self.thresholds[level]) for level in LEVELS)
        return [self.account, f"--master-weight={self.weights.get(self.account, 0)}", f"--thresholds={thresholds}", *signers]


@dataclass
class Change:
    """A set-options operation, a merge or the creation of an account."""
    account: str
    kind: str = "set"
    master: int | None = None
    thresholds: dict[str, int] = field(default_factory=dict)
    signer: list[tuple[str, int]] = field(default_factory=list)

    @staticmethod
    def random(account: str, dice: random.Random, bad: bool = False) -> Change:
        change = Change(account)
        while change.master is None and not change.thresholds and not change.signer:
            if dice.random() < 0.35:
                change.master = dice.choice([0, 0, 1, 2, 255])
            for level in LEVELS:
                if dice.random() < 0.2:
                    change.thresholds[level] = dice.choice([0, 1, 1, 2, 2, 3, 5, 255])
            if dice.random() < 0.6:
                change.signer = [(dice.choice(POOL), dice.choice([0, 0, 0, 1, 1, 2, 3, 255]))]
        if bad:
            match dice.randrange(3):
                case 0: change.signer = [(PEOPLE[0], 256)]
                case 1: change.master = 256
                case 2: change.signer = [(account, 1)]
        return change

    def is_malformed(self) -> bool:
        numbers = [self.master or 0, *self.thresholds.values(), *(weight for _, weight in self.signer)]
        return max(numbers) > 255 or any(who == self.account for who, _ in self.signer)

    def operation(self, heir: str):
        if self.kind == "merge":
            return AccountMerge(heir, source=self.account)
        if self.kind == "create":
            return CreateAccount(self.account, "5", source=heir)
        [signer] = [Signer(SignerKey.from_encoded_signer_key(who), weight) for who, weight in self.signer] or [None]
        return SetOptions(master_weight=self.master, low_threshold=self.thresholds.get("low"), med_threshold=self.thresholds.get("medium"),
                          high_threshold=self.thresholds.get("high"), signer=signer, source=self.account)


class Ledger:
    """Accounts, and transactions that are applied completely or not at all."""

    def __init__(self, states: list[State]):
        self.states = {state.account: state.copy() for state in states}
        self.before = {state.account: state.copy() for state in states}
        self.changed: dict[str, None] = {}

    def apply(self, changes: list[Change]) -> bool:
        """Applies a transaction whose own source is not one of these accounts; returns whether the network applies it."""
        kept, met = {name: state.copy() for name, state in self.states.items()}, dict(self.changed)
        try:
            if any(change.is_malformed() for change in changes):
                raise Rejected("malformed")
            for change in changes:
                state = self.states.get(change.account)
                # All signatures are checked before any operation is applied, and a locked account has no valid ones.
                if change.kind != "create" and state and change.account in met and not state.reached("high", set(state.weights) - set(PRE_AUTH)):
                    raise Rejected("unauthorized")
            for change in changes:
                if change.kind == "create":
                    if change.account in self.states:
                        raise Rejected("exists")
                    self.states[change.account] = State.new(change.account)
                    self.before.setdefault(change.account, State.new(change.account))
                    continue
                if change.account not in self.states:
                    raise Rejected("no account")
                if change.kind == "merge":
                    del self.states[change.account]
                else:
                    self.states[change.account].apply(change)
                self.changed[change.account] = None
            return True
        except Rejected:
            self.states, self.changed = kept, met
            return False

    def outcomes(self) -> dict[str, tuple[State, State]]:
        return {name: (self.before[name], self.states[name]) for name in self.changed if name in self.states}
