# SPDX-License-Identifier: Apache-2.0
"""Every operation, precondition, batch, fee bump and name that the builder supports, checked with the Python Stellar SDK."""
from __future__ import annotations

import base64
import csv
import io
import json
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote, urlencode, urlsplit
from urllib.request import urlopen

import pytest
import stellar_sdk as sdk
from stellar_sdk import Asset, FeeBumpTransactionEnvelope, Keypair, StrKey, TransactionEnvelope, xdr

from programs import PIN, TESTNET, key, opened

ALICE, BOB, CAROL, ISSUER = key("alice"), key("bob"), key("carol"), key("issuer")
A, B, C, I = (pair.public_key for pair in (ALICE, BOB, CAROL, ISSUER))
USDC, EURC = Asset("USDC", I), Asset("EURC", I)
OFFLINE = ("--network", "testnet", "--sequence", "101", "--fee", "100", "--format", "xdr")
POOL = sdk.LiquidityPoolAsset(Asset.native(), USDC)


def signed(request, *signers) -> str:
    """The envelope of a request, signed by the SDK."""
    envelope = opened(request.out)
    for signer in signers:
        envelope.sign(signer)
    return envelope.to_xdr()


def made(offline, *command):
    """The only operation that a command builds offline."""
    source = () if "--source" in command or "--append-to" in command else ("--source", A)
    [operation] = opened(offline.build(*command, *source, *OFFLINE).out).transaction.operations
    return operation


def refused(offline, *command, code=65):
    result = offline.build(*command, "--source", A, *OFFLINE, code=code)
    assert result.out == ""
    return result.err


# ---------------------------------------------------------------- operations

def same(found: sdk.Operation, wanted: sdk.Operation) -> bool:
    """Whether the XDR of both is equal, which is stricter than the SDK's own comparison."""
    return found.to_xdr_object().to_xdr() == wanted.to_xdr_object().to_xdr()


SIGNER = sdk.Signer.ed25519_public_key(B, 3)
POOL_ADDRESS = StrKey.encode_liquidity_pool(bytes.fromhex(POOL.liquidity_pool_id))


@pytest.mark.parametrize("command, wanted", [
    (("manage-data", "--data-name", "n", "--delete"), sdk.ManageData("n", None)),
    (("set-options", "--inflation-dest", B, "--clear-flags", "auth_required,auth_immutable", "--set-flags",
      "auth_revocable,auth_clawback_enabled", "--master-weight", "0", "--low-threshold", "1", "--med-threshold", "2",
      "--high-threshold", "255", "--home-domain", "example.com", "--signer", B, "--signer-weight", "3"),
     sdk.SetOptions(B, 5, 10, 0, 1, 2, 255, SIGNER, "example.com")),
], ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_an_operation_is_exactly_what_the_options_say(offline, command, wanted):
    assert same(made(offline, *command), wanted)


@pytest.mark.parametrize("command, word", [
    (("merge-account", "--destination", A), "merged into itself"), (("set-options", "--master-weight", "256"), "--master-weight")],
    ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_refuses_an_operation_that_the_network_always_rejects_and_names_the_fault(offline, command, word):
    assert word in refused(offline, *command)


def test_conflicting_options_are_a_usage_error(offline):
    refused(offline, "manage-data", "--data-name", "n", "--data-value", "v", "--delete", code=64)


# ---------------------------------------------------------------- claimable balances

BEFORE, WITHIN = sdk.ClaimPredicate.predicate_before_absolute_time, sdk.ClaimPredicate.predicate_before_relative_time
NOT, AND, OR = sdk.ClaimPredicate.predicate_not, sdk.ClaimPredicate.predicate_and, sdk.ClaimPredicate.predicate_or


def test_parses_the_claim_predicate_of_a_claimant(offline):
    claimant = f"{B}  or(within 1h,and(after 1,before 2))"
    found = made(offline, "create-claimable-balance", "--asset", "native", "--amount", "1", "--claimant", claimant)
    predicate = OR(WITHIN(3600), AND(NOT(BEFORE(1)), BEFORE(2)))
    assert same(found, sdk.CreateClaimableBalance(Asset.native(), "1", [sdk.Claimant(B, predicate)]))


def test_refuses_a_malformed_claim_predicate(offline):
    command = ("create-claimable-balance", "--asset", "native", "--amount", "1", "--claimant", f"{B} before tomorrow")
    assert "--claimant" in refused(offline, *command)


def test_to_and_o_are_short_for_destination_and_out(offline):
    common = ("--source", A, "--asset", "native", "--amount", "1", *OFFLINE)
    long = offline.build("payment", "--destination", B, *common).out
    offline.build("payment", "--to", B, *common, "-o", "short.xdr")
    assert opened((offline.home / "short.xdr").read_text()).transaction.operations == opened(long).transaction.operations
    assert made(offline, "create-account", "--to", B, "--starting-balance", "2").destination == B
    assert "--destination" in offline.build("payment", *common, code=64).err


def test_a_claimable_balance_has_one_to_ten_distinct_claimants(offline):
    command = ("create-claimable-balance", "--asset", "native", "--amount", "1")
    refused(offline, *command, code=64)
    refused(offline, *command, "--claimant", B, "--claimant", f"{B} before 5")
    eleven = [option for n in range(11) for option in ("--claimant", key(f"claimant {n}").public_key)]
    refused(offline, *command, *eleven)
    assert len(made(offline, *command, *eleven[2:]).claimants) == 10


def test_shows_the_claimable_balance_id_before_submission(offline):
    result = offline.build("create-claimable-balance", "--asset", "native", "--amount", "1", "--claimant", B, "--source", A, *OFFLINE)
    balance = opened(result.out).transaction.get_claimable_balance_id(0)
    assert StrKey.encode_claimable_balance(bytes.fromhex(balance)[3:]) in result.err


# ---------------------------------------------------------------- smart contracts

def soroban_data(fee: int = 12345, read_only=(), read_write=()) -> xdr.SorobanTransactionData:
    return sdk.SorobanDataBuilder().set_resource_fee(fee).set_read_only(list(read_only)).set_read_write(list(read_write)).build()


CODE = xdr.LedgerKey(xdr.LedgerEntryType.CONTRACT_CODE, contract_code=xdr.LedgerKeyContractCode(xdr.Hash(bytes(32))))
UPLOAD = xdr.HostFunction(xdr.HostFunctionType.HOST_FUNCTION_TYPE_UPLOAD_CONTRACT_WASM, wasm=b"\0asm")


@pytest.mark.parametrize("form", ["to_xdr", "to_json"])
def test_builds_a_contract_call_from_host_function_auth_and_soroban_data(offline, form):
    auth = xdr.SorobanAuthorizationEntry(
        xdr.SorobanCredentials(xdr.SorobanCredentialsType.SOROBAN_CREDENTIALS_SOURCE_ACCOUNT),
        xdr.SorobanAuthorizedInvocation(
            xdr.SorobanAuthorizedFunction(
                xdr.SorobanAuthorizedFunctionType.SOROBAN_AUTHORIZED_FUNCTION_TYPE_CONTRACT_FN,
                contract_fn=xdr.InvokeContractArgs(sdk.Address(StrKey.encode_contract(bytes(32))).to_xdr_sc_address(),
                                                   xdr.SCSymbol(b"hello"), [])), []))
    data = soroban_data(read_only=[CODE])
    given = offline.file("function", getattr(UPLOAD, form)())
    result = offline.build("invoke-host-function", "--source", A, "--host-function", given, "--auth", getattr(auth, form)(),
                           "--soroban-data", getattr(data, form)(), *OFFLINE)
    transaction = opened(result.out).transaction
    assert transaction.operations[0].host_function == UPLOAD and transaction.operations[0].auth == [auth]
    assert transaction.soroban_data == data and transaction.fee == 100 + 12345
    assert "12345 of them for resources" in result.err


def test_builds_footprint_extensions_and_restorations(offline):
    assert made(offline, "extend-footprint-ttl", "--extend-to", "5000", "--soroban-data",
                soroban_data(read_only=[CODE]).to_xdr()).extend_to == 5000
    assert isinstance(made(offline, "restore-footprint", "--soroban-data", soroban_data(read_write=[CODE]).to_xdr()), sdk.RestoreFootprint)


def test_refuses_resources_that_are_not_xdr(offline):
    assert "--soroban-data" in refused(offline, "restore-footprint", "--soroban-data", "AAAA")


# ---------------------------------------------------------------- preconditions

PAY = ("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1")


def conditions(offline, *options):
    return opened(offline.build(*PAY, *OFFLINE, *options).out).to_xdr_object().v1.tx.cond


def test_accepts_every_precondition_option(offline):
    payload = sdk.SignerKey.ed25519_signed_payload(sdk.SignedPayloadSigner(C, b"payload")).encoded_signer_key
    found = conditions(offline, "--min-time", "1", "--max-time", "1900000000", "--min-ledger", "5", "--max-ledger", "9", "--min-seq-num", "0",
                       "--min-seq-age", "1h", "--min-seq-ledger-gap", "3", "--extra-signer", C, "--extra-signer", payload).v2
    assert (found.time_bounds.min_time.time_point.uint64, found.time_bounds.max_time.time_point.uint64) == (1, 1900000000)
    assert (found.ledger_bounds.min_ledger.uint32, found.ledger_bounds.max_ledger.uint32) == (5, 9)
    assert found.min_seq_num.sequence_number.int64 == 0
    assert found.min_seq_age.duration.uint64 == 3600 and found.min_seq_ledger_gap.uint32 == 3
    assert [sdk.SignerKey.from_xdr_object(s).encoded_signer_key for s in found.extra_signers] == [C, payload]


def does(result) -> list[str]:
    """The builder's description of the operations: the lines from `does` to the hash."""
    lines = result.err.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("does "))
    end = next(index for index, line in enumerate(lines) if line.startswith("hash "))
    assert all(line.startswith("          ") for line in lines[start + 1:end])
    return [line[10:] for line in lines[start:end]]


def test_the_builder_describes_operations_in_the_same_words_as_the_review(offline):
    paid = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "25.5", *OFFLINE[:-2])
    assert does(paid) == [f"Pay 25.5 XLM to {B}"]
    inspected = offline.sign("inspect", "-", "--json", stdin=paid.out).json()
    assert [operation["summary"] for operation in inspected["operations"]] == does(paid)
    more = offline.build("manage-data", "--append-to", "-", "--operation-source", C, "--data-name", "n", "--data-value", "v", *OFFLINE[:-2], stdin=paid.out)
    assert does(more) == [f"1. Pay 25.5 XLM to {B}", f'2. Set the data entry "n" to "v", by {C}']


