# SPDX-License-Identifier: Apache-2.0
"""Contracts of a practice network, as the Python Stellar SDK calls them."""
from __future__ import annotations

import copy
import hashlib
import json
import urllib.request

from stellar_sdk import (Address, Asset, Keypair, Network, SorobanServer, StrKey, TransactionBuilder, TransactionEnvelope, scval, xdr)
from stellar_sdk.auth import build_authorization_preimage
from stellar_sdk.contract import ContractClient
from stellar_sdk.utils import sha256

from programs import TESTNET


def practice_contract(name: str, passphrase: str = TESTNET) -> str:
    """The address of a practice contract, derived as docs/SANDBOX.md says."""
    deployer = StrKey.encode_ed25519_public_key(hashlib.sha256(b"coldstar-sandbox deployer").digest())
    preimage = xdr.ContractIDPreimage(
        xdr.ContractIDPreimageType.CONTRACT_ID_PREIMAGE_FROM_ADDRESS,
        from_address=xdr.ContractIDPreimageFromAddress(
            address=Address(deployer).to_xdr_sc_address(), salt=xdr.Uint256(hashlib.sha256(f"coldstar-sandbox {name}".encode()).digest())))
    whole = xdr.HashIDPreimage(
        xdr.EnvelopeType.ENVELOPE_TYPE_CONTRACT_ID,
        contract_id=xdr.HashIDPreimageContractID(xdr.Hash(Network(passphrase).network_id()), preimage))
    return StrKey.encode_contract(sha256(whole.to_xdr_bytes()))


COUNTER, VAULT, SIMPLE, MULTISIG, DELEGATING, SMART, BOUND, WEB_AUTH, HELLO, SWAP = (
    practice_contract(name)
    for name in ("counter", "vault", "simple account", "multisig account", "delegating account", "smart account", "bound smart account",
                 "web auth", "hello", "atomic swap"))
NATIVE = Asset.native().contract_id(TESTNET)


def who(address: str) -> xdr.SCVal:
    return scval.to_address(address)


def amount(value: int) -> xdr.SCVal:
    return scval.to_int128(value)


class RPC:
    """The practice RPC at a path of a practice network."""

    def __init__(self, url: str, fault: str = ""):
        self.base = url
        self.url = f"{url}/rpc" + (f"/{fault}" if fault else "")
        self.server = SorobanServer(self.url)

    def fund(self, *accounts: Keypair) -> None:
        for account in accounts:
            urllib.request.urlopen(f"{self.base}/friendbot?addr={account.public_key}").read()

    def post(self, method: str, params=None, raw: bytes | None = None, content_type: str = "application/json"):
        body = raw if raw is not None else json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(self.url, data=body, headers={"Content-Type": content_type})
        return json.loads(urllib.request.urlopen(request).read())

    def result(self, method: str, params=None):
        answer = self.post(method, params)
        assert "result" in answer, answer
        return answer["result"]

    # -- classic transactions
    def classic(self, source: Keypair, *operations):
        builder = TransactionBuilder(self.server.load_account(source.public_key), TESTNET, 100).set_timeout(300)
        for operation in operations:
            builder.append_operation(operation)
        transaction = builder.build()
        transaction.sign(source)
        return self.finish(transaction)

    def finish(self, transaction: TransactionEnvelope):
        """Sends a signed transaction; returns what became of it."""
        sent = self.server.send_transaction(transaction)
        assert sent.status.value == "PENDING", (sent, sent.error_result_xdr and xdr.TransactionResult.from_xdr(sent.error_result_xdr))
        return self.server.poll_transaction(sent.hash, sleep_strategy=lambda _: 0)

    # -- contracts
    def client(self, contract: str) -> ContractClient:
        return ContractClient(contract, self.url, TESTNET)

    def invoke(self, contract: str, function: str, *arguments: xdr.SCVal, source: Keypair, signers: tuple[Keypair, ...] = ()):
        """Calls a function with the SDK's own steps and returns the value."""
        call = self.client(contract).invoke(function, list(arguments), source=source.public_key, signer=source)
        for signer in signers:
            call.sign_auth_entries(signer)
        return call.sign_and_submit()

    def balance(self, holder: str, contract: str = NATIVE) -> int:
        call = self.client(contract).invoke("balance", [who(holder)], source=holder if holder.startswith("G") else None)
        return scval.from_int128(call.result())

    def prepared(self, contract: str, function: str, *arguments: xdr.SCVal, source: Keypair) -> TransactionEnvelope:
        """The transaction of a call, assembled but not signed."""
        builder = TransactionBuilder(self.server.load_account(source.public_key), TESTNET, 100).set_timeout(300)
        builder.append_invoke_contract_function_op(contract, function, list(arguments))
        return self.server.prepare_transaction(builder.build())

    def outcome(self, transaction: TransactionEnvelope, source: Keypair) -> str:
        """Sends a transaction with the next sequence number; returns the name of its result, the operation's if it came so far."""
        transaction = copy.deepcopy(transaction)
        transaction.transaction.sequence = self.server.load_account(source.public_key).sequence + 1
        transaction.sign(source)
        sent = self.server.send_transaction(transaction)
        if sent.status.value == "ERROR":
            return xdr.TransactionResult.from_xdr(sent.error_result_xdr).result.code.name
        found = self.server.poll_transaction(sent.hash, sleep_strategy=lambda _: 0)
        result = xdr.TransactionResult.from_xdr(found.result_xdr)
        return result.result.results[0].tr.invoke_host_function_result.code.name

    def latest(self) -> int:
        return self.server.get_latest_ledger().sequence


def entries(transaction: TransactionEnvelope) -> list[xdr.SorobanAuthorizationEntry]:
    return transaction.transaction.operations[0].auth


def payload(entry: xdr.SorobanAuthorizationEntry, until: int, passphrase: str = TESTNET) -> bytes:
    body = credentials(entry)
    body.signature_expiration_ledger = xdr.Uint32(until)
    return sha256(build_authorization_preimage(entry, until, passphrase).to_xdr_bytes())


def credentials(entry: xdr.SorobanAuthorizationEntry) -> xdr.SorobanAddressCredentials:
    return entry.credentials.address or entry.credentials.address_v2


def account_signature(digest: bytes, *signers: Keypair) -> xdr.SCVal:
    """The signatures of an account, in the order given."""
    return scval.to_vec([scval.to_map({
        scval.to_symbol("public_key"): scval.to_bytes(signer.raw_public_key()),
        scval.to_symbol("signature"): scval.to_bytes(signer.sign(digest)),
    }) for signer in signers])


def signed(transaction: TransactionEnvelope, until: int, *signers: Keypair, passphrase: str = TESTNET) -> TransactionEnvelope:
    """The transaction with its only entry signed, as an account or an account of several keys signs."""
    transaction = copy.deepcopy(transaction)
    entry = entries(transaction)[0]
    credentials(entry).signature = account_signature(payload(entry, until, passphrase), *signers)
    return transaction
