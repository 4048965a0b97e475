# SPDX-License-Identifier: Apache-2.0
"""The practice RPC and its contracts, with the Python Stellar SDK as the client and the judge."""
from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
import struct
import urllib.error
from contextlib import contextmanager

import pytest
from stellar_sdk import (Address, Asset, ChangeTrust, CreateAccount, Keypair, MuxedAccount, Network, Payment, Server, SetOptions, SetTrustLineFlags, Signer,
                         SorobanDataBuilder, TransactionBuilder, TrustLineFlags, scval, xdr)
from stellar_sdk.contract.exceptions import SimulationFailedError
from stellar_sdk.exceptions import AccountNotFoundException, PrepareTransactionException, SorobanRpcErrorResponse
from stellar_sdk.operation.set_options import AuthorizationFlag

from contracts import (COUNTER, HELLO, MULTISIG, NATIVE, RPC, SIMPLE, SWAP, VAULT, WEB_AUTH, amount, credentials, entries, payload, practice_contract,
                       signed, who)
from programs import TESTNET, Sandbox, key

ALICE, BOB, CAROL, ISSUER = (key(name) for name in ("alice", "bob", "carol", "issuer"))
USDC = Asset("USDC", ISSUER.public_key)
TOKEN = USDC.contract_id(TESTNET)


@contextmanager
def refused(error: str):
    """A simulation ends with this error."""
    with pytest.raises(PrepareTransactionException) as caught:
        yield
    text = caught.value.simulate_transaction_response.error
    assert re.match(rf"HostError: Error\((?:{error})\)", text), text


@pytest.fixture
def rpc(sandbox) -> RPC:
    """A network in which Alice has 100 USDC, and Bob trusts USDC."""
    rpc = RPC(sandbox.url)
    rpc.fund(ALICE, BOB, ISSUER)
    for person in (ALICE, BOB):
        rpc.classic(person, ChangeTrust(USDC))
    rpc.classic(ISSUER, Payment(ALICE.public_key, USDC, "100"))
    return rpc


# -- the network

def test_every_method_of_the_sdk(rpc):
    server = rpc.server
    assert server.get_health().status == "healthy"
    network = server.get_network()
    assert (network.passphrase, network.protocol_version) == (TESTNET, 30)
    assert server.get_version_info().version.startswith("coldstar-sandbox")
    latest = server.get_latest_ledger()
    header, metadata = base64.b64decode(latest.header_xdr), base64.b64decode(latest.metadata_xdr)
    assert hashlib.sha256(header).hexdigest() == latest.id
    assert metadata.startswith(bytes([0, 0, 0, 2, 0, 0, 0, 0]) + bytes.fromhex(latest.id) + header)
    # The SDK does not know close times in milliseconds (CAP-88): version, hash before, set, time, upgrades, arm, milliseconds.
    version, time, upgrades, arm, milliseconds = struct.unpack_from(">I64xQIIQ", header)
    assert (version, upgrades, arm, time) == (30, 0, 3, latest.close_time) and milliseconds // 1000 == time
    assert server.get_fee_stats().inclusion_fee.mode == 100
    assert len(server.get_transactions(1000).transactions) == 6
    assert len(server.get_ledgers(1000).ledgers) == 7
    # Six fees, three payments by friendbot, and what the issuer has issued.
    assert len(server.get_events(1000).events) == 10
    with pytest.raises(AccountNotFoundException):
        server.load_account(CAROL.public_key)
    with pytest.raises(SorobanRpcErrorResponse, match="startLedger must be within the ledger range"):
        server.get_events(1)


