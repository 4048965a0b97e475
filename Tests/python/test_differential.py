# SPDX-License-Identifier: Apache-2.0
"""Random transactions built by one side, then decoded, hashed and verified by the other: Coldstar and the Python Stellar SDK."""
from __future__ import annotations

import random
import time

import pytest
import stellar_sdk as sdk
from stellar_sdk import Account, Asset, Keypair, Price, TransactionBuilder, TransactionEnvelope

from programs import PIN, TESTNET, key

ALICE, BOB, ISSUER = key("alice"), key("bob"), key("issuer")


def random_envelope(rng: random.Random) -> TransactionEnvelope:
    """An unsigned envelope with one to five operations of many kinds, made by the SDK."""
    def account() -> str:
        address = key(f"account {rng.randrange(50)}").public_key
        if rng.random() < 0.2:
            return sdk.StrKey.encode_med25519_public_key(
                sdk.StrKey.decode_ed25519_public_key(address) + rng.getrandbits(64).to_bytes(8, "big"))
        return address

    def plain() -> str:
        return key(f"account {rng.randrange(50)}").public_key

    def asset() -> Asset:
        code = "".join(rng.choices("ABCXYZ0189abc", k=rng.randint(1, 12)))
        return rng.choice([Asset.native(), Asset(code, ISSUER.public_key)])

    def amount() -> str:
        stroops = rng.choice([1, rng.randrange(1, 2**40), 2**63 - 1])
        return f"{stroops // 10**7}.{stroops % 10**7:07d}"

    def source() -> str | None:
        return rng.choice([None, account()])

    def credit() -> Asset:
        return Asset("USD", ISSUER.public_key)

    makers = [
        lambda: sdk.Payment(account(), asset(), amount(), source()),
        lambda: sdk.CreateAccount(plain(), amount(), source()),
        lambda: sdk.PathPaymentStrictSend(account(), asset(), amount(), asset(), amount(), [asset() for _ in range(rng.randint(0, 5))]),
        lambda: sdk.PathPaymentStrictReceive(account(), asset(), amount(), asset(), amount(), [asset() for _ in range(rng.randint(0, 5))]),
        lambda: sdk.ChangeTrust(credit(), amount(), source()),
        lambda: sdk.ManageSellOffer(asset(), credit(), amount(), Price(rng.randrange(1, 2**31), rng.randrange(1, 2**31)), 0),
        lambda: sdk.ManageData("".join(rng.choices("abc .", k=rng.randint(1, 64))), rng.choice([None, rng.randbytes(rng.randint(1, 64))])),
        lambda: sdk.BumpSequence(rng.randrange(2**63)),
        lambda: sdk.AccountMerge(account(), source()),
        lambda: sdk.SetOptions(home_domain="example.com", master_weight=rng.randrange(256)),
    ]
    builder = TransactionBuilder(Account(ALICE.public_key, rng.randrange(2**62)), TESTNET, rng.randrange(100, 10_000))
    for _ in range(rng.randint(1, 5)):
        builder.append_operation(rng.choice(makers)())
    builder.add_time_bounds(0, int(time.time()) + rng.randrange(60, 10**6))
    memo = rng.randrange(4)
    if memo == 1:
        builder.add_text_memo(rng.randbytes(rng.randint(0, 28)))
    elif memo == 2:
        builder.add_id_memo(rng.getrandbits(64))
    elif memo == 3:
        builder.add_hash_memo(rng.randbytes(32))
    return builder.build()


@pytest.mark.parametrize("seed", range(8))
def test_what_the_sdk_builds_is_read_hashed_and_written_back(offline, seed):
    rng = random.Random(seed)
    for _ in range(10):
        envelope = random_envelope(rng)
        seen = offline.sign("inspect", "-", "--json", "--network", "testnet", stdin=envelope.to_xdr()).json()
        assert seen["hash"] == envelope.hash_hex()
        assert seen["sequence"] == str(envelope.transaction.sequence)
        assert len(seen["operations"]) == len(envelope.transaction.operations)
        assert offline.build("convert", "-", "--format", "xdr", stdin=envelope.to_xdr()).out == envelope.to_xdr() + "\n"


@pytest.mark.parametrize("seed", range(6))
def test_what_coldstar_builds_and_signs_is_read_and_verified_by_the_sdk(offline, seed):
    rng = random.Random(1000 + seed)
    offline.import_key("alice", ALICE)
    stroops = rng.choice([1, rng.randrange(1, 2**62), 2**63 - 1])
    amount = f"{stroops // 10**7}.{stroops % 10**7:07d}"
    common = ("--source", ALICE.public_key, "--network", "testnet", "--sequence", str(rng.randrange(1, 2**62)), "--fee", str(rng.randrange(100, 5000)))
    asset = rng.choice(["native", f"USDC:{ISSUER.public_key}", f"LONGCODE1234:{ISSUER.public_key}"])
    memo = rng.choice(["id:18446744073709551615", "text:caf\u00e9", "hash:" + rng.randbytes(32).hex()])
    built = offline.build("payment", "--destination", BOB.public_key, "--asset", asset, "--amount", amount, "--memo", memo,
                          "--format", "xdr", *common).out
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
