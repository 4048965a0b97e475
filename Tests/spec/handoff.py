# SPDX-License-Identifier: Apache-2.0
"""Vectors for docs/spec/handoff.md."""

import json
import uuid
import zlib

from encoding import Parts, Raw, canonical, cbor, ur
from sample import (
    ACCOUNT, CALL, CONTRACT, CONTRACT_BYTES, ENTRY, ENVELOPE, HASH, ID, ID_BYTES, KEY, OTHER, OTHER_KEY, SIGNATURE, SIGNED, TESTNET, b64,
    account_hash, be, entry, entry_hash, envelope, message_hash, muxed, payment, rules_hash,
)
from vectors import Vectors

PAGE = "handoff.md"
CREATED, CREATED_SECONDS = "2026-11-21T09:00:00Z", 1_795_251_600
MESSAGE = "Caf\u00e9 \u2713 \U0001f600\n"

COMMON = {"format": "coldstar-request", "version": 1, "id": ID, "kind": "transaction", "network_passphrase": TESTNET}
BARE = {**COMMON, "envelope": b64(ENVELOPE), "signers": [], "hints": {}}
FULL = {
    **COMMON, "envelope": b64(ENVELOPE), "signers": [ACCOUNT, OTHER], "note": "Invoice 42", "created": CREATED,
    "hints": {"version": 1, "accounts": {OTHER: {"name": "bob", "memo_required": False}}},
}
CLAIMS = {
    "home_domain": "example.com", "web_auth_domain": "auth.example.com", "web_auth_endpoint": "https://auth.example.com/auth",
    "signing_key": OTHER, "client_domain": "wallet.example",
}
CHALLENGE = {**COMMON, "kind": "challenge", "envelope": b64(ENVELOPE), "challenge": CLAIMS, "signers": [ACCOUNT], "hints": {}}
UNTIL, CLAIMED, CLOSED, CLOSED_SECONDS = 120, 100, "2026-11-21T08:59:55Z", CREATED_SECONDS - 5
SPEC, SIBLING = b"\0\0\0\0", entry(CALL, key=OTHER_KEY, nonce=6)
ASKED_BARE = {"entry": b64(ENTRY), "siblings": [], "expiration_ledger": UNTIL, "contracts": []}
ASKED_FULL = {
    "entry": b64(ENTRY), "envelope": b64(ENVELOPE), "siblings": [b64(SIBLING)], "expiration_ledger": UNTIL, "claimed_ledger": CLAIMED,
    "claimed_close_time": CLOSED, "contracts": [{"id": CONTRACT, "spec": b64(SPEC)}, {"id": CONTRACT, "wasm": b64(b"\0asm")}],
}
ENTRY_HASH = entry_hash(CALL, UNTIL, TESTNET)


def asking(authorization, **members):
    """A request for an authorization entry, as it is written."""
    return {**COMMON, "kind": "authorization", **members, "authorization": authorization, "signers": [ACCOUNT], "hints": {}}


TEXT = {**COMMON, "kind": "message", "message": MESSAGE, "signers": [ACCOUNT], "hints": {}}
BYTES = {**COMMON, "kind": "message", "message_base64": b64(b"\x00\xff\x41"), "signers": [], "hints": {}}


def without(document, *names):
    return {name: value for name, value in document.items() if name not in names}


def expected(document, digest):
    return {"document": canonical(document), "kind": document["kind"], "hash": digest.hex()}