def test_the_builders_description_escapes_control_characters(offline):
    hostile = sdk.TransactionBuilder(sdk.Account(A, 100), TESTNET, 100).append_manage_data_op("\x1b[2J\nhash  ", b"v").build()
    [said] = does(offline.build("compose", "-", "--network", "testnet", stdin=hostile.to_xdr()))
    assert said.startswith('Set the data entry "\\x1b[2J\\x0ahash') and said.isascii() and said.isprintable()


@pytest.mark.parametrize("count, more", [(5, []), (6, ["and 1 more"]), (100, ["and 95 more"])])
def test_the_builder_describes_the_first_five_of_many_operations(offline, count, more):
    builder = sdk.TransactionBuilder(sdk.Account(A, 100), TESTNET, 100)
    for number in range(1, count + 1):
        builder.append_payment_op(B, Asset.native(), str(number))
    said = offline.build("compose", "-", "--network", "testnet", stdin=builder.build().to_xdr())
    assert does(said) == [f"{number}. Pay {number} XLM to {B}" for number in range(1, 6)] + more
    signed_inner = builder.build()
    signed_inner.sign(ALICE)
    bump = offline.build("fee-bump", "-", "--fee-source", C, "--max-fee", "20200", "--offline", "--network", "testnet", stdin=signed_inner.to_xdr())
    assert does(bump) == does(said)


def test_a_date_without_time_means_midnight_utc(offline):
    words = ("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", *OFFLINE)
    dated = opened(offline.build(*words, "--min-time", "2029-12-31", "--max-time", "2030-01-01").out).transaction
    assert dated.preconditions.time_bounds == sdk.TimeBounds(1893369600, 1893456000)
    for wrong in ("2030-13-01", "2030-1-1", "2030-01-01x", "01-01-2030"):
        assert "--max-time" in refused(offline, *words[:1], *words[3:9], "--max-time", wrong)


def test_preconditions_contain_only_what_the_options_ask_for(offline):
    kind = xdr.PreconditionType
    assert conditions(offline, "--no-expiry").type == kind.PRECOND_NONE
    assert conditions(offline).type == kind.PRECOND_TIME
    found = conditions(offline, "--no-expiry", "--max-ledger", "7").v2
    assert found.time_bounds is None and found.min_seq_num is None and found.extra_signers == []
    assert (found.ledger_bounds.min_ledger.uint32, found.ledger_bounds.max_ledger.uint32) == (0, 7)


def test_refuses_preconditions_that_can_never_be_met(offline):
    assert "--max-ledger" in offline.build(*PAY, *OFFLINE, "--min-ledger", "9", "--max-ledger", "9", code=65).err


def test_builds_a_transaction_that_is_not_valid_yet(online):
    online.fund(A, B)
    online.build(*PAY, "--min-time", "1900000000", "--valid-for", "1h")
    online.build(*PAY, "--min-ledger", "4000000000")


def test_builds_a_transaction_with_an_unmet_sequence_ledger_gap_and_warns(online):
    online.fund(A, B)
    online.submit("send", "-", stdin=signed(online.build(*PAY), ALICE))
    made = online.build(*PAY, "--min-seq-ledger-gap", "4000000", "--extra-signer", C)
    assert "warning: before submitting: " in made.err and sorted(made.json()["signers"]) == sorted([A, C])
    assert "tx_bad_minseq_age_or_gap" in online.submit("check", "-", stdin=signed(made, ALICE, CAROL), code=None).out


