# SPDX-License-Identifier: Apache-2.0
"""Vectors for docs/spec/book-and-policy.md."""

import hashlib

from encoding import Parts, canonical, cbor, ur
from sample import ACCOUNT, KEY, OTHER, OTHER_TEST_SEED, TEST_SEED, b64, contract, hmac512, muxed, muxed_contract, raw_key, sign
from vectors import Vectors

PAGE = "book-and-policy.md"
TIME = 1_795_251_600
ASSET = f"USDC:{OTHER}"
BOOK = {
    "contacts": [
        {"name": "bob", "account": OTHER, "ids": ["7", "18446744073709551615"], "memo": None},
        {"name": "Shop_1.x", "account": ACCOUNT, "ids": [], "memo": {"type": "text", "value": "invoice"}},
        {"name": "exchange", "account": OTHER, "ids": [], "memo": {"required": ["id", "text"]}},
    ],
    "accounts": [{"account": ACCOUNT, "master_weight": 1, "thresholds": {"low": 0, "medium": 2, "high": 255},
                  "signers": [{"key": OTHER, "weight": 1}]}],
    "domains": [{"name": "example.com", "signing_key": OTHER, "link_key": None, "withdrawal_accounts": [ACCOUNT]}],
    "assets": ["native", ASSET],
}
CONTRACT = "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC"
PIN = {"label": "vault", "network_passphrase": "A private network", "contract": CONTRACT, "asset": None, "wasm_hash": "11" * 32, "spec_hash": "22" * 32,
       "token": {"decimals": 18, "symbol": "EUR"}, "account": {"shape": "map", "signers": [ACCOUNT, OTHER]}, "functions": ["deposit"], "upgradable": "yes"}
BUILT_IN = {"label": "xlm", "network_passphrase": "Test SDF Network ; September 2015", "contract": CONTRACT, "asset": "native", "wasm_hash": None,
            "spec_hash": None, "token": None, "account": None, "functions": [], "upgradable": "no"}
EMPTY = {"contacts": [], "accounts": [], "domains": [], "assets": []}
POLICY = {
    "format": "coldstar-policy", "version": 1, "networks": ["testnet", "A private network"], "operations": ["fee_bump", "payment"],
    "destinations": "book", "assets": sorted([ASSET, "native"]), "maximum_per_transaction": {"native": "100"},
    "maximum_per_day": {ASSET: "unlimited", "native": "250.5"}, "maximum_fee": "0.001", "memo_required": [OTHER],
    "logins": ["example.com"], "messages": False, "unattended": ["W-NEWDEST", "W-SEQJUMP"],
}


def list_keys(seed):
    """The list key's seed, and the secret that authenticates seals."""
    derived = hmac512(seed, "coldstar list and seal keys 1")
    return derived[:32], derived[32:]


def record_seed(seed):
    return hmac512(seed, "coldstar record key 1")[:32]


def list_line(kind, content, **changes):
    key = raw_key(list_keys(TEST_SEED)[0]).hex()
    return {"format": f"coldstar-{kind}", "version": 1, "counter": 1, "owner": "savings", "list_key": key, "time": TIME, "content": content, **changes}


def signed(line, seed=TEST_SEED, domain="Coldstar signed list 1\n"):
    text = (line if isinstance(line, str) else canonical(line)) + "\n"
    return text + sign(list_keys(seed)[0], (domain + text).encode()).hex() + "\n"


