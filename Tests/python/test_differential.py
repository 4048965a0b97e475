# SPDX-License-Identifier: Apache-2.0
"""Payments that Coldstar builds and signs, read and verified by the Python Stellar SDK. The other direction is Tests/Core/Vectors/random.jsonl."""
from __future__ import annotations

from stellar_sdk import Keypair, TransactionEnvelope

from programs import PIN, TESTNET, key

ALICE, BOB, ISSUER = key("alice"), key("bob"), key("issuer")
PAYMENTS = (
    (1, "native", "id:18446744073709551615"),
    (2**63 - 1, f"USDC:{ISSUER.public_key}", "text:caf\u00e9"),
    (1_234_567_890_123_456_789, f"LONGCODE1234:{ISSUER.public_key}", "hash:" + "5c" * 32),
)


def test_what_coldstar_builds_and_signs_is_read_and_verified_by_the_sdk(offline):
    offline.import_key("alice", ALICE)
    for number, (stroops, asset, memo) in enumerate(PAYMENTS):
        built = offline.build("payment", "--source", ALICE.public_key, "--network", "testnet", "--sequence", 2**61 + number, "--fee", 100 + 1_700 * number,
                              "--destination", BOB.public_key, "--asset", asset, "--amount", f"{stroops // 10**7}.{stroops % 10**7:07d}", "--memo", memo,
                              "--format", "xdr").out
        envelope = TransactionEnvelope.from_xdr(built.strip(), TESTNET)
        [operation] = envelope.transaction.operations
        assert operation.destination.account_id == BOB.public_key
        assert envelope.to_xdr_object().v1.tx.operations[0].body.payment_op.amount.int64 == stroops
        signed = offline.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=built, pin=PIN).out
        made = TransactionEnvelope.from_xdr(signed.strip(), TESTNET)
        assert made.hash() == envelope.hash()
        [signature] = made.signatures
        assert signature.signature_hint == ALICE.signature_hint()
        Keypair.from_public_key(ALICE.public_key).verify(made.hash(), signature.signature)