# ---------------------------------------------------------------- sources, appending, sponsoring

def test_an_operation_may_have_a_source_of_its_own(offline):
    muxed = StrKey.encode_med25519_public_key(StrKey.decode_ed25519_public_key(C) + (7).to_bytes(8, "big"))
    made = opened(offline.build(*PAY, *OFFLINE, "--operation-source", muxed).out).transaction
    assert made.source.account_id == A and made.operations[0].source.universal_account_id == muxed
    first = offline.file("first.xdr", offline.build(*PAY, *OFFLINE).out)
    added = opened(offline.build("bump-sequence", "--bump-to", "5", "--source", B, "--append-to", first, *OFFLINE).out).transaction
    assert [o.source and o.source.account_id for o in added.operations] == [None, B]


def test_append_to_refuses_options_of_the_whole_transaction(offline):
    first = offline.file("first.xdr", offline.build(*PAY, *OFFLINE).out)
    assert "--min-ledger" in offline.build("inflation", "--append-to", first, *OFFLINE, "--min-ledger", "3", code=64).err


def test_append_to_refuses_a_total_fee_that_exceeds_the_field(offline):
    first = offline.file("first.xdr", offline.build(*PAY, "--network", "testnet", "--sequence", "101", "--fee", str(2**32 - 1), "--format", "xdr").out)
    assert "fee" in offline.build("inflation", "--append-to", first, *OFFLINE, code=65).err


def test_builds_a_sponsored_account_with_a_starting_balance_of_zero(online):
    online.fund(A)
    made = online.build("begin-sponsoring-future-reserves", "--source", A, "--sponsored-id", C)
    made = online.build("create-account", "--destination", C, "--starting-balance", "0", "--append-to", "-", stdin=made.out)
    made = online.build("end-sponsoring-future-reserves", "--append-to", "-", "--operation-source", C, stdin=made.out)
    assert sorted(made.json()["signers"]) == sorted([A, C])
    assert "tx_bad_sponsorship" not in online.submit("check", "-", stdin=signed(made, ALICE, CAROL), code=None).out
    operations = [type(o).__name__ for o in opened(made.out).transaction.operations]
    assert operations == ["BeginSponsoringFutureReserves", "CreateAccount", "EndSponsoringFutureReserves"]


def test_check_finds_a_sponsorship_that_is_never_ended(online):
    online.fund(A, B)
    made = online.build("begin-sponsoring-future-reserves", "--source", A, "--sponsored-id", B)
    assert "tx_bad_sponsorship" in online.submit("check", "-", stdin=signed(made, ALICE), code=None).out


@pytest.mark.parametrize("command, code", [
    (("end-sponsoring-future-reserves",), "op_not_sponsored"), (("manage-data", "--data-name", "n", "--delete"), "op_data_name_not_found"),
    (("create-claimable-balance", "--asset", "native", "--amount", "10000", "--claimant", B), "op_underfunded")],
    ids=lambda value: value[0] if isinstance(value, tuple) else value)
def test_refuses_an_operation_that_the_current_ledger_would_reject(online, command, code):
    online.fund(A)
    assert code in online.build(*command, "--source", A, code=65).err


def test_allows_removing_a_signer_that_does_not_exist(online):
    online.fund(A)
    made = online.build("set-options", "--source", A, "--signer", B, "--signer-weight", "0")
    sent = signed(made, ALICE)
    online.submit("check", "-", stdin=sent)
    online.submit("send", "-", stdin=sent)


# ---------------------------------------------------------------- fee bumps

def inner(*operations, sequence=101, fee=100, signers=(ALICE,), v0=False) -> TransactionEnvelope:
    builder = sdk.TransactionBuilder(sdk.Account(A, sequence - 1), TESTNET, fee, v1=not v0)
    for operation in operations or [sdk.Payment(B, Asset.native(), "1")]:
        builder.append_operation(operation)
    envelope = builder.add_time_bounds(0, 0).build()
    for signer in signers:
        envelope.sign(signer)
    return envelope


def bumped(offline, envelope, fee, *options, code=0):
    return offline.build("fee-bump", "-", "--fee-source", B, "--max-fee", str(fee), "--offline", "--network", "testnet",
                         "--format", "xdr", *options, stdin=envelope.to_xdr(), code=code)


def test_a_fee_bump_keeps_the_transaction_and_its_signatures(offline):
    envelope = inner(signers=(ALICE, CAROL))
    made = FeeBumpTransactionEnvelope.from_xdr(bumped(offline, envelope, 2**40).out, TESTNET)
    assert made.transaction.fee == 2**40 and made.transaction.fee_source.account_id == B and made.signatures == []
    assert made.transaction.inner_transaction_envelope.to_xdr() == envelope.to_xdr()


def test_a_version_0_transaction_becomes_version_1_inside_a_fee_bump(offline):
    envelope = inner(v0=True)
    made = FeeBumpTransactionEnvelope.from_xdr(bumped(offline, envelope, 200).out, TESTNET).transaction.inner_transaction_envelope
    assert made.transaction.v1 and made.hash() == envelope.hash() and made.signatures == envelope.signatures


def test_a_fee_bump_must_pay_the_minimum_fee_of_its_inner_transaction(offline):
    envelope = inner(*[sdk.Payment(B, Asset.native(), "1")] * 2, fee=333)
    assert "999" in bumped(offline, envelope, 998, code=65).err
    bumped(offline, envelope, 999)
    bumped(offline, envelope, "auto", code=65)


def test_a_fee_bump_cannot_wrap_another_fee_bump(offline):
    once = bumped(offline, inner(), 200).out
    result = offline.build("fee-bump", "-", "--fee-source", B, "--max-fee", "9999", "--offline", "--network", "testnet", stdin=once, code=65)
    assert "fee bump" in result.err


def test_a_fee_bump_refuses_an_unsigned_inner_transaction(online):
    online.fund(A, B)
    account = sdk.Server(online.env["STELLAR_HORIZON_URL"]).load_account(A)
    unsigned = inner(sequence=account.sequence + 1, signers=())
    command = ("fee-bump", "-", "--fee-source", B, "--max-fee", "400")
    assert "signature" in online.build(*command, stdin=unsigned.to_xdr(), code=65).err
    online.build(*command, stdin=inner(sequence=account.sequence + 1).to_xdr())


# ---------------------------------------------------------------- batches

def table(*rows, header="destination,amount,asset,memo") -> str:
    return "\n".join([header, *rows]) + "\n"


def batch(machine, text, *options, code=0, fmt="xdr"):
    return machine.build("batch", "-", "--source", A, "--network", "testnet", "--sequence", "7", "--fee", "100", "--format", fmt,
                         *options, stdin=text, code=code)