def signed_lists():
    file = Vectors("signed-list", PAGE, "Signed lists. kind: which of the two the reader expects. accept: owner, counter, and the digest by which seals "
                   "name the version. The list key is that of RFC 8032's TEST 1 seed.")

    def accept(name, kind, line):
        text = signed(line)
        digest = hashlib.sha256(text.split("\n")[0].encode() + b"\n").hexdigest()
        file.accept(name, text, {"owner": line["owner"], "counter": line["counter"], "list_key": line["list_key"], "time": line["time"],
                                 "content": canonical(line["content"]), "digest": digest}, kind=kind)

    accept("a book", "book", list_line("book", BOOK))
    accept("an empty book", "book", list_line("book", EMPTY, counter=2))
    accept("a policy", "policy", list_line("policy", {"policy": POLICY}))
    accept("a removed policy", "policy", list_line("policy", {"policy": None}, counter=3))
    accept("the highest counter", "book", list_line("book", EMPTY, counter=1 << 62))

    line = list_line("book", EMPTY)
    whole = signed(line)
    first, second = whole.split("\n")[:2]
    reject = lambda name, text, reason, kind="book": file.reject(name, text, reason, kind=kind)
    change = lambda name, reason, /, **members: reject(name, signed({**line, **members}), reason)
    reject("a book where a policy belongs", whole, "the format is that of another list", "policy")
    change("version 2", "a later version", version=2)
    change("a counter above 2^62", "the counter is above 2^62", counter=(1 << 62) + 1)
    change("a negative counter", "the counter is negative", counter=-1)
    change("an owner that is not a key name", "the owner is not a key name", owner="a b")
    change("a list key of 31 bytes", "the list key has not 64 digits", list_key="00" * 31)
    change("content that is an array", "the content is not an object", content=[])
    change("an unknown member", "version 1 has no member note", note="x")
    reject("a missing member", signed({name: value for name, value in line.items() if name != "time"}), "the member time is missing")
    reject("members in another order", signed(dict(reversed(line.items()))), "the first line is not canonical")
    reject("white space", signed(first.replace(",", ", ")), "the first line is not canonical")
    reject("an escape", signed(first.replace("savings", "\\u0073avings")), "the first line is not canonical")
    reject("unescaped UTF-8", signed(canonical({**line, "content": {**EMPTY, "note": "Caf\u00e9"}}).replace("\\u00e9", "\u00e9")), "the first line is not ASCII")
    reject("a changed counter", whole.replace('"counter":1', '"counter":2'), "the signature is over another line")
    reject("a signature by another key", signed(line, OTHER_TEST_SEED), "the signature is not by the list key that the list names")
    reject("a signature without the domain", signed(line, domain=""), "the signed bytes do not begin with Coldstar signed list 1")
    reject("a signature by the account's key", f"{first}\n{sign(TEST_SEED, ('Coldstar signed list 1' + chr(10) + first + chr(10)).encode()).hex()}\n",
           "the signature is by the key of the account")
    reject("a signature of 63 bytes", f"{first}\n{second[:-2]}\n", "the signature has not 128 digits")
    reject("a signature in upper case", f"{first}\n{second.upper()}\n", "the second line is not canonical")
    reject("a signature that is not hexadecimal", f"{first}\nz{second[1:]}\n", "the second line is not hexadecimal")
    reject("CR LF", whole.replace("\n", "\r\n"), "lines end with one newline")
    reject("no newline at the end", whole[:-1], "the second line is not ended")
    reject("an empty line", whole + "\n", "there are three lines")
    reject("one line", first + "\n", "the signature is missing")
    return file


