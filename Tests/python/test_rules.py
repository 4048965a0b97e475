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

@pytest.mark.parametrize("passphrase", ["Test SDF Network ; september 2015", "T\u0435st SDF Network ; September 2015", "Test SDF Network ; September 2O15",
                                        "Public Global Stellar Network : September 2015", "Public\u200b Global Stellar Network ; September 2015"])
def test_a_passphrase_that_looks_like_a_known_one_is_refused(vault, passphrase):
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

@pytest.mark.parametrize("until, level", [(0, "hold"), (2**64 - 1, "hold"), (10 * YEAR, "hold"), (YEAR + 3600, "hold"), (YEAR - 3600, None)])
def test_an_expiry_more_than_a_year_ahead_counts_as_no_expiry(vault, until, level):
    end = until if until in (0, 2**64 - 1) else int(time.time()) + until
    text = build(prepare=lambda b: setattr(b, "time_bounds", sdk.TimeBounds(0, end))).to_xdr()
    assert inspect(vault, text).get("W-NOTB") == level
    assert inspect(vault, text).get("W-LONGTB") == (None if level else "warn")
    sign(vault, text, code=77 if level else 0)


@pytest.mark.parametrize("ledger, claimed, level", [
    (2**32 - 1, None, "hold"), (2**32 - 1, 60_000_000, "hold"), (2**32 - 1, 2**32 - 2, "hold"), (66_000_000, 60_000_000, "warn"),
    (66_307_201, 60_000_000, "hold"), (66_000_000, None, "hold")])
def test_a_ledger_bound_counts_as_expiry_only_within_a_year_of_ledgers(vault, ledger, claimed, level):
    text = build(prepare=lambda b: (setattr(b, "time_bounds", None), b.set_ledger_bounds(0, ledger))).to_xdr()
    made = json.loads(vault.build("convert", "-", "--network", "testnet", stdin=text).out)
    made["hints"] = {} if claimed is None else {"version": 1, "ledger": claimed}
    assert inspect(vault, json.dumps(made), network=())["W-NOTB"] == level


def test_the_sample_policy_does_not_pass_a_minimum_sequence_number_unattended(vault):
    sample = json.loads((ROOT / "samples/policy.json").read_text())
    vault.sign("book", "contacts", "add", "bob", BOB.public_key, "--yes", pin=PIN)
    govern(vault, **sample)
    sign(vault, build().to_xdr())
    sign(vault, build(sequence=2**61).to_xdr())
    for least in (0, 9, 2**61 - 2):
        jump = build(sequence=2**61 + 1, prepare=lambda b: b.set_min_sequence_number(least)).to_xdr()
        assert "W-MINSEQ" in sign(vault, jump, code=77).err


# ---------------------------------------------------------------- sums over a batch

def test_the_fees_of_a_batch_are_held_by_their_sum(vault):
    lines = "".join(build(sequence=number, fee=1_000_000).to_xdr() + "\n" for number in range(100, 201))
    batch = vault.file("batch", lines)
    shown = vault.sign("inspect", batch, "--json", "--network", "testnet").json()
    [held] = [row for row in shown["holds"] if row["rule"] == "W-FEE"]
    assert held["type_to_pass"] == "10.1"
    [found] = [row for row in shown["findings"] if row["rule"] == "W-FEE"]
    assert (found["level"], found["line"]) == ("hold", None)
    assert "W-FEE" in vault.sign("sign", batch, "--key", "alice", "--yes", "--network", "testnet", pin=PIN, code=77).err


def test_exchanges_that_lose_a_little_each_are_added_up(vault):
    usdc = Asset("USDC", CAROL.public_key)
    swap = sdk.PathPaymentStrictSend(ALICE.public_key, usdc, "10000", usdc, "9910", [])
    shown = vault.sign("inspect", "-", "--json", "--network", "testnet", stdin=build(*[swap] * 100).to_xdr()).json()
    assert any(row["rule"] == "W-PATHPAY" and row["level"] == "warn" and "9000" in row["message"] for row in shown["findings"])
    assert [row["amount"] for row in shown["flows"]["leaving"]] == ["9000"]


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