def test_batch_groups_payments_by_memo_and_keeps_their_order(offline):
    accounts = [key(f"payee {n}").public_key for n in range(250)]
    memos = ["", "text:x", "id:7"]
    rows = [f"{account},{n + 1},native,{memos[n % 3] if n >= 10 else ''}" for n, account in enumerate(accounts)]
    made = [opened(line).transaction for line in batch(offline, table(*rows)).out.splitlines()]
    assert [tx.sequence for tx in made] == list(range(7, 7 + len(made)))
    assert [len(tx.operations) for tx in made] == [90, 80, 80]
    for tx in made:
        amounts = [int(o.amount) for o in tx.operations]
        assert amounts == sorted(amounts) and tx.fee == 100 * len(tx.operations)
    assert {int(o.amount) for tx in made for o in tx.operations} == set(range(1, 251))


def test_batch_accepts_columns_in_any_order_and_quoted_fields(offline):
    text = f"\ufeffmemo,\"asset\",destination,amount\r\n\"text:a,\"\"b\"\"\",native,\"{B}\",1.5\r\n"
    [made] = [opened(line).transaction for line in batch(offline, text).out.splitlines()]
    assert made.memo == sdk.TextMemo('a,"b"') and made.operations[0].amount == "1.5"


def test_a_row_may_have_a_source_of_its_own(online):
    online.fund(A, B, C)
    rows = [f"{C},1,native,", f"{C},2,native,{B}", f"{C},3,native,", f"{A},4,native,{B}"]
    made = [opened(line).transaction for line in
            online.build("batch", "-", "--source", A, "--format", "xdr", stdin=table(*rows, header="destination,amount,asset,source")).out.splitlines()]
    assert [(tx.source.account_id, [o.amount for o in tx.operations]) for tx in made] == [(A, ["1", "3"]), (B, ["2", "4"])]


def test_all_bad_rows_are_reported_at_once_with_their_lines(offline):
    rows = [f"{B},1,native,", f"{B[:-1]},1,native,", f"{B},0,native,", f"{B},1,USD,", f"{B},1,native,note", "",
            f"nobody,1.00000001,native:X,id:x", f'{B},1,native,"two\nlines"', f"{B},1,native,"]
    result = batch(offline, table(*rows), code=65)
    assert result.out == ""
    for line in (3, 4, 5, 6, 9):
        assert f"standard input:{line}: " in result.err, line
    assert result.err.count("standard input:8: ") == 4
    assert "6 of 8" in result.err


def test_batch_refuses_a_malformed_table(offline):
    assert batch(offline, f"destination,amount,asset,colour\n{B},1,native,red\n", code=65).out == ""


def test_each_request_of_a_batch_is_signed_and_submitted_on_its_own(online, offline):
    offline.import_key("alice", ALICE)
    online.fund(A, B)
    made = online.build("batch", "-", "--source", A, stdin=table(f"{B},1,native,", f"{B},2,native,id:5"))
    requests = [json.loads(line) for line in made.out.splitlines()]
    assert len(requests) == 2 and len({r["id"] for r in requests}) == 2
    assert "total     3 native in 2 payments" in made.err
    for request in requests:
        answer = offline.sign("sign", "-", "--key", "alice", "--yes", "--format", "response", stdin=json.dumps(request), pin=PIN)
        assert json.loads(online.submit("send", "-", "--json", stdin=answer.out).out)["status"] == "success"


def test_batch_checks_every_account_before_it_writes_a_request(online):
    online.fund(A, B)
    rows = [f"{B},1,native,", f"{C},2,native,", f"{B},9,USDC:{I},", f"{B},99999,native,", f"{B},99999,native,"]
    result = online.build("batch", "-", "--source", A, stdin=table(*rows), code=65)
    assert result.out == "" and f"standard input:3: the destination {C} does not exist" in result.err
    assert "standard input:4: " in result.err and "standard input:5: " in result.err
    assert "standard input:6: " not in result.err, "an underfunded source is reported once"
    online.build("batch", "-", "--source", A, "--no-account-checks", stdin=table(rows[1]))


def test_batch_refuses_a_total_fee_that_exceeds_the_field(offline):
    rows = [f"{B},1,native,"] * 100
    result = offline.build("batch", "-", "--source", A, "--network", "testnet", "--sequence", "7", "--fee", "42949673", stdin=table(*rows), code=65)
    assert "fee" in result.err


# ---------------------------------------------------------------- contacts

def test_the_address_of_a_contact_that_needs_a_memo_is_not_paid_without_a_word(offline):
    offline.build("contacts", "add", "exchange", B, "--memo", "id:7241")
    common = ("--source", A, "--network", "testnet", "--sequence", "5", "--fee", "100")
    pay = ("payment", *common, "--asset", "native", "--amount", "1", "--destination")
    words = lambda result: " ".join(result.err.split())
    assert "warning: a payment has no memo, and" in words(offline.build(*pay, B)) and "the contact exchange, which needs id:7241" in words(offline.build(*pay, B))
    for right in (offline.build(*pay, B, "--memo", "id:7241"), offline.build(*pay, "exchange"), offline.build(*pay, C)):
        assert "no memo" not in right.err
    rows = f"destination,amount,asset,memo\n{B},1,native,\n{B},2,native,\nexchange,3,native,\n"
    assert "2 payments have no memo, and" in words(offline.build("batch", "-", *common, stdin=rows))


def test_contacts_are_added_listed_replaced_and_removed(offline):
    offline.build("contacts", "add", "bob", B, "--memo", "text:for Bob", "--note", "the plumber")
    offline.build("contacts", "add", "carol", C)
    listed = offline.build("contacts", "list", "--json").json()["contacts"]
    assert listed == [{"name": "bob", "account": B, "memo_type": "text", "memo": "for Bob", "note": "the plumber"},
                      {"name": "carol", "account": C}]
    offline.build("contacts", "add", "carol", C)
    assert offline.build("contacts", "add", "CAROL", B, code=73).out == ""
    offline.build("contacts", "add", "carol", B, "--replace")
    assert offline.build("contacts", "list", "--json").json()["contacts"][1]["account"] == B
    offline.build("contacts", "remove", "Carol")
    offline.build("contacts", "remove", "carol", code=65)


def test_refuses_an_invalid_contact_name(offline):
    offline.build("contacts", "add", "a b", B, code=65)


@pytest.mark.parametrize("fmt", ["json", "csv"])
def test_exported_contacts_can_be_imported_elsewhere(offline, tmp_path, fmt):
    offline.build("contacts", "add", "bob", B, "--memo", 'text:a, "b"', "--note", "naïve\nnote")
    offline.build("contacts", "add", "carol", C, "--memo", "hash:" + "0a" * 32)
    before = offline.build("contacts", "list", "--json").json()
    file = tmp_path / f"contacts.{fmt}"
    offline.build("contacts", "export", "--format", fmt, "--out", file)
    offline.build("contacts", "export", "--format", fmt, "--out", file, code=73)
    offline.build("contacts", "import", file, "--home", tmp_path / "other")
    assert offline.build("contacts", "list", "--json", "--home", tmp_path / "other").json() == before


