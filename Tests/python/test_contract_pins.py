# SPDX-License-Identifier: Apache-2.0
"""Contracts in the book: pins from files and requests, names, tokens, and functions that may be called."""
from __future__ import annotations

import base64
import hashlib
import json

import pytest
from stellar_sdk import Asset, InvokeHostFunction, scval, xdr
from stellar_sdk.address import Address

import programs
from programs import PIN, TESTNET, key

ALICE, BOB, ISSUER = key("alice"), key("bob"), key("issuer")
VAULT = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA"
PUBLIC = "Public Global Stellar Network ; September 2015"
ADDRESS, AMOUNT = xdr.SCSpecType.SC_SPEC_TYPE_ADDRESS, xdr.SCSpecType.SC_SPEC_TYPE_I128


def function(name: str, **inputs: xdr.SCSpecType) -> bytes:
    arguments = [xdr.SCSpecFunctionInputV0(b"", n.encode(), xdr.SCSpecTypeDef(t)) for n, t in inputs.items()]
    return xdr.SCSpecEntry(xdr.SCSpecEntryKind.SC_SPEC_ENTRY_FUNCTION_V0, function_v0=xdr.SCSpecFunctionV0(
        b"", xdr.SCSymbol(name.encode()), arguments, [])).to_xdr_bytes()


SPEC = function("deposit", user=ADDRESS, amount=AMOUNT) + function("stop")
OTHER = function("deposit", amount=ADDRESS, user=AMOUNT)


def module(spec: bytes) -> bytes:
    """A WebAssembly module with an interface and no code."""
    name = b"contractspecv0"
    content = bytes([len(name)]) + name + spec
    assert len(content) < 1 << 14
    return b"\0asm\1\0\0\0\0" + bytes([len(content) & 127 | 128, len(content) >> 7]) + content


WASM = module(SPEC)
HASH = hashlib.sha256(WASM).hexdigest()


def call(name: str, *args: xdr.SCVal, contract: str = VAULT) -> str:
    called = xdr.InvokeContractArgs(Address(contract).to_xdr_sc_address(), xdr.SCSymbol(name.encode()), list(args))
    operation = InvokeHostFunction(xdr.HostFunction(xdr.HostFunctionType.HOST_FUNCTION_TYPE_INVOKE_CONTRACT, invoke_contract=called), auth=[])
    return programs.payment(operation, sequence=9)


def deposit() -> str:
    return call("deposit", scval.to_address(ALICE.public_key), scval.to_int128(25))


def request(envelope: str, *contracts: dict) -> str:
    return json.dumps({"format": "coldstar-request", "version": 1, "id": "8c3d0f3e-5d1f-4c0e-9a55-0d8f1f0e7a11", "kind": "transaction",
                       "network_passphrase": TESTNET, "envelope": envelope, "signers": [ALICE.public_key], "hints": {"contracts": list(contracts)}})


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def found(machine, text: str, *more) -> dict[str, tuple[str, str]]:
    rows = machine.sign("inspect", "-", "--json", *more, stdin=text).json()["findings"]
    return {row["rule"]: (row["level"], row["message"]) for row in rows}


@pytest.fixture
def vault(offline):
    offline.import_key("alice", ALICE)
    (offline.home / "vault.wasm").write_bytes(WASM)
    (offline.home / "vault.spec").write_bytes(SPEC)
    return offline


def add(machine, label, *words, contract=VAULT, network=("--network", "testnet"), code=0, **more):
    return machine.sign("book", "contracts", "add", label, contract, *network, *words, "--yes", pin=PIN, code=code, **more)


def pins(machine) -> list[dict]:
    return machine.sign("book", "contracts", "list", "--json").json()["contracts"]


def test_a_file_pins_code_and_interface_and_shows_its_functions(vault):
    told = add(vault, "vault", "--wasm", "vault.wasm", "--function", "deposit").err
    words = "".join(told.split())
    assert HASH in words and "deposit(user:Address,amount:i128)" in words and "Functions(2)" in words
    [pin] = pins(vault)
    assert pin == {"label": "vault", "network_passphrase": TESTNET, "contract": VAULT, "asset": None, "wasm_hash": HASH,
                   "spec_hash": hashlib.sha256(SPEC).hexdigest(), "token": None, "account": None, "functions": ["deposit"], "upgradable": "no"}
    assert "another contract as vault" in add(vault, "vault", contract=Asset.native().contract_id(TESTNET), code=73).err
    add(vault, "vault", "--spec", "vault.spec", "--replace")
    assert [p["wasm_hash"] for p in pins(vault)] == [None]