def request_json():
    file = Vectors("request-json", PAGE, "Requests in JSON. accept: the document as it is written, its kind and the hash to sign.")
    accept = lambda name, text, document, digest=HASH: file.accept(name, text, expected(document, digest))
    accept("a transaction with nothing optional", canonical(BARE), BARE)
    accept("a transaction with every member", canonical(FULL), FULL)
    accept("a challenge", canonical(CHALLENGE), CHALLENGE)
    accept("a message as text", canonical(TEXT), TEXT, message_hash(MESSAGE.encode()))
    accept("a message as bytes", canonical(BYTES), BYTES, message_hash(b"\x00\xff\x41"))
    accept("an empty message", canonical({**TEXT, "message": ""}), {**TEXT, "message": ""}, message_hash(b""))
    accept("a signed envelope", canonical({**BARE, "envelope": b64(SIGNED)}), {**BARE, "envelope": b64(SIGNED)})
    accept("an authorization with nothing optional", canonical(asking(without(ASKED_BARE, "siblings", "contracts"))), asking(ASKED_BARE), ENTRY_HASH)
    accept("an authorization with every member", canonical(asking(ASKED_FULL)), asking(ASKED_FULL), ENTRY_HASH)
    accept("an authorization that is a login", canonical(asking(ASKED_BARE, challenge=CLAIMS)), asking(ASKED_BARE, challenge=CLAIMS), ENTRY_HASH)
    named = {**ASKED_BARE, "entry": b64(entry(CALL, credentials=2))}
    accept("an entry whose payload has its address", canonical(asking(named)), asking(named), entry_hash(CALL, UNTIL, TESTNET, key=KEY))
    signed = {**ASKED_BARE, "entry": b64(entry(CALL, until=7))}
    ruled = {**ASKED_BARE, "context_rule_ids": [0, 3]}
    accept("an authorization with context rules", canonical(asking(ruled)), asking(ruled), rules_hash(ENTRY_HASH, 0, 3))
    named_rules = {**ruled, "context_rule_digest": "account"}
    accept("an authorization with context rules and the digest that names the account", canonical(asking(named_rules)), asking(named_rules),
           account_hash(ENTRY_HASH, KEY, 0, 3))
    accept("an authorization with no context rules", canonical(asking({**ASKED_BARE, "context_rule_ids": []})),
           asking({**ASKED_BARE, "context_rule_ids": []}), rules_hash(ENTRY_HASH))
    accept("an entry with another expiration ledger", canonical(asking(signed)), asking(signed), ENTRY_HASH)
    accept("white space between the tokens", json.dumps(FULL, indent=3), FULL)
    accept("members in another order", canonical(dict(reversed(FULL.items()))), FULL)
    accept("absent optional members", canonical(without(BARE, "signers", "hints")), BARE)
    accept("null for every optional member", canonical({**BARE, **dict.fromkeys(("signers", "note", "created", "hints", "challenge",
           "message", "message_base64"))}), BARE)
    accept("an id in upper case", canonical({**BARE, "id": ID.upper()}), BARE)
    accept("a time with an offset and a fraction", canonical({**FULL, "created": "2026-11-21T10:00:00.5+01:00"}), FULL)
    accept("unescaped UTF-8", json.dumps(TEXT, ensure_ascii=False, separators=(",", ":")), TEXT, message_hash(MESSAGE.encode()))
    accept("needless escapes", canonical(BARE).replace('"kind"', '"k\\u0069nd"'), BARE)
    accept("a note of 1000 bytes", canonical({**FULL, "note": "n" * 1000}), {**FULL, "note": "n" * 1000})
    accept("hints with unknown members", canonical({**FULL, "hints": {"later": [1, None]}}), {**FULL, "hints": {"later": [1, None]}})

    change = lambda name, reason, base=FULL, **members: file.reject(name, canonical({**base, **members}), reason)
    remove = lambda name, base=FULL: file.reject(f"no {name}", canonical(without(base, name)), f"the member {name} is missing")
    change("version 2", "a later version", version=2)
    change("version as text", "the version is not a number", version="1")
    file.reject("version 1.0", canonical(FULL).replace('"version":1,', '"version":1.0,', 1), "the version is not written as 1")
    change("another format", "the format is unknown", format="coldstar-demand")
    change("another kind", "the kind is unknown", kind="payment")
    for name in ("version", "id", "kind", "network_passphrase", "envelope"):
        remove(name)
    change("a misspelt member", "version 1 has no member signer", signer=[ACCOUNT])
    file.reject("a duplicate member", canonical(FULL)[:-1] + ',"note":"Invoice 43"}', "the member note is there twice")
    file.reject("a duplicate member, escaped", canonical(FULL)[:-1] + ',"n\\u006fte":"Invoice 43"}',
                "the member note is there twice, once with an escape in its name")
    change("an id that is not a UUID", "the id is not a UUID", id=ID.replace("-", ""))
    change("an empty passphrase", "the passphrase is empty", network_passphrase="")
    change("a passphrase of 257 bytes", "the passphrase has more than 256 bytes", network_passphrase="n" * 257)
    change("a passphrase that is a number", "the passphrase is not a string", network_passphrase=1)
    text = b64(ENVELOPE)
    change("white space in the envelope", "the base64 contains white space", envelope=text[:40] + "\n" + text[40:])
    padded = b64(envelope(payment(memo=be(2) + be(7, 8))))
    assert padded.endswith("=") and padded[-2] != "="
    change("an envelope without padding", "the base64 lacks its padding", envelope=padded[:-1])
    change("an envelope with set bits after the end", "the unused bits of the base64 are not zero",
           envelope=f"{padded[:-2]}{chr(ord(padded[-2]) + 1)}=")
    change("an envelope in the URL alphabet", "the base64 uses the URL alphabet", base={**FULL, "envelope": ""},
           envelope=b64(ENVELOPE[:4] + be(0) + b"\xff" * 32 + ENVELOPE[40:]).replace("/", "_"))
    change("an envelope that is cut off", "the XDR ends early", envelope=b64(ENVELOPE[:-4]))
    change("bytes after the envelope", "bytes follow the XDR", envelope=b64(ENVELOPE + be(0)))
    change("an envelope of an unknown type", "a TransactionEnvelope has no such arm", envelope=b64(be(9) + ENVELOPE[4:]))
    change("an empty envelope", "the envelope has no bytes", envelope="")
    change("21 signers", "more than 20 signers", signers=[ACCOUNT] * 21)
    change("a signer with an id", "a signer is an M... address, not G...", signers=[muxed(KEY, 7)])
    change("a signer with a wrong checksum", "the address has a wrong checksum", signers=[ACCOUNT[:-1] + ("A" if ACCOUNT[-1] != "A" else "B")])
    change("signers that are one address", "signers is not an array", signers=ACCOUNT)
    change("a note of 1001 bytes", "the note has more than 1000 bytes", note="n" * 1001)
    change("a note of 501 letters and 1002 bytes", "lengths are bytes of UTF-8, not characters", note="\u00e9" * 501)
    change("a note that is a number", "the note is not a string", note=42)
    change("a time in seconds", "created is not an RFC 3339 time", created=str(CREATED_SECONDS))
    change("a time without an offset", "created is not an RFC 3339 time", created="2026-11-21T09:00:00")
    change("a time after the year 9999", "the time has no text form in UTC", created="9999-12-31T23:59:59-01:00")
    change("hints that are an array", "hints is not an object", hints=[])
    change("a challenge beside a transaction", "challenge does not belong to the kind transaction", challenge=CLAIMS)
    change("a message beside a transaction", "message does not belong to the kind transaction", message="hi")
    for name in ("home_domain", "web_auth_domain", "web_auth_endpoint", "signing_key"):
        change(f"a challenge without {name}", f"the member {name} is missing", base=CHALLENGE, challenge=without(CLAIMS, name))
    remove("challenge", CHALLENGE)
    change("a challenge with an unknown member", "version 1 has no member of this name", base=CHALLENGE,
           challenge={**CLAIMS, "nonce": "1"})
    change("a home domain of 261 bytes", "home_domain has more than 260 bytes", base=CHALLENGE,
           challenge={**CLAIMS, "home_domain": "a" * 261})
    change("an endpoint of 2049 bytes", "web_auth_endpoint has more than 2048 bytes", base=CHALLENGE,
           challenge={**CLAIMS, "web_auth_endpoint": "https://" + "a" * 2041})
    remove("message", TEXT)
    change("a message as text and as bytes", "message_base64 stands beside message", base=TEXT, message_base64="/w==")
    change("an envelope beside a message", "envelope does not belong to the kind message", base=TEXT, envelope=text)
    change("message bytes that are not base64", "message_base64 is not base64", base=BYTES, message_base64="AP9B!")
    asked = lambda name, reason, **members: file.reject(name, canonical(asking({**ASKED_FULL, **members})), reason)
    for name in ("entry", "expiration_ledger"):
        file.reject(f"an authorization without {name}", canonical(asking(without(ASKED_FULL, name))), f"the member {name} is missing")
    remove("authorization", asking(ASKED_FULL))
    asked("an authorization with an unknown member", "version 1 has no member of this name", nonce=5)
    asked("an entry that is not base64", "the base64 has a character that does not belong to it", entry="*" + b64(ENTRY)[1:])
    asked("an entry that is cut off", "the XDR ends early", entry=b64(ENTRY[:-4]))
    asked("bytes after the entry", "bytes follow the XDR", entry=b64(ENTRY + be(0)))
    asked("a preimage in place of the entry", "a preimage does not say for whom it is",
          entry=b64(be(9) + bytes(32) + be(5, 8) + be(UNTIL) + CALL))
    asked("an entry of 131073 bytes", "the entry has more than 128 KiB", entry=b64(bytes(131073)))
    asked("an expiration ledger of 33 bits", "the number does not fit 32 bits", expiration_ledger=1 << 32)
    asked("a negative expiration ledger", "the number is negative", expiration_ledger=-1)
    asked("an expiration ledger as text", "the number is a string", expiration_ledger="120")
    asked("a claimed close time in seconds", "claimed_close_time is not an RFC 3339 time", claimed_close_time=CLOSED_SECONDS)
    asked("a sibling that is an object", "a sibling is not a string", siblings=[{"entry": b64(SIBLING)}])
    asked("101 siblings", "more than 100 siblings", siblings=[b64(SIBLING)] * 101)
    asked("21 contracts", "more than 20 contracts", contracts=ASKED_FULL["contracts"][:1] * 21)
    asked("101 context rules", "more than 100 context rules", context_rule_ids=[0] * 101)
    asked("a context rule of 33 bits", "the number does not fit 32 bits", context_rule_ids=[1 << 32])
    asked("a context rule as text", "the number is a string", context_rule_ids=["0"])
    asked("another digest for context rules", "the digest is not account", context_rule_ids=[0], context_rule_digest="rules")
    asked("a digest without context rules", "context_rule_ids is missing", context_rule_digest="account")
    asked("a contract without its code", "neither spec nor wasm", contracts=[{"id": CONTRACT}])
    asked("a contract with spec and wasm", "wasm stands beside spec", contracts=[{"id": CONTRACT, "spec": "", "wasm": ""}])
    asked("a contract that is an account", "id is not a C... address", contracts=[{"id": ACCOUNT, "spec": ""}])
    change("an envelope beside an authorization", "envelope does not belong to the kind authorization", base=asking(ASKED_FULL), envelope=text)
    change("an authorization beside a transaction", "authorization does not belong to the kind transaction", authorization=ASKED_FULL)
    file.reject("a byte order mark", "\ufeff" + canonical(FULL), "the input begins with a byte order mark")
    file.reject("an unpaired surrogate", canonical(FULL).replace("Invoice", "\\ud800"), "an escape is half of a surrogate pair")
    file.reject("a raw control character", canonical(FULL).replace("Invoice", "In\tvoice"), "a control character in a string is not escaped")
    file.reject("bytes that are not UTF-8", canonical(FULL).encode().replace(b"Invoice", b"\xff"), "the text is not UTF-8")
    file.reject("text after the document", canonical(FULL) + "x", "something follows the document")
    file.reject("a document that is cut off", canonical(FULL)[:-1], "the document ends early")
    file.reject("an array of documents", f"[{canonical(FULL)}]", "the document is not an object")
    change("hints nested 65 deep", "more than 64 levels with the document's own", hints=json.loads('{"a":' * 64 + "1" + "}" * 64))
    return file


