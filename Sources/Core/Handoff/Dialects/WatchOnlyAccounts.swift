// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// Accounts that a signing device exports to a wallet, which may watch them and request their signatures.
package struct WatchOnlyAccounts: Hashable, Sendable {
    package struct Account: Hashable, Sendable {
        package let key: PublicKey
        /// Nil for a key without a derivation path.
        package let path: DerivationPath?
        package let name: String?

        package init(key: PublicKey, path: DerivationPath?, name: String? = nil) {
            self.key = key
            self.path = path
            self.name = name
        }
    }

    /// The device's fingerprint of the seed; 0 if there is none.
    package let fingerprint: UInt32
    package let accounts: [Account]
    /// The device's name for itself.
    package let device: String?

    package init(fingerprint: UInt32, accounts: [Account], device: String?) {
        self.fingerprint = fingerprint
        self.accounts = accounts
        self.device = device
    }
}

extension WatchOnlyAccounts {
    private enum Key {
        static let fingerprint: UInt64 = 1
        static let accounts: UInt64 = 2
        static let device: UInt64 = 3
    }

    private static let mostAccounts = 100

    /// Reads the message of a UR `crypto-multi-accounts`.
    package init(keystone bytes: [UInt8]) throws(HandoffError) {
        let fields = try CBORFields(try CBOR(handoff: bytes), known: nil)
        guard
            let fingerprint = try fields.item(Key.fingerprint, "master-fingerprint").asUnsigned
                .flatMap(UInt32.init(exactly:))
        else { throw .field("master-fingerprint", .malformed(expected: "4 bytes")) }
        guard let keys = try fields.item(Key.accounts, "keys").asArray, !keys.isEmpty else {
            throw .field("keys", .wrongType(expected: "an array of keys"))
        }
        guard keys.count <= Self.mostAccounts else { throw .field("keys", .tooMany(limit: Self.mostAccounts)) }
        var accounts: [Account] = []
        for (place, key) in keys.enumerated() { accounts.append(try Account(keystone: key, field: "keys[\(place)]")) }
        self.init(
            fingerprint: fingerprint, accounts: accounts,
            device: try fields.optionalText(Key.device, "device", limit: Limits.note))
    }

    package var keystoneUR: UR {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.fingerprint): .unsigned(UInt64(fingerprint)),
            .unsigned(Key.accounts): .array(accounts.map { $0.keystone(fingerprint) }),
        ]
        members[.unsigned(Key.device)] = device.map { .text($0) }
        return UR(type: Keystone.accounts, message: CBOR.map(members).encoded)
    }
}

extension WatchOnlyAccounts.Account {
    private enum Key {
        static let isPrivate: UInt64 = 2
        static let data: UInt64 = 3
        static let origin: UInt64 = 6
        static let name: UInt64 = 9
    }

    fileprivate init(keystone item: CBOR, field name: String) throws(HandoffError) {
        let fields = try CBORFields(try CBORFields.untagged(item, Keystone.Tag.hdKey, name), known: nil, field: name)
        // A secret does not belong in a code that is shown to others, so it is refused.
        guard fields[Key.isPrivate] == nil || fields[Key.isPrivate] == .bool(false) else { throw .secretKey }
        guard let bytes = fields[Key.data]?.asBytes, let key = Uint256(bytes) else {
            throw .field(name, .malformed(expected: "an Ed25519 key of 32 bytes"))
        }
        let origin = try fields[Key.origin].map { item throws(HandoffError) in
            try Keystone.Origin(cbor: item, field: name + ".origin")
        }
        self.init(
            key: .ed25519(key), path: origin?.path,
            name: try fields.optionalText(Key.name, name + ".name", limit: Limits.note))
    }

    fileprivate func keystone(_ fingerprint: UInt32) -> CBOR {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.isPrivate): .bool(false), .unsigned(Key.data): .bytes(key.key.bytes),
        ]
        members[.unsigned(Key.origin)] = path.map {
            Keystone.Origin(path: $0, fingerprint: fingerprint).cbor(hasDepth: true)
        }
        members[.unsigned(Key.name)] = name.map { .text($0) }
        return .tagged(Keystone.Tag.hdKey, .map(members))
    }
}
