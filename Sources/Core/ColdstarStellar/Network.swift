// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
import StellarXDR

/// A Stellar network, identified by its passphrase. There is no default: every call names the network.
public struct Network: Hashable, Sendable, Codable, CustomStringConvertible {
    package let value: Stellar.Network

    package init(_ value: Stellar.Network) { self.value = value }

    /// - Parameter passphrase: as the network's servers report it; its SHA-256 is part of everything that is signed.
    public init(passphrase: String) { value = Stellar.Network(passphrase: passphrase) }

    /// The public network, where assets have value.
    public static let `public` = Network(.public)
    /// The test network of the Stellar Development Foundation.
    public static let testnet = Network(.testnet)
    /// The network for features that are not on testnet yet.
    public static let futurenet = Network(.futurenet)

    /// The text whose hash separates the networks.
    public var passphrase: String { value.passphrase }

    /// The network's usual name, or its passphrase in quotes.
    public var description: String { value.label }

    /// The network of a passphrase.
    public init(from decoder: any Decoder) throws {
        self.init(passphrase: try decoder.singleValueContainer().decode(String.self))
    }

    /// The passphrase, as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(passphrase)
    }
}

/// The hash of a transaction on one network: what is signed, and the name by which servers know the transaction.
public struct TransactionHash: ParsableValue {
    package let value: Stellar.TransactionHash

    package init(_ value: Stellar.TransactionHash) { self.value = value }

    /// - Parameter text: 64 hexadecimal digits.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text.
    public init(parsing text: String) throws(ColdstarError) {
        guard let bytes = try? Hex.decode(text), let hash = Hash(bytes) else {
            throw ColdstarError(Failure(.badInput, "a transaction hash has 64 hexadecimal digits"))
        }
        value = Stellar.TransactionHash(hash)
    }

    /// 32 bytes.
    public var bytes: [UInt8] { value.bytes }
    /// Words that two people, or one person at two screens, can compare. They are not a seed phrase.
    public var checkWords: [String] { CheckWords.words(of: value) }

    /// 64 lower-case hexadecimal digits.
    public var description: String { value.hex }
}
