// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

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
    /// The entry with a signature that counts until a ledger; unchanged for the credentials of a transaction's source.
    package func signed(_ signature: SCVal, until ledger: UInt32) -> SorobanAuthorizationEntry {
        var copy = self
        func completed(_ body: SorobanAddressCredentials) -> SorobanAddressCredentials {
            var body = body
            body.signatureExpirationLedger = ledger
            body.signature = signature
            return body
        }
        switch credentials {
        case .sourceAccount: break
        case .address(let body): copy.credentials = .address(completed(body))
        case .addressV2(let body): copy.credentials = .addressV2(completed(body))
        case .addressWithDelegates(var delegated):
            delegated.addressCredentials = completed(delegated.addressCredentials)
            copy.credentials = .addressWithDelegates(delegated)
        }
        return copy
    }

    /// Whether two entries ask the same of the same address: everything but expiration and signature is equal.
    package func asksTheSame(as other: SorobanAuthorizationEntry) -> Bool {
        signed(.void, until: 0) == other.signed(.void, until: 0)
    }
}