def book_contents():
    file = Vectors("book", PAGE, "The content of a book. accept: the content as it is written.")
    accept = lambda name, content, written=None: file.accept(name, canonical(content), {"content": canonical(written or content)})
    accept("contacts, accounts, domains and assets", BOOK)
    accept("nothing", EMPTY)
    accept("contracts", {**EMPTY, "contracts": [PIN, BUILT_IN]})
    domain = BOOK["domains"][0]
    for name in ("localhost:8000", "127.0.0.1:8000", "example.com:8443", "xn--bcher-kva.example"):
        accept(f"the domain {name}", {**EMPTY, "domains": [{**domain, "name": name}]})
    contact, account = BOOK["contacts"][0], BOOK["accounts"][0]
    accept("ids in another order", {**EMPTY, "contacts": [{**contact, "ids": ["9", "7"]}]}, {**EMPTY, "contacts": [{**contact, "ids": ["7", "9"]}]})
    safe = {"name": "safe", "account": contract(KEY), "ids": ["7"], "memo": None}
    accept("a contract as a contact", {**EMPTY, "contacts": [safe]})
    reject = lambda name, reason, /, **parts: file.reject(name, canonical({**EMPTY, **parts}), reason)
    reject("a contract with an id in its address", "the id is in ids", contacts=[{**safe, "account": muxed_contract(KEY, 7)}])
    reject("a contract with a memo", "a call of a contract has no memo", contacts=[{**safe, "memo": {"required": []}}])
    contacts = lambda name, reason, /, **members: reject(name, reason, contacts=[{**contact, **members}])
    accounts = lambda name, reason, /, **members: reject(name, reason, accounts=[{**account, **members}])
    domains = lambda name, reason, /, **members: reject(name, reason, domains=[{**domain, **members}])
    reject("an unknown part", "a book has no part notes", notes=[])
    pins = lambda name, reason, /, **members: reject(name, reason, contracts=[{**PIN, **members}])
    reject("no contracts", "contracts is absent if there are none", contracts=[])
    reject("a contract twice", "there are two pins of one contract", contracts=[PIN, {**PIN, "label": "other"}])
    pins("a pin without a network", "the passphrase is empty", network_passphrase="")
    pins("a pin of an account", "the contract is not a C... address", contract=OTHER)
    pins("a pin with an unknown member", "a pin has no member note", note="x")
    pins("a pin of an asset with code", "the asset says everything", **{**BUILT_IN, "wasm_hash": "11" * 32})
    pins("a pin of an asset with another contract", "the contract is not the asset's on this network", **{**BUILT_IN, "network_passphrase": "A private network"})
    pins("a hash in upper case", "hashes are lower case", wasm_hash="AA" * 32)
    pins("39 decimals", "decimals go from 0 to 38", token={"decimals": 39, "symbol": "EUR"})
    pins("a symbol like XLM", "the symbol could be taken for XLM", token={"decimals": 7, "symbol": "xlm"})
    pins("an unknown shape", "the shape is bytes64, map or openzeppelin", account={"shape": "webauthn", "signers": [ACCOUNT]})
    pins("a contract account without signers", "there is at least one signer", account={"shape": "map", "signers": []})
    pins("a function without a hash", "functions need a hash", wasm_hash=None, spec_hash=None)
    pins("a function twice", "functions differ", functions=["deposit", "deposit"])
    file.reject("a missing part", canonical({name: [] for name in ("contacts", "accounts", "domains")}), "the part assets is missing")
    reject("a part that is an object", "contacts is not an array", contacts={})
    contacts("a name with a space", "a name has only letters, digits, _, - and .", name="bo b")
    contacts("an empty name", "the name is empty", name="")
    contacts("a name of 65 characters", "the name has more than 64 characters", name="a-" * 32 + "a")
    contacts("a name beyond ASCII", "a name has only letters, digits, _, - and .", name="b\u00f6b")
    contacts("a name like an address", "a word of 40 letters and digits could pass for an address", name=OTHER[:40])
    contacts("a muxed account", "the account is neither a G... nor a C... address", account=muxed(KEY, 7))
    contacts("an id that is a number", "ids are written in strings", ids=[7])
    contacts("an id with a leading zero", "the id is not written as a number is", ids=["07"])
    contacts("an id of 2^64", "the id has more than 64 bits", ids=["18446744073709551616"])
    contacts("a memo of an unknown kind", "the kind of memo is unknown", memo={"type": "note", "value": "x"})
    contacts("a memo of 29 bytes", "a text memo has at most 28 bytes", memo={"type": "text", "value": "x" * 29})
    contacts("a memo hash of 31 bytes", "a hash has 64 digits", memo={"type": "hash", "value": "00" * 31})
    contacts("a memo without its value", "the member value is missing", memo={"type": "text"})
    contacts("an unknown required kind", "the kind of memo is unknown", memo={"required": ["note"]})
    file.reject("no memo", canonical({**EMPTY, "contacts": [{k: v for k, v in contact.items() if k != "memo"}]}), "the member memo is missing")
    accounts("a master weight of 256", "weights go from 0 to 255", master_weight=256)
    accounts("a negative threshold", "thresholds go from 0 to 255", thresholds={"low": -1, "medium": 0, "high": 0})
    accounts("a threshold as text", "a threshold is not a number", thresholds={"low": "0", "medium": 0, "high": 0})
    accounts("a missing threshold", "the threshold high is missing", thresholds={"low": 0, "medium": 0})
    accounts("a signer that is not an address", "the signer is not an address", signers=[{"key": "bob", "weight": 1}])
    accounts("a signer without a weight", "the weight is missing", signers=[{"key": OTHER}])
    domains("a domain in upper case", "a domain is written in lower case", name="Example.com")
    domains("a domain of one label", "a domain has two labels or more", name="example")
    domains("an IP address", "an IP address is not a domain", name="192.0.2.1")
    domains("localhost without a port", "localhost is for practice, with a port", name="localhost")
    domains("a port with a leading zero", "the port is not written as a number is", name="example.com:0443")
    domains("port 65536", "a port is below 65536", name="example.com:65536")
    domains("a trailing full stop", "the last label is empty", name="example.com.")
    domains("a label that begins with a hyphen", "a label does not begin with a hyphen", name="-a.example.com")
    domains("a URL", "a URL is not a domain", name="https://example.com")
    domains("a link key that is not an address", "link_key is not a G... address", link_key="bob")
    domains("a withdrawal account that is not an address", "a withdrawal account is not a G... address", withdrawal_accounts=["bob"])
    reject("an asset without an issuer", "an asset other than native is CODE:ISSUER", assets=["USDC"])
    reject("an asset code of 13 characters", "an asset code has at most 12 characters", assets=[f"ABCDEFGHIJKLM:{OTHER}"])
    return file


