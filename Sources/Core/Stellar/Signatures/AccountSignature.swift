// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// One signature in an account's authorization entry: the key, and its signature of the entry's payload.
///
/// - Source: CAP-46-11; rs-soroban-env, builtin_contracts/account_contract.rs.
package struct AccountSignature: Hashable, Sendable {
    package let publicKey: Uint256
    /// 64 bytes.
    package let signature: [UInt8]

    /// Nil unless the signature has 64 bytes.
    package init?(publicKey: Uint256, signature: [UInt8]) {
        guard signature.count == Ed25519.signatureLength else { return nil }
        (self.publicKey, self.signature) = (publicKey, signature)
    }

    package func verifies(_ payload: TransactionHash) -> Bool {
        Ed25519.verify(signature, message: payload.bytes, publicKey: publicKey.bytes)
    }

    fileprivate init?(_ value: SCVal) {
        guard case .map(let fields?) = value, fields.count == 2,
            case (.symbol(let first), .bytes(let key)) = (fields[0].key, fields[0].val),
            case (.symbol(let second), .bytes(let signature)) = (fields[1].key, fields[1].val),
            first.bytes.elementsEqual("public_key".utf8), second.bytes.elementsEqual("signature".utf8),
            let key = Uint256(key.bytes)
        else { return nil }
        self.init(publicKey: key, signature: signature.bytes)
    }
}

extension SCVal {
    /// The signatures in an account's entry; nil unless the value has exactly the form that the network reads: at most
    /// 20, ascending by key.
    package var accountSignatures: [AccountSignature]? {
        guard case .vec(let elements?) = self, (1...AccountSignatures.limit).contains(elements.count) else {
            return nil
        }
        let found = elements.compactMap(AccountSignature.init)
        guard found.count == elements.count else { return nil }
        let isAscending = zip(found, found.dropFirst()).allSatisfy {
            $0.publicKey.bytes.lexicographicallyPrecedes($1.publicKey.bytes)
        }
        return isAscending ? found : nil
    }
}

/// The signature of an authorization entry as a classic account's: each key with its signature, ascending by key.
///
/// - Source: CAP-46-11; soroban-env-host `builtin_contracts/account_contract.rs`.
package struct AccountSignatures: Hashable, Sendable {
    /// The host accepts no more.
    package static let limit = 20

    private var signatures: [Uint256: Signature] = [:]

    package init() {}

    package var isEmpty: Bool { signatures.isEmpty }
    package var keys: [PublicKey] { signatures.keys.map { .ed25519($0) } }

    /// Adds a signature, or replaces that of the same key.
    package mutating func add(_ signature: Signature, by key: PublicKey) { signatures[key.key] = signature }

    /// The value in the entry's credentials.
    package var value: SCVal {
        let sorted = signatures.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        return .vec(
            sorted.map { key, signature in
                .map([
                    SCMapEntry(key: .symbol("public_key"), val: .bytes(SCBytes(key.bytes) ?? SCBytes())),
                    SCMapEntry(key: .symbol("signature"), val: .bytes(SCBytes(signature.bytes) ?? SCBytes())),
                ])
            })
    }
}

extension SCVal {
    /// An amount of a token.
    package init(_ amount: Int128) {
        self = .i128(Int128Parts(hi: Int64(truncatingIfNeeded: amount >> 64), lo: UInt64(truncatingIfNeeded: amount)))
    }

    /// A symbol of the protocol, at most 32 bytes.
    package static func symbol(_ name: StaticString) -> SCVal {
        .symbol(SCSymbol(Array("\(name)".utf8)) ?? SCSymbol())
    }
}

extension SorobanAuthorizationEntry {
    /// The entry with signatures that count until a ledger; unchanged for the credentials of a transaction's source.
    ///
    /// - Parameter change: makes the signature of an address, which is the entry's or a delegate's, from what is there.
    package func signed(
        until ledger: UInt32, _ change: (SCAddress, SCVal) -> SCVal
    ) -> SorobanAuthorizationEntry {
        var copy = self
        func completed(_ body: SorobanAddressCredentials) -> SorobanAddressCredentials {
            var body = body
            body.signatureExpirationLedger = ledger
            body.signature = change(body.address, body.signature)
            return body
        }
        switch credentials {
        case .sourceAccount: break
        case .address(let body): copy.credentials = .address(completed(body))
        case .addressV2(let body): copy.credentials = .addressV2(completed(body))
        case .addressWithDelegates(let delegated):
            var delegated = delegated.mapSignatures(change)
            delegated.addressCredentials.signatureExpirationLedger = ledger
            copy.credentials = .addressWithDelegates(delegated)
        }
        return copy
    }

    /// The entry with a signature of its address that counts until a ledger; unchanged for the credentials of a
    /// transaction's source.
    package func signed(_ signature: SCVal, until ledger: UInt32) -> SorobanAuthorizationEntry {
        let own = credentials.address?.address
        return signed(until: ledger) { address, before in address == own ? signature : before }
    }

    /// The entry without signatures, until a ledger.
    package func unsigned(until ledger: UInt32) -> SorobanAuthorizationEntry { signed(until: ledger) { _, _ in .void } }

    /// Whether two entries ask the same of the same address: everything but expiration and signatures is equal.
    package func asksTheSame(as other: SorobanAuthorizationEntry) -> Bool {
        unsigned(until: 0) == other.unsigned(until: 0)
    }

    /// The same with other delegates (CAP-71): in the order that the network requires, each once. Nothing is signed.
    ///
    /// The payload names the address only where that one's credentials are of a newer kind, which they become.
    package func delegated(to addresses: some Sequence<SCAddress>) -> SorobanAuthorizationEntry {
        guard let body = credentials.address else { return self }
        var copy = self
        let ordered = Set(addresses).sorted { $0.xdr.lexicographicallyPrecedes($1.xdr) }
        copy.credentials = .addressWithDelegates(
            SorobanAddressCredentialsWithDelegates(
                addressCredentials: body,
                delegates: ordered.map {
                    SorobanDelegateSignature(address: $0, signature: .void, nestedDelegates: [])
                }))
        return copy.unsigned(until: body.signatureExpirationLedger)
    }
}