RESPONSE = {"format": "coldstar-response", "version": 1, "id": ID, "hash": HASH.hex(),
            "signatures": [{"public_key": ACCOUNT, "signature": b64(SIGNATURE)}]}
HINTED = {**RESPONSE, "signatures": [{"hint": KEY[-4:].hex(), "signature": b64(SIGNATURE)}]}


def response_json():
    file = Vectors("response-json", PAGE, "Responses in JSON. accept: the document as it is written.")
    accept = lambda name, text, document: file.accept(name, text, {"document": canonical(document), "hash": document["hash"]})
    accept("one signature", canonical(RESPONSE), RESPONSE)
    accept("a signature with the hint of its key", canonical(HINTED), HINTED)
    accept("no id", canonical(without(RESPONSE, "id")), {**RESPONSE, "id": None})
    accept("a hash in upper case", canonical({**RESPONSE, "hash": HASH.hex().upper()}), RESPONSE)
    accept("20 signatures", canonical({**RESPONSE, "signatures": RESPONSE["signatures"] * 20}),
           {**RESPONSE, "signatures": RESPONSE["signatures"] * 20})
    accept("no signatures", canonical({**RESPONSE, "signatures": []}), {**RESPONSE, "signatures": []})
    change = lambda name, reason, /, **members: file.reject(name, canonical({**RESPONSE, **members}), reason)
    signature = lambda **members: [{name: value for name, value in {**RESPONSE["signatures"][0], **members}.items() if value is not None}]
    change("version 2", "a later version", version=2)
    change("an unknown member", "version 1 has no member note", note="x")
    change("an id that is not a UUID", "the id is not a UUID", id="7")
    file.reject("no hash", canonical(without(RESPONSE, "hash")), "the member hash is missing")
    change("a hash of 31 bytes", "the hash has not 64 digits", hash=HASH.hex()[:-2])
    change("a hash that is not hexadecimal", "the hash is not hexadecimal", hash="g" + HASH.hex()[1:])
    file.reject("no signatures at all", canonical(without(RESPONSE, "signatures")), "the member signatures is missing")
    change("21 signatures", "more than 20 signatures", signatures=RESPONSE["signatures"] * 21)
    change("a signature that is a string", "a signature is not an object", signatures=[b64(SIGNATURE)])
    change("a signature of 63 bytes", "the signature has not 64 bytes", signatures=signature(signature=b64(SIGNATURE[:-1])))
    change("a signature of 65 bytes", "the signature has not 64 bytes", signatures=signature(signature=b64(SIGNATURE + b"\0")))
    change("a signature that is not base64", "the signature is not base64", signatures=signature(signature="?" + b64(SIGNATURE)[1:]))
    change("a signature without key and hint", "neither public_key nor hint", signatures=signature(public_key=None))
    change("a key and a hint", "hint stands beside public_key", signatures=signature(hint=KEY[-4:].hex()))
    change("a hint of 3 bytes", "the hint has not 8 digits", signatures=signature(public_key=None, hint=KEY[-3:].hex()))
    change("a key that is an M address", "public_key is not a G... address", signatures=signature(public_key=muxed(KEY, 1)))
    change("a signature with an unknown member", "version 1 has no member of this name", signatures=signature(weight=1))
    return file


