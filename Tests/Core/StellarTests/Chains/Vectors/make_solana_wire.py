# SPDX-License-Identifier: Apache-2.0
"""Makes solana-wire.json with solders, which wraps the validators' own code: make_solana_wire.py OUT [MESSAGES [SEED]].

    pip install solders==0.29.0

Each row: bytes in base64, what is wrong with them, and what solders takes them for. The same seed gives the same rows.
More messages than the 12 of the file are for a comparison by hand: with 600 there were 22,825 rows, and no difference.
"""
from __future__ import annotations

import base64
import json
import random
import sys
from importlib.metadata import version

from solders.hash import Hash
from solders.instruction import CompiledInstruction
from solders.message import (
    Message, MessageAddressTableLookup, MessageHeader, MessageV0, MessageV1, TransactionConfig, from_bytes_versioned, to_bytes_versioned)
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction

chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)


def sane(transaction: VersionedTransaction) -> bool:
    try:
        transaction.sanitize()
        return True
    except Exception:
        return False


def is_message(data: bytes) -> bool:
    """Whether the bytes are one message that a validator would take, with nothing left over."""
    try:
        message = from_bytes_versioned(data)
        if to_bytes_versioned(message) != data:
            return False
        return sane(VersionedTransaction.populate(message, [Signature.default()] * message.header.num_required_signatures))
    except BaseException:
        return False


def is_transaction(data: bytes) -> bool:
    try:
        transaction = VersionedTransaction.from_bytes(data)
        return bytes(transaction) == data and sane(transaction)
    except BaseException:
        return False


def key() -> Pubkey:
    return Pubkey(chance.randbytes(32))


def random_message(kind: int):
    signers = chance.randint(1, 3)
    others = chance.randint(1, 3)
    keys = [key() for _ in range(signers + others)]
    header = MessageHeader(signers, chance.randint(0, signers - 1), chance.randint(0, others))
    tables = [MessageAddressTableLookup(key(), chance.randbytes(chance.randint(1, 2)), chance.randbytes(chance.randint(0, 2)))
              for _ in range(chance.randint(0, 2))] if kind == 0 else []
    accounts = len(keys) + sum(len(table.writable_indexes) + len(table.readonly_indexes) for table in tables)
    instructions = [
        CompiledInstruction(chance.randrange(1, len(keys)), chance.randbytes(chance.choice([0, 1, 12, 130])),
                            bytes(chance.randrange(accounts) for _ in range(chance.randint(0, 4))))
        for _ in range(chance.randint(0, 3))]
    blockhash = Hash(chance.randbytes(32))
    if kind < 0:
        return Message.new_with_compiled_instructions(*(header.num_required_signatures, header.num_readonly_signed_accounts,
                                                        header.num_readonly_unsigned_accounts), keys, blockhash, instructions)
    if kind == 0:
        return MessageV0(header, keys, blockhash, instructions, tables)
    config = TransactionConfig(*(chance.choice([None, 5000]) for _ in range(3)))
    return MessageV1(header, config, blockhash, keys, instructions)


def main(out: str, messages: int) -> None:
    rows, seen = [], set()

    def add(name: str, data: bytes) -> None:
        if data not in seen:
            seen.add(data)
            form = "message" if is_message(data) else "transaction" if is_transaction(data) else None
            rows.append({"name": name, "bytes": base64.b64encode(data).decode(), "form": form})

    for number in range(messages):
        kind = number % 3 - 1
        message = random_message(kind)
        data = to_bytes_versioned(message)
        title = {-1: "legacy", 0: "version 0", 1: "version 1"}[kind]
        add(title, data)
        signatures = [Signature(chance.randbytes(64)) for _ in range(message.header.num_required_signatures)]
        whole = bytes(VersionedTransaction.populate(message, signatures))
        add(f"{title}, signed", whole)
        add(f"{title}, a byte more", data + bytes([chance.randrange(256)]))
        add(f"{title}, a byte less", data[:-1])
        if number < 3:
            add(f"{title}, signed, a byte more", whole + b"\0")
            add(f"{title}, signed, a byte less", whole[:-1])
        for place in [*range(5), *(chance.randrange(len(data)) for _ in range(8))]:
            for change in {-1: (0, 1, 255), 0: (0, 1, 255), 1: (0, 255)}[kind][: 3 if place < 5 else 1]:
                changed = bytearray(data)
                changed[place] = change if place < 5 else changed[place] ^ 1 << chance.randrange(8)
                add(f"{title}, byte {place} changed", bytes(changed))
        # Around the instructions, where the counts and the indexes are.
        start = data.rfind(bytes(message.recent_blockhash if kind < 1 else message.account_keys[-1])) + 32
        for _ in range(14):
            place = chance.randrange(start, min(len(data), start + 12)) if start < len(data) else len(data) - 1
            changed = bytearray(data)
            changed[place] = chance.choice([0, 1, 2, 3, 4, 5, 6, 127, 128, 129, 255])
            add(f"{title}, byte {place} changed", bytes(changed))
        place = chance.randrange(len(data))
        add(f"{title}, byte {place} removed", data[:place] + data[place + 1:])
        add(f"{title}, byte {place} doubled", data[:place] + data[place:place + 1] + data[place:])
        if kind < 1:
            # The count of the keys in two bytes instead of one.
            at = 3 + (kind == 0)
            add(f"{title}, count in a longer form", data[:at] + bytes([data[at] | 0x80, 0]) + data[at + 1:])
    json.dump({"made with": f"solders {version('solders')}", "rows": rows}, open(out, "w"), indent=1)
    print({form: sum(row["form"] == form for row in rows) for form in ("message", "transaction", None)}, len(rows))


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12)