def test_horizon_and_rpc_are_one_ledger(rpc, sandbox):
    horizon = Server(sandbox.url)
    found = rpc.classic(ALICE, CreateAccount(CAROL.public_key, "5"))
    hash = found.transaction_hash
    record = horizon.transactions().transaction(hash).call()
    assert record["ledger"] == found.ledger and record["result_xdr"] == found.result_xdr
    assert rpc.balance(CAROL.public_key) == 50_000_000
    transaction = rpc.prepared(NATIVE, "transfer", who(ALICE.public_key), who(CAROL.public_key), amount(7), source=ALICE)
    transaction.sign(ALICE)
    sent = horizon.submit_transaction(transaction)
    assert rpc.server.get_transaction(sent["hash"]).status.value == "SUCCESS"
    [operation] = horizon.operations().for_transaction(sent["hash"]).call()["_embedded"]["records"]
    assert operation["type"] == "invoke_host_function"
    assert operation["asset_balance_changes"] == [{
        "type": "transfer", "asset_type": "native", "from": ALICE.public_key, "to": CAROL.public_key, "amount": "0.0000007"}]
    received = horizon.payments().for_account(CAROL.public_key).call()["_embedded"]["records"]
    assert [payment["type"] for payment in received] == ["create_account", "invoke_host_function"]
    account = horizon.accounts().account_id(CAROL.public_key).call()
    assert account["balances"][-1]["balance"] == "5.0000007"


def test_http(rpc):
    def post(body: bytes, content_type: str = "application/json") -> int:
        try:
            rpc.post("", raw=body, content_type=content_type)
        except urllib.error.HTTPError as error:
            return error.code
        except json.JSONDecodeError:
            return 204
        return 200

    health = b'{"jsonrpc":"2.0","id":1,"method":"getHealth"}'
    assert post(health) == 200
    assert post(health, "text/plain") == 415
    assert post(b"{") == 500
    assert post(b'{"jsonrpc":"2.0","method":"getHealth"}') == 204
    assert post(b" " * (512 << 10) + health) == 413
    assert post(b" " * ((512 << 10) - len(health)) + health) == 200


# -- contracts, by the SDK's own steps

def test_transfers_of_lumens_and_of_an_asset(rpc):
    before = rpc.balance(BOB.public_key)
    rpc.invoke(NATIVE, "transfer", who(ALICE.public_key), who(BOB.public_key), amount(12_345), source=ALICE)
    assert rpc.balance(BOB.public_key) == before + 12_345
    rpc.invoke(TOKEN, "transfer", who(ALICE.public_key), who(BOB.public_key), amount(50), source=ALICE)
    assert rpc.balance(BOB.public_key, TOKEN) == 50
    muxed = MuxedAccount(BOB.public_key, 7).account_muxed
    call = rpc.client(TOKEN).invoke("transfer", [who(ALICE.public_key), who(muxed), amount(5)], source=ALICE.public_key, signer=ALICE)
    call.sign_and_submit()
    meta = xdr.TransactionMeta.from_xdr(call.get_transaction_response.result_meta_xdr).v4
    [event] = meta.operations[0].events
    assert scval.to_native(event.body.v0.data) == {"amount": 5, "to_muxed_id": 7}


def test_the_result_is_the_hash_of_value_and_events(rpc):
    call = rpc.client(TOKEN).invoke("transfer", [who(ALICE.public_key), who(BOB.public_key), amount(5)], source=ALICE.public_key, signer=ALICE)
    call.sign_and_submit()
    found = call.get_transaction_response
    meta = xdr.TransactionMeta.from_xdr(found.result_meta_xdr).v4
    preimage = xdr.InvokeHostFunctionSuccessPreImage(meta.soroban_meta.return_value, meta.operations[0].events)
    result = xdr.TransactionResult.from_xdr(found.result_xdr)
    success = result.result.results[0].tr.invoke_host_function_result.success
    assert success.hash == hashlib.sha256(preimage.to_xdr_bytes()).digest()
    fees = [scval.from_int128(event.event.body.v0.data) for event in meta.events]
    assert sum(fees) == result.fee_charged.int64 and len(fees) == 2 and fees[1] < 0
    assert found.events.contract_events_xdr == [[event.to_xdr() for event in meta.operations[0].events]]