def policy_contents():
    file = Vectors("policy", PAGE, "Policies. accept: the policy with every member, as it is written.")
    accept = lambda name, document, written=None: file.accept(name, canonical(document), {"policy": canonical(written or document)})
    nothing = {"format": "coldstar-policy", "version": 1, "networks": [], "operations": [], "destinations": [], "assets": [],
               "maximum_per_transaction": {}, "maximum_per_day": {}, "maximum_fee": "0", "memo_required": [], "logins": [], "messages": False,
               "unattended": []}
    everything = {**nothing, **dict.fromkeys(("operations", "destinations", "assets", "memo_required", "logins"), "any"), "messages": True,
                  "maximum_per_transaction": "unlimited", "maximum_per_day": "unlimited"}
    accept("every member", POLICY)
    accept("no member: nothing is allowed", {"format": "coldstar-policy", "version": 1}, nothing)
    accept("anything", everything)
    accept("destinations by account", {**POLICY, "destinations": sorted([ACCOUNT, muxed(KEY, 7)])})
    accept("destinations by contract", {**POLICY, "destinations": sorted([contract(KEY), muxed_contract(KEY, 7)])})
    accept("members in another order", dict(reversed(POLICY.items())), POLICY)
    accept("lists in another order", {**POLICY, "unattended": POLICY["unattended"][::-1]}, POLICY)
    change = lambda name, reason, /, **members: file.reject(name, canonical({**POLICY, **members}), reason)
    for name in ("format", "version"):
        file.reject(f"no {name}", canonical({key: value for key, value in POLICY.items() if key != name}), f"the member {name} is missing")
    change("version 2", "a later version", version=2)
    change("another format", "the format is unknown", format="coldstar-book")
    change("a misspelt member", "version 1 has no member max_fee", max_fee="1")
    change("a network as text", "networks is not an array", networks="testnet")
    change("an empty network", "a network has a name or a passphrase", networks=[""])
    change("any network", "networks are always named", networks="any")
    change("an unknown operation", "no operation is called payments", operations=["payments"])
    change("an unknown word for destinations", "destinations is neither a list nor any nor book", destinations="contacts")
    change("a destination by name", "a destination is not an address", destinations=["bob"])
    change("the book as assets", "book is for destinations only", assets="book")
    change("an asset without an issuer", "an asset other than native is CODE:ISSUER", assets=["USDC"])
    change("a maximum as a number", "amounts are written in strings", maximum_per_day={"native": 250})
    change("a maximum with 8 decimals", "amounts have at most 7 decimals", maximum_per_day={"native": "0.00000001"})
    change("a negative maximum", "an amount is not negative", maximum_per_day={"native": "-1"})
    change("a maximum of an unknown asset", "an asset other than native is CODE:ISSUER", maximum_per_transaction={"USD": "1"})
    change("maxima as an array", "maxima are an object, or unlimited", maximum_per_day=[])
    change("any maximum", "the word is unlimited", maximum_per_day="any")
    change("an unlimited fee", "the fee has a maximum", maximum_fee="unlimited")
    change("memos for an M address", "memo_required lists G... addresses", memo_required=[muxed(KEY, 7)])
    change("messages as text", "messages is not true or false", messages="true")
    change("an unknown rule", "no rule has this name", unattended=["W-NOTHING"])
    change("a rule that refuses", "a refusal cannot be passed", unattended=["R-NET"])
    change("a rule for a person only", "only a person passes W-BOOK", unattended=["W-BOOK"])
    return file


