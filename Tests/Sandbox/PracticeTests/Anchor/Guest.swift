// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR

/// A person with a deterministic key.
struct Guest: Sendable {
    private let seed: [UInt8]
    let id: AccountID

    /// - Parameter phrase: the text whose hash is the seed.
    init(_ phrase: String) {
        seed = SHA256.hash(Array(phrase.utf8))
        do {
            id = .ed25519(Uint256(try Ed25519.publicKey(seed: try Self.secret(seed))) ?? Uint256())
        } catch {
            preconditionFailure("a seed has a public key")
        }
    }

    var address: String { id.address }

    func sign(_ envelope: TransactionEnvelope) throws -> TransactionEnvelope {
        let signature = try Ed25519.sign(envelope.hash(on: .testnet).bytes, seed: try Self.secret(seed))
        return try envelope.adding(DecoratedSignature(hint: id.hint, signature: Signature(signature) ?? Signature()))
    }

    private static func secret(_ seed: [UInt8]) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: seed.count) { $0.copyBytes(from: seed) }
    }
}

let alice = Guest("anchor test alice")
let bob = Guest("anchor test bob")
let carol = Guest("anchor test carol")

/// The anchor's keys, which are public.
let loginKey = Guest("coldstar-sandbox anchor login")
let issuerKey = Guest("coldstar-sandbox anchor issuer")
let distributionKey = Guest("coldstar-sandbox anchor distribution")

let srt: Asset = .creditAlphanum4(
    AlphaNum4(assetCode: AssetCode4(Array("SRT".utf8) + [0]) ?? AssetCode4(), issuer: issuerKey.id))
let srtName = "stellar:SRT:\(issuerKey.address)"
