# SPDX-License-Identifier: Apache-2.0
"""SEP-51 JSON, txrep and SEP-7 links: exchanged with the Python SDK. Random values are in Tests/Core/Vectors/random.jsonl."""
from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
import stellar_sdk as sdk
from stellar_sdk import Account, Asset, Network, TransactionBuilder, xdr
from stellar_sdk.sep.stellar_web_authentication import build_challenge_transaction
from stellar_sdk.sep.txrep import from_txrep, to_txrep

from programs import TESTNET, key

ALICE, BOB = key("alice"), key("bob")
RANDOM = {row["name"]: row for row in map(json.loads, (Path(__file__).parents[1] / "Core/Vectors/random.jsonl").read_text().splitlines())}


def test_json_of_every_type_equals_the_sdks_and_decodes_to_the_same_bytes(offline):
    """Envelopes by their format, other types by their name, from base64 and from hexadecimal digits."""
    for name in ("envelope 0 0", "envelope 3 1", "TransactionResult 1", "SCVal 1", "LedgerKey 1", "SorobanAuthorizationEntry 0", "ClaimPredicate 1"):
        row = RANDOM[name]
        given = ("--format", "json") if row["type"] == "TransactionEnvelope" else ("--type", row["type"])
        back = ("--format", "xdr") if row["type"] == "TransactionEnvelope" else given
        ours = offline.build("convert", "-", *given, stdin=row["xdr"]).out
        assert json.loads(ours) == row["json"]
        assert offline.build("convert", "-", *back, stdin=ours).out.strip() == row["xdr"]
        if row["type"] != "TransactionEnvelope":
            assert offline.build("convert", "-", *given, stdin=base64.b64decode(row["xdr"]).hex()).out == ours


def test_txrep_of_a_random_envelope_decodes_to_the_same_bytes(offline):
    text = RANDOM["envelope 1 2"]["xdr"]
    txrep = offline.build("convert", "-", "--format", "txrep", stdin=text).out
    assert txrep.isascii()
    assert offline.build("convert", "-", "--format", "xdr", stdin=txrep).out.strip() == text


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


def test_a_sep10_challenge_cannot_become_a_transaction_request(offline, subtests):
    """The signer refuses a request that labels it as a transaction; given alone it is shown as a login."""
    challenge = build_challenge_transaction(key("server").secret, key("alice").public_key, "example.com", "example.com", TESTNET, 900)
    assert "Login at" in offline.sign("inspect", "-", "--network", "testnet", stdin=challenge).out
    for command, code in [
            (("convert", "-"), 65), (("convert", "-", "--format", "ur"), 65), (("compose", "-"), 65), (("compose", "-", "--format", "xdr"), 65),
            (("convert", "-", "--format", "xdr"), 0), (("convert", "-", "--format", "json"), 0)]:
        with subtests.test(command=command, code=code):
            made = offline.build(*command, "--network", "testnet", stdin=challenge, code=code)
            if code:
                assert "this is a login's challenge" in made.err and "to fetch one, checked: coldstar-build challenge" in made.err and made.out == ""
                assert offline.submit("status").out == ""
            assert "Login at" in offline.sign("inspect", "-", "--network", "testnet", stdin=challenge).out