def test_approve_and_spend(rpc):
    latest = rpc.latest()
    rpc.invoke(TOKEN, "approve", who(ALICE.public_key), who(BOB.public_key), amount(30), scval.to_uint32(latest + 900), source=ALICE)
    spend = (who(BOB.public_key), who(ALICE.public_key), who(BOB.public_key))
    rpc.invoke(TOKEN, "transfer_from", *spend, amount(20), source=BOB)
    assert rpc.balance(BOB.public_key, TOKEN) == 20
    with refused("Contract, #9"):
        rpc.prepared(TOKEN, "transfer_from", *spend, amount(11), source=BOB)


def test_vault_with_a_nested_transfer(rpc):
    deposited = rpc.invoke(VAULT, "deposit", who(ALICE.public_key), who(TOKEN), amount(1000), source=ALICE)
    assert scval.from_int128(deposited) == 1000
    assert rpc.server.get_sac_balance(VAULT, USDC, TESTNET).balance_entry.amount == 1000
    left = rpc.invoke(VAULT, "withdraw", who(ALICE.public_key), who(TOKEN), amount(300), source=ALICE)
    assert scval.from_int128(left) == 700
    assert rpc.server.get_sac_balance(VAULT, USDC, TESTNET).balance_entry.amount == 700
    with refused("Contract, #2"):
        rpc.prepared(VAULT, "withdraw", who(ALICE.public_key), who(TOKEN), amount(701), source=ALICE)


def test_hello(rpc):
    for word in (scval.to_string("world"), scval.to_symbol("world")):
        said = rpc.client(HELLO).invoke("hello", [word]).result()
        assert said == scval.to_vec([scval.to_string("Hello"), word])
    with pytest.raises(SimulationFailedError, match="Value, UnexpectedType"):
        rpc.client(HELLO).invoke("hello", [amount(1)])


def swap(**changes: int) -> list[xdr.SCVal]:
    """Alice gives at most 10 USDC and wants 4 XLM, Bob gives at most 5 XLM and wants 8 USDC."""
    amounts = {"amount_a": 10, "min_b_for_a": 4, "amount_b": 5, "min_a_for_b": 8, **changes}
    parties = [ALICE.public_key, BOB.public_key, TOKEN, NATIVE]
    return [who(party) for party in parties] + [amount(value * 10 ** 7) for value in amounts.values()]


def test_two_holders_swap_tokens(rpc):
    rpc.fund(CAROL)
    before = rpc.balance(BOB.public_key)
    call = rpc.client(SWAP).invoke("swap", swap(), source=CAROL.public_key, signer=CAROL)
    trees = {credentials(entry).address: entry.root_invocation for entry in entries(call.built_transaction)}
    assert len(trees) == 2
    for tree in trees.values():
        # Two tokens and two amounts, and below it the transfer to the contract.
        assert len(tree.function.contract_fn.args) == 4 and len(tree.sub_invocations) == 1
    call.sign_auth_entries(ALICE)
    call.sign_auth_entries(BOB)
    call.sign_and_submit()
    assert rpc.balance(ALICE.public_key, TOKEN) == 92 * 10 ** 7 and rpc.balance(BOB.public_key, TOKEN) == 8 * 10 ** 7
    assert rpc.balance(BOB.public_key) == before - 4 * 10 ** 7
    for token in (TOKEN, NATIVE):
        assert scval.from_int128(rpc.client(token).invoke("balance", [who(SWAP)], source=ALICE.public_key).result()) == 0


@pytest.mark.parametrize("changes, error", [({"min_b_for_a": 6}, "#1"), ({"min_a_for_b": 11}, "#1"), ({"min_a_for_b": 0}, "#2"),
                                            ({"amount_a": -1, "min_a_for_b": -2}, "#2"), ({"amount_a": 101}, "#10")])
def test_refuses_a_swap_that_is_none(rpc, changes, error):
    with refused(f"Contract, {error}"):
        rpc.prepared(SWAP, "swap", *swap(**changes), source=ALICE)