def test_names_are_claimed_until_the_interface_is_pinned(vault):
    code = {"id": VAULT, "wasm": b64(WASM), "wasm_hash": HASH}
    level, message = found(vault, request(deposit(), code))["SOR-NAMES"]
    assert level == "info" and message.startswith("claimed names") and '"amount" i128 = 25' in message
    (vault.home / "request.json").write_text(request(deposit(), code))
    add(vault, "vault", "--from", "request.json", "--function", "deposit", network=())
    seen = found(vault, request(deposit(), code))
    assert seen["SOR-NAMES"][1].startswith("verified names") and "upgradable: no" in seen["SOR-NAMES"][1]
    assert seen["SOR-INVOKE"][0] == "warn"
    for other in ((), ({"id": VAULT, "spec": b64(OTHER)},)):
        assert found(vault, request(deposit(), *other))["SOR-INVOKE"][0] == "hold"
    assert found(vault, request(call("stop"), code))["SOR-INVOKE"][0] == "hold"


def test_an_interface_of_another_hash_is_held(vault):
    add(vault, "vault", "--spec", "vault.spec")
    rows = vault.sign("inspect", "-", "--json", stdin=request(deposit(), {"id": VAULT, "spec": b64(OTHER)})).json()["findings"]
    names = [row for row in rows if row["rule"] == "SOR-NAMES"]
    assert names[0]["level"] == "hold" and "verified" not in json.dumps(names)


def test_a_pinned_tokens_transfer_to_a_contact_is_signed_without_a_hold(vault):
    vault.sign("book", "contacts", "add", "bob", BOB.public_key, "--yes", pin=PIN)
    text = call("transfer", scval.to_address(ALICE.public_key), scval.to_address(BOB.public_key), scval.to_int128(25 * 10**18))
    assert found(vault, text, "--network", "testnet")["TOK-RAW"][0] == "hold"
    add(vault, "euro", "--decimals", "18", "--symbol", "EUR")
    seen = vault.sign("inspect", "-", "--json", "--network", "testnet", stdin=text).json()
    assert seen["operations"][0]["summary"].startswith(f"Pay 25 EUR ({VAULT})")
    assert seen["flows"]["leaving"][0]["amount"] == "25" and seen["flows"]["not_named"] == {}
    vault.sign("sign", "-", "--key", "alice", "--yes", "--network", "testnet", stdin=text, pin=PIN)


def test_the_network_of_a_pin_counts(vault):
    add(vault, "euro", "--decimals", "18", "--symbol", "EUR", network=("--network", "public"))
    text = call("transfer", scval.to_address(ALICE.public_key), scval.to_address(BOB.public_key), scval.to_int128(5))
    assert found(vault, text, "--network", "testnet")["TOK-RAW"][0] == "hold"


def test_a_built_in_contract_is_checked_against_its_asset(vault):
    usdc = Asset("USDC", ISSUER.public_key)
    name = f"USDC:{ISSUER.public_key}"
    add(vault, "usdc", "--sac", name, contract=usdc.contract_id(TESTNET))
    assert pins(vault)[0]["asset"] == name
    refused = add(vault, "other", "--sac", name, contract=usdc.contract_id(PUBLIC), code=65)
    assert "the contract is not that of the asset on this network" in refused.err


WRONG = {
    "two sources": (("--wasm", "vault.wasm", "--spec", "vault.spec"), 64), "decimals alone": (("--decimals", "7"), 64),
    "signers without shape": (("--signer", BOB.public_key), 64), "a short hash": (("--wasm-hash", "00"), 65),
    "a section as code": (("--wasm", "vault.spec"), 65), "a missing file": (("--wasm", "none.wasm"), 66),
    "an unknown function": (("--wasm", "vault.wasm", "--function", "withdraw"), 65),
    "a function without code": (("--function", "deposit"), 65), "39 decimals": (("--decimals", "39", "--symbol", "EUR"), 65),
    "a symbol like XLM": (("--decimals", "7", "--symbol", "XLM"), 65), "an unknown shape": (("--shape", "webauthn", "--signer", BOB.public_key), 65),
    "an account without signers": (("--shape", "map"), 65), "the upgrade note": (("--upgradable", "maybe"), 65),
}


