# SPDX-License-Identifier: Apache-2.0
"""Requests of any size that are costly to read, review or show: each generator takes a number of bytes and a random generator."""
from __future__ import annotations

import base64
import hashlib
import json
import random
import struct
import time
import uuid

from stellar_sdk import Asset, Keypair, StrKey

from programs import TESTNET, key

MOST = 1 << 20
NATIVE = struct.pack(">i", 0)
SELF = key("alice").raw_public_key()


def i32(*values: int) -> bytes:
    return struct.pack(f">{len(values)}i", *values)


def i64(*values: int) -> bytes:
    return struct.pack(f">{len(values)}q", *values)


def opaque(content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + content + bytes(-len(content) % 4)


def account(raw: bytes) -> bytes:
    return i32(0) + raw


def credit(code: bytes, issuer: bytes) -> bytes:
    return (i32(1) + code.ljust(4, b"\0") if len(code) <= 4 else i32(2) + code.ljust(12, b"\0")) + account(issuer)


def operation(kind: int, body: bytes, source: bytes | None = None) -> bytes:
    return (i32(1) + account(source) if source else i32(0)) + i32(kind) + body


def transaction(operations: list[bytes], conditions: bytes | None = None, memo: bytes = i32(0), ext: bytes = i32(0),
                sequence: int = 7) -> bytes:
    conditions = i32(1) + i64(0, int(time.time()) + 3600) if conditions is None else conditions
    return account(SELF) + struct.pack(">I", 100 * len(operations)) + i64(sequence) + conditions + memo + i32(len(operations)) + b"".join(operations) + ext


def envelope(operations: list[bytes], signatures: list[tuple[bytes, bytes]] = (), **more) -> bytes:
    signed = i32(len(signatures)) + b"".join(hint + opaque(signature) for hint, signature in signatures)
    return i32(2) + transaction(operations, **more) + signed


def pay(to: bytes, amount: int = 1, asset: bytes = NATIVE, source: bytes | None = None) -> bytes:
    return operation(1, account(to) + asset + i64(amount), source)


def raw(rng: random.Random, tail: bytes = b"") -> bytes:
    return rng.randbytes(32 - len(tail)) + tail


def address(raw_key: bytes) -> str:
    return StrKey.encode_ed25519_public_key(raw_key)


def text(xdr: bytes) -> str:
    return base64.b64encode(xdr).decode()


def request(xdr: bytes, **more) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": str(uuid.UUID(bytes=hashlib.md5(xdr).digest(), version=4)), "kind": "transaction",
                       "network_passphrase": TESTNET, "envelope": text(xdr), **more})


def payments(rng: random.Random, count: int = 100, source: bool = False) -> list[bytes]:
    return [pay(raw(rng), rng.randrange(1, 10**9), source=raw(rng) if source else None) for _ in range(count)]


def signer_options(raw_key: bytes, source: bytes | None = None, weight: int = 1) -> bytes:
    """SetOptions that adds one signer."""
    return operation(5, i32(0) * 8 + i32(1) + i32(0) + raw_key + i32(weight), source)


# MARK: hints

