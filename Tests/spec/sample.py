# SPDX-License-Identifier: Apache-2.0
"""The inputs of the vectors. The seeds are published test seeds: those of RFC 8032, section 7.1, and of SEP-5, test 1."""

import base64
import hashlib
import hmac

from nacl.signing import SigningKey

# RFC 8032, section 7.1: the secret keys of TEST 1 and TEST 2. They control nothing.
TEST_SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
OTHER_TEST_SEED = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
# SEP-5, test 1: the mnemonic, and the entropy that it encodes.
TEST_WORDS = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
TEST_ENTROPY = bytes.fromhex("713a3ae074e60e56c6bd0557c4984af1")

TESTNET = "Test SDF Network ; September 2015"
ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
ID_BYTES = bytes.fromhex(ID.replace("-", ""))


def raw_key(seed):
    return bytes(SigningKey(seed).verify_key)


def sign(seed, message):
    return SigningKey(seed).sign(message).signature


def hmac512(key, message):
    return hmac.digest(key, message.encode() if isinstance(message, str) else message, "sha512")


def strkey(version, payload):
    """SEP-23: base32 of a version byte, the payload and its CRC-16."""
    data, crc = bytes([version]) + payload, 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xffff
    return base64.b32encode(data + crc.to_bytes(2, "little")).decode().rstrip("=")


def address(key):
    return strkey(6 << 3, key)


def muxed(key, number):
    return strkey(12 << 3, key + number.to_bytes(8, "big"))


def contract(hash):
    return strkey(2 << 3, hash)


def muxed_contract(hash, number):
    return strkey(22 << 3, hash + number.to_bytes(8, "big"))


KEY, OTHER_KEY = raw_key(TEST_SEED), raw_key(OTHER_TEST_SEED)
ACCOUNT, OTHER = address(KEY), address(OTHER_KEY)


def be(number, size=4):
    return number.to_bytes(size, "big")


def payment(source=KEY, sequence=7, amount=100_000_000, memo=be(0)):
    """The XDR of a Transaction: one payment of 10 XLM to the other account, valid until 2030."""
    operation = be(0) + be(1) + be(0) + OTHER_KEY + be(0) + be(amount, 8)
    bounds = be(1) + be(0, 8) + be(1_893_456_000, 8)
    return be(0) + source + be(100) + be(sequence, 8) + bounds + memo + be(1) + operation + be(0)


def envelope(transaction, *signatures):
    return be(2) + transaction + be(len(signatures)) + b"".join(signatures)


def network_id(passphrase):
    return hashlib.sha256(passphrase.encode()).digest()


def payload(transaction, passphrase):
    return network_id(passphrase) + be(2) + transaction


def transaction_hash(transaction, passphrase):
    return hashlib.sha256(payload(transaction, passphrase)).digest()


def message_hash(message):
    """The hash that SEP-53 signs."""
    return hashlib.sha256(b"Stellar Signed Message:\n" + message).digest()


def slip10(seed, *steps):
    """The Ed25519 seed at a path of hardened steps (SLIP-10)."""
    node = hmac512(b"ed25519 seed", seed)
    for step in steps:
        node = hmac512(node[32:], b"\0" + node[:32] + be(step | 1 << 31))
    return node[:32]


def bip39_seed(words, passphrase=""):
    return hashlib.pbkdf2_hmac("sha512", words.encode(), b"mnemonic" + passphrase.encode(), 2048)


def symbol(text):
    return be(len(text)) + text.encode() + bytes(-len(text) % 4)


def invocation(contract, function, *arguments):
    """The XDR of a SorobanAuthorizedInvocation: one call, which nests no other."""
    return be(0) + be(1) + contract + symbol(function) + be(len(arguments)) + b"".join(arguments) + be(0)


def entry(call, credentials=1, key=KEY, nonce=5, until=0, signature=be(1)):
    """The XDR of a SorobanAuthorizationEntry of an account: credentials of the type ADDRESS (1) or ADDRESS_V2 (2), by default unsigned."""
    return be(credentials) + be(0) + be(0) + key + be(nonce, 8) + be(until) + signature + call


def rules_hash(payload, *rules):
    """The hash that an account of OpenZeppelin's library takes signatures of: that of the payload and an ScVal, the vector of its context rules."""
    return hashlib.sha256(payload + be(16) + be(1) + be(len(rules)) + b"".join(be(3) + be(rule) for rule in rules)).digest()


def account_hash(payload, key, *rules):
    """The newer hash of such an account, which names it: that of an ScVal, the map of account (here a G address), rules and payload."""
    vector = be(16) + be(1) + be(len(rules)) + b"".join(be(3) + be(rule) for rule in rules)
    address = be(18) + be(0) + be(0) + key
    return hashlib.sha256(be(17) + be(1) + be(3) + be(15) + symbol("account") + address + be(15) + symbol("context_rule_ids") + vector
                          + be(15) + symbol("signature_payload") + be(13) + be(32) + payload).digest()


def entry_hash(call, until, passphrase, nonce=5, key=None):
    """The hash of the HashIDPreimage that is signed; with a key, of the type that has the address (CAP-71)."""
    middle = be(nonce, 8) + be(until) + (be(0) + be(0) + key if key else b"")
    return hashlib.sha256(be(10 if key else 9) + network_id(passphrase) + middle + call).digest()


# transfer(from, to, 10 units) of a token whose contract id is 32 times 0x07.
CONTRACT_BYTES = bytes([7]) * 32
CONTRACT = strkey(2 << 3, CONTRACT_BYTES)
CALL = invocation(CONTRACT_BYTES, "transfer", be(18) + be(0) + be(0) + KEY, be(18) + be(0) + be(0) + OTHER_KEY, be(10) + be(0, 8) + be(10, 8))
ENTRY = entry(CALL)
TRANSACTION = payment()
ENVELOPE = envelope(TRANSACTION)
HASH = transaction_hash(TRANSACTION, TESTNET)
SIGNATURE = sign(TEST_SEED, HASH)
SIGNED = envelope(TRANSACTION, KEY[-4:] + be(64) + SIGNATURE)


def b64(data):
    return base64.b64encode(data).decode()
