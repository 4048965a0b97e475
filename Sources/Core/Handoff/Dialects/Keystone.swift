// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// The common parts of Keystone's UR types.
///
/// - Source: KeystoneHQ/keystone-sdk-base, `ur-registry-stellar`; BCR-2020-007 for key paths.
enum Keystone {
    static let signRequest = "stellar-sign-request"
    static let signature = "stellar-signature"
    static let accounts = "crypto-multi-accounts"
    static let solanaRequest = "sol-sign-request"
    static let solanaSignature = "sol-signature"
    static let ethereumRequest = "eth-sign-request"
    static let ethereumSignature = "eth-signature"

    /// CBOR tags of nested items.
    enum Tag {
        static let uuid: UInt64 = 37
        static let hdKey: UInt64 = 303
        static let keyPath: UInt64 = 304
    }

    /// A key path with the fingerprint of the seed from which it starts.
    struct Origin: Hashable {
        let path: DerivationPath
        let fingerprint: UInt32?
    }
}

extension Keystone.Origin {
    private enum Key {
        static let components: UInt64 = 1
        static let fingerprint: UInt64 = 2
        static let depth: UInt64 = 3
    }

    init(cbor item: CBOR, field name: String) throws(HandoffError) {
        let fields = try CBORFields(try CBORFields.untagged(item, Keystone.Tag.keyPath, name), known: nil, field: name)
        guard let components = fields[Key.components]?.asArray, let path = DerivationPath(components: components) else {
            throw .field(name, .malformed(expected: "a key path"))
        }
        self.path = path
        guard let item = fields[Key.fingerprint] else {
            fingerprint = nil
            return
        }
        guard let number = item.asUnsigned.flatMap(UInt32.init(exactly:)) else {
            throw .field(name, .malformed(expected: "a key path with a fingerprint of 4 bytes"))
        }
        fingerprint = number
    }

    /// - Parameter hasDepth: whether the number of steps is written as well.
    func cbor(hasDepth: Bool = false) -> CBOR {
        var members: [CBOR: CBOR] = [.unsigned(Key.components): path.components]
        members[.unsigned(Key.fingerprint)] = fingerprint.map { .unsigned(UInt64($0)) }
        if hasDepth { members[.unsigned(Key.depth)] = .unsigned(UInt64(path.steps.count)) }
        return .tagged(Keystone.Tag.keyPath, .map(members))
    }
}

/// What a Keystone shows of a transaction: base64 of the signed bytes without the leading network id.
///
/// The bytes are an envelope that lacks only the empty list of signatures at its end.
///
/// - Source: KeystoneHQ/keystone3-firmware, `rust/apps/stellar`.
package struct KeystoneScreen: Hashable, Sendable {
    private static let networkLength = 32
    /// Characters per line here. The device breaks lines by their width on the screen.
    private static let width = 32

    package let text: String

    package init(_ envelope: TransactionEnvelope, on network: Network) {
        let payload = envelope.signaturePayload(networkID: network.id).xdr
        text = Base64.encode(Array(payload.dropFirst(Self.networkLength)))
    }

    /// The text in lines of equal length.
    package var lines: [String] {
        let characters = Array(text.utf8)
        return stride(from: 0, to: characters.count, by: Self.width).map { start in
            String(decoding: characters[start..<min(start + Self.width, characters.count)], as: UTF8.self)
        }
    }
}

/// The path of a key derived from a seed, such as m/44'/148'/0'.
///
/// - Source: BIP-32 for the form; SEP-5 for Stellar's paths, in which every step is hardened.
package struct DerivationPath: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        /// Below 2³¹.
        package let index: UInt32
        package let isHardened: Bool
    }

    package let steps: [Step]

    private static let mostSteps = 10
    private static let indexLimit: UInt32 = 1 << 31

    /// The SEP-5 path of an account of a mnemonic.
    ///
    /// - Parameter account: below 2³¹.
    package init(account: UInt32) {
        precondition(account < Self.indexLimit, "an account has 31 bits")
        steps = [44, 148, account].map { Step(index: $0, isHardened: true) }
    }

    /// Parses a text such as `m/44'/148'/0'`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "m", (2...Self.mostSteps + 1).contains(parts.count) else { return nil }
        var steps: [Step] = []
        for part in parts.dropFirst() {
            let digits = part.hasSuffix("'") ? part.dropLast() : part
            let isPlain = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isPlain, let index = UInt32(digits), index < Self.indexLimit, String(index) == digits else {
                return nil
            }
            steps.append(Step(index: index, isHardened: part.hasSuffix("'")))
        }
        self.steps = steps
    }

    package var text: String { steps.reduce("m") { $0 + "/\($1.index)" + ($1.isHardened ? "'" : "") } }

    /// The account of a mnemonic, if this is a SEP-5 path.
    package var account: UInt32? {
        guard let last = steps.last, self == DerivationPath(account: last.index) else { return nil }
        return last.index
    }

    /// Reads the components of a `crypto-keypath`, which alternate between an index and whether it is hardened; nil for
    /// anything else, such as a wildcard.
    init?(components: [CBOR]) {
        guard components.count.isMultiple(of: 2), (1...Self.mostSteps).contains(components.count / 2) else {
            return nil
        }
        var steps: [Step] = []
        for place in stride(from: 0, to: components.count, by: 2) {
            guard let index = components[place].asUnsigned.flatMap(UInt32.init(exactly:)), index < Self.indexLimit,
                case .bool(let isHardened) = components[place + 1]
            else { return nil }
            steps.append(Step(index: index, isHardened: isHardened))
        }
        self.steps = steps
    }

    var components: CBOR { .array(steps.flatMap { [.unsigned(UInt64($0.index)), .bool($0.isHardened)] }) }
}