def test_a_swap_needs_both_holders(rpc):
    transaction = rpc.prepared(SWAP, "swap", *swap(), source=ALICE)
    assert rpc.outcome(transaction, ALICE) == "INVOKE_HOST_FUNCTION_TRAPPED"


def test_another_signer_authorizes_a_call(rpc):
    call = rpc.client(COUNTER).invoke("increment", [who(BOB.public_key), scval.to_uint32(7)], source=ALICE.public_key, signer=ALICE)
    assert call.needs_non_invoker_signing_by() == {BOB.public_key}
    call.sign_auth_entries(BOB)
    assert scval.from_uint32(call.sign_and_submit()) == 7
    count = rpc.client(COUNTER).invoke("count", [who(BOB.public_key)], source=ALICE.public_key)
    assert scval.from_uint32(count.result()) == 7


def test_specs_and_code(rpc):
    for contract, function in ((COUNTER, "increment"), (VAULT, "deposit"), (SIMPLE, "__check_auth"), (MULTISIG, "init"), (WEB_AUTH, "web_auth_verify")):
        spec = rpc.server.get_contract_spec(contract)
        functions = [entry.function_v0.name.sc_symbol.decode() for entry in spec.entries if entry.function_v0]
        assert function in functions
        meta = {entry.v0.key: entry.v0.val for entry in rpc.server.get_contract_meta(contract).entries}
        assert meta[b"practice"] == b"native"
        instance = rpc.server.get_contract_data(contract, xdr.SCVal(xdr.SCValType.SCV_LEDGER_KEY_CONTRACT_INSTANCE))
        executable = xdr.LedgerEntryData.from_xdr(instance.xdr).contract_data.val.instance.executable
        wasm = rpc.server.get_contract_wasm(contract)
        assert hashlib.sha256(wasm).digest() == executable.wasm_hash.hash


def test_contract_account_with_one_key(rpc):
    rpc.invoke(SIMPLE, "init", scval.to_bytes(CAROL.raw_public_key()), source=ALICE)
    rpc.invoke(TOKEN, "transfer", who(ALICE.public_key), who(SIMPLE), amount(500), source=ALICE)
    assert rpc.server.get_sac_balance(SIMPLE, USDC, TESTNET).balance_entry.amount == 500
    transaction = rpc.prepared(TOKEN, "transfer", who(SIMPLE), who(BOB.public_key), amount(80), source=ALICE)

    def with_signature(keypair: Keypair):
        copied = copy.deepcopy(transaction)
        entry = entries(copied)[0]
        credentials(entry).signature = scval.to_bytes(keypair.sign(payload(entry, rpc.latest() + 100)))
        # What the check needs is known only when it runs.
        return rpc.server.prepare_transaction(copied)

    with refused("Crypto, InvalidInput"):
        with_signature(BOB)
    assert rpc.outcome(with_signature(CAROL), ALICE) == "INVOKE_HOST_FUNCTION_SUCCESS"
    assert rpc.balance(BOB.public_key, TOKEN) == 80


def test_contract_account_of_three_keys(rpc):
    keys = sorted((ALICE, BOB, CAROL), key=lambda pair: pair.raw_public_key())
    rpc.invoke(MULTISIG, "init", scval.to_vec([scval.to_bytes(pair.raw_public_key()) for pair in keys]), scval.to_uint32(2), source=ALICE)
    rpc.invoke(NATIVE, "transfer", who(ALICE.public_key), who(MULTISIG), amount(5000), source=ALICE)
    transaction = rpc.prepared(NATIVE, "transfer", who(MULTISIG), who(BOB.public_key), amount(80), source=ALICE)
    until = rpc.latest() + 100
    for signers in ((keys[0],), (keys[1], keys[0]), (keys[0], keys[0]), (keys[0], key("dave"))):
        with refused("Auth, InvalidAction"):
            rpc.server.prepare_transaction(signed(transaction, until, *signers))
    assert rpc.outcome(rpc.server.prepare_transaction(signed(transaction, until, keys[0], keys[2])), ALICE) == "INVOKE_HOST_FUNCTION_SUCCESS"


