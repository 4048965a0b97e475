# SPDX-License-Identifier: Apache-2.0
"""Writes random.jsonl: random XDR values of the Python Stellar SDK with its SEP-51 JSON, and transactions that it built with their hashes.

    .build/venv/bin/python Tests/Core/Vectors/make_random.py [COUNT]

COUNT is how many values each seed makes; the committed file has 12. The values use the full range of the types, regardless of what the network
accepts. A row has no `json` where the SDK cannot write the value, or writes the code of a long asset as one that reads back as short.
"""
from __future__ import annotations

import base64
import json
import random
import re
import sys
from pathlib import Path

import stellar_sdk as sdk
from stellar_sdk import Account, Asset, Price, TransactionBuilder, xdr

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))

from programs import TESTNET, key  # noqa: E402
from random_xdr import dice  # noqa: E402

TYPES = (xdr.TransactionResult, xdr.SCVal, xdr.LedgerKey, xdr.SorobanAuthorizationEntry, xdr.ClaimPredicate)
ALICE, ISSUER = key("alice"), key("issuer")


def escaped(value):
    """Adjusts two known differences of the SDK: it leaves zero bytes inside an asset code as they are, which SEP-51 escapes, and it
    writes a 63-character address for a signed payload of zero bytes, for which SEP-23 has no address."""
    if isinstance(value, str) and re.fullmatch("P[A-Z2-7]{62}", value):
        raw = base64.b32decode(value + "=")
        return {"ed25519_signed_payload": {"ed25519": raw[1:33].hex(), "payload": ""}}
    if isinstance(value, dict):
        return {name: escaped(part) for name, part in value.items()}
    if isinstance(value, list):
        return [escaped(part) for part in value]
    return value.replace("\0", "\\0") if isinstance(value, str) else value


def is_short(value) -> bool:
    """A code of the long kind that has the length of a short one, anywhere in a value's JSON."""
    if isinstance(value, dict):
        long = value.get("credit_alphanum12")
        return isinstance(long, dict) and len(long["asset_code"]) <= 4 or any(map(is_short, value.values()))
    return isinstance(value, list) and any(map(is_short, value))


def row(name: str, value) -> dict:
    made = {"name": name, "type": type(value).__name__, "xdr": value.to_xdr()}
    try:
        document = escaped(value.to_json_dict())
    except (AssertionError, ValueError):
        return made
    return made if is_short(document) else made | {"json": document}


def built(rng: random.Random) -> sdk.TransactionEnvelope:
    """An unsigned envelope with one to five operations of many kinds, made by the SDK."""
    def plain() -> str:
        return key(f"account {rng.randrange(50)}").public_key

    def account() -> str:
        address = plain()
        if rng.random() < 0.2:
            return sdk.StrKey.encode_med25519_public_key(
                sdk.StrKey.decode_ed25519_public_key(address) + rng.getrandbits(64).to_bytes(8, "big"))
        return address

    def asset() -> Asset:
        code = "".join(rng.choices("ABCXYZ0189abc", k=rng.randint(1, 12)))
        return rng.choice([Asset.native(), Asset(code, ISSUER.public_key)])

    def amount() -> str:
        stroops = rng.choice([1, rng.randrange(1, 2**40), 2**63 - 1])
        return f"{stroops // 10**7}.{stroops % 10**7:07d}"

    def source() -> str | None:
        return rng.choice([None, account()])

    def path() -> list[Asset]:
        return [asset() for _ in range(rng.randint(0, 5))]

    credit = Asset("USD", ISSUER.public_key)
    makers = [
        lambda: sdk.Payment(account(), asset(), amount(), source()),
        lambda: sdk.CreateAccount(plain(), amount(), source()),
        lambda: sdk.PathPaymentStrictSend(account(), asset(), amount(), asset(), amount(), path()),
        lambda: sdk.PathPaymentStrictReceive(account(), asset(), amount(), asset(), amount(), path()),
        lambda: sdk.ChangeTrust(credit, amount(), source()),
        lambda: sdk.ManageSellOffer(asset(), credit, amount(), Price(rng.randrange(1, 2**31), rng.randrange(1, 2**31)), 0),
        lambda: sdk.ManageData("".join(rng.choices("abc .", k=rng.randint(1, 64))), rng.choice([None, rng.randbytes(rng.randint(1, 64))])),
        lambda: sdk.BumpSequence(rng.randrange(2**63)),
        lambda: sdk.AccountMerge(account(), source()),
        lambda: sdk.SetOptions(home_domain="example.com", master_weight=rng.randrange(256)),
    ]
    builder = TransactionBuilder(Account(ALICE.public_key, rng.randrange(2**62)), TESTNET, rng.randrange(100, 10_000))
    for _ in range(rng.randint(1, 5)):
        builder.append_operation(rng.choice(makers)())
    builder.add_time_bounds(0, 1_900_000_000 + rng.randrange(60, 10**6))
    memo = rng.randrange(4)
    if memo == 1:
        builder.add_text_memo(rng.randbytes(rng.randint(0, 28)))
    elif memo == 2:
        builder.add_id_memo(rng.getrandbits(64))
    elif memo == 3:
        builder.add_hash_memo(rng.randbytes(32))
    return builder.build()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    rows = []
    for seed in range(6):
        with dice(seed) as make:
            rows += [row(f"envelope {seed} {number}", make(xdr.TransactionEnvelope)) for number in range(count)]
    for kind in TYPES:
        with dice(200) as make:
            rows += [row(f"{kind.__name__} {number}", make(kind)) for number in range(count)]
    for seed in range(8):
        rng = random.Random(seed)
        for number in range(10):
            envelope = built(rng)
            rows.append(row(f"built {seed} {number}", envelope.to_xdr_object()) | {
                "network_passphrase": TESTNET, "hash_hex": envelope.hash_hex(), "seq": str(envelope.transaction.sequence),
                "ops": len(envelope.transaction.operations)})
    text = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in rows)
    (Path(__file__).parent / "random.jsonl").write_text(text)


if __name__ == "__main__":
    main()
