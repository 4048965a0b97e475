// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension SignerKey {
    /// Parses a signer from `G…`, `T…`, `X…` or `P…`.
    package init(address: String) throws(StrKeyError) {
        switch try StrKey(address) {
        case .publicKey(let key): self = .ed25519(key)
        case .preAuthTx(let hash): self = .preAuthTx(hash)
        case .hashX(let hash): self = .hashX(hash)
        case .signedPayload(let key, let payload):
            guard let payload = Opaque<64>(payload) else { throw .badPayload }
            self = .ed25519SignedPayload(SignerKeyEd25519SignedPayload(ed25519: key, payload: payload))
        default: throw .wrongKind(wanted: "a signer, G..., T..., X... or P...")
        }
    }

    /// The SEP-23 text.
    package var address: String {
        switch self {
        case .ed25519(let key): StrKey.publicKey(key).text
        case .preAuthTx(let hash): StrKey.preAuthTx(hash).text
        case .hashX(let hash): StrKey.hashX(hash).text
        case .ed25519SignedPayload(let signed):
            StrKey.signedPayload(signed.ed25519, payload: signed.payload.bytes).text
        }
    }

    /// The hint of this signer's signatures (CAP-40 for signed payloads).
    package var hint: SignatureHint {
        switch self {
        case .ed25519(let key): .last(of: key.bytes)
        case .preAuthTx(let hash), .hashX(let hash): .last(of: hash.bytes)
        case .ed25519SignedPayload(let signed):
            .exclusiveOr(.last(of: signed.ed25519.bytes), .last(of: signed.payload.bytes))
        }
    }
}

extension FixedOpaque where size == 4 {
    fileprivate static func exclusiveOr(_ a: FixedOpaque<4>, _ b: FixedOpaque<4>) -> FixedOpaque<4> {
        last(of: (0..<4).map { a[$0] ^ b[$0] })
    }
}