def seals():
    file = Vectors("seal", PAGE, "Seals. key_name: from the file's name; test_seed: the key's seed, here RFC 8032's TEST 1, in hexadecimal. "
                   "accept: the counter, and how many lines of the journal the seal covers.")
    seed, name = TEST_SEED, "savings"
    line = {
        "format": "coldstar-seal", "version": 2, "key": name, "counter": 12, "key_files": ["11" * 32], "list_key": raw_key(list_keys(seed)[0]).hex(),
        "book": [{"counter": 1, "digest": "22" * 32}], "policy": [],
        "journal": {"lines": 9, "digest": "33" * 32, "unproven": [[2, 4], [7, 7]], "unseen": [[7, 7]]}, "drilled": TIME,
        "record_key": raw_key(record_seed(seed)).hex(),
        "accepted": [{"key": "other", "record_key": raw_key(record_seed(OTHER_TEST_SEED)).hex()}],
        "clock": {"wall": TIME, "boot": "0123456789abcdef0123456789abcdef", "since_boot": 60},
    }
    first = {**line, "version": 1, "journal": {"lines": 9, "digest": "33" * 32}}
    first = {member: value for member, value in first.items() if member not in ("record_key", "accepted", "clock")}

    def write(line, seed=seed):
        text = (line if isinstance(line, str) else canonical(line)) + "\n"
        text += hashlib.sha256(text.encode()).hexdigest() + "\n"
        return text + hmac512(list_keys(seed)[1], text).hex() + "\n"

    context = {"key_name": name, "test_seed": seed.hex()}
    accept = lambda name, line: file.accept(name, write(line), {"version": line["version"], "counter": line["counter"], "lines": line["journal"]["lines"]}, **context)
    accept("version 2", line)
    accept("version 1", first)
    accept("a key that has seen nothing", {**line, "counter": 0, "list_key": None, "book": [], "drilled": None, "accepted": [], "clock": None,
           "journal": {"lines": 0, "digest": "00" * 32, "unproven": [], "unseen": []}})
    accept("during a change of PIN and book", {**line, "key_files": ["11" * 32, "44" * 32],
           "book": [{"counter": 0, "digest": "00" * 32}, {"counter": 1, "digest": "22" * 32}]})
    reject = lambda name, text, reason, **changes: file.reject(name, text, reason, **{**context, **changes})
    change = lambda name, reason, /, **members: reject(name, write({**line, **members}), reason)
    journal = lambda name, reason, /, **members: change(name, reason, journal={**line["journal"], **members})
    whole = write(line)
    lines = whole.split("\n")
    reject("another key's seal", whole, "the seal is that of the key savings", key_name="other")
    reject("an authenticator of another key", write(line, OTHER_TEST_SEED), "the key did not write the seal")
    reject("a changed authenticator", whole[:-2] + ("0" if whole[-2] != "0" else "1") + "\n", "the key did not write the seal")
    reject("a changed line with a new digest", write({**line, "counter": 13}).rsplit("\n", 2)[0] + "\n" + lines[2] + "\n", "the authenticator is that of another line")
    reject("a changed line", whole.replace('"counter":12', '"counter":13'), "the second line is not the digest of the first")
    reject("a digest in upper case", whole.replace(lines[1], lines[1].upper()), "the second line is not canonical")
    change("version 3", "a later version", version=3)
    change("another format", "the format is unknown", format="coldstar-key")
    change("a counter above 2^62", "the counter is above 2^62", counter=(1 << 62) + 1)
    change("a digest of 31 bytes", "a digest has 64 digits", key_files=["11" * 31])
    journal("a negative number of lines", "the number of lines is negative", lines=-1)
    journal("a range beyond the last line", "a range ends after the last line", unproven=[[2, 10]])
    journal("ranges out of order", "the ranges are not in ascending order", unproven=[[7, 7], [2, 4]])
    journal("ranges that overlap", "the ranges overlap", unproven=[[2, 4], [4, 7]])
    journal("a range from its end", "a range ends before it begins", unproven=[[4, 2]])
    journal("line 0", "lines are counted from 1", unproven=[[0, 1]])
    change("no record key", "a seal of version 2 names the record key", record_key=None)
    change("a boot id of 31 digits", "the boot id has not 32 digits", clock={**line["clock"], "boot": "0" * 31})
    change("an accepted key without its record key", "the member record_key is missing", accepted=[{"key": "other"}])
    reject("members in another order", write(dict(reversed(line.items()))), "the first line is not canonical")
    change("an unknown member", "version 2 has no member note", note="x")
    reject("white space", write(canonical(line).replace(",", ", ")), "the first line is not canonical")
    reject("two lines", "\n".join(lines[:2]) + "\n", "the authenticator is missing")
    reject("no newline at the end", whole[:-1], "the third line is not ended")
    reject("CR LF", whole.replace("\n", "\r\n"), "lines end with one newline")
    return file