def test_an_account_of_several_signers_authorizes(rpc):
    rpc.classic(BOB, SetOptions(signer=Signer.ed25519_public_key(CAROL.public_key, 1), med_threshold=2))
    transaction = rpc.prepared(COUNTER, "increment", who(BOB.public_key), scval.to_uint32(1), source=ALICE)
    until = rpc.latest() + 100
    order = sorted((BOB, CAROL), key=lambda pair: pair.raw_public_key())
    stranger = sorted((BOB, CAROL, key("dave")), key=lambda pair: pair.raw_public_key())
    for signers in ((BOB,), (CAROL,), (order[1], order[0]), (BOB, BOB), stranger):
        with refused("Auth, InvalidAction"):
            rpc.server.prepare_transaction(signed(transaction, until, *signers))
    # The simulation counted one signature; two need more.
    assert rpc.outcome(rpc.server.prepare_transaction(signed(transaction, until, *order)), ALICE) == "INVOKE_HOST_FUNCTION_SUCCESS"


# -- what the network refuses

@pytest.fixture
def increment(rpc):
    """Alice's transaction that needs Bob's authorization, unsigned."""
    return rpc.prepared(COUNTER, "increment", who(BOB.public_key), scval.to_uint32(1), source=ALICE)


TRAPPED = "INVOKE_HOST_FUNCTION_TRAPPED"


def test_refuses_entries_that_do_not_authorize(rpc, increment):
    until = rpc.latest() + 100

    def changed(change, *signers: Keypair, until: int = until, passphrase: str = TESTNET) -> str:
        """The result with an entry that is changed, then signed."""
        transaction = copy.deepcopy(increment)
        change(entries(transaction)[0])
        return rpc.outcome(signed(transaction, until, *signers or (BOB,), passphrase=passphrase), ALICE)

    def tree(entry):
        entry.root_invocation.function.contract_fn.args[1] = scval.to_uint32(2)

    def address(entry):
        credentials(entry).address = who(CAROL.public_key).address

    same = lambda entry: None  # noqa: E731
    assert changed(same, CAROL) == TRAPPED
    assert changed(same, passphrase=Network.PUBLIC_NETWORK_PASSPHRASE) == TRAPPED
    assert changed(tree) == TRAPPED
    assert changed(address) == TRAPPED
    assert changed(same, until=rpc.latest()) == TRAPPED
    assert changed(same, BOB, BOB) == TRAPPED
    assert rpc.outcome(increment, ALICE) == TRAPPED


def test_an_entry_is_used_once(rpc, increment):
    first = signed(increment, rpc.latest() + 100, BOB)
    assert rpc.outcome(first, ALICE) == "INVOKE_HOST_FUNCTION_SUCCESS"
    assert rpc.outcome(first, ALICE) == TRAPPED
    nonce = credentials(entries(first)[0]).nonce
    key_ = xdr.LedgerKey(xdr.LedgerEntryType.CONTRACT_DATA, contract_data=xdr.LedgerKeyContractData(
        who(BOB.public_key).address, xdr.SCVal(xdr.SCValType.SCV_LEDGER_KEY_NONCE, nonce_key=xdr.SCNonceKey(nonce)),
        xdr.ContractDataDurability.TEMPORARY))
    [entry] = rpc.server.get_ledger_entries([key_]).entries
    assert entry.live_until_ledger >= rpc.latest() + 90


def test_a_signature_counts_in_its_last_ledger(rpc, increment):
    assert rpc.outcome(signed(increment, rpc.latest() + 1, BOB), ALICE) == "INVOKE_HOST_FUNCTION_SUCCESS"


