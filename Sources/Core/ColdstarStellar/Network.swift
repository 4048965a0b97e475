// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A Stellar network, identified by its passphrase. There is no default: every call names the network.
public struct Network: Hashable, Sendable, CustomStringConvertible {
    package let value: Stellar.Network

    package init(_ value: Stellar.Network) { self.value = value }

    /// - Parameter passphrase: as the network's servers report it; its SHA-256 is part of everything that is signed.
    public init(passphrase: String) { value = Stellar.Network(passphrase: passphrase) }

    public static let `public` = Network(.public)
    public static let testnet = Network(.testnet)
    public static let futurenet = Network(.futurenet)

    public var passphrase: String { value.passphrase }

    /// The network's usual name, or its passphrase in quotes.
    public var description: String { value.label }
}
