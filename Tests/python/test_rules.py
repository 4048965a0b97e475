# SPDX-License-Identifier: Apache-2.0
"""The signer's findings on whole transactions and batches: networks, expiry, fees, exchanges, look-alikes, recipients."""
from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, Keypair, StrKey


from programs import PIN, TESTNET, key


ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
NATIVE = Asset.native()
YEAR = 365 * 86400
ROOT = Path(__file__).resolve().parents[2]


def muxed(pair: Keypair, ident: int) -> str:
    return StrKey.encode_med25519_public_key(pair.raw_public_key() + ident.to_bytes(8, "big"))


def almost(raw: bytes, place: int = 10) -> bytes:
    """Other bytes with the same checksum: they differ by a multiple of its polynomial."""
    return bytes(byte ^ {place: 0x01, place + 1: 0x10, place + 2: 0x21}.get(index, 0) for index, byte in enumerate(raw))


def build(*operations, passphrase: str = TESTNET, sequence: int = 9, fee: int = 100, prepare=lambda builder: None, memo=None) -> sdk.TransactionEnvelope:
    builder = sdk.TransactionBuilder(sdk.Account(ALICE.public_key, sequence - 1), passphrase, fee)
    for operation in operations or (sdk.Payment(BOB.public_key, NATIVE, "1"),):
        builder.append_operation(operation)
    if memo is not None:
        builder.add_id_memo(memo)
    builder.add_time_bounds(0, int(time.time()) + 3600)
    prepare(builder)
    return builder.build()


def inspect(machine, text, *more, network=("--network", "testnet")) -> dict[str, str]:
    found = machine.sign("inspect", "-", "--json", *network, *more, stdin=text).json()["findings"]
    return {row["rule"]: row["level"] for row in found}


def sign(machine, text, *more, code=0, network=("--network", "testnet")):
    return machine.sign("sign", "-", "--key", "alice", "--yes", *network, *more, stdin=text, pin=PIN, code=code)


def govern(machine, **changes):
    policy = {"format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"], "destinations": "any",
              "assets": ["native"], "maximum_per_transaction": "unlimited", "maximum_per_day": "unlimited", "maximum_fee": "100",
              "unattended": []}
    machine.sign("policy", "set", machine.file("policy.json", json.dumps(policy | changes)), "--yes", pin=PIN)


@pytest.fixture
def vault(offline):
    offline.import_key("alice", ALICE)
    return offline


# ---------------------------------------------------------------- networks

def test_a_passphrase_that_looks_like_a_known_one_is_refused(vault):
    passphrase = "T\u0435st SDF Network ; September 2015"
    given = ("--network-passphrase", passphrase)
    assert inspect(vault, build(passphrase=passphrase).to_xdr(), network=given)["R-NET"] == "refuse"
    assert "R-NET" in sign(vault, build(passphrase=passphrase).to_xdr(), network=given, code=77).err


def test_an_unknown_network_is_confirmed_by_its_id_or_by_the_option(vault):
    passphrase = "My Net ; 2026"
    text = build(passphrase=passphrase).to_xdr()
    made = vault.build("convert", "-", "--network-passphrase", passphrase, stdin=text).out
    shown = vault.sign("inspect", "-", "--json", stdin=made).json()
    [held] = [row for row in shown["findings"] if row["rule"] == "W-NET"]
    digits = sdk.Network(passphrase).network_id().hex()[:8]
    assert (held["level"], held["type_to_pass"]) == ("hold", digits)
    assert "W-NET" in sign(vault, made, network=(), code=77).err
    vault.sign("sign", "-", "--key", "alice", "--yes", stdin=made, pin=PIN, env={"STELLAR_NETWORK_PASSPHRASE": passphrase}, code=77)
    assert sdk.TransactionEnvelope.from_xdr(sign(vault, made, network=("--network-passphrase", passphrase)).out, passphrase).signatures


# ---------------------------------------------------------------- expiries and sequence numbers

def test_an_expiry_more_than_a_year_ahead_counts_as_no_expiry(vault):
    for until, level in ((YEAR + 3600, "hold"), (YEAR - 3600, None)):
        text = build(prepare=lambda b: setattr(b, "time_bounds", sdk.TimeBounds(0, int(time.time()) + until))).to_xdr()
        assert inspect(vault, text).get("W-NOTB") == level
        sign(vault, text, code=77 if level else 0)


def test_the_sample_policy_does_not_pass_a_minimum_sequence_number_unattended(vault):
    sample = json.loads((ROOT / "samples/policy.json").read_text())
    vault.sign("book", "contacts", "add", "bob", BOB.public_key, "--yes", pin=PIN)
    govern(vault, **sample)
    sign(vault, build().to_xdr())
    sign(vault, build(sequence=2**61).to_xdr())
    for least in (0, 9, 2**61 - 2):
        jump = build(sequence=2**61 + 1, prepare=lambda b: b.set_min_sequence_number(least)).to_xdr()
        assert "W-MINSEQ" in sign(vault, jump, code=77).err


# ---------------------------------------------------------------- destinations

def test_a_planted_key_file_makes_no_destination_known_but_pinned_withdrawal_accounts_are(vault):
    # A key file that anyone who can write to the vault has put there: nothing proves it until its PIN is typed.
    vault.import_key("bob", BOB)
    found = inspect(vault, build().to_xdr())
    assert found["W-NEWDEST"] == "warn" and found["W-OWN"] == "info"
    carol = build(sdk.Payment(CAROL.public_key, NATIVE, "1")).to_xdr()
    assert inspect(vault, carol)["W-NEWDEST"] == "warn"
    vault.sign("book", "domains", "add", "example.com", "--withdrawal", CAROL.public_key, "--key", "alice", "--yes", pin=PIN)
    assert "W-NEWDEST" not in inspect(vault, carol)


def test_look_alikes_of_m_addresses_paid_before_are_held(vault):
    sign(vault, build(sdk.Payment(muxed(CAROL, 7), NATIVE, "1")).to_xdr())
    fake = Keypair.from_public_key(StrKey.encode_ed25519_public_key(almost(CAROL.raw_public_key(), 20)))
    for destination in (muxed(fake, 7), fake.public_key):
        assert inspect(vault, build(sdk.Payment(destination, NATIVE, "1"), sequence=10).to_xdr())["W-POISON"] == "hold"
    assert "W-POISON" not in inspect(vault, build(sdk.Payment(muxed(CAROL, 7), NATIVE, "1"), sequence=10).to_xdr())


def test_a_policy_with_book_destinations_allows_only_pinned_recipients(vault):
    """RuleCases has the other ids and memos."""
    vault.sign("book", "contacts", "add", "bob", muxed(BOB, 7), "--key", "alice", "--yes", pin=PIN)
    govern(vault, destinations="book", unattended=["W-MEMOREQ", "W-MEMOCHG", "W-MUXSWAP"])
    for ident, code in ((7, 0), (8, 77)):
        text = build(sdk.Payment(muxed(BOB, ident), NATIVE, "1")).to_xdr()
        vault.sign("policy", "check", "-", "--network", "testnet", stdin=text, code=code)
