// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// The text of a key file: a line of public JSON, and a line of base64 with the sealed secret.
///
/// The first line, including its newline, is the associated data of the sealed box, so that no byte of it can be
/// changed. Both lines are canonical: a line that Coldstar would write differently is rejected. `docs/spec/key-file.md`
/// lists the fields.
struct KeyFile: Hashable, Sendable {
    /// What a file has, by its version: releases refuse those that they do not know.
    enum Version: UInt64, CaseIterable {
        case stellar = 1
        case chain
        /// Says where the entropy of the words came from.
        case stellarWithSource
        case chainWithSource

        init(of info: KeyInfo) {
            self =
                switch (info.address == nil, info.source == nil) {
                case (true, true): .stellar
                case (false, true): .chain
                case (true, false): .stellarWithSource
                case (false, false): .chainWithSource
                }
        }

        var isOfChain: Bool { self == .chain || self == .chainWithSource }
        var hasSource: Bool { self == .stellarWithSource || self == .chainWithSource }
    }
    /// Maximum size of a key file in bytes.
    static let limit = 16 << 10
    static let format = "coldstar-key"

    let info: KeyInfo
    let box: [UInt8]

    /// The length of the sealed secret in bytes.
    var secretLength: Int { box.count - SealedBox.overhead }

    init(info: KeyInfo, box: [UInt8]) {
        self.info = info
        self.box = box
    }

    /// The content of the file.
    var bytes: [UInt8] {
        Self.header(info) + Array(Base64.encode(box).utf8) + [UInt8(ascii: "\n")]
    }

    /// The first line, including its newline.
    static func header(_ info: KeyInfo) -> [UInt8] {
        let identity: [(String, JSON)]
        let origin: (String, JSON)
        switch info.identity {
        case .stellar(let key):
            identity = [("public_key", .string(key.address))]
            origin = ("account", info.account.map { .integer($0) } ?? .null)
        case .other(let address):
            identity = [("chain", .string(address.chain.rawValue)), ("address", .string(address.text))]
            origin = ("path", info.path.map(JSON.string) ?? .null)
        }
        var fields: [(String, JSON)] = [
            ("format", .string(format)), ("version", .integer(Version(of: info).rawValue)),
            ("name", .string(info.name.text)),
        ]
        fields += identity
        fields += [("secret", .string(info.kind.rawValue)), origin]
        fields += info.source?.members ?? []
        fields += [
            ("bip39_passphrase", false), ("second_factor", info.hasSecondFactor ? "file" : .null),
            ("created", .integer(info.created.seconds)), ("counter", 0), ("policy", .null),
        ]
        return Array(JSON.object(JSONObject(fields)).text().utf8) + [UInt8(ascii: "\n")]
    }
}

extension KeyFile {
    /// Parses the file of the key `name` without opening the seal.
    ///
    /// - Throws: `.damaged`, `.misplaced`, `.unsupportedVersion`, `.unsupportedFeature`.
    init(parsing bytes: [UInt8], name: KeyName) throws(VaultError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 3, lines[2].isEmpty else {
            throw .damaged(name, reason: "it has not exactly two lines")
        }
        let (fields, version) = try Self.publicPart(Array(lines[0]), name: name)
        try Self.checkFeatures(fields, name: name)
        let (box, header) = try Self.sealedPart(lines[1], name: name)
        let info = try Self.info(fields, version, header, name: name)
        guard Self.header(info).dropLast() == lines[0] else {
            throw .damaged(name, reason: "its first line is not as Coldstar writes it")
        }
        guard info.kind.lengths.contains(box.count - SealedBox.overhead) else {
            throw .damaged(name, reason: "its sealed part has \(box.count) bytes")
        }
        guard info.name == name else { throw .misplaced(name, found: info.name) }
        self.init(info: info, box: box)
    }

    /// Parses the first line and checks its format and version.
    private static func publicPart(
        _ line: [UInt8], name: KeyName
    ) throws(VaultError) -> (fields: JSON, version: Version) {
        let found: UInt64
        let fields: JSON
        do throws(JSONError) {
            fields = try JSON(parsing: line, maximumDepth: 4)
            guard try fields.string("format") == format else { throw .wrongType(field: "format", expected: format) }
            found = try fields.integer("version", as: UInt64.self)
        } catch {
            throw .damaged(name, reason: error.message)
        }
        guard let version = Version(rawValue: found) else {
            throw .unsupportedVersion(name, found: found, newest: Version.allCases.map(\.rawValue).max() ?? 0)
        }
        return (fields, version)
    }

