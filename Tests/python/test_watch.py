# SPDX-License-Identifier: Apache-2.0
"""Changes of watched accounts that do not come from the journal's transactions are reported, whatever the server says."""
from __future__ import annotations

import json
import sqlite3
import urllib.error

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, TransactionBuilder, TransactionEnvelope

from programs import TESTNET, key

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
USD = Asset("USD", ISSUER.public_key)


@pytest.fixture
def funded(online):
    online.fund(ALICE, BOB, ISSUER)
    return online


def watch(machine, *options, code=0, account=ALICE):
    return machine.submit("watch", account.public_key, *options, code=code)


def ours(machine, *words, signer=ALICE) -> TransactionEnvelope:
    """Builds, signs and submits a transaction as usual."""
    envelope = TransactionEnvelope.from_xdr(json.loads(machine.build(*words).out)["envelope"], TESTNET)
    envelope.sign(signer)
    machine.submit("send", "-", stdin=envelope.to_xdr())
    return envelope


def pay(machine, amount="1", destination=BOB, source=ALICE) -> TransactionEnvelope:
    return ours(machine, "payment", "--source", source.public_key, "--destination", destination.public_key, "--asset", "native",
                "--amount", amount, signer=source)


def payment(amount="1", source=None, destination=BOB) -> sdk.Payment:
    return sdk.Payment(destination.public_key, Asset.native(), amount, source=source and source.public_key)


# ---------------------------------------------------------------- own transactions

def test_the_first_run_records_the_account_and_the_second_compares(funded):
    assert "recorded; later runs compare with it" in watch(funded).out
    assert watch(funded).out.endswith("UTC: no changes\n")


def test_the_balance_change_of_an_own_transaction_is_attributed_exactly(funded):
    watch(funded)
    hash_ = pay(funded, "12.5").hash_hex()
    out = watch(funded).out
    assert "2 changes, 1 transaction, all ours" in out
    assert f"  ours  the balance of native went from 10000 to 9987.49999, by {hash_} (ours)" in out
    assert "no changes" in watch(funded).out


def test_every_change_by_an_own_transaction_is_attributed_to_it(funded):
    watch(funded)
    ours(funded, "trust", "add", "--source", ALICE.public_key, "--asset", f"USD:{ISSUER.public_key}")
    ours(funded, "set-options", "--source", ALICE.public_key, "--home-domain", "example.org", "--signer", CAROL.public_key,
         "--signer-weight", "1", "--med-threshold", "1")
    ours(funded, "manage-data", "--source", ALICE.public_key, "--data-name", "a", "--data-value", "b")
    ours(funded, "bump-sequence", "--source", ALICE.public_key, "--bump-to", "9000000000000000")
    ours(funded, "create-account", "--source", ALICE.public_key, "--destination", CAROL.public_key, "--starting-balance", "5")
    [report] = [json.loads(line) for line in watch(funded, "--json").out.splitlines()]
    assert report["level"] == "ours" and all(change["level"] == "ours" for change in report["changes"])
    assert {change["kind"] for change in report["changes"]} == {"sequence", "balance", "trustline", "home_domain", "signer",
                                                                "threshold", "data"}


def test_an_own_transaction_in_a_fee_bump_paid_by_another_account_is_no_alarm(funded, sandbox):
    envelope = TransactionEnvelope.from_xdr(json.loads(funded.build(
        "payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1").out)["envelope"], TESTNET)
    envelope.sign(ALICE)
    watch(funded)
    bump = TransactionBuilder.build_fee_bump_transaction(BOB.public_key, 400, envelope, TESTNET)
    bump.sign(BOB)
    funded.post(bump)
    assert "all ours" in watch(funded).out