def test_an_import_with_an_invalid_row_changes_nothing_and_reports_every_error(offline):
    offline.build("contacts", "add", "bob", B)
    wrong = offline.build("contacts", "import", "-", stdin=f"name,account,memo\nx,{C},\ny y,{C},\nz,G1,\nX,{B},\nw,{B},5\n", code=65)
    for line in (3, 4, 5, 6):
        assert f"standard input:{line}: " in wrong.err
    offline.build("contacts", "import", "-", stdin=f"name,account\nx,{C}\nBob,{C}\n", code=73)
    assert [c["name"] for c in offline.build("contacts", "list", "--json").json()["contacts"]] == ["bob"]
    offline.build("contacts", "import", "-", "--replace", stdin=f"name,account\nx,{C}\nBob,{C}\n")
    assert [(c["name"], c["account"]) for c in offline.build("contacts", "list", "--json").json()["contacts"]] == [("Bob", C), ("x", C)]


def test_a_secret_key_is_refused_as_contact_and_not_echoed(offline):
    for arguments in (("bob", BOB.secret), (BOB.secret, B)):
        result = offline.build("contacts", "add", *arguments, code=65)
        assert BOB.secret not in result.out + result.err


def test_a_contacts_required_memo_is_added_and_a_different_one_is_refused(offline):
    offline.build("contacts", "add", "exchange", B, "--memo", "id:7241")
    pay = ("payment", "--source", A, "--destination", "exchange", "--asset", "native", "--amount", "1", *OFFLINE)
    made = offline.build(*pay)
    assert opened(made.out).transaction.memo == sdk.IdMemo(7241) and f"exchange is {B}, memo id:7241" in made.err
    assert opened(offline.build(*pay, "--memo", "id:7241").out).transaction.memo == sdk.IdMemo(7241)
    assert "id:7241" in offline.build(*pay, "--memo", "id:7242", code=65).err
    bare = offline.file("bare.xdr", offline.build(*PAY, *OFFLINE).out)
    offline.build(*pay, "--append-to", bare, code=65)
    rows = batch(offline, table("exchange,1,native,", f"{B},1,native,", "exchange,1,native,id:7241"))
    assert [len(opened(line).transaction.operations) for line in rows.out.splitlines()] == [2, 1]
    assert ":3: " in batch(offline, table("exchange,1,native,", "exchange,1,native,text:x"), code=65).err


def test_a_contact_name_is_accepted_wherever_an_account_is_expected(offline):
    for name, account in (("me", A), ("bob", B), ("issuer", I)):
        offline.build("contacts", "add", name, account)
    made = opened(offline.build("clawback", "--source", "issuer", "--asset", f"USDC:{I}", "--from", "BOB", "--amount", "1", *OFFLINE).out)
    assert made.transaction.source.account_id == I and made.transaction.operations[0].from_.account_id == B
    request = offline.build("create-claimable-balance", "--source", "me", "--asset", "native", "--amount", "1", "--claimant", "bob within 7d",
                            *OFFLINE[:-2]).json()
    assert request["hints"]["accounts"][A]["name"] == "me"


# ---------------------------------------------------------------- federation

