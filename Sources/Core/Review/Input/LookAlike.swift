// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

/// The first four and the last four characters of an address, which are all that many people compare.
package struct LookAlike: Hashable, Sendable {
    package let head: String
    package let tail: String

    package init(_ address: StrKey) {
        let text = address.text
        head = String(text.prefix(4))
        tail = String(text.suffix(4))
    }
}

extension StrKey {
    /// Whether this is a different address with the same beginning and end.
    func looksLike(_ other: StrKey) -> Bool {
        start == other.start && self != other && LookAlike(self) == LookAlike(other)
    }

    /// The kind and the twelve payload bits in the first four characters: enough to tell most addresses apart.
    private var start: UInt32 {
        switch self {
        case .publicKey(let key): 1 << 16 | Self.twelveBits(key)
        case .muxed(let key, _): 2 << 16 | Self.twelveBits(key)
        case .contract(let hash): 3 << 16 | Self.twelveBits(hash)
        case .muxedContract(let hash, _): 4 << 16 | Self.twelveBits(hash)
        default: 0
        }
    }

    private static func twelveBits(_ key: FixedOpaque<32>) -> UInt32 {
        (UInt32(key[0]) << 8 | UInt32(key[1])) & 0xfff0
    }
}