def test_refuses_what_is_declared_too_small(rpc):
    transaction = rpc.prepared(NATIVE, "transfer", who(ALICE.public_key), who(BOB.public_key), amount(1), source=ALICE)

    def changed(change) -> str:
        copied = copy.deepcopy(transaction)
        change(copied.transaction.soroban_data)
        return rpc.outcome(copied, ALICE)

    def fee(data):
        data.resource_fee = xdr.Int64(data.resource_fee.int64 // 3)

    def refundable(data):
        data.resource_fee = xdr.Int64(data.resource_fee.int64 - 40_000)

    def footprint(data):
        data.resources.footprint.read_write.pop()

    def reading(data):
        data.resources.footprint.read_only.append(data.resources.footprint.read_write.pop())

    def instructions(data):
        data.resources.instructions = xdr.Uint32(1000)

    def written(data):
        data.resources.write_bytes = xdr.Uint32(10)

    assert changed(fee) == "txSOROBAN_INVALID"
    assert changed(footprint) == TRAPPED
    assert changed(reading) == TRAPPED
    assert changed(instructions) == "INVOKE_HOST_FUNCTION_RESOURCE_LIMIT_EXCEEDED"
    assert changed(written) == "INVOKE_HOST_FUNCTION_RESOURCE_LIMIT_EXCEEDED"
    assert changed(lambda data: None) == "INVOKE_HOST_FUNCTION_SUCCESS"


def test_refuses_what_the_issuer_does_not_allow(rpc):
    rpc.classic(ISSUER, SetOptions(set_flags=AuthorizationFlag.AUTHORIZATION_REVOCABLE))
    rpc.classic(ISSUER, SetTrustLineFlags(BOB.public_key, USDC, clear_flags=TrustLineFlags.AUTHORIZED_FLAG))
    with refused("Contract, #11"):
        rpc.prepared(TOKEN, "transfer", who(ALICE.public_key), who(BOB.public_key), amount(1), source=ALICE)
    rpc.invoke(TOKEN, "set_authorized", who(BOB.public_key), scval.to_bool(True), source=ISSUER)
    rpc.invoke(TOKEN, "transfer", who(ALICE.public_key), who(BOB.public_key), amount(1), source=ALICE)
    with refused("Contract, #13"):
        rpc.prepared(TOKEN, "transfer", who(ALICE.public_key), who(CAROL.public_key), amount(1), source=ALICE)


def test_simulation_without_a_known_source(rpc):
    call = rpc.client(TOKEN).invoke("decimals")
    assert scval.from_uint32(call.result()) == 7
    call = rpc.client(TOKEN).invoke("name")
    assert scval.from_string(call.result()).decode() == f"USDC:{ISSUER.public_key}"
    with pytest.raises(SimulationFailedError, match="no contract at this address"):
        rpc.client(Asset("NONE", ISSUER.public_key).contract_id(TESTNET)).invoke("name")


# -- faults

def test_faults_by_path(rpc, sandbox):
    transfer = ("transfer", who(ALICE.public_key), who(BOB.public_key), amount(1))
    honest = rpc.prepared(NATIVE, *transfer, source=ALICE)
    larger = RPC(sandbox.url, "larger-auth").prepared(NATIVE, *transfer, source=ALICE)
    assert len(entries(larger)[0].root_invocation.sub_invocations) == 1
    other = RPC(sandbox.url, "other-footprint").prepared(NATIVE, *transfer, source=ALICE)
    assert len(other.transaction.soroban_data.resources.footprint.read_write) == 3
    dear = RPC(sandbox.url, "fee-x100").prepared(NATIVE, *transfer, source=ALICE)
    assert dear.transaction.soroban_data.resource_fee.int64 == 100 * honest.transaction.soroban_data.resource_fee.int64
    assert RPC(sandbox.url, "wrong-passphrase").server.get_network().passphrase == Network.PUBLIC_NETWORK_PASSPHRASE
    stale = RPC(sandbox.url, "stale-ledger")
    assert stale.latest() <= rpc.latest() - 499
    swapped = RPC(sandbox.url, "swapped-spec")
    assert swapped.server.get_contract_wasm(VAULT) != rpc.server.get_contract_wasm(VAULT)
    with pytest.raises(urllib.error.HTTPError):
        RPC(sandbox.url, "nonsense").post("getHealth")


def test_busy_and_slow_servers(rpc, sandbox):
    transaction = rpc.prepared(NATIVE, "transfer", who(ALICE.public_key), who(BOB.public_key), amount(1), source=ALICE)
    transaction.sign(ALICE)
    busy = RPC(sandbox.url, "try-again-later").server
    assert [busy.send_transaction(transaction).status.value for _ in range(5)] == ["TRY_AGAIN_LATER"] * 3 + ["PENDING", "DUPLICATE"]
    slow = RPC(sandbox.url, "not-found").server
    assert slow.get_transaction(transaction.hash_hex()).status.value == "NOT_FOUND"
    assert rpc.server.get_transaction(transaction.hash_hex()).status.value == "SUCCESS"


def test_a_fault_by_option(folder):
    network = Sandbox(folder, "--rpc-fault", "wrong-passphrase")
    try:
        assert RPC(network.url).server.get_network().passphrase == Network.PUBLIC_NETWORK_PASSPHRASE
    finally:
        assert network.stop()[0] == 0


# -- code, contracts and lifetimes that transactions add, with the SDK's operations

EMPTY_MODULE = b"\0asm\1\0\0\0"


def done(rpc: RPC, source: Keypair, add):
    """Sends the operation that `add` appends, as the SDK's examples do; returns what the transaction returned, and its meta."""
    builder = TransactionBuilder(rpc.server.load_account(source.public_key), TESTNET, 100).set_timeout(300)
    add(builder)
    transaction = rpc.server.prepare_transaction(builder.build())
    transaction.sign(source)
    found = rpc.finish(transaction)
    assert found.status.value == "SUCCESS", found
    meta = xdr.TransactionMeta.from_xdr(found.result_meta_xdr).v4
    return meta.soroban_meta.return_value, meta


def test_code_is_uploaded_and_contracts_are_deployed(rpc):
    code = rpc.server.get_contract_wasm(COUNTER)
    for module in (EMPTY_MODULE, code):
        value, _ = done(rpc, ALICE, lambda builder: builder.append_upload_contract_wasm_op(module))
        assert value.bytes.sc_bytes == hashlib.sha256(module).digest()
        assert rpc.server.get_contract_wasm_by_hash(value.bytes.sc_bytes) == module
    address, _ = done(rpc, ALICE, lambda builder: builder.append_create_contract_op(hashlib.sha256(code).digest(), ALICE.public_key, salt=b"\7" * 32))
    contract = scval.from_address(address).address
    assert scval.from_uint32(rpc.invoke(contract, "increment", who(ALICE.public_key), scval.to_uint32(3), source=ALICE)) == 3
    with refused("Storage, ExistingValue"):
        done(rpc, ALICE, lambda builder: builder.append_create_contract_op(hashlib.sha256(code).digest(), ALICE.public_key, salt=b"\7" * 32))
    operations = Server(rpc.base).operations().for_account(ALICE.public_key).order(desc=True).limit(2).call()["_embedded"]["records"]
    assert [one["function"].removeprefix("HostFunctionTypeHostFunctionType") for one in operations][1].startswith("CreateContract")
    assert (operations[1]["from"], operations[1]["address"], operations[1]["salt"]) == ("address", ALICE.public_key, str(int.from_bytes(b"\7" * 32)))
    # Code that the practice network does not have is there, and does not run.
    address, _ = done(rpc, ALICE, lambda builder: builder.append_create_contract_op(hashlib.sha256(EMPTY_MODULE).digest(), ALICE.public_key))
    with pytest.raises(SimulationFailedError, match="WasmVm, MissingValue"):
        rpc.client(scval.from_address(address).address).invoke("hello", [], source=ALICE.public_key)


def test_the_contract_of_an_asset_is_deployed(rpc):
    asset = Asset("HELLO", ISSUER.public_key)
    address, _ = done(rpc, BOB, lambda builder: builder.append_create_stellar_asset_contract_from_asset_op(asset))
    assert scval.from_address(address).address == asset.contract_id(TESTNET)
    # One that is there since someone trusts the asset.
    address, _ = done(rpc, BOB, lambda builder: builder.append_create_stellar_asset_contract_from_asset_op(USDC))
    assert scval.from_address(address).address == TOKEN


@pytest.fixture
def short_lived(folder, tmp_path):
    """A network whose new entries live for six ledgers, and Alice."""
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps({"lifetimes": {"persistent": 6}}))
    network = Sandbox(folder, "--seed", seed)
    rpc = RPC(network.url)
    rpc.fund(ALICE)
    yield rpc
    assert network.stop()[0] == 0