def test_a_payment_to_oneself_is_reported_and_does_not_count_against_the_policys_limits(vault):
    govern(vault, destinations="book", maximum_per_transaction={"native": "1"}, maximum_per_day={"native": "1"})
    text = build(sdk.Payment(ALICE.public_key, NATIVE, "500"), sdk.Payment(muxed(ALICE, 5), NATIVE, "500")).to_xdr()
    shown = vault.sign("inspect", "-", "--json", "--network", "testnet", stdin=text).json()
    assert shown["flows"]["leaving"] == [] and [row["rule"] for row in shown["findings"]].count("W-OWN") == 2
    sign(vault, text)


def test_look_alikes_of_pinned_m_addresses_are_held(vault):
    fake = Keypair.from_public_key(StrKey.encode_ed25519_public_key(almost(BOB.raw_public_key())))
    known = muxed(BOB, 7)
    vault.sign("book", "contacts", "add", "bob", known, "--key", "alice", "--yes", pin=PIN)
    for destination in (muxed(fake, 7), fake.public_key):
        assert (destination[:4], destination[-4:]) in ((known[:4], known[-4:]), (BOB.public_key[:4], BOB.public_key[-4:]))
        assert inspect(vault, build(sdk.Payment(destination, NATIVE, "1")).to_xdr())["W-POISON"] == "hold"
    assert "W-POISON" not in inspect(vault, build(sdk.Payment(known, NATIVE, "1")).to_xdr())
    assert inspect(vault, build(sdk.ChangeTrust(Asset("USD", fake.public_key), "1")).to_xdr())["W-POISON"] == "hold"
    assert inspect(vault, build(sdk.CreateClaimableBalance(NATIVE, "1", [sdk.Claimant(fake.public_key)])).to_xdr())["W-POISON"] == "hold"


def test_look_alikes_of_m_addresses_paid_before_are_held(vault):
    sign(vault, build(sdk.Payment(muxed(CAROL, 7), NATIVE, "1")).to_xdr())
    fake = Keypair.from_public_key(StrKey.encode_ed25519_public_key(almost(CAROL.raw_public_key(), 20)))
    for destination in (muxed(fake, 7), fake.public_key):
        assert inspect(vault, build(sdk.Payment(destination, NATIVE, "1"), sequence=10).to_xdr())["W-POISON"] == "hold"
    assert "W-POISON" not in inspect(vault, build(sdk.Payment(muxed(CAROL, 7), NATIVE, "1"), sequence=10).to_xdr())


def test_a_policy_with_named_destinations_allows_only_those_recipients(vault):
    pinned = muxed(BOB, 7)
    govern(vault, destinations=[pinned, CAROL.public_key])

    def refused(destination, memo=None, operation=sdk.Payment) -> bool:
        op = operation(destination, NATIVE, "1") if operation is sdk.Payment else operation(destination)
        text = build(op, memo=memo).to_xdr()
        return vault.sign("policy", "check", "-", "--network", "testnet", stdin=text, code=None).code == 77

    assert not refused(pinned) and not refused(CAROL.public_key) and not refused(CAROL.public_key, 5) and not refused(muxed(CAROL, 5))
    assert refused(pinned, 7) and refused(pinned, 8) and refused(muxed(BOB, 8)) and refused(BOB.public_key) and refused(BOB.public_key, 7)
    assert refused(muxed(CAROL, 5), 5)


def test_a_policy_with_book_destinations_allows_only_pinned_recipients(vault):
    vault.sign("book", "contacts", "add", "bob", muxed(BOB, 7), "--key", "alice", "--yes", pin=PIN)
    vault.sign("book", "contacts", "add", "carol", CAROL.public_key, "--memo", "id:5", "--key", "alice", "--yes", pin=PIN)
    govern(vault, destinations="book", unattended=["W-MEMOREQ", "W-MEMOCHG", "W-MUXSWAP"])

    def refused(destination, memo=None) -> bool:
        text = build(sdk.Payment(destination, NATIVE, "1"), memo=memo).to_xdr()
        return vault.sign("policy", "check", "-", "--network", "testnet", stdin=text, code=None).code == 77

    assert not refused(muxed(BOB, 7)) and not refused(BOB.public_key, 7) and not refused(CAROL.public_key, 5) and not refused(muxed(CAROL, 5))
    assert refused(muxed(BOB, 8)) and refused(BOB.public_key, 8) and refused(BOB.public_key) and refused(muxed(BOB, 7), 7)
    assert refused(CAROL.public_key, 6) and refused(muxed(CAROL, 6)) and refused(muxed(CAROL, 5), 5)