def claims_cbor(**changes):
    return {1: CLAIMS["home_domain"], 2: CLAIMS["web_auth_domain"], 3: CLAIMS["web_auth_endpoint"], 4: OTHER_KEY, 5: CLAIMS["client_domain"],
            **changes}


def request_cbor():
    file = Vectors("request-cbor", PAGE, "The CBOR message of ur:coldstar-request. accept: the request in JSON, its kind and hash; "
                   "canonical: the message as it is written, if that is not the input.")
    bare = {1: ID_BYTES, 2: TESTNET, 3: ENVELOPE}
    full = {**bare, 6: [KEY, OTHER_KEY], 7: "Invoice 42", 8: CREATED_SECONDS, 9: canonical(FULL["hints"])}
    challenge = {**bare, 4: claims_cbor(), 6: [KEY]}
    text = {1: ID_BYTES, 2: TESTNET, 5: MESSAGE, 6: [KEY]}

    def accept(name, message, document, digest=HASH, written=None):
        file.accept(name, message, {**expected(document, digest), **({"canonical": b64(written)} if written else {})})

    accept("a transaction with nothing optional", cbor(bare), BARE)
    accept("a transaction with every member", cbor(full), FULL)
    accept("a challenge", cbor(challenge), CHALLENGE)
    accept("a message as text", cbor(text), TEXT, message_hash(MESSAGE.encode()))
    accept("a message as bytes", cbor({1: ID_BYTES, 2: TESTNET, 5: b"\x00\xff\x41"}), BYTES, message_hash(b"\x00\xff\x41"))
    contracts = [{1: CONTRACT_BYTES, 2: SPEC}, {1: CONTRACT_BYTES, 3: b"\0asm"}]
    least = {1: ENTRY, 4: UNTIL}
    most = {**least, 2: ENVELOPE, 3: [SIBLING], 5: CLAIMED, 6: CLOSED_SECONDS, 7: contracts}
    most = dict(sorted(most.items()))
    asked = {1: ID_BYTES, 2: TESTNET, 6: [KEY], 16: most}
    accept("an authorization with nothing optional", cbor({**asked, 16: least}), asking(ASKED_BARE), ENTRY_HASH)
    accept("an authorization with every member", cbor(asked), asking(ASKED_FULL), ENTRY_HASH)
    ruled = {**ASKED_FULL, "context_rule_ids": [0, 3]}
    accept("an authorization with context rules", cbor({**asked, 16: {**most, 8: [0, 3]}}), asking(ruled), rules_hash(ENTRY_HASH, 0, 3))
    accept("an authorization with context rules and the digest that names the account",
           cbor({**asked, 16: {**most, 8: [0, 3], 9: "account"}}), asking({**ruled, "context_rule_digest": "account"}),
           account_hash(ENTRY_HASH, KEY, 0, 3))
    login = {1: ID_BYTES, 2: TESTNET, 4: claims_cbor(), 6: [KEY], 16: least}
    accept("an authorization that is a login", cbor(login), asking(ASKED_BARE, challenge=CLAIMS), ENTRY_HASH)
    accept("keys in another order", cbor(dict(reversed(full.items()))), FULL, written=cbor(full))
    accept("no signers, in an array", cbor({**bare, 6: []}), BARE, written=cbor(bare))
    accept("hints with white space", cbor({**bare, 9: '{ "version": 1 }'}), {**BARE, "hints": {"version": 1}},
           written=cbor({**bare, 9: '{"version":1}'}))

    change = lambda name, reason, members, base=full: file.reject(name, cbor({**base, **members}), reason)
    remove = lambda key, name, base=full: file.reject(f"no {name}", cbor({k: v for k, v in base.items() if k != key}), f"key {key} is missing")
    remove(1, "id")
    remove(2, "passphrase")
    remove(3, "envelope and no message")
    change("an unknown key", "key 10 is unknown", {10: 1})
    change("a key that is a text", "a key is not a number", {"note": "x"})
    file.reject("a duplicate key", b"\xa8" + cbor(full)[1:] + cbor(7) + cbor("Invoice 43"), "key 7 is there twice")
    change("a tagged id", "the id is a bare byte string, without tag 37", {1: Raw(b"\xd8\x25" + cbor(ID_BYTES))})
    change("an id of 15 bytes", "the id has not 16 bytes", {1: ID_BYTES[:15]})
    change("a passphrase as bytes", "the passphrase is not a text", {2: TESTNET.encode()})
    change("an empty passphrase", "the passphrase is empty", {2: ""})
    change("a passphrase of 257 bytes", "the passphrase has more than 256 bytes", {2: "n" * 257})
    change("an envelope as base64", "the envelope is not a byte string", {3: b64(ENVELOPE)})
    change("bytes after the envelope", "bytes follow the XDR", {3: ENVELOPE + be(0)})
    change("a message beside an envelope", "keys 3 and 5 exclude each other", {5: "hi"})
    change("a challenge beside a message", "keys 4 and 5 exclude each other", {4: claims_cbor()}, text)
    change("a message that is a number", "the message is neither text nor bytes", {5: 7}, text)
    change("a challenge without its signing key", "key 4 of the challenge is missing",
           {4: {k: v for k, v in claims_cbor().items() if k != 4}}, challenge)
    change("a challenge with an unknown key", "key 6 of the challenge is unknown", {4: {**claims_cbor(), 6: 1}}, challenge)
    change("a challenge that is an array", "the challenge is not a map", {4: []}, challenge)
    part = lambda name, reason, members: change(name, reason, {16: {**most, **members}}, asked)
    for key, name in ((1, "entry"), (4, "expiration ledger")):
        change(f"an authorization without its {name}", f"key {key} of the authorization is missing",
               {16: {k: v for k, v in most.items() if k != key}}, asked)
    part("an authorization with an unknown key", "key 9 of the authorization is unknown", {9: 1})
    part("context rules that are a number", "the context rules are not an array", {8: 0})
    part("101 context rules", "more than 100 context rules", {8: [0] * 101})
    part("a context rule of 33 bits", "the number does not fit 32 bits", {8: [1 << 32]})
    part("an entry as base64", "the entry is not a byte string", {1: b64(ENTRY)})
    part("bytes after the entry", "bytes follow the XDR", {1: ENTRY + be(0)})
    part("an expiration ledger of 33 bits", "the number does not fit 32 bits", {4: 1 << 32})
    part("101 siblings", "more than 100 siblings", {3: [SIBLING] * 101})
    part("21 contracts", "more than 20 contracts", {7: contracts[:1] * 21})
    part("a contract of 31 bytes", "the id has not 32 bytes", {7: [{1: CONTRACT_BYTES[:31], 2: SPEC}]})
    part("a contract without its code", "neither spec nor wasm", {7: [{1: CONTRACT_BYTES}]})
    part("a contract with spec and wasm", "wasm stands beside spec", {7: [{1: CONTRACT_BYTES, 2: SPEC, 3: SPEC}]})
    change("an authorization that is an array", "the authorization is not a map", {16: []}, asked)
    change("an authorization beside an envelope", "keys 3 and 16 exclude each other", {16: least})
    change("a signer as an address", "a signer is not 32 bytes", {6: [ACCOUNT]})
    change("a signer of 31 bytes", "a signer is not 32 bytes", {6: [KEY[:31]]})
    change("21 signers", "more than 20 signers", {6: [KEY] * 21})
    change("a note of 1001 bytes", "the note has more than 1000 bytes", {7: "n" * 1001})
    change("a time as text", "created is not a number", {8: CREATED})
    change("a negative time", "created is not an unsigned number", {8: -1})
    change("a time after the year 9999", "the time has no text form", {8: 253_402_300_800})
    change("hints as a map", "the hints are not a text", {9: {"version": 1}})
    change("hints that are a JSON array", "the hints are not a JSON object", {9: "[]"})
    change("hints with a duplicate member", "the JSON has a duplicate member", {9: '{"a":1,"a":2}'})
    file.reject("a number in more bytes than it needs", cbor(bare).replace(b"\x01\x50", b"\x18\x01\x50", 1), "a number is not in its shortest form")
    file.reject("a length in more bytes than it needs", cbor(bare).replace(b"\x01\x50", b"\x01\x58\x10", 1), "a length is not in its shortest form")
    file.reject("a map of indefinite length", b"\xbf" + cbor(bare)[1:] + b"\xff", "an item has an indefinite length")
    change("a floating-point number", "floating-point numbers are not used", {8: Raw(b"\xfb" + b"\0" * 8)})
    change("an undefined value", "simple values other than true, false and null are not used", {7: Raw(b"\xf7")})
    change("a text that is not UTF-8", "a text is not UTF-8", {7: Raw(b"\x61\xff")})
    file.reject("bytes after the item", cbor(full) + b"\0", "a byte follows the item")
    file.reject("an item that is cut off", cbor(full)[:-1], "the item ends early")
    file.reject("a length beyond the input", cbor(bare).replace(b"\x01\x50", b"\x01\x5b" + b"\x7f" * 8, 1), "a string claims more bytes than there are")
    change("arrays nested 17 deep", "more than 16 levels", {10: Raw(b"\x81" * 17 + b"\x00")})
    file.reject("an array", cbor([1, 2]), "the item is not a map")
    file.reject("nothing", b"", "there is no item")
    return file


