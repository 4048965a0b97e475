# SPDX-License-Identifier: Apache-2.0
"""The hints of a request and the transactions attached to it, as the signer reads them."""
from __future__ import annotations

import json

import pytest
import stellar_sdk as sdk
from stellar_sdk import Account, Asset, StrKey, TransactionBuilder, scval, xdr

from programs import PIN, TESTNET, key

ALICE, BOB, CAROL = key("alice"), key("bob"), key("carol")
A, B, C = (pair.public_key for pair in (ALICE, BOB, CAROL))
OFFLINE = ("--network", "testnet", "--sequence", "101", "--fee", "100")


def later(amount="1", network=TESTNET):
    builder = TransactionBuilder(Account(A, 200), network, 100).set_timeout(3600)
    return builder.append_operation(sdk.Payment(B, Asset.native(), amount)).build()


CONTRACT = StrKey.encode_contract(bytes(range(32)))


def called(name, *arguments, below=()):
    """An invocation of a contract function with its sub-invocations, as in authorization trees."""
    call = xdr.InvokeContractArgs(sdk.Address(CONTRACT).to_xdr_sc_address(), xdr.SCSymbol(name.encode()), list(arguments))
    function = xdr.SorobanAuthorizedFunction(xdr.SorobanAuthorizedFunctionType.SOROBAN_AUTHORIZED_FUNCTION_TYPE_CONTRACT_FN, contract_fn=call)
    return xdr.SorobanAuthorizedInvocation(function, list(below))


def contract_call(end: int, root=None) -> str:
    """A contract call that Bob authorizes up to the given ledger."""
    root = root or called("swap", scval.to_address(A))
    credentials = xdr.SorobanCredentials(
        xdr.SorobanCredentialsType.SOROBAN_CREDENTIALS_ADDRESS,
        address=xdr.SorobanAddressCredentials(sdk.Address(B).to_xdr_sc_address(), xdr.Int64(7), xdr.Uint32(end), scval.to_void()))
    function = xdr.HostFunction(xdr.HostFunctionType.HOST_FUNCTION_TYPE_INVOKE_CONTRACT, invoke_contract=root.function.contract_fn)
    operation = sdk.InvokeHostFunction(function, [xdr.SorobanAuthorizationEntry(credentials, root)])
    builder = TransactionBuilder(Account(A, 100), TESTNET, 100).set_timeout(3600)
    return builder.append_operation(operation).build().to_xdr()


def found(machine, request, *options):
    text = request if isinstance(request, str) else json.dumps(request)
    seen = machine.sign("inspect", "-", "--json", *options, stdin=text).json()
    return seen, {(f["rule"], f["level"]) for f in seen["findings"]}


def test_an_attached_pre_authorized_transaction_is_reviewed_and_required(offline):
    offline.import_key("alice", ALICE)
    given = later()
    file = offline.file("later.xdr", given.to_xdr())
    made = offline.build("set-options", "--source", A, "--preauthorize", file, "--signer-weight", "1", *OFFLINE).json()
    [operation] = sdk.TransactionEnvelope.from_xdr(made["envelope"], TESTNET).transaction.operations
    assert operation.signer.signer_key.encoded_signer_key == StrKey.encode_pre_auth_tx(given.hash())
    assert made["hints"]["preauthorized"] == [given.to_xdr()]
    seen, rules = found(offline, made)
    assert ("W-SIGNER", "hold") in rules and not any(rule == "R-PREAUTH" for rule, _ in rules)
    [companion] = seen["companions"]
    assert companion["hash"] == given.hash_hex() and companion["operations"][0]["type"] == "payment"
    page = offline.sign("inspect", "-", stdin=json.dumps(made)).out
    assert "Attached transaction" in page
    # Without the transaction, or with another one attached, its effects are unknown.
    for hints in ({}, {"preauthorized": [later("2").to_xdr()]}, {"preauthorized": ["AAAA", 5, given.to_xdr()[:-4]]}, {"preauthorized": "x"}):
        seen, rules = found(offline, made | {"hints": hints})
        assert ("R-PREAUTH", "refuse") in rules and "companions" not in seen
        refused = offline.sign("sign", "-", "--key", "alice", "--yes", stdin=json.dumps(made | {"hints": hints}), pin=PIN, code=77)
        assert refused.out == "" and "R-PREAUTH" in refused.err
    bare = made | {"hints": {}}
    seen, rules = found(offline, bare, "--envelope", str(file))
    assert ("R-PREAUTH", "refuse") not in rules and len(seen["companions"]) == 1
    other = offline.file("other.xdr", later("2").to_xdr())
    assert "does not become a signer" in offline.sign("inspect", "-", "--envelope", other, stdin=json.dumps(bare), code=65).err
    payment = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", *OFFLINE).out
    offline.sign("inspect", "-", "--envelope", file, stdin=payment, code=64)