class Domain:
    """A domain on loopback with a stellar.toml and a federation server."""

    def __init__(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                url = urlsplit(self.path)
                outer.asked.append(self.path)
                if url.path == "/.well-known/stellar.toml":
                    status, body = 200, outer.toml
                else:
                    name = parse_qs(url.query)["q"][0]
                    status, body = (200, json.dumps(outer.names[name])) if name in outer.names else (404, '{"detail":"no"}')
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.name = f"localhost:{self.server.server_address[1]}"
        self.toml = f'FEDERATION_SERVER = "http://{self.name}/federation"\n'
        self.names, self.asked = {}, []
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()


@pytest.fixture
def domain():
    domain = Domain()
    yield domain
    domain.server.shutdown()
    domain.server.server_close()


def test_a_federation_name_is_resolved_and_shown(online, domain):
    online.fund(A, B)
    name = f"bob*{domain.name}"
    domain.names[name] = {"stellar_address": name, "account_id": B, "memo_type": "text", "memo": "hi"}
    made = online.build("payment", "--source", A, "--destination", name, "--asset", "native", "--amount", "1", "--http-loopback")
    transaction = opened(made.out).transaction
    assert transaction.operations[0].destination.account_id == B and transaction.memo == sdk.TextMemo("hi")
    assert f"{name} is {B}, memo text:hi (by federation)" in made.err
    assert made.json()["hints"]["accounts"][B]["name"] == name
    assert len(domain.asked) == 2
    found = online.build("lookup", "federation", name, "--json", "--http-loopback").json()
    assert found == {"version": 1, "name": name, "account": B, "memo_type": "text", "memo": "hi"}
    online.build("contacts", "add", "bob", name, "--http-loopback")
    assert online.build("contacts", "list", "--json").json()["contacts"] == [{"name": "bob", "account": B, "memo_type": "text", "memo": "hi"}]


def test_a_federation_name_in_a_batch_is_looked_up_once(online, domain):
    online.fund(A, B)
    domain.names[f"bob*{domain.name}"] = {"account_id": B}
    made = online.build("batch", "-", "--source", A, "--http-loopback", "--format", "xdr", stdin=table(*[f"bob*{domain.name},1,native,"] * 5))
    assert len(opened(made.out).transaction.operations) == 5 and len(domain.asked) == 2


def test_a_federation_domain_on_loopback_is_refused_without_http_loopback(online, domain):
    assert "--http-loopback" in online.build("lookup", "federation", f"bob*{domain.name}", code=65).err
    assert domain.asked == []


def test_a_federation_name_is_a_usage_error_when_building_offline(offline, domain):
    offline.build("payment", "--source", A, "--destination", f"bob*{domain.name}", "--asset", "native", "--amount", "1", "--http-loopback",
                  *OFFLINE, code=64)
    assert domain.asked == []


@pytest.mark.parametrize("toml, answer, code", [
    ("", {}, 65), ("A = ", {}, 76), ("x = \"" + "y" * 110_000 + '"', {}, 76)], ids=["no server", "no TOML", "too long"])
def test_an_invalid_federation_response_names_the_domain(online, domain, toml, answer, code):
    if toml is not None:
        domain.toml = toml
    name = f"bob*{domain.name}"
    if answer is not None:
        domain.names[name] = answer
    result = online.build("lookup", "federation", name, "--http-loopback", code=code)
    assert domain.name in result.err


# ---------------------------------------------------------------- looking up

def test_lookup_assets_shows_each_issuers_home_domain(online):
    online.fund(A, I)
    for pair, command in ((ISSUER, ("set-options", "--source", I, "--home-domain", "example.com")),
                          (ALICE, ("trust", "add", "--source", A, "--asset", f"USDC:{I}", "--limit", "50"))):
        online.submit("send", "-", stdin=signed(online.build(*command), pair))
    found = online.build("lookup", "assets", A, "--json").json()["assets"]
    assert found[-1]["asset"] == "native" or found[0]["asset"] == "native"
    [line] = [asset for asset in found if asset["asset"] != "native"]
    assert line == {"asset": f"USDC:{I}", "balance": "0.0000000", "limit": "50.0000000", "authorized": True, "home_domain": "example.com"}
    text = online.build("lookup", "assets", A).out
    assert "example.com" in text and I in text


def test_lookup_known_assets_works_offline(offline):
    found = offline.build("lookup", "assets", "--known", "--network", "testnet", "--json").json()["assets"]
    assert [asset["asset"].split(":")[0] for asset in found] == ["SRT", "USDC"]
    for network in ("testnet", "public"):
        for asset in offline.build("lookup", "assets", "--known", "--network", network, "--json").json()["assets"]:
            Keypair.from_public_key(asset["asset"].split(":")[1])
    assert offline.build("lookup", "assets", "--known", "--network", "local", "--json").json()["assets"] == []
    offline.build("lookup", "assets", "--network", "testnet", code=64)


def test_lookup_payments_shows_contact_names(online):
    online.fund(A, B)
    online.build("contacts", "add", "bob", B)
    made = online.build("payment", "--source", A, "--destination", "bob", "--asset", "native", "--amount", "1.5")
    online.submit("send", "-", stdin=signed(made, ALICE))
    [latest, *_] = online.build("lookup", "payments", A, "--json").json()["payments"]
    assert (latest["direction"], latest["contact"], latest["counterparty"], latest["amount"]) == ("sent", "bob", B, "1.5000000")
    assert f"XLM  to    bob {B}" in online.build("lookup", "payments", A).out
    assert online.build("lookup", "payments", "bob", "--json").json()["payments"][0]["contact"] is None


def test_contacts_export_as_csv_has_one_column_per_field(offline):
    offline.build("contacts", "add", "bob", B)
    rows = list(csv.DictReader(io.StringIO(offline.build("contacts", "export", "--format", "csv").out)))
    assert rows == [{"name": "bob", "account": B, "memo_type": "", "memo": "", "note": ""}]


# ---------------------------------------------------------------- what shells offer

COMPLETE = """
. ./completions
COMP_WORDS=("$@" ""); COMP_CWORD=$#; COMP_LINE="$* "; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
_coldstar-build "$1" "" "${!#}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def offered(machine, *line: str) -> list[str]:
    """The words that bash completes at the end of a command line."""
    if not (machine.home / "completions").exists():
        machine.file("completions", machine.build("--generate-completion-script", "bash").out)
    env = {"PATH": f"{machine.folder}:/usr/bin:/bin", "HOME": str(machine.home), "COLDSTAR_HOME": str(machine.home)}
    shell = subprocess.run(["bash", "-c", COMPLETE, "complete", *line], capture_output=True, text=True, env=env, cwd=machine.home, check=True)
    return shell.stdout.split()


def test_shells_offer_known_assets_and_contacts(offline):
    known = [row["asset"] for row in offline.build("lookup", "assets", "--known", "--json", "-n", "testnet").json()["assets"]]
    assert [asset.split(":")[0] for asset in known] == ["SRT", "USDC"]
    assert offered(offline, "coldstar-build", "payment", "-n", "testnet", "--asset") == ["native", *known]
    everywhere = offered(offline, "coldstar-build", "trust", "add", "--asset")
    assert set(known) < set(everywhere) and any(asset.startswith("EURC:") for asset in everywhere)
    # Completion does not create the home folder.
    assert offered(offline, "coldstar-build", "payment", "--destination") == [] and not (offline.home / "online").exists()
    offline.build("contacts", "add", "bob", B)
    offline.build("contacts", "add", "carol", C)
    for line in (("payment", "--destination"), ("contacts", "remove"), ("batch", "--source")):
        assert set(offered(offline, "coldstar-build", *line)) >= {"bob", "carol"}, line
    offline.build("contacts", "add", "dave", C, "--home", "elsewhere")
    assert offered(offline, "coldstar-build", "payment", "--home", "elsewhere", "--destination") == ["dave"]


# ---------------------------------------------------------------- a Horizon that lies

def test_refuses_a_sequence_number_that_no_account_can_have(online, middle, subtests):
    online.fund(A)
    for number, code in (("-5", 76), ("-1", 76), (str(2**63 - 1), 65), (str(2**63), 76), ("0", 0), (str(2**63 - 2), 0)):
        with subtests.test(number=number):
            middle.change = lambda path, document: document | {"sequence": number} if path.startswith("/accounts/") else None
            result = online.build("bump-sequence", "--bump-to", "5", "--source", A, "--format", "xdr", "--horizon-url", middle.url, code=code)
            if code:
                assert result.out == "" and "sequence" in result.err
            else:
                assert opened(result.out).transaction.sequence == int(number) + 1


# ---------------------------------------------------------------- pools

DEPOSIT = ("--asset-a", "native", "--asset-b", f"USDC:{I}", "--max-amount-a", "100", "--max-amount-b", "12.5", "--min-price", "8", "--max-price", "9")


def test_the_signer_names_a_pools_assets_only_if_the_request_proves_them(offline):
    asked = ("--source", A, "--network", "testnet", "--sequence", "101", "--fee", "100")
    request = offline.build("liquidity-pool-deposit", *DEPOSIT, *asked).json()
    assert request["hints"]["pools"] == [{"asset_a": "native", "asset_b": f"USDC:{I}"}]

    def summary(document):
        return offline.sign("inspect", "-", "--json", stdin=json.dumps(document)).json()["operations"][0]["summary"]

    known = summary(request)
    assert f"100 XLM and at most 12.5 USDC ({I}) into the pool {POOL_ADDRESS}" in known and "price of XLM in USDC from 8/1" in known
    unknown = "of the first asset and at most 12.5 of the second"
    for pools in ([{"asset_a": "native", "asset_b": f"EURC:{I}"}], [{"asset_a": f"USDC:{I}", "asset_b": "native"}], [{"asset_a": "x"}], [7], {}, "x", None):
        lie = {**request, "hints": {"version": 1, "pools": pools}}
        assert unknown in summary(lie) and "not known here" in summary(lie), pools
    # The assets of a pool given by its id are unknown unless the same transaction opens a trustline to it.
    named = offline.build("liquidity-pool-withdraw", "--liquidity-pool-id", POOL_ADDRESS, "--amount", "1", "--min-amount-a", "2", "--min-amount-b", "3", *asked)
    assert "not known here" in summary(named.json()) and "pools" not in named.json()["hints"]
    trusting = offline.file("trusting", offline.build("change-trust", "--asset-a", "native", "--asset-b", f"USDC:{I}", "--limit", "5", *asked).out)
    both = offline.build("liquidity-pool-withdraw", "--append-to", trusting, "--sequence", "101", "--liquidity-pool-id", POOL_ADDRESS, "--amount", "1",
                         "--min-amount-a", "2", "--min-amount-b", "3", "--fee", "100").json()
    assert f"at least 3 USDC ({I})" in offline.sign("inspect", "-", "--json", stdin=json.dumps(both)).json()["operations"][1]["summary"]
    # The hint stays with the transaction when an operation is appended.
    more = offline.file("more", json.dumps(request))
    assert "12.5 USDC" in summary(offline.build("manage-data", "--append-to", more, "--sequence", "101", "--data-name", "n", "--data-value", "v",
                                                "--fee", "100").json())


# ---------------------------------------------------------------- messages

@pytest.mark.parametrize("form", ["xdr", "request"])
def test_a_message_that_reads_as_a_transaction_is_refused_by_builder_and_signer(offline, form):
    """In every format, as an argument and from a file."""
    offline.import_key("alice", ALICE)
    envelope = offline.build("payment", "--destination", B, "--asset", "native", "--amount", "1", "--source", A, *OFFLINE).out
    text = offline.build("convert", "-", "--network", "testnet", "--format", form, stdin=envelope).out
    before = (offline.home / "online").exists() and sorted((offline.home / "online").rglob("*"))
    for given in (("--", text), ("--file", offline.file("message", text))):
        result = offline.build("message", "--account", A, *given, code=65)
        assert result.out == "" and "could be mistaken for" in result.err
    assert before == ((offline.home / "online").exists() and sorted((offline.home / "online").rglob("*")))
    request = offline.build("message", "--account", A, "Hello").json()
    request["message"] = text
    refused = offline.sign("sign", offline.file("request", json.dumps(request)), "--key", "alice", "--yes", pin=PIN, code=77)
    assert "SEP53" in refused.err and "can be taken for" in refused.err and refused.out == ""


def test_a_message_with_a_secret_key_is_refused_and_not_repeated(offline):
    offline.import_key("alice", ALICE)
    grouped = " ".join(BOB.secret[i:i + 4] for i in range(0, 56, 4))
    for text in (BOB.secret, f"keep {BOB.secret} safe", grouped, f"A{BOB.secret}B"):
        result = offline.build("message", "--account", A, "--file", offline.file("secret", text), code=65)
        assert "contains a secret key" in result.err and result.out == ""
        assert BOB.secret[5:20] not in result.err and BOB.secret[4:8] not in result.err
    assert not list(offline.home.rglob("online/*"))


def test_a_request_that_would_contain_a_secret_key_is_refused(offline, subtests):
    for words in [
            (*PAY, "--note", f"key {BOB.secret}"), ("manage-data", "--source", A, "--data-name", "x", "--data-value", BOB.secret),
            ("manage-data", "--source", A, "--data-name", BOB.secret, "--data-value", "x"),
            ("message", "--account", A, "Hello", "--note", BOB.secret),
        ]:
        with subtests.test(words=words[:1]):
            result = offline.build(*words, *(OFFLINE if words[0] != "message" else ()), code=65)
            assert "the note or a data entry contains a secret key" in result.err and result.out == "" and BOB.secret[5:20] not in result.err
            assert offline.submit("status").out == ""


def test_a_message_that_can_be_a_hash_is_held(offline):
    offline.import_key("alice", ALICE)
    made = offline.build("message", "--account", A, "0f" * 32)
    assert "the signer requires a confirmation" in made.err
    held = offline.sign("sign", offline.file("request", made.out), "--key", "alice", "--yes", pin=PIN, code=77)
    assert "SEP53" in held.err and held.out == ""
    near = offline.build("message", "--account", A, "0f" * 33)
    assert "warning" not in near.err
    offline.sign("sign", offline.file("near", near.out), "--key", "alice", "--yes", "--format", "response", pin=PIN)


def test_set_options_warns_if_the_signers_can_no_longer_reach_a_threshold(online):
    online.fund(A)
    said = online.build("set-options", "--source", A, "--med-threshold", "5").err
    assert "total weight of 1" in said and "(medium threshold, 5)" in said


def test_the_lockout_warning_counts_existing_signers_and_earlier_operations(online):
    """Signers of another account do not count, and earlier operations of the same transaction do."""
    online.fund(A, B)
    added = online.build("set-options", "--source", A, "--signer", B, "--signer-weight", "2")
    more = ("set-options", "--append-to", "-", "--high-threshold", "3")
    assert "warning" not in online.build(*more, stdin=added.out).err
    assert f"the signers of {B} have a total weight of 1, and" in online.build(*more, "--operation-source", B, stdin=added.out).err


# ---------------------------------------------------------------- SEP-7 links, and existing transactions

def pay_link(**parameters) -> str:
    return "web+stellar:pay?" + urlencode({"destination": B, "amount": "12.5", "network_passphrase": TESTNET, **parameters}, quote_via=quote)


PAYING = ("--source", A, "--sequence", "101", "--fee", "100", "--format", "xdr")


def test_a_payment_is_built_from_a_sep7_link(offline):
    link = pay_link(asset_code="USDC", asset_issuer=I, memo="7", memo_type="MEMO_ID", msg="hello\x1b[2J", callback="url:https://x.example.com")
    result = offline.build("payment", "--link", link, *PAYING)
    made = opened(result.out).transaction
    assert (made.operations[0].destination.account_id, made.operations[0].asset, made.operations[0].amount) == (B, USDC, "12.5")
    assert made.memo == sdk.IdMemo(7)
    assert "hello\\x1b[2J" in result.err and "\x1b" not in result.err and "its callback is not followed" in result.err
    file = offline.file("link.txt", link + "\n")
    assert opened(offline.build("payment", "--link", file, *PAYING).out).transaction.operations == made.operations
    open_amount = "web+stellar:pay?" + urlencode({"destination": B, "network_passphrase": TESTNET}, quote_via=quote)
    assert opened(offline.build("payment", "--link", open_amount, "--amount", "3", *PAYING).out).transaction.operations[0].amount == "3"
    public = offline.build("payment", "--link", f"web+stellar:pay?destination={B}&amount=1", *PAYING)
    assert "public, the SEP-7 default" in public.err


def test_the_default_network_of_a_sep7_link_does_not_override_the_users_network(offline):
    words = ("payment", "--link", f"web+stellar:pay?destination={B}&amount=1", *PAYING)
    for result in (offline.build(*words, env={"STELLAR_NETWORK": "testnet"}, code=65), offline.build(*words, "-n", "testnet", code=65)):
        assert result.out == "" and "the link names no network" in result.err
    for result in (offline.build(*words, env={"STELLAR_NETWORK": "public"}), offline.build(*words, "-n", "public")):
        assert result.out and "public, the SEP-7 default" in result.err


def test_the_default_network_of_a_transaction_link_does_not_override_the_users_network(offline):
    envelope = sdk.TransactionBuilder(sdk.Account(A, 100), sdk.Network.PUBLIC_NETWORK_PASSPHRASE, 100).append_bump_sequence_op(0).build().to_xdr()
    for program, words in (("coldstar-sign", ("inspect", "-")), ("coldstar-build", ("convert", "-")), ("coldstar-build", ("convert", "-", "--format", "xdr"))):
        def reads(link, network, code=0):
            return offline.run(program, *words, stdin=link, env={"STELLAR_NETWORK": network}, code=code)
        unnamed = "web+stellar:tx?xdr=" + quote(envelope, safe="")
        assert "the link names no network" in reads(unnamed, "testnet", code=65).err
        assert reads(unnamed, "public").out
        # A link that names its network is treated like a request: the variable does not matter.
        assert reads(f"{unnamed}&network_passphrase={quote(TESTNET)}", "public").out


def test_refuses_a_sep7_link_that_is_invalid_incomplete_or_contradicts_the_options(offline, subtests):
    for link, options, code, word in [
            (pay_link(), ("--destination", C), 64, "--link"), (pay_link(), ("--asset", "native"), 64, "--link"),
            (pay_link(), ("--amount", "12.4"), 65, "the link says 12.5"), (pay_link(), ("-n", "public"), 65, "testnet"), ("-", (), 64, "--link"),
        ]:
        with subtests.test(options=options):
            result = offline.build("payment", "--link", link, *options, *PAYING, code=code)
            assert result.out == "" and word in result.err


class Shop:
    """A proxy that answers for every https domain with the same stellar.toml; it forwards http requests."""

    def __init__(self, folder):
        certificate, key_file = folder / "shop.pem", folder / "shop.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                        "/CN=shop.example", "-addext", "subjectAltName=DNS:shop.example", "-keyout", key_file, "-out", certificate],
                       check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key_file)
        self.certificate, self.toml, self.asked = certificate, "", []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_CONNECT(self):
                outer.asked.append(self.path)
                self.send_response(200)
                self.end_headers()
                with context.wrap_socket(self.connection, server_side=True) as secure:
                    head = b""
                    while not head.endswith(b"\r\n\r\n"):
                        if not (part := secure.recv(4096)):
                            return                                   # the client has gone
                        head += part
                    body = outer.toml.encode()
                    status = b"200 OK" if body else b"404 Not Found"
                    secure.sendall(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: " + str(len(body)).encode() + b"\r\n\r\n" + body)
                self.close_connection = True

            def do_GET(self):
                try:
                    with urlopen(self.path) as answer:
                        status, body = answer.status, answer.read()
                except HTTPError as error:
                    status, body = error.code, error.read()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.options = ("--proxy", f"http://127.0.0.1:{self.server.server_port}", "--ca-file", certificate)

    def sign(self, link: str, pair: Keypair) -> str:
        signature = pair.sign(bytes(35) + b"\x04" + b"stellar.sep.7 - URI Scheme" + link.encode())
        return f"{link}&signature={quote(base64.b64encode(signature), safe='')}"


@pytest.fixture
def shop(tmp_path):
    made = Shop(tmp_path)
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_the_signature_of_a_payment_link_must_be_by_its_origin_domains_key(online, shop):
    online.fund(A, B)
    link = pay_link(origin_domain="shop.example")
    ours, other = shop.sign(link, CAROL), shop.sign(link, ISSUER)
    paying = ("--source", A, "--format", "xdr", *shop.options)
    shop.toml = f'URI_REQUEST_SIGNING_KEY = "{C}"\nSIGNING_KEY = "{I}"\n'
    good = online.build("payment", "--link", ours, *paying)
    assert "link      signed by shop.example" in good.err and opened(good.out).transaction.operations[0].amount == "12.5"
    assert shop.asked == ["shop.example:443"]
    wrong = ours.replace("amount=12.5", "amount=12.6")
    for forged in (other, wrong, ours.replace(B, A)):
        refused = online.build("payment", "--link", forged, *paying, code=65)
        assert refused.out == "" and "not by that domain's key" in refused.err
    for toml in ("", f'SIGNING_KEY = "{C}"\n', 'URI_REQUEST_SIGNING_KEY = "G"\n'):
        shop.toml = toml
        refused = online.build("payment", "--link", ours, *paying, code=None)
        assert refused.code in (65, 69, 76) and refused.out == "" and "its signature cannot be checked" in refused.err
    elsewhere = shop.sign(pay_link(origin_domain="other.example"), CAROL)
    assert online.build("payment", "--link", elsewhere, *paying, code=None).code in (69, 76)


def test_an_unsigned_or_unverified_payment_link_is_reported_as_such(offline, shop):
    assert "link      not signed" in offline.build("payment", "--link", pay_link(), *PAYING).err
    signed_link = shop.sign(pay_link(origin_domain="shop.example"), CAROL)
    unchecked = offline.build("payment", "--link", signed_link, *PAYING)
    assert "not verified" in unchecked.err and shop.asked == []


def test_a_payment_names_the_missing_option(offline):
    full = ("--destination", B, "--asset", "native", "--amount", "1")
    for place in range(0, 6, 2):
        assert full[place] in offline.build("payment", *full[:place], *full[place + 2:], *PAYING, "-n", "testnet", code=64).err


def test_compose_accepts_a_transaction_in_every_format(offline):
    made = offline.build("payment", "--destination", B, "--asset", "native", "--amount", "1", "--source", A, "--sequence", "101", "--fee", "100",
                         "-n", "testnet", "--note", "kept").out
    wanted = made and json.loads(made)["envelope"]
    for form in ("request", "xdr", "json", "txrep", "sep7", "ur", "lumensigner"):
        text = offline.build("convert", "-", "--format", form, "-n", "testnet", stdin=made).out
        again = offline.build("compose", "-", "-n", "testnet", stdin=text).json()
        assert (again["envelope"], again["network_passphrase"]) == (wanted, TESTNET), form
        assert again.get("note") == ("kept" if form in ("request", "sep7", "ur") else None), form
    offline.build("compose", "-", "-n", "public", stdin=made, code=65)
    message = offline.build("message", "--account", A, "hello", "-n", "testnet").out
    assert "not a transaction" in offline.build("compose", "-", stdin=message, code=65).err


@pytest.mark.parametrize("options, words", [
    (["--note", "x" * 1001], '"note" is longer than 1000 bytes'), (["--now", "253402300800"], "created"),
], ids=["a long note", "the year 10000"])
def test_the_builder_refuses_to_write_a_request_that_the_signer_could_not_read(offline, options, words):
    pay = ["payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", "--sequence", "5", "--fee", "100"]
    refused = offline.build(*pay, "-n", "testnet", "--valid-for", "1h", *options, code=65)
    assert "the signer would not be able to read this request" in refused.err and words in refused.err
    assert offline.submit("status").out == ""


@pytest.mark.parametrize("command", [(*PAY, *OFFLINE[2:]), ("convert", "-")], ids=["payment", "convert"])
def test_refuses_a_network_passphrase_that_exceeds_the_length_limit(offline, command):
    made = offline.build(*PAY, *OFFLINE).out
    refused = offline.build(*command, "--network-passphrase", "p" * 257, stdin=made, code=64)
    assert "--network-passphrase is longer than 256 bytes" in refused.err and refused.out == ""
