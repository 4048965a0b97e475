# SPDX-License-Identifier: Apache-2.0
"""An anchor with SEP-45 of the Python Stellar SDK, and the Stellar RPC server that it and its clients use, on loopback.

The RPC server knows one function, `web_auth_verify`, and one account, a contract that takes an Ed25519 signature of its owner. It records the
entries that a call needs, and checks those that it has."""
from __future__ import annotations

import hashlib
import json
import time

from stellar_sdk import Address, Keypair, Network, StrKey, TransactionEnvelope, scval
from stellar_sdk import xdr
from stellar_sdk.sep import stellar_soroban_web_authentication as sep45
from stellar_sdk.sep.exceptions import InvalidSep45ChallengeError
from stellar_sdk.soroban_server import SorobanServer

from anchor import Anchor, jwt
from programs import TESTNET

LEDGER = 3_400_000


def contract(name: str) -> str:
    return StrKey.encode_contract(hashlib.sha256(f"coldstar test {name}".encode()).digest())


def unsigned_number(number: int) -> bytes:
    """LEB128."""
    found = bytearray()
    while True:
        number, low = number >> 7, number & 0x7f
        found.append(low | (0x80 if number else 0))
        if not number:
            return bytes(found)


def module(signature: xdr.SCSpecTypeDef, *types: xdr.SCSpecEntry) -> bytes:
    """A WebAssembly module with nothing but the interface of a contract account."""
    kind = xdr.SCSpecType
    bytes32 = xdr.SCSpecTypeDef(kind.SC_SPEC_TYPE_BYTES_N, bytes_n=xdr.SCSpecTypeBytesN(xdr.Uint32(32)))
    contexts = xdr.SCSpecTypeDef(kind.SC_SPEC_TYPE_VEC, vec=xdr.SCSpecTypeVec(xdr.SCSpecTypeDef(kind.SC_SPEC_TYPE_VAL)))
    inputs = [xdr.SCSpecFunctionInputV0(b"", name, of) for name, of in ((b"payload", bytes32), (b"signature", signature), (b"contexts", contexts))]
    check = xdr.SCSpecFunctionV0(b"", xdr.SCSymbol(b"__check_auth"), inputs, [])
    entries = [xdr.SCSpecEntry(xdr.SCSpecEntryKind.SC_SPEC_ENTRY_FUNCTION_V0, function_v0=check), *types]
    name = b"contractspecv0"
    section = unsigned_number(len(name)) + name + b"".join(entry.to_xdr_bytes() for entry in entries)
    return b"\0asm\x01\0\0\0" + b"\0" + unsigned_number(len(section)) + section


def bytes64_module() -> bytes:
    return module(xdr.SCSpecTypeDef(xdr.SCSpecType.SC_SPEC_TYPE_BYTES_N, bytes_n=xdr.SCSpecTypeBytesN(xdr.Uint32(64))))


def map_module() -> bytes:
    """With a list of structures of key and signature, as in the account example of soroban-examples."""
    kind = xdr.SCSpecType

    def bytes_of(count: int) -> xdr.SCSpecTypeDef:
        return xdr.SCSpecTypeDef(kind.SC_SPEC_TYPE_BYTES_N, bytes_n=xdr.SCSpecTypeBytesN(xdr.Uint32(count)))

    fields = [xdr.SCSpecUDTStructFieldV0(b"", b"public_key", bytes_of(32)), xdr.SCSpecUDTStructFieldV0(b"", b"signature", bytes_of(64))]
    structure = xdr.SCSpecUDTStructV0(b"", b"", b"AccSignature", fields)
    element = xdr.SCSpecTypeDef(kind.SC_SPEC_TYPE_UDT, udt=xdr.SCSpecTypeUDT(b"AccSignature"))
    return module(xdr.SCSpecTypeDef(kind.SC_SPEC_TYPE_VEC, vec=xdr.SCSpecTypeVec(element)),
                  xdr.SCSpecEntry(xdr.SCSpecEntryKind.SC_SPEC_ENTRY_UDT_STRUCT_V0, udt_struct_v0=structure))


def body_of(entry: xdr.SorobanAuthorizationEntry) -> xdr.SorobanAddressCredentials:
    return entry.credentials.address_v2 or entry.credentials.address