def test_a_wrong_pin_changes_nothing(vault, subtests):
    for words, code in WRONG.values():
        with subtests.test(words=words):
            add(vault, "vault", *words, code=code)
            assert not (vault.home / "vault" / "book").exists()


def test_a_request_without_material_of_the_contract_pins_nothing(vault):
    (vault.home / "request.json").write_text(request(deposit()))
    assert "neither code nor interface" in add(vault, "vault", "--from", "request.json", network=(), code=66).err
    (vault.home / "request.json").write_text(request(deposit(), {"id": VAULT, "spec": b64(SPEC)}, {"id": VAULT, "spec": b64(OTHER)}))
    assert "different codes or interfaces" in add(vault, "vault", "--from", "request.json", network=(), code=65).err


def test_without_agreement_and_pin_nothing_is_pinned(vault):
    words = ("book", "contracts", "add", "vault", VAULT, "--network", "testnet", "--wasm", "vault.wasm")
    vault.sign(*words, pin=PIN, code=77)
    vault.sign(*words, "--yes", pin="wrong wrong", code=77)
    assert not (vault.home / "vault" / "book").exists()


def test_contracts_are_removed_exported_and_imported(vault):
    add(vault, "vault", "--wasm", "vault.wasm", "--shape", "map", "--signer", BOB.public_key)
    exported = vault.sign("book", "contracts", "export").json()
    assert exported == {"format": "coldstar-contracts", "version": 1, "contracts": pins(vault)}
    vault.sign("book", "contracts", "remove", "vault", "--yes", pin=PIN)
    assert pins(vault) == [] and "contracts" not in vault.sign("book", "show", "--json").json()
    assert "the book has no contract vault" in vault.sign("book", "contracts", "remove", "vault", "--yes", pin=PIN, code=66).err
    taken = vault.sign("book", "contracts", "import", "-", "--yes", stdin=json.dumps(exported), pin=PIN)
    assert "Exported contracts, unsigned: compare each hash." in taken.err and pins(vault) == exported["contracts"]
    signed = vault.sign("book", "export").out
    vault.sign("book", "contracts", "remove", VAULT, "--yes", pin=PIN)
    vault.sign("book", "contracts", "import", "-", "--yes", stdin=signed, pin=PIN)
    assert pins(vault) == exported["contracts"]
    exported["contracts"][0]["functions"] = ["no name"]
    vault.sign("book", "contracts", "import", "-", "--yes", stdin=json.dumps(exported), pin=PIN, code=65)


def test_a_contract_accounts_entry_is_ours_if_the_book_says_so(vault):
    body = xdr.SorobanAddressCredentials(Address(VAULT).to_xdr_sc_address(), xdr.Int64(5), xdr.Uint32(0), scval.to_void())
    called = xdr.InvokeContractArgs(Address(VAULT).to_xdr_sc_address(), xdr.SCSymbol(b"stop"), [])
    entry = xdr.SorobanAuthorizationEntry(
        xdr.SorobanCredentials(xdr.SorobanCredentialsType.SOROBAN_CREDENTIALS_ADDRESS, address=body),
        xdr.SorobanAuthorizedInvocation(xdr.SorobanAuthorizedFunction(
            xdr.SorobanAuthorizedFunctionType.SOROBAN_AUTHORIZED_FUNCTION_TYPE_CONTRACT_FN, contract_fn=called), []))
    asked = json.loads(request("", {})) | {"kind": "authorization", "hints": {}, "authorization": {
        "entry": entry.to_xdr(), "siblings": [], "expiration_ledger": 200, "claimed_ledger": 100, "contracts": [{"id": VAULT, "spec": b64(SPEC)}]}}
    del asked["envelope"]
    text = json.dumps(asked)

    def rules() -> str:
        refused = vault.sign("sign", "-", "--key", "alice", "--yes", "--format", "response", stdin=text, pin=PIN, code=77)
        return " ".join(refused.err.split())

    assert "HOLD W-KEY" in rules()
    (vault.home / "request.json").write_text(text)
    add(vault, "shared", "--from", "request.json", "--shape", "map", "--signer", ALICE.public_key, network=())
    shown = rules()
    assert "HOLD W-KEY" not in shown and "signs for the contract account" in shown
    assert "HOLD SOR-TYPE9" in shown and "verified names" in shown
