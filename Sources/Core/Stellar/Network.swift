// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import StellarXDR
import XDR

/// A Stellar network: its passphrase, whose hash goes into every signature.
package struct Network: Hashable, Sendable {
    package let passphrase: String
    /// SHA-256 of the passphrase.
    package let id: Hash

    package init(passphrase: String) {
        self.passphrase = passphrase
        id = Hash(sha256: Array(passphrase.utf8))
    }

    package static let `public` = Network(passphrase: "Public Global Stellar Network ; September 2015")
    package static let testnet = Network(passphrase: "Test SDF Network ; September 2015")
    package static let futurenet = Network(passphrase: "Test SDF Future Network ; October 2022")
    package static let local = Network(passphrase: "Standalone Network ; February 2017")

    private static let known: [(name: String, network: Network)] = [
        ("public", .public), ("testnet", .testnet), ("futurenet", .futurenet), ("local", .local),
    ]

    /// The network of one of the names `public`, `testnet`, `futurenet`, `local`.
    package init?(named name: String) {
        guard let found = Self.known.first(where: { $0.name == name }) else { return nil }
        self = found.network
    }

    /// All names that `init(named:)` knows.
    package static var names: [String] { known.map(\.name) }

    /// The name of a known network; nil for any other.
    package var name: String? { Self.known.first { $0.network.id == id }?.name }

    /// A known network by its id, for formats that carry no passphrase.
    package init?(id: Hash) {
        guard let found = Self.known.first(where: { $0.network.id == id }) else { return nil }
        self = found.network
    }
}