def contacts():
    file = Vectors("contacts", PAGE, "Exported contacts. accept: the document as it is written.")
    entry = {"name": "bob", "account": OTHER, "memo_type": "id", "memo": "7", "note": "a friend"}
    document = lambda *entries: {"format": "coldstar-contacts", "version": 1, "contacts": list(entries)}
    accept = lambda name, given, written=None: file.accept(name, given if isinstance(given, str) else canonical(given),
                                                           {"document": canonical(written or given)})
    bare = {"name": "alice", "account": ACCOUNT}
    table = f"name,account,memo_type,memo,note\nbob,{OTHER},id,7,a friend\nalice,{ACCOUNT},,,\n"
    accept("two contacts", document(entry, bare))
    accept("no contacts", document())
    accept("an M address", document({**bare, "account": muxed(KEY, 7)}))
    accept("contracts", document({**bare, "account": contract(KEY)}, {"name": "user", "account": muxed_contract(KEY, 7)}))
    accept("null for optional members", document({**bare, "memo_type": None, "memo": None, "note": None}), document(bare))
    accept("a table", table, document(entry, bare))
    accept("a table with columns in another order", f"account,name\n{ACCOUNT},alice\n", document(bare))
    reject = lambda name, reason, *entries: file.reject(name, canonical(document(*entries)), reason)
    file.reject("version 2", canonical({**document(bare), "version": 2}), "a later version")
    file.reject("another format", canonical({**document(bare), "format": "coldstar-book"}), "the format is unknown")
    reject("an unknown member", "version 1 has no member address", {**bare, "address": ACCOUNT})
    reject("no account", "the member account is missing", {"name": "bob"})
    reject("a name with a space", "a name has only letters, digits, _, - and .", {**bare, "name": "al ice"})
    reject("a name like an address", "a word of 40 letters and digits could pass for an address", {**bare, "name": OTHER[:40]})
    reject("an address with a wrong checksum", "the address has a wrong checksum", {**bare, "account": ACCOUNT[:-2] + "AA"})
    reject("a name twice", "two contacts have one name", bare, bare)
    reject("names that differ in case", "names are compared without case", bare, {**bare, "name": "Alice"})
    reject("a memo without its type", "memo_type is missing", {**bare, "memo": "7"})
    reject("a memo with an M address", "an M... address names the recipient already", {**bare, "account": muxed(KEY, 7), "memo_type": "id", "memo": "7"})
    reject("a memo with a contract", "a call of a contract has no memo", {**bare, "account": contract(KEY), "memo_type": "id", "memo": "7"})
    reject("a memo id that is not a number", "an id is a number", {**bare, "memo_type": "id", "memo": "seven"})
    reject("a note of 201 bytes", "the note has more than 200 bytes", {**bare, "note": "n" * 201})
    file.reject("a table without accounts", "name\nbob\n", "the column account is missing")
    file.reject("a table with an unknown column", f"name,account,phone\nbob,{OTHER},1\n", "no column is called phone")
    file.reject("a table row of one cell", f"name,account\nbob\n", "the row has fewer cells than the header")
    return file


def list_codes():
    file = Vectors("list-code", PAGE, "ur:coldstar-list, a part on each line. accept: the document in base64, byte for byte.")
    document = canonical({"format": "coldstar-contacts", "version": 1, "contacts": []}).encode()
    long = signed(list_line("book", BOOK)).encode()
    parts = Parts("coldstar-list", cbor(long), 150)
    file.accept("contacts in one part", ur("coldstar-list", cbor(document)), {"document": b64(document)})
    file.accept("contacts in upper case", ur("coldstar-list", cbor(document)).upper(), {"document": b64(document)})
    file.accept("a signed book in parts", parts.lines(), {"document": b64(long)})
    file.accept("a signed book in parts, in reverse", parts.lines(*range(parts.count, 0, -1)), {"document": b64(long)})
    file.reject("a text item", ur("coldstar-list", cbor(document.decode())), "the item is not a byte string")
    file.reject("bytes after the item", ur("coldstar-list", cbor(document) + b"\0"), "a byte follows the item")
    file.reject("an item that is cut off", ur("coldstar-list", cbor(document)[:-1]), "the item ends early")
    file.reject("a part that is missing", parts.lines(*range(1, parts.count)), "a part is missing")
    file.reject("a length in more bytes than it needs", ur("coldstar-list", b"\x59\x00" + cbor(document)[1:]), "the CBOR is not deterministic")
    file.reject("no checksum", "ur:coldstar-list/", "the words are shorter than a CRC-32")
    return file


def files():
    return [signed_lists(), seals(), book_contents(), policy_contents(), contacts(), list_codes()]
