// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

/// A Stellar network, identified by its passphrase, whose hash is part of every signed payload.
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

    /// A known network by name: `public`, `testnet`, `futurenet` or `local`.
    package init?(named name: String) {
        guard let found = Self.known.first(where: { $0.name == name }) else { return nil }
        self = found.network
    }

    /// The names that `init(named:)` accepts.
    package static var names: [String] { known.map(\.name) }

    /// The name of a known network; nil for any other.
    package var name: String? { Self.known.first { $0.network.id == id }?.name }

    /// A known network by its id, for formats that carry no passphrase.
    package init?(id: Hash) {
        guard let found = Self.known.first(where: { $0.network.id == id }) else { return nil }
        self = found.network
    }
}

extension Network {
    /// The network's name, or its escaped passphrase in quotes.
    package var label: String { name ?? "\"\(TerminalText.escape(passphrase))\"" }
}

/// The versions of the Stellar protocol.
package enum Protocol {
    /// The newest version whose ledgers, transactions and contracts this release was tested with. A newer network may
    /// have ledgers and transactions that this release cannot read.
    package static let newestTested = 30
}

/// The time between ledgers, of which the network closes one about every five seconds.
package enum LedgerSpan {
    package static let secondsPerLedger: UInt64 = 5

    /// About how many seconds pass between the closes of two ledgers; 0 if the second one is not later.
    package static func seconds(from first: UInt32, to last: UInt32) -> UInt64 {
        last > first ? UInt64(last - first) * secondsPerLedger : 0
    }
}