def response_cbor():
    file = Vectors("response-cbor", PAGE, "The CBOR message of ur:coldstar-response. accept: the response in JSON, and its UR for a code.")
    one = KEY[-4:] + SIGNATURE
    full = {1: ID_BYTES, 2: HASH, 3: one}

    def accept(name, message, document):
        file.accept(name, cbor(message), {"document": canonical(document), "code": ur("coldstar-response", cbor(message)).upper()})

    accept("one signature", full, HINTED)
    accept("no id", {2: HASH, 3: one}, {**HINTED, "id": None})
    accept("two signatures", {**full, 3: one + one}, {**HINTED, "signatures": HINTED["signatures"] * 2})
    change = lambda name, reason, members: file.reject(name, cbor({**full, **members}), reason)
    change("an unknown key", "key 4 is unknown", {4: 1})
    change("an id as text", "the id is not a byte string", {1: ID})
    change("a tagged id", "the id is a bare byte string, without tag 37", {1: Raw(b"\xd8\x25" + cbor(ID_BYTES))})
    change("a hash of 31 bytes", "the hash has not 32 bytes", {2: HASH[:31]})
    change("a hash of 33 bytes", "the hash has not 32 bytes", {2: HASH + b"\0"})
    file.reject("no hash", cbor({1: ID_BYTES, 3: one}), "key 2 is missing")
    file.reject("no signatures", cbor({1: ID_BYTES, 2: HASH}), "key 3 is missing")
    change("signatures of 67 bytes", "the length is not a multiple of 68", {3: one[:-1]})
    change("signatures of 69 bytes", "the length is not a multiple of 68", {3: one + b"\0"})
    change("21 signatures", "more than 20 signatures", {3: one * 21})
    change("signatures in an array", "the signatures are not one byte string", {3: [one]})
    return file


