// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LedgerXDR
package import Stellar
package import StellarXDR

/// The signatures of an account over an authorization: a vector of public keys with signatures, in the order of the
/// keys.
///
/// - Source: CAP-46-11; rs-soroban-env account_contract.rs.
package struct AccountSignatures: Hashable {
    private struct Signature: Hashable {
        let key: [UInt8]
        let signature: [UInt8]
    }

    private static let most = 20
    private let signatures: [Signature]

    /// - Throws: if the value is no such vector, or has not 1 to 20 elements.
    package init(_ value: SCVal) throws(HostError) {
        guard value.isSound, let values = value.asVec else { throw .wrongType(value) }
        guard values.count <= Self.most else { throw Self.error("too many account signers") }
        guard !values.isEmpty else { throw Self.error("no account signatures found") }
        var found: [Signature] = []
        for value in values {
            guard let fields = value.fields("public_key", "signature"), let key = fields[0].asBytes(32),
                let signature = fields[1].asBytes(64)
            else { throw .wrongType(value) }
            found.append(Signature(key: key, signature: signature))
        }
        signatures = found
    }

    /// The keys that signed, in their order.
    package var publicKeys: [[UInt8]] { signatures.map(\.key) }

    /// - Throws: unless all signatures are valid, the keys ascend, each belongs to a signer of the account, and
    ///   together they reach its medium threshold.
    ///
    /// - Parameter willVerify: called before each signature is verified, which costs instructions.
    package func check(
        for account: AccountEntry, payload: TransactionHash, willVerify: () -> Void = {}
    ) throws(HostError) {
        var weight: UInt32 = 0
        var previous: [UInt8]?
        for signature in signatures {
            if let previous, !previous.lexicographicallyPrecedes(signature.key) {
                throw Self.error("public keys are not ordered")
            }
            previous = signature.key
            willVerify()
            guard Ed25519.verify(signature.signature, message: payload.bytes, publicKey: signature.key) else {
                throw HostError(.crypto(.invalidInput), "failed ED25519 verification", .raw(signature.key))
            }
            let own = account.weight(of: signature.key)
            guard own > 0 else { throw Self.error("signer does not belong to account", .raw(signature.key)) }
            weight += own
        }
        guard weight >= account.mediumThreshold else {
            throw Self.error(
                "signature weight is lower than threshold", .u32(weight), .u32(account.mediumThreshold))
        }
    }

    private static func error(_ message: String, _ values: SCVal...) -> HostError {
        HostError(AssetContractError.authentication, message, values)
    }
}

extension AccountEntry {
    /// The weight of an Ed25519 key among the account's signers; 0 if it is none of them.
    fileprivate func weight(of key: [UInt8]) -> UInt32 {
        if accountID.key.bytes == key { return UInt32(thresholds.bytes[0]) }
        return signers.first { $0.key == Uint256(key).map(SignerKey.ed25519) }.map { min($0.weight, 255) } ?? 0
    }

    fileprivate var mediumThreshold: UInt32 { UInt32(thresholds.bytes[2]) }
}
