// SPDX-License-Identifier: Apache-2.0

import Codec

/// The signature of a message by a key of another chain than Stellar.
package struct ChainSignature: Hashable, Sendable {
    package let chain: Chain
    /// 64 bytes for Solana; for eip155 65: R, S, and 27 or 28.
    package let bytes: [UInt8]

    /// - Returns: nil for another number of bytes than the chain's, and for Stellar.
    package init?(_ bytes: [UInt8], chain: Chain) {
        switch chain {
        case .stellar: return nil
        case .solana: guard bytes.count == 64 else { return nil }
        case .eip155: guard bytes.count == 65, (27...28).contains(bytes[64]) else { return nil }
        }
        self.chain = chain
        self.bytes = bytes
    }

    /// Parses what `text` writes.
    package init?(_ text: String, chain: Chain) {
        let bytes =
            switch chain {
            case .solana: Base58.decode(text, limit: 64)
            case .eip155: text.hasPrefix("0x") ? try? Hex.decode(String(text.dropFirst(2))) : nil
            case .stellar: nil as [UInt8]?
            }
        guard let bytes else { return nil }
        self.init(bytes, chain: chain)
    }

    /// Base58, or `0x` and lower-case hexadecimal digits.
    package var text: String { chain == .solana ? Base58.encode(bytes) : "0x" + Hex.encode(bytes) }
}
