// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
package import XDR

extension PublicKey {
    /// The account of a `G…` address.
    package init(address: String) throws(StrKeyError) {
        guard case .publicKey(let key) = try StrKey(address) else { throw .wrongKind(wanted: "an account, G...") }
        self = .ed25519(key)
    }

    /// The raw Ed25519 key, 32 bytes.
    package var key: Uint256 {
        switch self {
        case .ed25519(let key): key
        }
    }

    /// `G…`.
    package var address: String { StrKey.publicKey(key).text }

    /// The last four bytes of the key, which accompany a signature.
    package var hint: SignatureHint { SignatureHint.last(of: key.bytes) }
}

extension FixedOpaque where size == 4 {
    /// The last four bytes of `bytes`; shorter input is padded with trailing zeros (CAP-40).
    package static func last(of bytes: [UInt8]) -> FixedOpaque<4> {
        let tail = bytes.suffix(4)
        guard let hint = FixedOpaque<4>(tail + Array(repeating: 0, count: 4 - tail.count)) else {
            preconditionFailure("four bytes are four bytes")
        }
        return hint
    }
}
