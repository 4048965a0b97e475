// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// Keystone requests, signatures and accounts against official and independent vectors.
struct KeystoneTests {
    static let rows = must { try Vectors.allUR.array("stellar") }
    static let official = must { try Vectors.json("airgap.json").object("official") }
    static let derived = must { try Vectors.json("airgap.json").object("derived") }

    private func device(_ text: String) throws -> DeviceRequest {
        let input = try HandoffInput.recognise(text)
        #expect(input.dialect == .keystone)
        guard case .device(let request) = input.content else { throw Wrong() }
        return request
    }

    private struct Wrong: Error {}

    @Test(arguments: rows)
    func `decodes requests and re-encodes them unchanged`(row: JSON) throws {
        let request = try device(row.string("request_ur"))
        #expect(request.dialect == .keystone)
        #expect(try Hex.encode(try #require(request.id).bytes) == row.string("request_id_hex"))
        #expect(try request.path.text == row.string("path"))
        #expect(request.fingerprint == UInt32(try row.string("source_fingerprint_hex"), radix: 16))
        #expect(try Hex.encode(request.keystoneUR.message) == row.string("request_cbor_hex"))
        let hash = try row.string("tx_hash_hex")
        switch request.subject {
        case .hash(let found): #expect(try found.hex == hash && row.integer("sign_type") == 2)
        case .transaction(let envelope, .id(let id)):
            #expect(envelope.signatures.isEmpty)
            #expect(try row.string("sign_data_hex").hasPrefix(Hex.encode(id.bytes)))
            let networks =
                ["Test SDF#2", "Standalone Network ; February 2017", "r\u{e9}seau priv\u{e9} \u{2602} 2026", "x"]
                .map { Network(passphrase: $0) } + [.public, .testnet, .futurenet]
            if let network = networks.first(where: { $0.id == id }) { #expect(envelope.hash(on: network).hex == hash) }
        case .transaction(_, .passphrase): Issue.record("a Keystone request has no passphrase")
        }
    }

    @Test(arguments: rows)
    func `decodes signatures and re-encodes them unchanged`(row: JSON) throws {
        let text = try row.string("signature_ur")
        guard case .signature(let answer) = try HandoffInput.recognise(text).content else { throw Wrong() }
        #expect(try Hex.encode(answer.signature) == row.string("signature_hex"))
        #expect(try Hex.encode(try #require(answer.id).bytes) == row.string("request_id_hex"))
        #expect(answer.keystoneUR.text == text)
    }

    @Test func `decodes and encodes the firmware's sample transaction`() throws {
        let vector = try Self.official.object("keystone3_firmware_sign_base")
        let request = try device(Self.derived.string("sign_request_type1_ur"))
        guard case .transaction(let envelope, let network) = request.subject else { throw Wrong() }
        #expect(try Base64.encode(envelope.xdr) == Self.derived.string("unsigned_envelope_xdr"))
        #expect(network == .id(Network.public.id))
        #expect(try envelope.hash(on: .public).hex == vector.string("tx_hash"))
        #expect(try envelope.innermost.sourceAccount.account.address == vector.string("public"))
        let mine = DeviceRequest(
            dialect: .keystone, id: request.id, subject: .transaction(envelope, .passphrase(Network.public.passphrase)),
            path: DerivationPath(account: 0), fingerprint: 0x1234_5678)
        #expect(try mine.keystoneUR.text == Self.derived.string("sign_request_type1_ur"))
        var hash = mine
        hash.subject = .hash(envelope.hash(on: .public))
        #expect(try hash.keystoneUR.text == Self.derived.string("sign_request_type2_ur"))
    }

    @Test func `the Keystone screen text omits the envelope's empty signature list`() throws {
        let envelope = try Base64.decode(Self.derived.string("unsigned_envelope_xdr"))
        let screen = KeystoneScreen(try TransactionEnvelope(xdr: envelope), on: .public)
        #expect(try Base64.decode(screen.text) == Array(envelope.dropLast(4)))
        #expect(screen.lines.joined() == screen.text && screen.lines.dropLast().allSatisfy { $0.utf8.count == 32 })
    }

    @Test(arguments: ["keystone_sdk_base__sign_request_type1", "keystone_sdk_base__sign_request_type2_ur"])
    func `rejects the SDK's samples, whose sign data is of another chain`(name: String) throws {
        let text = try Self.official[name]?.asString ?? Self.official.object(name).string("ur")
        #expect {
            try HandoffInput.recognise(text)
        } throws: { error in
            if case .field("sign-data", _) = error as? HandoffError { true } else { false }
        }
    }