def close_ledgers(rpc: RPC, count: int) -> None:
    for number in range(count):
        rpc.fund(key(f"someone {rpc.latest()} {number}"))


COUNT = xdr.LedgerKey(xdr.LedgerEntryType.CONTRACT_DATA, contract_data=xdr.LedgerKeyContractData(
    contract=Address(COUNTER).to_xdr_sc_address(), key=scval.to_vec([scval.to_symbol("Counter"), who(ALICE.public_key)]),
    durability=xdr.ContractDataDurability.PERSISTENT))


def restored(meta: xdr.TransactionMetaV4) -> list[str]:
    changes = [change for operation in meta.operations for change in operation.changes.ledger_entry_changes]
    return [change.restored.data.type.name for change in changes if change.type is xdr.LedgerEntryChangeType.LEDGER_ENTRY_RESTORED]


def test_archived_entries_are_restored_by_the_call_or_before_it(short_lived):
    rpc, increment = short_lived, lambda builder: builder.append_invoke_contract_function_op(COUNTER, "increment", [who(ALICE.public_key), scval.to_uint32(2)])
    lifetime = lambda: rpc.server.get_ledger_entries([COUNT]).entries[0].live_until_ledger
    done(rpc, ALICE, increment)
    assert lifetime() == rpc.latest() + 5
    close_ledgers(rpc, 7)
    assert lifetime() == 0
    value, meta = done(rpc, ALICE, increment)
    assert value.u32.uint32 == 4 and restored(meta) == ["CONTRACT_DATA", "TTL"]
    close_ledgers(rpc, 7)

    def footprint(builder, **keys):
        builder.set_soroban_data(SorobanDataBuilder().set_read_only(keys.get("reads", [])).set_read_write(keys.get("writes", [])).build())

    def restore(builder):
        footprint(builder.append_restore_footprint_op(), writes=[COUNT])

    def extend(builder):
        footprint(builder.append_extend_footprint_ttl_op(100), reads=[COUNT])

    builder = TransactionBuilder(rpc.server.load_account(ALICE.public_key), TESTNET, 100).set_timeout(300)
    extend(builder)
    needed = rpc.server.simulate_transaction(builder.build()).restore_preamble
    data = xdr.SorobanTransactionData.from_xdr(needed.transaction_data)
    assert data.resources.footprint.read_write == [COUNT] and data.resource_fee.int64 == needed.min_resource_fee
    value, meta = done(rpc, ALICE, restore)
    assert value is None and restored(meta) == ["CONTRACT_DATA", "TTL"]
    done(rpc, ALICE, extend)
    assert lifetime() == rpc.latest() + 100


def test_contracts_on_another_network(folder):
    network = Sandbox(folder, "--network-passphrase", "a network of one's own")
    try:
        rpc = RPC(network.url)
        assert rpc.server.get_contract_spec(practice_contract("counter", "a network of one's own"))
    finally:
        assert network.stop()[0] == 0
