# SPDX-License-Identifier: Apache-2.0
"""SEP-51 JSON and txrep of random values: equal to the Python SDK's output, and decoded to the same bytes.

COLDSTAR_RANDOM sets how many values each seed makes; the default keeps the test short.
"""
from __future__ import annotations

import base64
import json
import os
import re

import pytest
import stellar_sdk as sdk
from stellar_sdk import Account, Asset, Network, TransactionBuilder, xdr
from stellar_sdk.sep.stellar_web_authentication import build_challenge_transaction
from stellar_sdk.sep.txrep import from_txrep, to_txrep

from programs import TESTNET, key
from random_xdr import dice

COUNT = int(os.environ.get("COLDSTAR_RANDOM", "12"))
SEEDS = range(6)
ALICE, BOB = key("alice"), key("bob")


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


def sdk_json(value):
    """The SDK's JSON; None if it cannot encode the value: a signed payload without a payload."""
    try:
        return escaped(value.to_json_dict())
    except (AssertionError, ValueError):
        return None


def json_of(machine, *options: str, stdin: str) -> str | None:
    """The JSON; None for what has an asset whose code is one of AlphaNum12 in form and of AlphaNum4 in length, which would not read back."""
    done = machine.build("convert", "-", *options, stdin=stdin, code=None)
    if done.code == 65 and "its JSON would read back as AlphaNum4" in done.err:
        return None
    assert done.code == 0, done.err
    return done.out


def random_values(kind, seed: int) -> list:
    with dice(seed) as make:
        return [make(kind) for _ in range(COUNT)]


@pytest.mark.parametrize("seed", SEEDS)
def test_json_of_random_envelopes_equals_the_sdks_and_decodes_to_the_same_bytes(offline, seed):
    compared = refused = 0
    for envelope in random_values(xdr.TransactionEnvelope, seed):
        text, theirs = envelope.to_xdr(), sdk_json(envelope)
        ours = json_of(offline, "--format", "json", stdin=text)
        if ours is None:
            refused += 1
            continue
        if theirs is not None:
            assert json.loads(ours) == theirs, text
            compared += 1
        assert offline.build("convert", "-", "--format", "xdr", stdin=ours).out.strip() == text
    assert compared + refused > 0.8 * COUNT and compared > refused


@pytest.mark.parametrize("seed", SEEDS)
def test_txrep_of_random_envelopes_decodes_to_the_same_bytes(offline, seed):
    for envelope in random_values(xdr.TransactionEnvelope, 100 + seed):
        text = envelope.to_xdr()
        txrep = offline.build("convert", "-", "--format", "txrep", stdin=text).out
        assert txrep.isascii()
        assert offline.build("convert", "-", "--format", "xdr", stdin=txrep).out.strip() == text, txrep


@pytest.mark.parametrize("kind", [xdr.TransactionResult, xdr.SCVal, xdr.LedgerKey, xdr.SorobanAuthorizationEntry, xdr.ClaimPredicate])
def test_json_of_other_types_equals_the_sdks_and_decodes_to_the_same_bytes(offline, kind):
    for value in random_values(kind, 200):
        text, theirs = value.to_xdr(), sdk_json(value)
        if isinstance(theirs, str):
            # A bare word is ambiguous; only text that looks like JSON is decoded as JSON.
            theirs = None
        for given in (text, value.to_xdr_bytes().hex()):
            ours = json_of(offline, "--type", kind.__name__, stdin=given)
            if ours is None:
                break
            if theirs is not None:
                assert json.loads(ours) == theirs, text
        assert ours is None or offline.build("convert", "-", "--type", kind.__name__, stdin=ours).out.strip() == text


def test_a_value_of_a_later_protocol_is_refused(offline):
    later = (max(xdr.SCValType) + 1).to_bytes(4, "big").hex()
    assert "unknown value 23" in offline.build("convert", "-", "--type", "SCVal", stdin=later + "00" * 8, code=65).err


def plain(*operations, **memo):
    builder = TransactionBuilder(Account(ALICE.public_key, 41), TESTNET, 100).set_timeout(0)
    builder.append_operation(sdk.Payment(BOB.public_key, Asset("USDC", ALICE.public_key), "3"))
    for operation in operations:
        builder.append_operation(operation)
    builder.add_time_bounds(5, 1_900_000_000)
    envelope = builder.build()
    envelope.sign(ALICE)
    return envelope


def test_txrep_is_exchanged_with_the_sdk_in_both_directions(offline):
    envelope = plain(sdk.ManageData("a", b"\x00\xff"), sdk.BumpSequence(7), sdk.SetOptions(home_domain="example.com", master_weight=0),
                     sdk.CreateClaimableBalance(Asset.native(), "1", [sdk.Claimant(BOB.public_key, sdk.ClaimPredicate.predicate_before_absolute_time(1_900_000_000))]))
    theirs = to_txrep(envelope)
    assert offline.build("convert", "-", "--format", "xdr", stdin=theirs).out.strip() == envelope.to_xdr()
    ours = offline.build("convert", "-", "--format", "txrep", "--network", "testnet", stdin=envelope.to_xdr()).out
    assert from_txrep(ours, TESTNET).to_xdr() == envelope.to_xdr()