def resources():
    file = Vectors("ur", PAGE, "URs, a part on each line. accept: type and message in base64; of a whole UR also its text.")
    short, long = b"\x83\x01\x02\x03", bytes(range(256)) * 2
    parts, other = Parts("bytes", long, 100), Parts("bytes", long[::-1], 100)
    whole = ur("bytes", short)

    def accept(name, given, message, **more):
        file.accept(name, given, {"type": "bytes", "message": b64(message), **more})

    accept("a whole message", whole, short, text=whole)
    accept("a whole message in upper case", whole.upper(), short, text=whole)
    accept("a whole message in mixed case", whole[:10] + whole[10:].upper(), short, text=whole)
    accept("six parts in order", parts.lines(), long)
    accept("six parts in reverse", parts.lines(*range(6, 0, -1)), long)
    accept("parts in upper case", parts.lines().upper(), long)
    accept("repeated parts", parts.lines(1, 1, 2, 3, 4, 4, 5, 6, 1), long)
    accept("parts with white space around them", "\r\n".join(f"  {line}\t" for line in parts.lines().split("\n")) + "\n\n", long)
    accept("two parts replaced by later ones", parts.lines(1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14), long)
    accept("only parts that mix fragments", parts.lines(*range(7, 40)), long)
    once = Parts("bytes", short, 10)
    accept("the only part of a message in one part", once.text(1), short, text=whole)

    reject = file.reject
    reject("another scheme", whole.replace("ur:", "urn:"), "the text does not begin with ur:")
    reject("an empty type", ur("", short), "the type is empty")
    reject("a type with an underscore", ur("by_tes", short), "the type has a character other than a-z, 0-9 and -")
    reject("a type of 65 characters", ur("a" * 65, short), "the type has more than 64 characters")
    reject("a path of four components", f"ur:bytes/1-6/2/{bytewords_of(parts.text(1))}", "the path is neither TYPE/WORDS nor TYPE/N-COUNT/WORDS")
    reject("a type alone", "ur:bytes", "there are no words")
    reject("an odd number of letters", whole[:-1], "the words have an odd number of letters")
    reject("letters that are no word", whole[:-2] + "qq", "no word begins and ends with these letters")
    reject("a wrong checksum", swapped(whole), "the CRC-32 of the words does not match")
    reject("fewer bytes than a checksum", "ur:bytes/aeaeae", "the words are shorter than a CRC-32")
    reject("one of six parts", parts.text(1), "five parts are missing")
    reject("five of six parts", parts.lines(1, 2, 3, 4, 5), "a part is missing")
    reject("part 0", parts.text(1, path="0-6", array=[0] + parts.array(1)[1:]), "parts are numbered from 1")
    reject("a part with a leading zero", parts.text(1, path="01-6") + "\n" + parts.lines(2, 3, 4, 5, 6), "a number has a leading zero")
    reject("a part whose number differs from its path", parts.text(1, path="2-6") + "\n" + parts.lines(3, 4, 5, 6),
           "path and array differ in the number")
    reject("a part whose count differs from its path", parts.text(1, path="1-7") + "\n" + parts.lines(2, 3, 4, 5, 6),
           "path and array differ in the count")
    reject("an array of four", parts.text(1, array=parts.array(1)[:4]) + "\n" + parts.lines(), "the array has not five elements")
    reject("a part of no bytes", parts.text(1, array=parts.array(1)[:4] + [b""]) + "\n" + parts.lines(), "the fragment is empty")
    reject("a checksum of 33 bits", parts.text(1, array=parts.array(1)[:3] + [1 << 32, parts.data(1)]) + "\n" + parts.lines(),
           "the checksum does not fit 32 bits")
    loose = b"\x85\x18\x01" + cbor(parts.array(1))[2:]
    reject("a part in other than deterministic CBOR", f"ur:bytes/1-6/{bytewords(loose)}\n" + parts.lines(2, 3, 4, 5, 6), "the CBOR is not deterministic")
    reject("1025 fragments", parts.text(1, path="1-1025", array=[1, 1025, 1025, 0, b"x"]), "more than 1024 fragments")
    reject("a message of 65537 bytes", parts.text(1, path="1-1024", array=[1, 1024, 65537, 0, bytes(65)]), "the message has more than 65536 bytes")
    reject("a length that the fragments cannot hold", parts.text(1, array=[1, 6, 517, parts.checksum, bytes(86)]), "6 fragments of 86 bytes hold at most 516 bytes")
    reject("a length with an empty last fragment", parts.text(1, array=[1, 6, 430, parts.checksum, bytes(86)]), "the last fragment would be empty")
    reject("a part of 4297 characters or more", Parts("bytes", bytes(5000), 2500).lines(), "a part is longer than a QR code holds")
    reject("parts of two messages", parts.lines(1, 2, 3) + "\n" + other.lines(4, 5, 6), "the CRC-32 of the message differs between the parts")
    reject("parts of two types", parts.lines(1, 2, 3) + "\n" + Parts("coldstar-list", long, 100).lines(4, 5, 6), "the type differs between the parts")
    reject("parts of two lengths", parts.lines(1, 2, 3, 4, 5) + "\n" + parts.text(6, array=[6, 6, 511, parts.checksum, parts.data(6)]),
           "the length of the message differs between the parts")
    reject("parts of two fragment lengths", parts.lines(1, 2, 3, 4, 5) + "\n" + parts.text(6, array=[6, 6, 512, parts.checksum, parts.data(6) + b"\0"]),
           "the length of the fragments differs between the parts")
    reject("a repeated part with other bytes", parts.lines(1, 2, 3) + "\n" + parts.text(1, array=parts.array(1)[:4] + [parts.data(2)]) + "\n" + parts.lines(4, 5, 6),
           "two parts of one number contradict each other")
    reject("a whole message beside parts", parts.lines(1, 2) + "\n" + whole, "more than one message")
    reject("two whole messages", whole + "\n" + ur("bytes", b"\x01"), "more than one message")
    parts.checksum ^= 1
    reject("a message with a wrong checksum", parts.lines(), "the assembled message does not match its CRC-32")
    reject("one part with a wrong checksum", once.text(1, array=[1, 1, 4, zlib.crc32(short) ^ 1, short]), "the message does not match its CRC-32")
    return file