def test_an_own_transaction_in_an_unknown_fee_bump_of_the_account_is_an_alarm(funded, sandbox):
    watch(funded)
    envelope = TransactionEnvelope.from_xdr(json.loads(funded.build(
        "payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "1").out)["envelope"], TESTNET)
    envelope.sign(ALICE)
    bump = TransactionBuilder.build_fee_bump_transaction(ALICE.public_key, 40_000, envelope, TESTNET)
    bump.sign(ALICE)
    hash_ = funded.post(bump)
    assert f"by {hash_} (not ours)" in watch(funded, code=1).err


# ---------------------------------------------------------------- transactions of others

def test_a_payment_from_elsewhere_is_an_alarm_until_it_is_accepted(funded, sandbox):
    pay(funded)
    watch(funded)
    mine = pay(funded).hash_hex()
    hash_ = funded.apply(ALICE, payment("100"))
    for _ in range(2):
        result = watch(funded, "--alarms-only", code=1)
        assert "  alarm the sequence number went from" in result.out
        assert f"{mine}  ledger" in result.out and f"{hash_}  ledger" in result.out
        assert f"by {mine} (ours), {hash_} (not ours)" in result.out
        assert "NOT OURS, in the account's name: payment" in result.out
        assert "--accept" in result.err
    watch(funded, "--accept")
    assert "no changes" in watch(funded).out


UNKNOWN = [
    (sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(CAROL.public_key, 7)), f"the signer {CAROL.public_key} was added with weight 7"),
    (sdk.SetOptions(master_weight=9), f"the weight of the signer {ALICE.public_key} went from 1 to 9"),
    (sdk.SetOptions(high_threshold=1), "the high threshold went from 0 to 1"),
    (sdk.SetOptions(set_flags=sdk.AuthorizationFlag.AUTHORIZATION_REQUIRED), "the flag auth_required was set"),
    (sdk.SetOptions(home_domain="evil.example"), 'the home domain became "evil.example"'),
    (sdk.ManageData("config.memo_required", b"1"), 'the data entry "config.memo_required" was added'),
    (sdk.ChangeTrust(USD), f"a trustline for USD:{ISSUER.public_key} was added"),
    (sdk.CreateClaimableBalance(Asset.native(), "5", [sdk.Claimant(BOB.public_key)]), "the balance of native went from "),
]


def test_a_change_by_an_unknown_transaction_is_an_alarm(funded, subtests):
    watch(funded)
    for operation, words in UNKNOWN:
        with subtests.test(words=words):
            hash_ = funded.apply(ALICE, operation)
            result = watch(funded, code=1)
            watch(funded, "--accept")
            [alarm] = [line for line in result.out.splitlines() if line.startswith(f"  alarm {words}")]
            assert alarm.endswith(f", by {hash_} (not ours)")


def test_an_unknown_change_that_was_reverted_is_an_alarm(funded, sandbox):
    watch(funded)
    funded.apply(ALICE, sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(CAROL.public_key, 7)))
    funded.apply(ALICE, sdk.SetOptions(signer=sdk.Signer.ed25519_public_key(CAROL.public_key, 0)))
    report = watch(funded, "--json", code=1).json()
    assert "signer" not in {change["kind"] for change in report["changes"]}
    assert [deed["operations"] for deed in report["transactions"]] == [["set_options"]] * 2


def test_an_operation_of_the_account_in_another_accounts_transaction_is_an_alarm(funded, sandbox):
    watch(funded)
    hash_ = funded.apply(BOB, payment("100", source=ALICE, destination=ISSUER), signers=(BOB, ALICE))
    result = watch(funded, code=1)
    assert f"the balance of native went from 10000 to 9900, by {hash_} (not ours)" in result.out


def test_a_failed_unknown_transaction_is_an_alarm(funded, sandbox):
    watch(funded)
    with pytest.raises(urllib.error.HTTPError):
        funded.apply(ALICE, payment("1000000"))
    result = watch(funded, code=1)
    assert "in the account's name, failed: payment" in result.out


def test_an_incoming_payment_is_reported_once_and_is_no_alarm(funded, sandbox):
    watch(funded)
    hash_ = funded.apply(BOB, payment("3", destination=ALICE))
    result = watch(funded, code=1)
    assert f"  info  the balance of native went from 10000 to 10003, by {hash_} (not ours)" in result.out
    assert "without loss" in result.err
    watch(funded)
    funded.apply(BOB, payment("4", destination=ALICE))
    report = watch(funded, "--alarms-only", "--json").json()
    assert report["level"] == "info" and [(change["level"], change["after"]) for change in report["changes"]] == [("info", "10007")]


def test_a_clawback_and_a_revoked_authorization_are_alarms(funded, sandbox):
    funded.apply(ISSUER, sdk.SetOptions(set_flags=sdk.AuthorizationFlag(10)))
    ours(funded, "trust", "add", "--source", ALICE.public_key, "--asset", f"USD:{ISSUER.public_key}")
    funded.apply(ISSUER, sdk.Payment(ALICE.public_key, USD, "50"))
    watch(funded)
    hash_ = funded.apply(ISSUER, sdk.Clawback(USD, ALICE.public_key, "20"))
    result = watch(funded, "--alarms-only", code=1)
    assert f"  alarm the balance of USD:{ISSUER.public_key} went from 50 to 30, by {hash_} (not ours)" in result.out
    watch(funded, "--accept")
    funded.apply(ISSUER, sdk.SetTrustLineFlags(ALICE.public_key, USD, clear_flags=sdk.TrustLineFlags.AUTHORIZED_FLAG))
    assert f"  alarm the issuer set the trustline for USD:{ISSUER.public_key} to not authorized" in watch(funded, code=1).out


def test_the_creation_of_an_account_is_reported_and_its_removal_an_alarm(funded, sandbox):
    watch(funded, account=CAROL)
    funded.apply(BOB, sdk.CreateAccount(CAROL.public_key, "100"))
    assert "  info  the account was created" in watch(funded, account=CAROL, code=1).out
    assert "no changes" in watch(funded, account=CAROL).out
    funded.apply(CAROL, sdk.AccountMerge(BOB.public_key))
    assert "  alarm the account was removed" in watch(funded, account=CAROL, code=1).out


def test_each_of_several_accounts_is_checked_once(funded, sandbox):
    funded.submit("watch", ALICE.public_key, BOB.public_key, ALICE.public_key)
    funded.apply(ALICE, payment())
    result = funded.submit("watch", BOB.public_key, ALICE.public_key, "--json", code=1)
    assert [json.loads(line)["level"] for line in result.out.splitlines()] == ["info", "alarm"]
    assert f"error: {ALICE.public_key}" in result.err


def test_watch_accepts_contact_names(funded):
    funded.build("contacts", "add", "savings", ALICE.public_key)
    assert f"{ALICE.public_key}: recorded" in funded.submit("watch", "savings").out


# ---------------------------------------------------------------- servers that are behind or wrong

def through(machine, middle, *options, code, account=ALICE):
    return watch(machine, "--horizon-url", middle.url, *options, code=code, account=account)


def test_a_server_behind_the_recorded_ledger_is_reported_and_changes_nothing(funded, middle):
    watch(funded)

    def late(path, document):
        if path.startswith("/ledgers"):
            document["_embedded"]["records"][0]["sequence"] = 2
    middle.change = late
    result = through(funded, middle, code=69)
    assert "the server's newest ledger is 2, but" in result.err and result.out == ""
    assert "no changes" in watch(funded).out


def changed_account(**values):
    def change(path, document):
        if path == f"/accounts/{ALICE.public_key}":
            document.update(values)
    return change


def test_a_sequence_number_below_the_recorded_one_is_a_protocol_error(funded, middle):
    watch(funded)
    middle.change = changed_account(sequence="5")
    assert "at an outdated sequence number, 5: it was already at " in through(funded, middle, code=76).err


def test_a_sequence_number_below_an_applied_transaction_is_a_protocol_error_at_the_first_run(funded, middle):
    number = pay(funded).transaction.sequence
    middle.change = changed_account(sequence=str(number - 1))
    assert f"its transaction with number {number} was applied" in through(funded, middle, code=76).err


def test_a_change_without_a_transaction_is_an_alarm(funded, middle):
    watch(funded)
    middle.change = changed_account(signers=[{"key": CAROL.public_key, "weight": 255, "type": "ed25519_public_key"}])
    result = through(funded, middle, code=1)
    assert f"the signer {CAROL.public_key} was added with weight 255; no transaction in its history explains it" in result.out
    header = result.out.splitlines()[0]
    alarms = result.out.count("no transaction in its history explains it")
    assert header.endswith(f"({alarms} alarms), no transactions") and "ours" not in header, "without transactions none may be called ours"


def test_a_hidden_transaction_leaves_an_unexplained_balance_change(funded, sandbox, middle):
    watch(funded)
    mine = pay(funded).hash_hex()
    hidden = funded.apply(ALICE, payment("100"))

    def hide(path, document):
        if path.endswith("/transactions"):
            records = document["_embedded"]["records"]
            records[:] = [record for record in records if record["hash"] != hidden]
    middle.change = hide
    result = through(funded, middle, code=1)
    assert "; its history explains" in result.out and f"by {mine} (ours)" in result.out
    assert "its transactions change it by -1.00001, not by -101.00002" in result.out


def test_an_unchanged_balance_after_an_own_payment_is_an_alarm(funded, middle):
    watch(funded)
    pay(funded)

    def still(path, document):
        if path == f"/accounts/{ALICE.public_key}":
            document["balances"][-1]["balance"] = "10000.0000000"
    middle.change = still
    assert "the balance of native went from 10000 to 10000" in through(funded, middle, code=1).out


def test_an_envelope_that_does_not_match_its_hash_is_a_protocol_error(funded, sandbox, middle):
    watch(funded)
    good = pay(funded)
    funded.apply(ALICE, payment("100"))

    def swap(path, document):
        if path.endswith("/transactions"):
            for record in document["_embedded"]["records"]:
                record["envelope_xdr"] = good.to_xdr()
    middle.change = swap
    assert "is another transaction" in through(funded, middle, code=76).err


def test_a_history_with_decreasing_paging_tokens_is_a_protocol_error(funded, middle):
    watch(funded)
    pay(funded)

    def back(path, document):
        if path.endswith("/transactions"):
            for record in document["_embedded"]["records"]:
                record["paging_token"] = "1"
    middle.change = back
    assert "its history goes back" in through(funded, middle, code=76).err


def test_accept_records_a_lower_sequence_number_after_a_network_reset(funded, middle):
    watch(funded)
    middle.change = changed_account(sequence="5")
    through(funded, middle, "--accept", code=0)
    assert "no changes" in through(funded, middle, code=0).out


def test_texts_from_the_ledger_are_escaped(funded, middle):
    watch(funded)
    middle.change = changed_account(home_domain="\u202egro.elpmaxe\x1b[31m")
    result = through(funded, middle, code=1)
    assert "\x1b" not in result.out + result.err and "\u202e" not in result.out + result.err


def test_an_unreachable_server_exits_with_69_and_changes_nothing(funded):
    watch(funded)
    watch(funded, "--horizon-url", "http://127.0.0.1:1", code=69)
    assert "no changes" in watch(funded).out


@pytest.mark.parametrize("words, code", [((), 64), (("GABC",), 65), ((key("alice").secret,), 65)])
def test_an_invalid_account_is_refused_without_echoing_it(funded, words, code):
    result = funded.submit("watch", *words, code=code)
    assert key("alice").secret not in result.err


# ---------------------------------------------------------------- damaged records, and endless histories

def damage(machine, column: str, value: str) -> None:
    with sqlite3.connect(machine.home / "online" / "journal.sqlite") as db:
        db.execute(f"UPDATE watched_account SET {column} = ?", (value,))
    db.close()


def test_a_damaged_record_is_reported_and_not_replaced_without_accept(funded, subtests):
    for column, value in [("cursor", "x"), ("cursor", ""), ("cursor", "-1"), ("cursor", str(2**64)), ("state", "{}")]:
        with subtests.test(column=column, value=value):
            watch(funded)
            pay(funded)
            damage(funded, column, value)
            refused = watch(funded, code=65)
            assert "cannot be read" in refused.err and "--accept starts over" in refused.err and refused.out == ""
            assert "recorded; later runs compare with it" in watch(funded, "--accept").out
            assert "no changes" in watch(funded).out


@pytest.mark.slow
def test_an_endless_history_is_read_only_up_to_a_limit(funded, middle):
    watch(funded)
    pay(funded)
    pages = 0

    def endless(path, document):
        nonlocal pages
        if path.endswith("/transactions") and "order=asc" in document["_links"]["self"]["href"]:
            pages += 1
            [record] = document["_embedded"]["records"][:1] or [last]
            last.update(record)
            place = pages << 20
            document["_embedded"]["records"] = [record | {"paging_token": str(2**60 + place + one)} for one in range(200)]
    last = {}
    middle.change = endless
    assert "more transactions" in through(funded, middle, code=76).err
    assert pages == 100
    pages = 0
    through(funded, middle, "--accept", code=0)
    assert pages == 100
    middle.change = None
    assert "no changes" in through(funded, middle, code=0).out