def test_compose_builds_a_request_from_edited_txrep(offline):
    txrep = offline.build("convert", "-", "--format", "txrep", stdin=plain().to_xdr()).out
    edited = txrep.replace("paymentOp.amount: 30000000", "paymentOp.amount: 0x10 (sixteen stroops)")
    unsigned = "\n".join(line for line in edited.splitlines() if not line.startswith("signatures"))
    made = offline.build("compose", "-", "--network", "testnet", "--note", "by hand", stdin=unsigned).json()
    [operation] = sdk.TransactionEnvelope.from_xdr(made["envelope"], TESTNET).transaction.operations
    assert operation.amount == "0.0000016"
    assert (made["note"], made["signers"]) == ("by hand", [ALICE.public_key])
    misspelt = unsigned.replace("tx.memo.type", "tx.mmeo.type")
    assert 'line 8: the field "tx.mmeo.type"' in offline.build("compose", "-", "--network", "testnet", stdin=misspelt, code=65).err


@pytest.mark.parametrize("passphrase", [TESTNET, Network.PUBLIC_NETWORK_PASSPHRASE, "Some & other + network"])
def test_a_sep7_link_of_coldstar_is_read_by_the_sdk_and_the_signer(offline, passphrase):
    envelope = plain()
    link = offline.build("convert", "-", "--format", "sep7", "--network-passphrase", passphrase, stdin=envelope.to_xdr()).out.strip()
    from stellar_sdk.sep.stellar_uri import TransactionStellarUri
    theirs = TransactionStellarUri.from_uri(link, passphrase)
    assert theirs.transaction_envelope.to_xdr() == envelope.to_xdr()
    seen = offline.sign("inspect", "-", "--json", stdin=link + "&msg=Hello%1B%5B2J&callback=url%3Ahttps%3A%2F%2Fx.example.com").json()
    assert seen["network_passphrase"] == passphrase
    assert seen["claimed"]["message"] == "Hello\\x1b[2J"
    assert seen["claimed"]["callback"] == "https://x.example.com"
    assert any(f["rule"] == "W-SEP7" for f in seen["findings"])
    offline.sign("inspect", "-", "--network", "futurenet", stdin=link, code=65)


def test_conversion_errors_are_one_line_and_name_the_field(offline):
    good = json.dumps(plain().to_xdr_object().to_json_dict())
    for text, place in [
        (good.replace('"amount": "30000000"', '"amount": "-"'), "tx.tx.operations[0].body.payment.amount"),
        (good.replace('"fee": 100', '"fee": 4294967296'), "tx.tx.fee"),
        ("type: ENVELOPE_TYPE_TX\ntx.fee: 1\n", "tx.sourceAccount"),
    ]:
        error = offline.build("convert", "-", "--format", "xdr", stdin=text, code=65).err
        assert place in error and error.splitlines()[0].startswith("coldstar-build: error: ")
    assert offline.build("convert", "-", "--type", "NoSuchType", stdin="AAAA", code=64).out == ""
    assert offline.build("convert", "-", "--type", "SCVal", stdin="AAAA", code=65).out == ""
    assert offline.build("convert", "-", "--type", "SCVal", "--format", "txrep", stdin="AAAAAQ==", code=64).out == ""


def test_conversion_to_version_1_keeps_hash_and_signatures(offline):
    new = plain()
    old = TransactionBuilder(Account(ALICE.public_key, 41), TESTNET, 100, v1=False).append_operation(
        sdk.Payment(BOB.public_key, Asset("USDC", ALICE.public_key), "3")).add_time_bounds(5, 1_900_000_000).build()
    old.sign(ALICE)
    assert xdr.TransactionEnvelope.from_xdr(old.to_xdr()).v0 is not None
    for given in (old, new):
        assert offline.build("convert", "-", "--to-v1", "--format", "xdr", stdin=given.to_xdr()).out.strip() == new.to_xdr()
    assert offline.build("convert", "-", "--format", "xdr", stdin=old.to_xdr()).out.strip() == old.to_xdr()
    request = offline.build("convert", "-", "--to-v1", "-n", "testnet", stdin=old.to_xdr()).json()
    assert request["envelope"] == new.to_xdr()
    hashes = {offline.sign("inspect", "-", "-n", "testnet", "--json", stdin=text).json()["hash"] for text in (old.to_xdr(), new.to_xdr())}
    assert hashes == {new.hash_hex()}
    offline.build("convert", "-", "--to-v1", "--type", "SCVal", stdin="AAAAAQ==", code=64)


@pytest.mark.parametrize("command, code", [
    (("convert", "-"), 65), (("convert", "-", "--format", "ur"), 65), (("compose", "-"), 65), (("compose", "-", "--format", "xdr"), 65),
    (("convert", "-", "--format", "xdr"), 0), (("convert", "-", "--format", "json"), 0)])
def test_a_sep10_challenge_cannot_become_a_transaction_request(offline, command, code):
    """The signer refuses a request that labels it as a transaction; given alone it is shown as a login."""
    challenge = build_challenge_transaction(key("server").secret, key("alice").public_key, "example.com", "example.com", TESTNET, 900)
    made = offline.build(*command, "--network", "testnet", stdin=challenge, code=code)
    if code:
        assert "this is a login's challenge" in made.err and "to fetch one, checked: coldstar-build challenge" in made.err and made.out == ""
        assert offline.submit("status").out == ""
    assert "Login at" in offline.sign("inspect", "-", "--network", "testnet", stdin=challenge).out