def bytewords(data):
    return ur("x", data).split("/")[1]


def bytewords_of(text):
    return text.rsplit("/", 1)[1]


def swapped(text):
    """Exchanges the first two words."""
    head, words = text.rsplit("/", 1)
    return f"{head}/{words[2:4]}{words[:2]}{words[4:]}"


def lines():
    file = Vectors("lines", PAGE, "Files with a document on each line. accept: the documents. reject: the file is not of this kind.")
    one, two = canonical(BARE), canonical({**BARE, "id": "11111111-2222-4333-8444-555555555555"})
    text = b64(ENVELOPE)
    file.accept("two requests", f"{one}\n{two}\n", {"documents": [one, two]})
    file.accept("three requests without a newline at the end", f"{one}\n{two}\n{one}", {"documents": [one, two, one]})
    file.accept("empty lines and CR LF", f"\r\n{one}\r\n\r\n  {two}\r\n", {"documents": [one, two]})
    file.accept("two envelopes", f"{text}\n{text}\n", {"documents": [text, text]})
    file.accept("two responses", f"{canonical(RESPONSE)}\n{canonical(HINTED)}\n", {"documents": [canonical(RESPONSE), canonical(HINTED)]})
    file.reject("one request", one + "\n", "one document is not several")
    file.reject("a request on several lines", json.dumps(BARE, indent=1), "the first line does not end with a brace")
    file.reject("an envelope on two lines", text[:80] + "\n" + text[80:], "the first line is not a whole envelope")
    file.reject("a key file", '{"format":"coldstar-key"}\nAAECAw==\n', "the second line does not begin with a brace")
    file.reject("nothing", "\n\n", "there is no document")
    return file


