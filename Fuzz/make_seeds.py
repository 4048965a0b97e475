# SPDX-License-Identifier: Apache-2.0
"""Makes the inputs that each fuzz target begins with, from the test vectors: make_seeds.py FOLDER.

Large ones are left out: small ones reach the same code sooner. `Fuzz/Corpus` has the inputs that cannot be made from vectors,
and those in which a fuzzer found a fault.
"""

import base64
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMIT = 2500


def rows(path):
    text = path.read_text()
    return json.loads(text) if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]


def bytes_of(row):
    """The XDR of a row; nothing where its base64 is what is wrong with it."""
    try:
        return base64.b64decode(row["xdr"])
    except ValueError:
        return b""


class Tagged:
    def __init__(self, tag, value):
        self.tag, self.value = tag, value


def cbor(value):
    """The deterministic encoding of what handoffs use."""

    def head(major, number):
        for limit, mark, size in ((24, number, 0), (1 << 8, 24, 1), (1 << 16, 25, 2), (1 << 32, 26, 4), (1 << 64, 27, 8)):
            if number < limit:
                return bytes([major << 5 | mark]) + (number.to_bytes(size, "big") if size else b"")

    if isinstance(value, bool) or value is None:
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, Tagged):
        return head(6, value.tag) + cbor(value.value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


class Seeds:
    # WireTypes.first in Sources/Tools/FuzzTargets.
    first = ["TransactionEnvelope", "TransactionResult", "TransactionMeta", "LedgerEntryData", "LedgerCloseMeta", "ContractEvent"]

    def __init__(self, folder):
        self.folder = folder
        self.tests = tests = ROOT / "Tests"
        vectors = tests / "Core/Vectors"
        self.envelopes = [
            decoded
            for name in ("envelopes.jsonl", "semantic.jsonl", "malformed.jsonl", "sep10.json")
            for decoded in map(bytes_of, rows(vectors / name))
            if decoded
        ]
        self.links = [row["uri"] for row in rows(vectors / "sep7.json")]
        self.txreps = [row["txrep"] for row in rows(vectors / "sep11.json") if "txrep" in row]
        self.values = [row for row in rows(vectors / "sep51.json") if "json" in row and "type" in row]
        self.results = [base64.b64decode(row["xdr"]) for row in rows(vectors / "results.jsonl")]
        self.strkeys = [row["strkey"] for row in rows(vectors / "strkey.json") if "strkey" in row]
        self.json_cases = tests / "Core/CodecTests/Text" / "Vectors" / "json" / "cases.txt"
        self.account = next(key for key in self.strkeys if key.startswith("G"))

    def ledger_values(self):
        """Values of LedgerXDR, by the type's name."""
        vectors = self.tests / "Online/LedgerXDRTests/Vectors"
        meta = rows(vectors / "tx-meta.json")
        for kind, cases, field in (
            ("TransactionMeta", meta["cases"], "meta_xdr"), ("LedgerCloseMeta", meta["ledgers"], "close_meta_xdr"),
            ("ContractEvent", rows(vectors / "sac-events.json")["cases"], "event"),
            ("LedgerEntryData", rows(vectors / "ledger-entries.json")["cases"], "entry_data"),
        ):
            for case in cases:
                yield kind, base64.b64decode(case[field])

    # RPCResponses.methods in Sources/Tools/FuzzTargets.
    methods = ["getHealth", "getNetwork", "getVersionInfo", "getLatestLedger", "getFeeStats", "getLedgerEntries", "simulateTransaction",
               "sendTransaction", "getTransaction", "getTransactions", "getEvents"]

    def responses(self):
        """Responses of Stellar RPC with the method, and the same cut or with another id."""
        dialog = rows(self.tests / "Online/LedgerAPITests/RPC/Vectors/rpc-dialog.json")
        for case in dialog["cases"] + dialog["errors"]:
            method = self.methods.index(case["request"]["method"])
            text = json.dumps(case["response"] | {"id": 1}).encode()
            for body in (text, text[:-1], text.replace(b'"id": 1', b'"id": 2'), text.replace(b"AAAA", b"AAAB", 1)):
                yield bytes([method]) + body

    def put(self, target, content):
        if len(content) <= LIMIT:
            path = self.folder / target
            path.mkdir(parents=True, exist_ok=True)
            (path / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)

    def requests(self):
        """Documents and their CBOR: a request around each fourth envelope, and one of every other kind."""
        common = {"format": "coldstar-request", "version": 1, "id": "0f1e2d3c-4b5a-4678-8a9b-acbdcedfe0f1"}
        network = "Test SDF Network ; September 2015"
        hints = {"accounts": {self.account: {"sequence": "1", "thresholds": {"low": 0, "medium": 1, "high": 2}}}}
        for envelope in self.envelopes[::4]:
            text = base64.b64encode(envelope).decode()
            document = {**common, "kind": "transaction", "network_passphrase": network, "envelope": text}
            yield document, {1: bytes(16), 2: network, 3: envelope}
            document = {**document, "signers": [self.account], "note": "n", "created": "2026-11-21T09:00:00Z", "hints": hints}
            yield document, {1: bytes(16), 2: network, 3: envelope, 6: [bytes(32)], 7: "n", 8: 5, 9: json.dumps(hints)}
        challenge = {
            "home_domain": "a.b", "web_auth_domain": "a.b", "web_auth_endpoint": "https://a.b/auth",
            "signing_key": self.account, "client_domain": "c.d",
        }
        text = base64.b64encode(self.envelopes[0]).decode()
        yield (
            {**common, "kind": "challenge", "network_passphrase": network, "envelope": text, "challenge": challenge},
            {1: bytes(16), 2: network, 3: self.envelopes[0], 4: {1: "a.b", 2: "a.b", 3: "https://a.b", 4: bytes(32), 5: "c"}},
        )
        yield {**common, "kind": "message", "network_passphrase": network, "message": "hi"}, {1: bytes(16), 2: network, 5: "hi"}
        yield (
            {**common, "kind": "message", "network_passphrase": network, "message_base64": "/w=="},
            {1: bytes(16), 2: network, 5: b"\xff"},
        )
        signature = {"public_key": self.account, "signature": base64.b64encode(bytes(64)).decode()}
        answer = {"format": "coldstar-response", "version": 1, "id": common["id"], "hash": "0" * 64, "signatures": [signature]}
        yield answer, {1: bytes(16), 2: bytes(32), 3: bytes(68)}

    def devices(self):
        """What wallets and signing devices say: Keystone's CBOR, and LumenSigner's lines."""
        path = Tagged(304, {1: [44, True, 148, True, 0, True], 2: 0x01020304})
        key = Tagged(303, {2: False, 3: bytes(32), 6: Tagged(304, {1: [44, True, 148, True, 1, True]}), 9: "name"})
        for envelope in self.envelopes[::8]:
            # Without its signatures an envelope of version 1 is tag, transaction, and a count of zero.
            payload = bytes(32) + envelope[:-4]
            self.put("resource", cbor({1: Tagged(37, bytes(16)), 2: payload, 3: path, 5: "wallet", 6: 1}))
            text = f"p1of1;sign-transaction;m/44'/148'/0';{base64.b64encode(envelope).decode()};Test"
            self.put("document", text.encode())
        self.put("resource", cbor({2: bytes(32), 3: path, 4: bytes(32), 6: 2}))
        self.put("resource", cbor({1: Tagged(37, bytes(16)), 2: bytes(64)}))
        self.put("resource", cbor({1: 0x01020304, 2: [key], 3: "device"}))
        for text in (
            f"sign-hash;m/44'/148'/0';{'0' * 64}", "request-address;m/44'/148'/0'",
            f"address;m/44'/148'/0';{self.account}", f"signature;{base64.b64encode(bytes(64)).decode()}",
        ):
            self.put("document", text.encode())

    def lists(self):
        """Books and policies, whole, in part, and with one member that is wrong."""
        payer, issuer, payee = (
            "GDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZA57",
            "GAJZR5RMNUNEK7CRXJVEWXZ5XUXWT7FJGILCDDOITF7EC26RPWJ4UVOE",
            "GD6ROJBYLKQMOW3E7N4M2YBPUHMZD7PL65VRHRMO24BOVSBV5H3BQRSL",
        )
        others = [key for key in self.strkeys if key.startswith("G") and len(key) == 56][:6]
        memos = [None, {"required": []}, {"required": ["id", "text"]}, {"type": "text", "value": "rent"},
                 {"type": "id", "value": "7"}, {"type": "hash", "value": "0" * 64}]
        signers = [{"key": key, "weight": weight} for weight, key in enumerate(self.strkeys[:40]) if key[0] in "GTXP"]
        empty = {"contacts": [], "accounts": [], "domains": [], "assets": []}
        for place, memo in enumerate(memos):
            contact = {"name": f"name{place}", "account": payee, "ids": ["1", "2"][:place], "memo": memo}
            yield "book", {**empty, "contacts": [contact]}
            yield "book", {**empty, "contacts": [{**contact, "account": account} for account in others[:place]]}
        account = {"account": payer, "master_weight": 1, "signers": signers[:2], "thresholds": {"low": 1, "medium": 2, "high": 2}}
        for value in (0, 255, 256, 2**32, -1, "1", None):
            yield "book", {**empty, "accounts": [{**account, "master_weight": value}]}
            for level in ("low", "medium", "high"):
                yield "book", {**empty, "accounts": [{**account, "thresholds": {**account["thresholds"], level: value}}]}
        domain = {"name": "example.com", "signing_key": others[0], "link_key": None, "withdrawal_accounts": [payee]}
        for name in ("example.com", "localhost:8000", "xn--bcher-kva.example", "", "a" * 300, "\u001b[2J"):
            yield "book", {**empty, "domains": [{**domain, "name": name}]}
        for assets in (["native"], [f"USDC:{issuer}"], ["USDC"], [f"usdc:{issuer}", f"USDC:{payee}"], [1]):
            yield "book", {**empty, "assets": assets}
        policy = {
            "format": "coldstar-policy", "version": 1, "networks": ["testnet"], "operations": ["payment"],
            "destinations": [payee], "assets": ["native", f"USDC:{issuer}"],
            "maximum_per_transaction": {"native": "10.5"}, "maximum_per_day": "unlimited", "maximum_fee": "0.01",
            "memo_required": [payee], "logins": ["example.com"], "messages": True, "unattended": ["W-NEWDEST", "W-NOTB"],
        }
        yield "policy", policy
        for member, values in {
            "networks": [[], ["My Net", "public"], "testnet"], "operations": ["any", [], ["payments"], ["fee_bump"]],
            "destinations": ["any", "book", [issuer, payer], [payee[:55]]], "assets": ["any", [], ["USDC"]],
            "maximum_per_transaction": [{}, {"native": "unlimited"}, {"native": "1e3"}, "unlimited"],
            "maximum_per_day": [{f"USDC:{issuer}": "0"}, {"native": "922337203685.4775807"}, {"native": "922337203685.4775808"}],
            "maximum_fee": ["0", "10", "-1"], "memo_required": ["any", []], "logins": [[], [""], "any"], "messages": [False, 1],
            "unattended": [[], ["R-NET"], ["W-SEQJUMP", "W-FEE"]], "version": [2], "format": ["coldstar-book"], "other": [1],
        }.items():
            for value in values:
                yield "policy", {**policy, member: value}
        for member in list(policy):
            yield "policy", {name: value for name, value in policy.items() if name != member}

    def journals(self):
        """Journals of the signer with a right chain and right checks."""
        account = next(key for key in self.strkeys if key.startswith("G") and len(key) == 56)
        common = {"time": 1_800_000_000, "hash": "ab" * 32, "network": "Test SDF Network ; September 2015"}
        intent = {
            "type": "intent", "time": common["time"], "kind": "transaction", "hash": common["hash"],
            "network": common["network"], "source": account, "sequence": "7", "key": "alice", "summary": "Pay 1 XLM",
            "review": "cd" * 32, "findings": ["W-NEWDEST"], "destinations": [account], "spent": {"native": "10000100"},
            "seal": 1,
        }
        outcome = {"type": "outcome", "time": common["time"], "hash": common["hash"], "result": "signed"}
        change = {
            "type": "change", "time": common["time"], "list": "book", "mark": {"counter": 1, "digest": "ef" * 32},
            "key": "alice", "seal": 1,
        }
        seen = {
            "type": "seen", **common, "source": account, "sequence": "8", "key": "alice", "summary": "Pay 2 XLM",
            "signer": account,
        }
        proof = {"by": "alice", "proof": "01" * 64}
        entries = [intent, outcome, change, seen]
        for entry in entries:
            yield [entry]
            yield [entry | proof]
        for kind in ("challenge", "message", "fee_bump", "feeBump", "payload", "other"):
            yield [intent | {"kind": kind}, outcome]
        for result in ("delivered", "failed", "unknown"):
            yield [intent, outcome | {"result": result}]
        for time in (0, -1, 2**63 - 1, 2**63, "1", 1.5):
            yield [intent | {"time": time}, outcome | {"time": time}]
        for spent in ({}, {"native": "9223372036854775807"}, {"native": "-1"}, {"x" * 40: "1"}, []):
            yield [intent | {"spent": spent}]
        for counter in (0, 2**62, 2**62 + 1, 2**64):
            yield [change | {"seal": counter}, change | {"mark": {"counter": counter, "digest": "ef" * 32}}]
        yield [intent | {"network": None, "source": None, "sequence": None, "kind": "message"}, outcome]
        yield [seen | {"sequence": "0"}, seen | {"sequence": "-1"}]
        yield entries
        yield [entry | proof for entry in entries]

    @staticmethod
    def chained(entries):
        previous, lines = "0" * 64, []
        for entry in entries:
            text = json.dumps({"previous": previous} | entry, separators=(",", ":"))[:-1]
            line = text + ',"check":"' + hashlib.sha256(text.encode()).hexdigest() + '"}'
            previous = hashlib.sha256(line.encode()).hexdigest()
            lines.append(line + "\n")
        return "".join(lines).encode()

    @staticmethod
    def tomls(tests):
        for path in sorted((tests / "Online/AnchorAPITests/Anchor" / "Vectors").glob("*.toml")):
            yield path.read_bytes()
        for text in (
            "[[[", "[\u00e9", "a = 1\na = 2", "a = [1, 2,\n 3]", "[a.b]\nc = 'd'", "a = { b = 1, c = { d = 2 } }",
            "[[a]]\n[[a]]\nb=1", "a = 1979-05-27T07:32:00Z", "a = 0x7fffffffffffffff", "a = 1e400", "a = nan",
            'a = """\nx\\\n  y"""', "a = '''x'''", "\ufeffa = 1", 'a = "\\u0000"', 'a = "\\ud800"', "# only\n", "a", "a =", "= 1",
            "a.b.c = 1\n[a]\nb = 1", "a = " + "[" * 70 + "]" * 70, "a\r\n= 1", "a = 1\r\nb = 2\r\n", "\x00",
        ):
            yield text.encode()

    # The vector files of docs/spec, and the targets that read such inputs.
    specified = {
        "request-json": ("document", "json"), "response-json": ("document", "json"), "lines": ("document",),
        "request-cbor": ("resource",), "response-cbor": ("resource",), "ur": ("document", "codes"),
        "keystone-request": ("document", "codes"), "keystone-signature": ("document", "codes"),
        "keystone-accounts": ("document", "codes"), "lumensigner": ("document", "codes"), "list-code": ("codes",),
        "book": ("book", "json"), "policy": ("policy", "json"), "contacts": ("json",),
    }

    def vectors(self):
        for name, targets in self.specified.items():
            for row in rows(ROOT / f"docs/spec/vectors/{name}.json")["vectors"]:
                content = base64.b64decode(row["input"]) if row["encoding"] == "base64" else row["input"].encode()
                for target in targets:
                    yield target, content

    def shares(self):
        """Sets of SLIP-39, whole and damaged."""
        for row in rows(self.tests / "Offline" / "VaultTests" / "Vectors" / "slip39.json")["vectors"]:
            text = "\n".join(row["mnemonics"])
            yield from (text, text.upper(), text.split("\n")[0] + "\n" + text, text[:-1], text.replace("academic", "acid"), text.replace(" ", "  ", 9))

    def chains(self):
        """Messages for keys of other chains: texts, sign-in texts, and what Solana's validators take or refuse."""
        solana, ethereum = "64vAjavmMNGzTnm4iQTupetDJun6WmVVubzDNWMw2zC2", "0x" + "11" * 20
        for name, address, more in (("Solana", solana, ""), ("Ethereum", ethereum, "Chain ID: 1\n")):
            head = f"a.example wants you to sign in with your {name} account:\n{address}"
            tail = f"URI: https://a.example/x\nVersion: 1\n{more}Nonce: 12345678\nIssued At: 2026-11-21T09:00:00Z"
            rest = "\nExpiration Time: 2026-11-21T10:00:00Z\nNot Before: x\nRequest ID: 7\nResources:\n- https://a.example"
            for text in (head, f"{head}\n\nVerify.\n\n{tail}", f"{head}\n\n\n{tail}", f"{head}\n\n{tail}", f"{head}\n\nx\n\n{tail}{rest}",
                         "https://" + head, head.replace("\n", "\r\n"), head.upper(), f"{head}\n\n{tail}\nOther: x",
                         head.replace(address, solana[::-1])):
                for network in range(6):
                    yield network, text.encode()
        for text in ("Hello", "Verify wallet ownership\nnonce: 12345", '{"nonce": "x"}', "\u65e5\u672c\u8a9e", "a\u202eb", "\tx", " ", "", "K" * 33,
                     "0123456789abcdef" * 2, solana, ethereum, "0xc0", "e801843b9aca0082520894" + "35" * 20 + "880de0b6b3a764000080"):
            yield 0, text.encode()
            yield 1, text.encode()
        yield 1, b"\xffsolana offchain\0"
        wire = rows(self.tests / "Core/StellarTests/Chains" / "Vectors" / "solana-wire.json")["rows"]
        for row in wire[::5]:
            content = base64.b64decode(row["bytes"])
            yield 1, content
            yield 1, row["bytes"].encode()
            yield 0, b"0x" + content.hex().encode()

    # The kinds of SCSpecType, in the vectors' names.
    plain_types = {name: number for number, name in enumerate(
        "val bool void error u32 i32 u64 i64 timepoint duration u128 i128 u256 i256 bytes - string symbol - address muxed_address".split())}

    @staticmethod
    def opaque(text):
        content = text.encode()
        return len(content).to_bytes(4, "big") + content + bytes(-len(content) % 4)

    def spec_type(self, tree):
        """The XDR of a type."""
        if isinstance(tree, str):
            return self.plain_types[tree].to_bytes(4, "big")
        kind, *parts = tree
        head = {"option": 1000, "vec": 1002, "map": 1004, "tuple": 1005, "bytes_n": 1006, "udt": 2000}[kind].to_bytes(4, "big")
        if kind == "bytes_n":
            return head + parts[0].to_bytes(4, "big")
        if kind == "udt":
            return head + self.opaque(parts[0])
        count = len(parts).to_bytes(4, "big") if kind == "tuple" else b""
        return head + count + b"".join(map(self.spec_type, parts))

    def specs(self):
        """Modules and sections of contracts; calls as words and as XDR after a section."""
        vectors = self.tests / "Core/StellarTests/Contracts/Vectors"
        modules = [row for name in ("specs.json", "specs-negative.json") for row in rows(vectors / name)["cases"]]
        for row in modules:
            yield b"\0" + base64.b64decode(row["wasm"])
            if "spec_section" in row:
                yield b"\0" + base64.b64decode(row["spec_section"])
        for row in rows(vectors / "real/specs.json")["cases"]:
            yield from (b"\0" + base64.b64decode(text) for text in row["sections"]["contractspecv0"])
        sink = base64.b64decode(next(row for row in modules if row["name"] == "kitchen_sink")["spec_section"])
        types = sink[sink.index(bytes(3) + b"\1" + bytes(8) + self.opaque("Test")):]
        for row in rows(vectors / "args.json")["cases"]:
            typed = bytes(8) + self.opaque("f") + bytes(3) + b"\1" + bytes(4) + self.opaque("x") + self.spec_type(row["type_tree"]) + bytes(4)
            section = typed + (types if "udt" in str(row["type_tree"]) else b"")
            head = len(section).to_bytes(2, "big") + section
            yield b"\1" + head + f"f\n--x\n{row['text']}".encode()
            yield b"\1" + head + f"f\n--x={row['text']}\n--x=1".encode()
            if "scval" in row:
                yield b"\2" + head + bytes(3) + b"\1" + bytes(32) + self.opaque("f") + bytes(3) + b"\1" + base64.b64decode(row["scval"])

    def authorizations(self):
        """Requests for entries of every kind, alone and with a sibling and a contract's interface."""
        vectors = self.tests / "Online/LedgerXDRTests/Vectors"
        section = json.loads((self.tests / "Core/StellarTests/Contracts/Vectors/specs.json").read_text())["cases"][1].get("spec_section", "")
        for row in json.loads((vectors / "auth-entries.json").read_text())["cases"][::4]:
            asked = {"entry": row["entry"], "siblings": [], "expiration_ledger": 5000, "claimed_ledger": 4000,
                     "claimed_close_time": "2026-11-21T09:00:00Z", "contracts": []}
            whole = {"format": "coldstar-request", "version": 1, "id": "3d1f0a9f-2c11-4f6e-9a34-5f6b3d5e3a1c", "kind": "authorization",
                     "network_passphrase": row["network_passphrase"], "authorization": asked, "signers": [],
                     "created": "2026-11-21T09:00:00Z", "hints": {}}
            yield whole
            contract = next((node["contract"] for node in row["tree"] if "contract" in node), None)
            if contract and contract.startswith("C") and section:
                yield {**whole, "authorization": {**asked, "siblings": [row["signed_entry"]], "contracts": [{"id": contract, "spec": section}]}}

    def codes(self):
        """Codes that are whole on their own, one and several."""
        texts = [*self.links, *self.strkeys, *(base64.b64encode(envelope).decode() for envelope in self.envelopes[::8])]
        yield from texts
        yield "\n".join(texts[:8])
        yield "\n".join(texts[:2] * 2)

    @staticmethod
    def pictures():
        """The pictures of the corpus, cut off and with a byte changed in several places."""
        for path in sorted((ROOT / "Fuzz/Corpus/picture").iterdir()):
            whole = path.read_bytes()
            yield whole
            for place in range(8, len(whole), max(1, len(whole) // 6)):
                yield whole[:place]
                yield whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1:]

    def write(self):
        for target, content in self.vectors():
            self.put(target, content)
        for text in self.codes():
            self.put("codes", text.encode())
        for content in self.specs():
            self.put("spec", content)
        for request in self.authorizations():
            text = json.dumps(request)
            for damaged in (text, text[:-1], text.replace('"authorization", "network', '"message", "network'), text.replace("AAAA", "AAAB", 1)):
                self.put("authorization", damaged.encode())
            self.put("document", json.dumps(request).encode())
        for picture in self.pictures():
            self.put("picture", picture)
        for entries in self.journals():
            whole = self.chained(entries)
            self.put("journal", whole)
        for damaged in (
            whole[:-1], whole[:-20], whole.replace(b"intent", b"intend"), whole[100:], whole + whole, whole + b"\0" * 50 + b"\n",
        ):
            self.put("journal", damaged)
        for response in self.responses():
            self.put("rpc", response)
        for network, content in self.chains():
            self.put("chain", bytes([network]) + content)
        for text in self.shares():
            self.put("shares", text.encode())
        for text in self.tomls(self.tests):
            self.put("toml", text)
        for target, document in self.lists():
            self.put(target, json.dumps(document).encode())
        for envelope in self.envelopes:
            for target in ("xdr", "forms"):
                self.put(target, b"\x00\x00" + envelope)
            self.put("review", envelope)
            self.put("document", base64.b64encode(envelope))
        for result in self.results:
            for target in ("xdr", "forms"):
                self.put(target, b"\x00\x01" + result)
        for kind, value in self.ledger_values():
            for target in ("xdr", "forms"):
                self.put(target, bytes([0, self.first.index(kind)]) + value)
        for text in self.txreps:
            self.put("txrep", text.encode())
            self.put("txrep", text.encode()[:-len(text) // 3])
            self.put("document", text.encode())
        for link in self.links:
            self.put("sep7", link.encode())
            self.put("document", link.encode())
        for row in self.values:
            content = json.dumps(row["json"]).encode()
            if row["type"] in self.first:
                head = bytes([0, self.first.index(row["type"])])
                self.put("sep51", head + content)
                self.put("sep51", head + content.replace(b'"', b'"_', 1))
            self.put("json", content)
        self.devices()
        for document, message in self.requests():
            self.put("document", json.dumps(document).encode())
            self.put("json", json.dumps(document, indent=1).encode())
            self.put("resource", cbor(message))
            self.put("resource", cbor(message)[:-1])
        for line in self.json_cases.read_text().splitlines():
            if not line.startswith("#"):
                self.put("json", line.split("\t", 1)[1].encode().decode("unicode_escape").encode("latin-1"))
        samples = [
            "Zm9v", "Zm8=", "MZXW6", "00ff", "native", f"USDC:{self.account}", "10.5", "922337203685.4775807", "1/3",
            "0.333", "2026-11-21T09:00:00Z", "1970-01-01t00:00:00.5+01:30", "253402300799",
        ]
        for text in self.strkeys + samples:
            for kind in range(12):
                self.put("text", bytes([kind]) + text.encode())


Seeds(pathlib.Path(sys.argv[1])).write()