def test_attached_transactions_are_kept_when_operations_are_appended(offline):
    file = offline.file("later.xdr", later().to_xdr())
    offline.build("set-options", "--source", A, "--preauthorize", file, "--signer-weight", "1", *OFFLINE, "--out", "one.json")
    both = offline.build("set-options", "--append-to", "one.json", "--preauthorize", offline.file("two.xdr", later("2").to_xdr()),
                         "--signer-weight", "1", *OFFLINE).json()
    assert len(both["hints"]["preauthorized"]) == 2
    seen, rules = found(offline, both)
    assert len(seen["companions"]) == 2 and ("R-PREAUTH", "refuse") not in rules


@pytest.mark.parametrize("weight, warns", [("1", True), ("0", False)])
def test_warns_of_a_pre_authorized_hash_whose_transaction_is_not_attached(offline, weight, warns):
    signer = StrKey.encode_pre_auth_tx(b"x" * 32)
    made = offline.build("set-options", "--source", A, "--signer", signer, "--signer-weight", weight, *OFFLINE)
    assert (f"warning: the transaction that {signer} authorizes is not in the request, and the signer refuses that: give it with --preauthorize" in made.err) == warns
    assert ("R-PREAUTH" in offline.sign("inspect", "-", stdin=made.out).err + offline.sign("inspect", "-", stdin=made.out).out) == warns


def test_append_to_refuses_an_unreadable_attached_transaction(offline, subtests):
    made = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", *OFFLINE).json()
    for hint in [["AAAA"], [5], "x", {}, None, [later().to_xdr(), later().to_xdr()[:-4]]]:
        with subtests.test(hint=hint):
            made["hints"]["preauthorized"] = hint
            offline.file("one.json", json.dumps(made))
            refused = offline.build("payment", "--append-to", "one.json", "--destination", B, "--asset", "native", "--amount", "2", "-n", "testnet", code=65)
            assert "that it authorizes in advance cannot be read" in refused.err and refused.out == ""


def test_preauthorize_refuses_an_invalid_transaction_or_signer(offline, subtests):
    offline.file("later.xdr", later().to_xdr())
    elsewhere = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", "--sequence", "5", "-n", "futurenet").out
    offline.file("elsewhere.json", elsewhere)
    for options, code in [
            (("--preauthorize", "later.xdr"), 64), (("--signer-weight", "1"), 64),
            (("--preauthorize", "later.xdr", "--signer", StrKey.encode_pre_auth_tx(b"x" * 32), "--signer-weight", "1"), 64),
            (("--preauthorize", "./missing.xdr", "--signer-weight", "1"), 66), (("--preauthorize", "nothing", "--signer-weight", "1"), 65),
            (("--preauthorize", "later.xdr", "--signer-weight", "256"), 65), (("--preauthorize", "elsewhere.json", "--signer-weight", "1"), 65),
        ]:
        with subtests.test(options=options, code=code):
            assert offline.build("set-options", "--source", A, *options, *OFFLINE, code=code).out == ""


def test_the_latest_ledger_hint_measures_the_duration_of_an_authorization(online, offline):
    online.fund(A, B)
    made = online.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1").json()
    assert isinstance(made["hints"]["ledger"], int) and made["hints"]["ledger"] >= 1000
    ledger = made["hints"]["ledger"]
    for end, held in ((ledger + 17_280, False), (ledger + 17_281, True), (ledger, False), (ledger - 1, True)):
        request = made | {"envelope": contract_call(end)}
        assert (("W-AUTHEXP", "hold") in found(offline, request)[1]) is held
        assert ("W-AUTHEXP", "hold") in found(offline, request | {"hints": {}})[1]


def test_no_latest_ledger_hint_makes_a_far_expiration_ledger_pass(offline, subtests):
    made = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", *OFFLINE).json()
    for claimed in [3_999_999_000, 4_000_000_000, 4_100_000_000, 2**32 - 1, 1000, None]:
        with subtests.test(claimed=claimed):
            request = made | {"envelope": contract_call(4_000_000_000), "hints": {} if claimed is None else {"version": 1, "ledger": claimed}}
            assert ("W-AUTHEXP", "hold") in found(offline, request)[1]


def test_a_memo_required_hint_and_a_withdrawal_hint_require_confirmations(offline):
    made = offline.build("payment", "--source", A, "--destination", B, "--asset", "native", "--amount", "1", *OFFLINE).json()
    assert ("W-MEMOREQ", "hold") not in found(offline, made)[1]
    asked = made | {"hints": {"version": 1, "accounts": {B: {"memo_required": True}}, "withdrawal": {"home_domain": "a.example"}}}
    rules = found(offline, asked)[1]
    assert ("W-MEMOREQ", "hold") in rules and ("W-ANCHOR", "hold") in rules
