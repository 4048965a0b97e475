// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

/// The hash that identifies a transaction on the network and that its signers sign, 32 bytes.
package struct TransactionHash: Hashable, Sendable, CustomStringConvertible {
    package let hash: Hash

    package init(_ hash: Hash) { self.hash = hash }

    /// Parses 64 hex digits; nil for anything else.
    package init?(hex: String) {
        guard hex.utf8.count == 64, let bytes = try? Hex.decode(hex), let hash = Hash(bytes) else { return nil }
        self.hash = hash
    }

    /// The hash of a batch: SHA-256 of the hashes of its transactions, 32 bytes each, in their order. It identifies the
    /// batch as a hash identifies a transaction.
    package init(ofBatch hashes: [TransactionHash]) { self.init(ofBatch: hashes.flatMap(\.bytes)) }

    /// - Parameter bytes: the hashes of its transactions.
    package init(ofBatch bytes: [UInt8]) { hash = Hash(sha256: bytes) }

    package var bytes: [UInt8] { hash.bytes }
    /// 64 hex digits, lower case.
    package var hex: String { Hex.encode(hash.bytes) }
    package var description: String { hex }
}

extension FixedOpaque where size == 32 {
    /// The SHA-256 of `bytes`.
    package init(sha256 bytes: [UInt8]) {
        self.init { hash in bytes.withUnsafeBytes { SHA256.hash($0, into: hash) } }
    }
}