    // MARK: accounts

    @Test func `reads and writes accounts as the firmware does`() throws {
        let row = try Self.derived.object("multi_accounts_sep5_test1")
        let text = UR(type: "crypto-multi-accounts", message: try Hex.decode(row.string("cbor"))).text
        guard case .accounts(let accounts) = try HandoffInput.recognise(text).content else { throw Wrong() }
        #expect(accounts.fingerprint == 0x1234_5678)
        #expect(try accounts.accounts.map { .string($0.key.address) } == row.array("addresses"))
        #expect(accounts.accounts.map { $0.path?.account } == [0, 1, 2, 3, 4])
        #expect(accounts.keystoneUR.text == text)
    }

    @Test func `round-trips an account without path or name`() throws {
        let accounts = WatchOnlyAccounts(
            fingerprint: 0, accounts: [.init(key: Sample.alice, path: nil)], device: nil)
        #expect(try WatchOnlyAccounts(keystone: accounts.keystoneUR.message) == accounts)
    }

    static let key = CBOR.bytes(Sample.alice.key.bytes)

    static func account(_ members: [UInt64: CBOR], tag: UInt64 = 303) -> CBOR {
        .tagged(tag, .map(Dictionary(uniqueKeysWithValues: members.map { (.unsigned($0), $1) })))
    }

    static let wrongAccounts: [([UInt64: CBOR], String)] = [
        ([2: .array([account([3: key])])], "master-fingerprint"),
        ([1: .unsigned(1 << 32), 2: .array([account([3: key])])], "master-fingerprint"),
        ([1: .unsigned(1)], "keys"), ([1: .unsigned(1), 2: .array([])], "keys"),
        ([1: .unsigned(1), 2: .array([CBOR](repeating: account([3: key]), count: 101))], "keys"),
        ([1: .unsigned(1), 2: .array([account([3: key], tag: 304)])], "keys[0]"),
        ([1: .unsigned(1), 2: .array([account([3: .bytes([UInt8](repeating: 2, count: 33))])])], "keys[0]"),
        ([1: .unsigned(1), 2: .array([account([:])])], "keys[0]"),
        ([1: .unsigned(1), 2: .array([account([3: key, 6: .map([:])])])], "keys[0].origin"),
        ([1: .unsigned(1), 2: .array([account([3: key, 9: .unsigned(1)])])], "keys[0].name"),
        ([1: .unsigned(1), 2: .array([account([3: key])]), 3: .bytes([1])], "device"),
    ]

