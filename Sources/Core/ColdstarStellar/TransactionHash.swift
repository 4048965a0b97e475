// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The hash of a transaction on one network: what is signed, and the name by which servers know the transaction.
public struct TransactionHash: Hashable, Sendable, CustomStringConvertible {
    package let value: Stellar.TransactionHash

    package init(_ value: Stellar.TransactionHash) { self.value = value }

    /// 32 bytes.
    public var bytes: [UInt8] { value.bytes }
    /// Words that two people, or one person at two screens, can compare. They are not a seed phrase.
    public var checkWords: [String] { CheckWords.words(of: value) }

    /// 64 lower-case hexadecimal digits.
    public var description: String { value.hex }
}