def payload(entry: xdr.SorobanAuthorizationEntry, ledger: int | None = None) -> bytes:
    """What the entry's address signs."""
    body = body_of(entry)
    ledger = body.signature_expiration_ledger.uint32 if ledger is None else ledger
    network = xdr.Hash(Network(TESTNET).network_id())
    if entry.credentials.address_v2:
        preimage = xdr.HashIDPreimage(
            xdr.EnvelopeType.ENVELOPE_TYPE_SOROBAN_AUTHORIZATION_WITH_ADDRESS,
            soroban_authorization_with_address=xdr.HashIDPreimageSorobanAuthorizationWithAddress(
                network, body.nonce, xdr.Uint32(ledger), body.address, entry.root_invocation))
    else:
        preimage = xdr.HashIDPreimage(
            xdr.EnvelopeType.ENVELOPE_TYPE_SOROBAN_AUTHORIZATION,
            soroban_authorization=xdr.HashIDPreimageSorobanAuthorization(network, body.nonce, xdr.Uint32(ledger), entry.root_invocation))
    return hashlib.sha256(preimage.to_xdr_bytes()).digest()


class ContractAnchor(Anchor):
    """Serves a stellar.toml, SEP-45 and `/rpc`. The attributes that end in `_as` replace the correct responses."""

    def __init__(self, key: Keypair, owner: Keypair, account: str, code: bytes, expires_in: int = 180, upgraded: bool = True):
        super().__init__(key)
        self.owner, self.account, self.code = owner, account, code
        self.web_auth, self.ledger, self.expires_in, self.upgraded = contract("web auth"), LEDGER, expires_in, upgraded
        self.nonces, self.calls, self.writes = 0, [], []
        self.simulation_as = self.challenge_is = None     # a challenge to repeat, instead of a new one
        outer, handler = self, self.server.RequestHandlerClass
        plain = handler.do_POST

        def served(request):
            if request.path != "/rpc":
                return plain(request)
            call = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
            outer.calls.append(call["method"])
            result = outer.rpc(call["method"], call.get("params") or {})
            return request.answer(200, json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}).encode())

        handler.do_POST = served

    @property
    def toml(self) -> str:
        return (f'NETWORK_PASSPHRASE = "{TESTNET}"\nSIGNING_KEY = "{self.key.public_key}"\nWEB_AUTH_FOR_CONTRACTS_ENDPOINT = "{self.url}/auth"\n'
                f'WEB_AUTH_CONTRACT_ID = "{self.web_auth}"\n')

    # Logins.

    def challenge(self, query: dict) -> tuple[int, bytes]:
        one = {name: values[0] for name, values in query.items()}
        if self.challenge_is is not None:
            return 200, json.dumps({"authorization_entries": self.challenge_is}).encode()
        text = sep45.build_challenge_authorization_entries(
            SorobanServer(f"{self.url}/rpc"), self.key.secret, one["account"], one["home_domain"], self.domain, self.web_auth, TESTNET,
            expire_in_ledgers=self.expires_in, client_domain=one.get("client_domain"),
            client_domain_account=self.client_key if "client_domain" in one else None, use_upgraded_auth=self.upgraded)
        if self.challenge_as is not None:
            text = self.challenge_as(text)
        return 200, json.dumps(text if isinstance(text, dict) else {"authorization_entries": text, "network_passphrase": TESTNET}).encode()

    def token(self, body: bytes) -> tuple[int, bytes]:
        text = json.loads(body)["authorization_entries"]
        try:
            found = sep45.verify_challenge_authorization_entries(
                SorobanServer(f"{self.url}/rpc"), text, self.key.public_key, self.domain, self.domain, self.web_auth, TESTNET)
        except (InvalidSep45ChallengeError, ValueError) as error:
            return 400, json.dumps({"error": str(error)}).encode()
        now = int(time.time())
        claims = {"iss": f"{self.url}/auth", "sub": found.client_account_id, "iat": now, "exp": now + 3600}
        if found.client_domain:
            claims["client_domain"] = found.client_domain
        token = jwt(claims) if self.token_as is None else self.token_as(claims)
        self.tokens.append(token)
        return 200, json.dumps({"token": token}).encode()

    # Stellar RPC.

    def rpc(self, method: str, params: dict) -> dict:
        if method == "getNetwork":
            return {"passphrase": TESTNET, "protocolVersion": 28}
        if method == "getLatestLedger":
            return {"id": "ab" * 32, "protocolVersion": 28, "sequence": self.ledger}
        if method == "getLedgerEntries":
            return {"entries": [self.entry(key) for key in params["keys"]], "latestLedger": self.ledger}
        assert method == "simulateTransaction", method
        envelope = TransactionEnvelope.from_xdr(params["transaction"], TESTNET)
        operation = envelope.transaction.operations[0]
        if not operation.auth:
            return self.recorded(operation.host_function.invoke_contract, params.get("useUpgradedAuth", False))
        faults = [fault for fault in map(self.fault, operation.auth) if fault]
        return {"error": faults[0], "latestLedger": self.ledger} if faults else self.succeeded(operation.auth)

    def entry(self, key: str) -> dict:
        wanted = xdr.LedgerKey.from_xdr(key)
        point = xdr.ExtensionPoint(0)
        code = hashlib.sha256(self.code).digest()
        if wanted.contract_data:
            executable = xdr.ContractExecutable(xdr.ContractExecutableType.CONTRACT_EXECUTABLE_WASM, wasm_hash=xdr.Hash(code))
            value = xdr.SCVal(xdr.SCValType.SCV_CONTRACT_INSTANCE, instance=xdr.SCContractInstance(executable, None))
            data = xdr.LedgerEntryData(xdr.LedgerEntryType.CONTRACT_DATA, contract_data=xdr.ContractDataEntry(
                point, wanted.contract_data.contract, wanted.contract_data.key, wanted.contract_data.durability, value))
        else:
            assert wanted.contract_code.hash.hash == code
            data = xdr.LedgerEntryData(xdr.LedgerEntryType.CONTRACT_CODE, contract_code=xdr.ContractCodeEntry(
                xdr.ContractCodeEntryExt(0), xdr.Hash(code), self.code))
        return {"key": key, "xdr": data.to_xdr(), "lastModifiedLedgerSeq": self.ledger - 9, "liveUntilLedgerSeq": self.ledger + 9999}

    def recorded(self, call: xdr.InvokeContractArgs, upgraded: bool) -> dict:
        """The entries that the call needs: of each address that its argument names."""
        argument = {scval.from_symbol(one.key): scval.from_string(one.val).decode() for one in call.args[0].map.sc_map}
        names = [argument[name] for name in ("account", "web_auth_domain_account", "client_domain_account") if name in argument]
        root = xdr.SorobanAuthorizedInvocation(
            xdr.SorobanAuthorizedFunction(xdr.SorobanAuthorizedFunctionType.SOROBAN_AUTHORIZED_FUNCTION_TYPE_CONTRACT_FN, contract_fn=call), [])
        entries = []
        for name in names:
            self.nonces += 1
            body = xdr.SorobanAddressCredentials(
                Address(name).to_xdr_sc_address(), xdr.Int64(self.nonces), xdr.Uint32(0), xdr.SCVal(xdr.SCValType.SCV_VOID))
            kind = xdr.SorobanCredentialsType
            credentials = (xdr.SorobanCredentials(kind.SOROBAN_CREDENTIALS_ADDRESS_V2, address_v2=body) if upgraded
                           else xdr.SorobanCredentials(kind.SOROBAN_CREDENTIALS_ADDRESS, address=body))
            entries.append(xdr.SorobanAuthorizationEntry(credentials, root))
        return self.succeeded(entries)

    def succeeded(self, entries: list) -> dict:
        nonces = [xdr.LedgerKey(xdr.LedgerEntryType.CONTRACT_DATA, contract_data=xdr.LedgerKeyContractData(
            body_of(entry).address, xdr.SCVal(xdr.SCValType.SCV_LEDGER_KEY_NONCE, nonce_key=xdr.SCNonceKey(body_of(entry).nonce)),
            xdr.ContractDataDurability.TEMPORARY)) for entry in entries]
        resources = xdr.SorobanResources(xdr.LedgerFootprint([], nonces + self.writes), xdr.Uint32(1), xdr.Uint32(1), xdr.Uint32(1))
        data = xdr.SorobanTransactionData(xdr.SorobanTransactionDataExt(0), resources, xdr.Int64(100))
        result = {"transactionData": data.to_xdr(), "minResourceFee": "100", "events": [], "latestLedger": self.ledger,
                  "results": [{"auth": [entry.to_xdr() for entry in entries], "xdr": scval.to_void().to_xdr()}]}
        return result if self.simulation_as is None else self.simulation_as(result)

    def fault(self, entry: xdr.SorobanAuthorizationEntry) -> str | None:
        """What the network would find wrong with a signed entry."""
        body = body_of(entry)
        if body.signature_expiration_ledger.uint32 < self.ledger:
            return "HostError: Error(Auth, InvalidInput) expired"
        address = Address.from_xdr_sc_address(body.address).address
        try:
            for key, signature in self.signatures(address, body.signature):
                key.verify(payload(entry), signature)
        except Exception as error:                       # the host reports any wrong signature the same way
            return f"HostError: Error(Auth, InvalidAction) {address}: {error!r}"
        return None

    def signatures(self, address: str, value: xdr.SCVal) -> list[tuple[Keypair, bytes]]:
        if address == self.account and self.code == bytes64_module():
            assert len(value.bytes.sc_bytes) == 64
            return [(self.owner, value.bytes.sc_bytes)]
        expected = self.owner.public_key if address == self.account else address
        maps = [{scval.from_symbol(one.key): one.val.bytes.sc_bytes for one in element.map.sc_map} for element in value.vec.sc_vec]
        keys = [Keypair.from_raw_ed25519_public_key(one["public_key"]) for one in maps]
        assert [key.public_key for key in keys] == [expected]
        return [(key, one["signature"]) for key, one in zip(keys, maps)]