    @Test(arguments: wrongAccounts)
    func `names the faulty field of an accounts message`(members: [UInt64: CBOR], field: String) {
        let item = CBOR.map(Dictionary(uniqueKeysWithValues: members.map { (.unsigned($0), $1) }))
        #expect {
            try WatchOnlyAccounts(keystone: item.encoded)
        } throws: { error in
            if case .field(field, _) = error as? HandoffError { true } else { false }
        }
    }

    @Test func `rejects a private key among the accounts`() {
        let item = CBOR.map([
            .unsigned(1): .unsigned(1), .unsigned(2): .array([Self.account([2: .bool(true), 3: Self.key])]),
        ])
        #expect(throws: HandoffError.secretKey) { try WatchOnlyAccounts(keystone: item.encoded) }
    }

    // MARK: malformed requests and signatures

    static let payload = TransactionSignaturePayload(
        networkId: Network.testnet.id, taggedTransaction: .tx(Sample.envelope.innermost)
    ).xdr
    static let path = keyPath([.unsigned(44), .bool(true), .unsigned(148), .bool(true), .unsigned(0), .bool(true)])

    static func keyPath(_ components: [CBOR], fingerprint: CBOR? = nil, tag: UInt64 = 304) -> CBOR {
        var members: [CBOR: CBOR] = [.unsigned(1): .array(components)]
        members[.unsigned(2)] = fingerprint
        return .tagged(tag, .map(members))
    }

    static let wrongRequests: [([UInt64: CBOR?], String)] = [
        ([2: nil], "sign-data"), ([2: .text("AAAA")], "sign-data"), ([2: .bytes([])], "sign-data"),
        ([2: .bytes(Array(payload.dropLast()))], "sign-data"), ([2: .bytes(payload + [0, 0, 0, 0])], "sign-data"),
        ([2: .bytes(Sample.envelope.xdr)], "sign-data"),
        ([2: .bytes(payload), 6: .unsigned(2)], "sign-data"), ([6: nil], "sign-type"),
        ([3: nil], "derivation-path"), ([3: .map([:])], "derivation-path"),
        ([3: keyPath([], fingerprint: .unsigned(1))], "derivation-path"),
        ([3: keyPath([.unsigned(44)])], "derivation-path"),
        ([3: keyPath([.array([]), .bool(true)])], "derivation-path"),
        ([3: keyPath([.unsigned(1 << 31), .bool(true)])], "derivation-path"),
        ([3: keyPath([.unsigned(1), .bool(true)], tag: 303)], "derivation-path"),
        ([3: keyPath([.unsigned(1), .bool(true)], fingerprint: .unsigned(1 << 32))], "derivation-path"),
        ([3: keyPath([CBOR](repeating: .unsigned(1), count: 22))], "derivation-path"),
        ([1: .bytes([UInt8](repeating: 1, count: 16))], "request-id"),
        ([1: .tagged(37, .bytes([1]))], "request-id"),
        ([1: .tagged(38, .bytes([UInt8](repeating: 1, count: 16)))], "request-id"),
        ([5: .unsigned(1)], "origin"), ([5: .text(String(repeating: "x", count: 1001))], "origin"),
    ]

    private func request(_ changes: [UInt64: CBOR?]) -> [UInt8] {
        var members: [CBOR: CBOR] = [
            .unsigned(2): .bytes(Self.payload), .unsigned(3): Self.path, .unsigned(6): .unsigned(1),
        ]
        for (key, value) in changes { members[.unsigned(key)] = value }
        return CBOR.map(members).encoded
    }

    @Test(arguments: wrongRequests)
    func `names the faulty field of a request`(changes: [UInt64: CBOR?], field: String) {
        #expect {
            try DeviceRequest(keystone: request(changes))
        } throws: { error in
            if case .field(field, _) = error as? HandoffError { true } else { false }
        }
    }

    @Test func `accepts only the transaction and hash sign types, and ignores unknown keys`() throws {
        for type in [0, 3, 4] as [UInt64] {
            #expect(throws: HandoffError.unsupportedSignType(type)) {
                try DeviceRequest(keystone: request([6: .unsigned(type)]))
            }
        }
        #expect(throws: HandoffError.unsupportedSignType(nil)) { try DeviceRequest(keystone: request([6: .text("1")])) }
        let found = try DeviceRequest(keystone: request([7: .text("a key that nobody knows"), 4: .bytes([1, 2])]))
        #expect(found.id == nil && found.fingerprint == nil && found.account == nil && found.path.account == 0)
        let named = try DeviceRequest(keystone: request([4: Self.key]))
        #expect(named.account == Sample.alice)
    }

    @Test func `rejects a signature that is missing or not 64 bytes long`() throws {
        for bytes in [[], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 65)] {
            let item = CBOR.map([.unsigned(2): .bytes(bytes)])
            #expect(throws: HandoffError.self) { try DeviceSignature(keystone: item.encoded) }
            #expect(DeviceSignature(id: nil, signature: bytes) == nil)
        }
        #expect(throws: HandoffError.field("signature", .missing)) {
            try DeviceSignature(keystone: CBOR.map([:]).encoded)
        }
    }

    static let paths: [(String, UInt32?)] = [
        ("m/44'/148'/0'", 0), ("m/44'/148'/2147483647'", 2_147_483_647), ("m/44'/148'/0", nil), ("m/44'/148'", nil),
        ("m/44'/501'/0'/0'", nil), ("m/0", nil),
    ]

    @Test(arguments: paths)
    func `parses a derivation path and its Stellar account index`(text: String, account: UInt32?) throws {
        let path = try #require(DerivationPath(text))
        #expect(path.text == text && path.account == account)
    }

    @Test(arguments: [
        "", "m", "m/", "44'/148'/0'", "m/44'/148'/0''", "m/44h", "m/2147483648'", "m/-1", "m/+1", "m/01", "m//0", "M/0",
        "m/0/", "m/0/1/2/3/4/5/6/7/8/9/10",
    ])
    func `rejects a malformed derivation path`(text: String) { #expect(DerivationPath(text) == nil) }
}