def claimed_signers(size: int, rng: random.Random) -> str:
    """One account with many hinted signers, and a hundred changes of its signers."""
    signers = [{"key": address(raw(rng)), "weight": 1} for _ in range(max(1, size // 90))]
    hints = {"accounts": {address(SELF): {"thresholds": {"low": 1, "medium": 1, "high": 1}, "signers": signers}}}
    return request(envelope([signer_options(raw(rng)) for _ in range(100)]), hints=hints)


def claimed_thresholds(size: int, rng: random.Random) -> str:
    """As `claimed_signers`, with a hundred changes of thresholds, each reviewed with the keys that reach them."""
    signers = [{"key": address(raw(rng)), "weight": 1} for _ in range(max(1, size // 90))]
    hints = {"accounts": {address(SELF): {"thresholds": {"low": 1, "medium": 1, "high": 1}, "signers": signers}}}
    change = operation(5, i32(0) * 4 + i32(1, 2) + i32(1, 2) + i32(1, 2) + i32(0) * 2)
    return request(envelope([change, signer_options(raw(rng), weight=0)] * 50), hints=hints)


def claimed_accounts(size: int, rng: random.Random) -> str:
    """Many hinted accounts with a signer, a name and a memo requirement each, and a hundred sources."""
    sources = [raw(rng) for _ in range(100)]
    accounts = {address(one): {"name": f"name {i}", "memo_required": True, "thresholds": {"low": 1, "medium": 1, "high": 1},
                               "signers": [{"key": address(one), "weight": 1}]}
                for i, one in enumerate(sources + [raw(rng) for _ in range(max(1, size // 260))])}
    return request(envelope([signer_options(raw(rng), one) for one in sources]), hints={"accounts": accounts})


def claimed_hints(size: int, rng: random.Random) -> str:
    """Signatures whose hint matches many hinted signers."""
    tail = rng.randbytes(4)
    signers = [{"key": address(raw(rng, tail)), "weight": 1} for _ in range(max(1, size // 90))]
    hints = {"accounts": {address(SELF): {"thresholds": {"low": 1, "medium": 1, "high": 1}, "signers": signers}}}
    return request(envelope(payments(rng), [(tail, rng.randbytes(64)) for _ in range(20)]), hints=hints)


def claimed_curve_hints(size: int, rng: random.Random) -> str:
    """As `claimed_hints`, with valid curve points as keys: verifying with these takes longest."""
    signer = Keypair.from_raw_ed25519_seed(rng.randbytes(32)).raw_public_key()
    tail = signer[-4:]
    signers = [{"key": address(signer), "weight": 1}] + [{"key": address(raw(rng, tail)), "weight": 1} for _ in range(max(1, size // 90))]
    hints = {"accounts": {address(SELF): {"thresholds": {"low": 1, "medium": 1, "high": 1}, "signers": signers}}}
    signature = lambda: rng.randbytes(32) + rng.randbytes(31) + b"\0"
    return request(envelope(payments(rng), [(tail, signature()) for _ in range(20)]), hints=hints)


def nested_hints(size: int, rng: random.Random) -> str:
    """Hints with many small values."""
    return request(envelope(payments(rng)), hints={"x": [[{"a": i}] for i in range(size // 24)]})


def odd_note(size: int, rng: random.Random) -> str:
    """Hints full of escapes."""
    return request(envelope(payments(rng)), note="\u0001\u00e9" * 250, hints={"x": "\u0001\u00e9\"\\" * (size // 18)})


# MARK: envelopes

def own_hints(size: int, rng: random.Random) -> str:
    """Keys in the envelope itself that match the hint of its signatures."""
    tail = rng.randbytes(4)
    each = max(1, size * 3 // 4 // 100 // 44)
    claimants = lambda: b"".join(i32(0) + account(raw(rng, tail)) + i32(0) for _ in range(10))
    del each
    return text(envelope([operation(14, NATIVE + i64(1) + i32(10) + claimants()) for _ in range(100)], [(tail, rng.randbytes(64)) for _ in range(20)]))


def strangers(size: int, rng: random.Random) -> str:
    """A hundred payments of a hundred assets by a hundred sources."""
    return text(envelope([pay(raw(rng), 5, credit(rng.choice([b"USDC", b"EURC", b"XLM", b"LongAsset"]), raw(rng)), raw(rng)) for _ in range(100)]))


def sponsors(size: int, rng: random.Random) -> str:
    """Sponsorships that begin and end, in the worst order."""
    begin = [operation(16, account(raw(rng)), raw(rng)) for _ in range(50)]
    return text(envelope(begin + [operation(17, b"", raw(rng)) for _ in range(50)]))


def claimants(size: int, rng: random.Random) -> str:
    """Claimable balances, each for ten accounts with the largest predicates."""
    def predicate(depth: int) -> bytes:
        if depth == 0:
            return i32(4) + i64(rng.randrange(1 << 40))
        return i32(rng.choice([1, 2])) + i32(2) + predicate(depth - 1) + predicate(depth - 1)

    one = lambda: b"".join(i32(0) + account(raw(rng)) + predicate(3) for _ in range(10))
    return text(envelope([operation(14, NATIVE + i64(1) + i32(10) + one()) for _ in range(100)]))


def path_payments(size: int, rng: random.Random) -> str:
    """A hundred path payments, each with the longest path."""
    path = lambda: i32(5) + b"".join(credit(rng.randbytes(12), raw(rng)) for _ in range(5))
    return text(envelope([operation(13, credit(b"USDC", raw(rng)) + i64(5) + account(raw(rng)) + credit(b"EURC", raw(rng)) + i64(1) + path()) for _ in range(100)]))


# MARK: contracts

def contract() -> bytes:
    return i32(1) + hashlib.sha256(b"contract").digest()


def call(function: bytes, *arguments: bytes) -> bytes:
    return contract() + opaque(function) + i32(len(arguments)) + b"".join(arguments)


def tree(children: list[bytes], arguments: list[bytes] = ()) -> bytes:
    return i32(0) + call(b"transfer", *arguments) + i32(len(children)) + b"".join(children)


def invoke(*arguments: bytes, auth: list[bytes] = (), ext: bytes = i32(0), signatures=()) -> str:
    body = i32(0) + call(b"work", *arguments) + i32(len(auth)) + b"".join(auth)
    return text(envelope([operation(24, body)], signatures, ext=ext))


def by_source(root: bytes) -> bytes:
    return i32(0) + root


def by_address(raw_key: bytes, root: bytes) -> bytes:
    return i32(1) + i32(0) + account(raw_key) + i64(1) + i32(5) + i32(1) + root


def void() -> bytes:
    return i32(1)


def deep(size: int, rng: random.Random) -> str:
    """Many authorization trees of the maximum depth."""
    chain = tree([])
    for _ in range(150):
        chain = tree([chain])
    return invoke(auth=[by_source(chain)] * max(1, size * 3 // 4 // len(chain)))


def comb(size: int, rng: random.Random) -> str:
    """One deep tree whose lowest call has all the others below it."""
    chain = tree([tree([])] * max(1, size * 3 // 4 // 64))
    for _ in range(120):
        chain = tree([chain])
    return invoke(auth=[by_source(chain)])


def wide(size: int, rng: random.Random) -> str:
    """One call with very many direct sub-invocations."""
    return invoke(auth=[by_source(tree([tree([], [i32(3) + i32(i)]) for i in range(max(1, size * 3 // 4 // 72))]))])


def entries(size: int, rng: random.Random) -> str:
    """Very many authorizations by as many accounts."""
    one = len(by_address(SELF, tree([])))
    return invoke(auth=[by_address(raw(rng), tree([])) for _ in range(max(1, size * 3 // 4 // one))])


def auth_hints(size: int, rng: random.Random) -> str:
    """As `entries`, with accounts that match the hint of the signatures."""
    tail = rng.randbytes(4)
    one = len(by_address(SELF, tree([])))
    auth = [by_address(raw(rng, tail), tree([])) for _ in range(max(1, size * 3 // 4 // one))]
    return invoke(auth=auth, signatures=[(tail, rng.randbytes(63) + b"\0") for _ in range(20)])


def values(size: int, rng: random.Random) -> str:
    """A vector of numbers."""
    count = max(1, size * 3 // 4 // 8)
    return invoke(i32(16, 1) + i32(count) + b"".join(i32(3, i) for i in range(count)))


def maps(size: int, rng: random.Random) -> str:
    """A map of symbols."""
    count = max(1, size * 3 // 4 // 24)
    return invoke(i32(17, 1) + i32(count) + b"".join(i32(15) + opaque(b"s%06d" % i) + i32(3, i) for i in range(count)))


def deep_values(size: int, rng: random.Random) -> str:
    """Many deeply nested vectors."""
    chain = void()
    for _ in range(180):
        chain = i32(16, 1, 1) + chain
    return invoke(*[chain] * max(1, size * 3 // 4 // len(chain)))


def voids(size: int, rng: random.Random) -> str:
    """The smallest value, as often as it fits."""
    return invoke(i32(16, 1) + i32(size * 3 // 16) + void() * (size * 3 // 16))


def strings(size: int, rng: random.Random) -> str:
    """One string whose bytes are all escaped."""
    return invoke(i32(14) + opaque(b"\x01" * (size * 3 // 4)))


def footprint(size: int, rng: random.Random) -> str:
    """A long list of ledger keys."""
    count = max(1, size * 3 // 4 // 40)
    keys = i32(count) + b"".join(i32(0) + account(raw(rng)) for _ in range(count))
    return invoke(ext=i32(1) + i32(0) + keys + i32(0) + i32(1, 1, 1) + i64(1))


def contract_data(size: int, rng: random.Random) -> str:
    """Ledger keys of contract data, each with a deep key."""
    deep_key = void()
    for _ in range(40):
        deep_key = i32(16, 1, 1) + deep_key
    one = i32(6) + contract() + deep_key + i32(0)
    count = max(1, size * 3 // 4 // len(one))
    return invoke(ext=i32(1) + i32(0) + i32(count) + one * count + i32(0) + i32(1, 1, 1) + i64(1))


def wasm(size: int, rng: random.Random) -> str:
    """The code of a contract."""
    return text(envelope([operation(24, i32(2) + opaque(rng.randbytes(size * 3 // 4)) + i32(0))]))


# MARK: other formats

def long_message(size: int, rng: random.Random) -> str:
    """A message of the maximum length."""
    return json.dumps({"format": "coldstar-request", "version": 1, "id": str(uuid.UUID(int=rng.getrandbits(128), version=4)), "kind": "message",
                       "network_passphrase": TESTNET, "message": "\u0001" * min(size // 6, 65000)})


def memos(size: int, rng: random.Random) -> str:
    """A batch of the smallest transactions."""
    line = lambda i: text(i32(2) + account(SELF) + i32(100) + i64(1000 + i) + i32(1) + i64(0, int(time.time()) + 3600) + i32(0) + i32(1) + pay(raw(rng)) + i32(0, 0))
    count = max(2, size // (len(line(0)) + 1))
    return "\n".join(line(i) for i in range(count)) + "\n"


def repeats(size: int, rng: random.Random) -> str:
    """A batch with unordered sequence numbers, each a hold."""
    line = lambda i: text(i32(2) + account(SELF) + i32(100) + i64(1000 + rng.randrange(10**6)) + i32(1) + i64(0, 0) + i32(0) + i32(1) + pay(raw(rng)) + i32(0, 0))
    count = max(2, size // (len(line(0)) + 1))
    return "\n".join(line(i) for i in range(count)) + "\n"


def noted(size: int, rng: random.Random) -> str:
    """A batch of requests with different notes, hints and signers."""
    line = lambda i: request(i32(2) + account(SELF) + i32(100) + i64(1000 + i) + i32(1) + i64(0, int(time.time()) + 3600) + i32(0) + i32(1) + pay(raw(rng)) + i32(0, 0),
                             note=f"note {i}", signers=[address(raw(rng)) for _ in range(3)])
    count = max(2, size // (len(line(0)) + 1))
    return "\n".join(line(i) for i in range(count)) + "\n"


def odd_json(size: int, rng: random.Random) -> str:
    """JSON that is not a transaction: an object with many members."""
    return json.dumps({"format": "coldstar-request", **{f"m{i}": i for i in range(size // 14)}})


def nested_json(size: int, rng: random.Random) -> str:
    """JSON that consists of deeply nested brackets, many times."""
    return '{"tx":[' + ",".join(["[" * 60 + "]" * 60] * (size // 121)) + "]}"


def escaped_json(size: int, rng: random.Random) -> str:
    """A string of escapes."""
    return '{"format":"' + "\\u0041" * (size // 6) + '"}'


def txrep_lines(size: int, rng: random.Random) -> str:
    """Txrep with many unknown fields."""
    return "tx.sourceAccount: " + address(SELF) + "\n" + "".join(f"tx.operations[{i}].body.x: 1\n" for i in range(size // 30))


def txrep_count(size: int, rng: random.Random) -> str:
    """Txrep with a huge operation count and a very long field name."""
    return "tx.operations.len: 4000000000\n" + "a" * size + ": 1\n"


def ur_parts(size: int, rng: random.Random) -> str:
    """UR parts of different messages."""
    return "".join(f"ur:coldstar-request/{i}-{i + 9}/lpadascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtgwdpfnsboxgw\n"
                   for i in range(1, size // 120))


def blanks(size: int, rng: random.Random) -> str:
    """Base64 that is mostly white space."""
    return " \n" * (size // 2) + text(envelope(payments(rng)))


def base64_noise(size: int, rng: random.Random) -> str:
    """Valid base64 that is not an envelope."""
    return "AAAA" * (size // 4)


def claimable(keys: list[bytes], predicate: bytes) -> bytes:
    return operation(14, NATIVE + i64(1) + i32(len(keys)) + b"".join(i32(0) + account(one) + predicate for one in keys))


WITHIN = i32(4) + i64(5)


def lines(size: int, make) -> str:
    """A batch with as many envelopes as fit, each with its own sequence number."""
    found, length = [], 0
    while True:
        line = text(make(1000 + len(found)))
        if length + len(line) + 1 > size:
            return "\n".join(found) + "\n"
        found.append(line)
        length += len(line) + 1


def signed_batch(size: int, rng: random.Random) -> str:
    """Envelopes with twenty signatures, each of which could be by any of twenty accounts."""
    tail = rng.randbytes(4)

    def make(sequence: int) -> bytes:
        keys = [raw(rng, tail) for _ in range(20)]
        return envelope([claimable(keys[:10], WITHIN), claimable(keys[10:], WITHIN)], [(tail, rng.randbytes(63) + b"\0") for _ in range(20)],
                        sequence=sequence)
    return lines(size, make)


def repeated_signature(size: int, rng: random.Random) -> str:
    return lines(size, lambda sequence: envelope([operation(9, b"")], [(SELF[-4:], rng.randbytes(63) + b"\0")] * 20, sequence=sequence))


def nested_predicate(rng: random.Random) -> bytes:
    predicate = WITHIN
    for level in range(190):
        predicate = i32(1 + level % 2, 2) + i32(4) + i64(rng.randrange(1 << 40)) + predicate
    return predicate


def predicates(size: int, rng: random.Random) -> str:
    predicate = nested_predicate(rng)
    each = max(1, min(10, size * 3 // 4 // (len(predicate) + 44) // 100))
    return text(envelope([claimable([raw(rng) for _ in range(each)], predicate) for _ in range(100)]))


def predicate_batch(size: int, rng: random.Random) -> str:
    predicate = nested_predicate(rng)
    return lines(size, lambda sequence: envelope([claimable([SELF], predicate)], sequence=sequence))


HEAVY = [signed_batch, repeated_signature, predicates, predicate_batch, claimed_signers, claimed_thresholds, claimed_accounts, claimed_hints, claimed_curve_hints, nested_hints, odd_note, own_hints, strangers, sponsors, claimants,
         path_payments, deep, comb, wide, entries, auth_hints, values, maps, deep_values, voids, strings, footprint, contract_data, wasm, long_message,
         memos, repeats, noted, odd_json, nested_json, escaped_json, txrep_lines, txrep_count, ur_parts, blanks, base64_noise]
# Generators whose size the limit for hints restricts.
HINTED = {claimed_signers, claimed_thresholds, claimed_accounts, claimed_hints, claimed_curve_hints, nested_hints, odd_note}


def heavy(make, seed: int, size: int = MOST) -> bytes:
    """An input of nearly, but never more than, `size` bytes."""
    wanted = min(size, 250_000) if make in HINTED else size
    while True:
        content = make(wanted, random.Random(f"{make.__name__} {seed}")).encode()
        if len(content) <= size:
            return content
        wanted = wanted * size * 95 // (len(content) * 100)
