// SPDX-License-Identifier: Apache-2.0

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
