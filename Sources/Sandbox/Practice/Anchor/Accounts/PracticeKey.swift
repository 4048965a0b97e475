// SPDX-License-Identifier: Apache-2.0

import Crypto
import LedgerRules
import Stellar
import StellarXDR

/// One of the practice anchor's keys. Its seed is the hash of a public phrase: it protects nothing.
final class PracticeKey: Sendable {
    let id: AccountID
    private let key: Ed25519.SecretKey

    init(_ role: String) throws(SodiumError) {
        let seed = SHA256.hash(Array("coldstar-sandbox anchor \(role)".utf8))
        key = try Ed25519.SecretKey(
            seed: try SecretBytes(count: seed.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: seed) })
        id = .ed25519(Uint256(key.publicKey) ?? Uint256())
    }

    /// The authorization entry with this key's signature, valid until a ledger, if it is an entry of this key's
    /// account.
    func sign(
        _ entry: SorobanAuthorizationEntry, until ledger: UInt32, on network: Network
    ) -> SorobanAuthorizationEntry {
        guard case .addressV2(var body) = entry.credentials, body.address == .account(id),
            let payload = entry.payload(until: ledger, on: network)
        else { return entry }
        body.signatureExpirationLedger = ledger
        body.signature = .vec([
            .record(
                ("public_key", .raw(id.key.bytes)), ("signature", .raw(Ed25519.sign(payload.bytes, with: key))))
        ])
        return SorobanAuthorizationEntry(credentials: .addressV2(body), rootInvocation: entry.rootInvocation)
    }

    /// The transaction with this key's signature added.
    func sign(_ envelope: TransactionEnvelope, on network: Network) -> TransactionEnvelope {
        let signature = Ed25519.sign(envelope.hash(on: network).bytes, with: key)
        guard let decorated = DecoratedSignature(by: id.key, signature),
            let signed = try? envelope.adding(decorated)
        else { return envelope }
        return signed
    }
}
