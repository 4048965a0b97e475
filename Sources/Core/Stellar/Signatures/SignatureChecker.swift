// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// Counts signature weights as the network does, and tracks which signatures were used.
///
/// One checker serves all checks of a transaction: its source and each operation's source. A signature that no check
/// has used makes the network reject the transaction (`tx_bad_auth_extra`), even a valid one: counting stops as soon
/// as the needed weight is reached.
///
/// - Source: stellar-core `SignatureChecker`, `SignatureUtils`; CAP-40 for signed payloads.
package struct SignatureChecker {
    private let hash: TransactionHash
    private let signatures: [DecoratedSignature]
    private var used: [Bool]
    /// Cached verification results, since a hundred operations may need the same one.
    private var verified: [Question: Bool] = [:]

    private struct Question: Hashable {
        let signature: Int
        let signer: SignerKey
    }

    package init(_ signatures: [DecoratedSignature], hash: TransactionHash) {
        self.hash = hash
        self.signatures = signatures
        used = Array(repeating: false, count: signatures.count)
    }

    /// The indices of signatures that no check has needed so far.
    package var unused: [Int] { used.indices.filter { !used[$0] } }

    /// Whether the signers that have signed reach the weight; if 0 is needed, one of them must still have signed.
    ///
    /// Pre-authorisation counts first, then preimages, keys and signed payloads. Each signer and each signature
    /// counts once; a weight above 255 counts as 255.
    package mutating func check(_ signers: [Signer], needed: Int) -> Bool {
        var total = 0
        for signer in signers where signer.key == .preAuthTx(hash.hash) {
            total += min(Int(signer.weight), 255)
            if total >= needed { return true }
        }
        for kind in Self.order {
            var open = signers.filter { Self.kind($0.key) == kind && $0.weight > 0 }
            for index in signatures.indices {
                guard let found = open.firstIndex(where: { verifies(index, $0.key) }) else { continue }
                used[index] = true
                total += min(Int(open.remove(at: found).weight), 255)
                if total >= needed { return true }
            }
        }
        return false
    }

    /// The signers among these that have signed or are pre-authorised; marks nothing as used.
    package mutating func signed(among signers: [Signer]) -> [Signer] {
        var found: [Signer] = []
        for signer in signers {
            let isAuthorised = signer.key == .preAuthTx(hash.hash)
            if isAuthorised || signatures.indices.contains(where: { verifies($0, signer.key) }) { found.append(signer) }
        }
        return found
    }

    /// The key among these that made each signature; nil where none did.
    package mutating func makers(among keys: [SignerKey]) -> [SignerKey?] {
        signatures.indices.map { index in keys.first { verifies(index, $0) } }
    }

    private static let order: [SignerKeyType] = [.hashX, .ed25519, .ed25519SignedPayload]

    private static func kind(_ key: SignerKey) -> SignerKeyType { key.discriminant }

    private mutating func verifies(_ index: Int, _ key: SignerKey) -> Bool {
        guard signatures[index].hint == key.hint else { return false }
        let question = Question(signature: index, signer: key)
        if let answer = verified[question] { return answer }
        let answer = verify(signatures[index].signature.bytes, key)
        verified[question] = answer
        return answer
    }

    private func verify(_ bytes: [UInt8], _ key: SignerKey) -> Bool {
        switch key {
        case .preAuthTx: false
        case .hashX(let hash): SHA256.hash(bytes) == hash.bytes
        case .ed25519(let key): Ed25519.verify(bytes, message: hash.bytes, publicKey: key.bytes)
        case .ed25519SignedPayload(let signed):
            Ed25519.verify(bytes, message: signed.payload.bytes, publicKey: signed.ed25519.bytes)
        }
    }
}