    /// Rejects features that the format allows but this release does not support.
    private static func checkFeatures(_ fields: JSON, name: KeyName) throws(VaultError) {
        let unused: [(field: String, value: JSON, feature: String)] = [
            ("bip39_passphrase", false, "a BIP-39 passphrase"), ("counter", 0, "a counter"),
            ("policy", .null, "a policy"),
        ]
        for (field, value, feature) in unused {
            guard let found = fields[field] else { throw .damaged(name, reason: "the field \"\(field)\" is missing") }
            guard found == value else { throw .unsupportedFeature(name, feature: feature) }
        }
    }

    private static func sealedPart(_ line: ArraySlice<UInt8>, name: KeyName) throws(VaultError)
        -> (box: [UInt8], header: SealedBox.Header)
    {
        guard let box = try? Base64.decode(line) else {
            throw .damaged(name, reason: "its second line is not base64")
        }
        do throws(SodiumError) {
            let header = try SealedBox.Header(reading: box)
            return (box, header)
        } catch {
            throw .damaged(name, reason: error.message)
        }
    }

    private static func info(
        _ fields: JSON, _ version: Version, _ header: SealedBox.Header, name: KeyName
    ) throws(VaultError) -> KeyInfo {
        do throws(JSONError) {
            guard let kind = SecretKind(rawValue: try fields.string("secret")) else {
                throw .wrongType(field: "secret", expected: "a known kind")
            }
            guard let found = try? KeyName(try fields.string("name")) else {
                throw .wrongType(field: "name", expected: "a key name")
            }
            let identity = try identity(fields, isOfChain: version.isOfChain)
            let factor = try fields.member("second_factor")
            guard factor == (header.hasSecondFactor ? "file" : .null) else {
                throw .wrongType(field: "second_factor", expected: "what its sealed part says")
            }
            return KeyInfo(
                name: found, identity: identity, kind: kind, hasSecondFactor: header.hasSecondFactor,
                account: try account(fields, kind: kind, chain: identity.chain),
                source: version.hasSource ? try source(fields, kind: kind) : nil,
                created: Timestamp(try fields.integer("created")),
                parameters: header.parameters)
        } catch {
            throw .damaged(name, reason: error.message)
        }
    }

    /// The account, or the chain and address.
    private static func identity(_ fields: JSON, isOfChain: Bool) throws(JSONError) -> KeyIdentity {
        guard isOfChain else {
            guard let publicKey = try? PublicKey(address: try fields.string("public_key")) else {
                throw .wrongType(field: "public_key", expected: "a public key")
            }
            return .stellar(publicKey)
        }
        guard let chain = Chain(rawValue: try fields.string("chain")), chain != .stellar else {
            throw .wrongType(field: "chain", expected: "a known chain other than Stellar")
        }
        guard let address = ChainAddress(try fields.string("address"), chain: chain) else {
            throw .wrongType(field: "address", expected: "an address of \(chain.title)")
        }
        return .other(address)
    }

    /// Where the entropy came from.
    private static func source(_ fields: JSON, kind: SecretKind) throws(JSONError) -> EntropySource {
        guard kind != .seed else { throw .wrongType(field: "secret", expected: "words") }
        return try EntropySource(fields)
    }

    /// The account number for a mnemonic; nil for a seed, whose field must be null.
    private static func account(_ fields: JSON, kind: SecretKind, chain: Chain) throws(JSONError) -> UInt32? {
        let field = chain == .stellar ? "account" : "path"
        guard kind != .seed else {
            guard try fields.member(field) == .null else { throw .wrongType(field: field, expected: "null") }
            return nil
        }
        guard chain == .stellar else {
            guard let path = ChainPath(try fields.string(field), chain: chain) else {
                throw .wrongType(field: field, expected: "a path of \(chain.title)")
            }
            return path.account
        }
        let account = try fields.integer(field, as: UInt32.self)
        guard account < ChainPath.accounts else { throw .outOfRange(field: field) }
        return account
    }
}

extension EntropySource {
    private static let generatorText = "generator"
    private static let rollsText = "rolls-and-generator"

    /// What a key file says.
    var members: [(String, JSON)] { [("entropy", .string(text)), ("rolls", rolls.map { .integer($0) } ?? .null)] }

    /// What the entropy was made from, for programs.
    package var text: String {
        switch self {
        case .generator: Self.generatorText
        case .rolls: Self.rollsText
        }
    }

    /// How many rolls were mixed in; nil for the generator alone.
    package var rolls: Int? { if case .rolls(let count) = self { count } else { nil } }

    init(_ fields: JSON) throws(JSONError) {
        switch try fields.string("entropy") {
        case Self.generatorText:
            guard try fields.member("rolls") == .null else { throw .wrongType(field: "rolls", expected: "null") }
            self = .generator
        case Self.rollsText:
            let count = try fields.integer("rolls", as: UInt32.self)
            guard count >= Dice.fewest else { throw .outOfRange(field: "rolls") }
            self = .rolls(Int(count))
        default: throw .wrongType(field: "entropy", expected: "a known source")
        }
    }
}