def batches():
    file = Vectors("batch", PAGE, "ur:coldstar-batch, a part on each line. accept: the lines of the batch file, and its UR in one part.")
    second = {**BARE, "id": "11111111-2222-4333-8444-555555555555"}
    bare, full = {1: ID_BYTES, 2: TESTNET, 3: ENVELOPE}, {1: ID_BYTES, 2: TESTNET, 3: ENVELOPE, 6: [KEY, OTHER_KEY], 7: "Invoice 42",
                                                         8: CREATED_SECONDS, 9: canonical(FULL["hints"])}
    other = {**bare, 1: bytes.fromhex(second["id"].replace("-", ""))}
    response, nameless = [ID_BYTES, HASH, KEY + SIGNATURE], [None, HASH, KEY + SIGNATURE + OTHER_KEY + SIGNATURE]
    pair = {"public_key": OTHER, "signature": b64(SIGNATURE)}
    both = canonical({**RESPONSE, "id": None, "signatures": RESPONSE["signatures"] + [pair]})
    kind = "coldstar-batch"
    write = lambda *items: ur(kind, cbor(list(items)))

    def accept(name, items, lines):
        file.accept(name, write(*items), {"lines": lines, "text": write(*items)})

    accept("two requests", [[1, bare], [1, full]], [canonical(BARE), canonical(FULL)])
    accept("two responses", [[2, response], [2, nameless]], [canonical(RESPONSE), both])
    accept("two envelopes", [ENVELOPE, SIGNED], [b64(ENVELOPE), b64(SIGNED)])
    accept("a line with white space in it", [[1, bare], json.dumps(FULL)], [canonical(BARE), json.dumps(FULL)])
    accept("a response with the hint of its key", [[2, response], canonical(HINTED)], [canonical(RESPONSE), canonical(HINTED)])
    long = [[1, {**bare, 1: number.to_bytes(16, "big")}] for number in range(1, 7)]
    texts = [canonical({**BARE, "id": str(uuid.UUID(int=number))}) for number in range(1, 7)]
    parts, mixed = Parts(kind, cbor(long), 150), Parts(kind, cbor(long[::-1]), 150)
    every = range(1, parts.count + 1)
    file.accept("six requests in parts", parts.lines(), {"lines": texts, "text": write(*long)})
    file.accept("parts in upper case, in reverse", parts.lines(*reversed(every)).upper(), {"lines": texts, "text": write(*long)})
    wide = Parts(kind, cbor(long), 1)
    assert 1024 < wide.count <= 2048
    file.accept("more than 1024 parts", wide.lines(), {"lines": texts, "text": write(*long)})

    reject = file.reject
    reject("parts of another batch mixed in", parts.lines(*every[:4]) + "\n" + mixed.lines(*every[4:]), "the CRC-32 of the message differs between the parts")
    reject("a part that is missing", parts.lines(*every[1:]), "a part is missing")
    reject("a part of a request", parts.lines(*every[:4]) + "\n" + Parts("coldstar-request", cbor(long), 150).lines(*every[4:]), "the type differs between the parts")
    reject("a wrong checksum", write([1, bare], [1, other])[:-8] + "aeaeaeae", "the CRC-32 of the words does not match")
    reject("2049 fragments", parts.text(1, path="1-2049", array=[1, 2049, 2049, 0, b"x"]), "more than 2048 fragments")
    reject("a message of 524289 bytes", parts.text(1, path="1-2048", array=[1, 2048, 524289, 0, bytes(257)]), "the message has more than 524288 bytes")
    reject("a map", ur(kind, cbor({1: bare})), "the item is not an array")
    reject("one line", write([1, bare]), "a single document is not a batch")
    reject("no lines", write(), "a batch has at least two lines")
    reject("a batch that is cut off", ur(kind, cbor([[1, bare], [1, other]])[:-1]), "the item ends early")
    reject("bytes after the batch", ur(kind, cbor([[1, bare], [1, other]]) + b"\0"), "a byte follows the item")
    change = lambda name, reason, item: reject(name, write([1, bare], item), reason)
    change("a line of an unknown kind", "the kind 3 is not known", [3, other])
    change("a line that is a number", "a line is an array, bytes or a text", 7)
    change("an array of three", "the array has not two elements", [1, other, 0])
    change("a request with an unknown key", "key 10 is unknown", [1, {**other, 10: 1}])
    change("a request with its keys in another order", "a batch has one encoding only", [1, dict(reversed(other.items()))])
    change("a request without signers, in an array", "a batch has one encoding only", [1, {**other, 6: []}])
    change("a request as a text", "its shorter form must be used", canonical(second))
    change("an envelope as a text", "its shorter form must be used", b64(ENVELOPE))
    change("bytes after an envelope", "bytes follow the XDR", ENVELOPE + be(0))
    change("a text that is no document", "the line is not a transaction, request or response", "hello")
    change("a text with a line break", "a text has only printable ASCII", canonical(second)[:-1] + ' \n}')
    change("a text with a letter that is not ASCII", "a text has only printable ASCII", json.dumps({**second, "note": "\u00e9"}, ensure_ascii=False))
    change("an escape sequence", "a text has only printable ASCII", "\x1b[2J")
    change("a secret key", "a secret key is not a document", "S" + "A" * 55)
    change("a batch in a batch", "a line is one document", ur(kind, cbor([[1, bare], [1, other]])))
    change("a response of 67 bytes", "the length is not a multiple of 96", [2, [ID_BYTES, HASH, KEY + SIGNATURE[:-1]]])
    change("a response with 21 signatures", "more than 20 signatures", [2, [ID_BYTES, HASH, (KEY + SIGNATURE) * 21]])
    change("a response with an id of 15 bytes", "the id has not 16 bytes", [2, [ID_BYTES[:15], HASH, KEY + SIGNATURE]])
    change("a response without its id", "the array has not three elements", [2, [HASH, KEY + SIGNATURE]])
    change("a response with a hash of 31 bytes", "the hash has not 32 bytes", [2, [ID_BYTES, HASH[:31], KEY + SIGNATURE]])
    return file


def names():
    file = Vectors("file-names", PAGE, "Names of files in a handoff folder. reject: the file is ignored.")

    def accept(name, kind, digest, state, ending, number=1):
        file.accept(name, name, {"kind": kind, "hash": digest, "state": state, "number": number, "ending": ending})

    accept("transaction-e6a53830-unsigned.json", "transaction", "e6a53830", "unsigned", "json")
    accept("fee-bump-00000000-signed.xdr", "fee-bump", "00000000", "signed", "xdr")
    accept("challenge-abcdef01-signed-2.txt", "challenge", "abcdef01", "signed", "txt", 2)
    accept("transaction-e6a53830-unsigned-2.json", "transaction", "e6a53830", "unsigned", "json", 2)
    accept("message-12345678-signed-99.json", "message", "12345678", "signed", "json", 99)
    accept("batch-0a0b0c0d-unsigned.jsonl", "batch", "0a0b0c0d", "unsigned", "jsonl")
    for given, reason in {
        "transaction-e6a53830-unsigned": "no ending", "transaction-e6a53830-unsigned.exe": "an unknown ending",
        "transaction-e6a53830-unsigned.json.lnk": "two endings", "Transaction-e6a53830-unsigned.json": "the kind is not in lower case",
        "transaction-E6A53830-unsigned.json": "the hash is not in lower case", "transaction-e6a5383-unsigned.json": "seven digits",
        "transaction-e6a538300-unsigned.json": "nine digits", "transaction-e6a5383g-unsigned.json": "not hexadecimal",
        "payment-e6a53830-signed.xdr": "an unknown kind", "transaction-e6a53830-sent.xdr": "an unknown state",
        "transaction-e6a53830-signed-1.xdr": "the first file has no number", "transaction-e6a53830-signed-02.xdr": "a leading zero",
        "transaction-e6a53830-signed-100.xdr": "a number above 99", "transaction-e6a53830-signed-.xdr": "an empty number",
        "transaction-e6a53830-signed-2-3.xdr": "two numbers", " transaction-e6a53830-signed.xdr": "a space before the name",
        "../transaction-e6a53830-signed.xdr": "a path", "._transaction-e6a53830-signed.xdr": "a prefix that a file system added",
        "transaction-e6a53830-signed.xdr~": "a suffix that an editor added", "": "an empty name",
    }.items():
        file.reject(given or "an empty name", given, reason)
    return file


def files():
    return [request_json(), response_json(), request_cbor(), response_cbor(), resources(), lines(), batches(), names()]
