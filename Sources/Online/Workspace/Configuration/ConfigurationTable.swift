// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar

/// The values of the root table or of a profile.
struct ConfigurationTable: Hashable, Sendable {
    var values: [ConfigurationKey: ConfigurationValue] = [:]

    /// The network that the table names; nil if it names none, or contradicts itself.
    var network: Network? { try? namedNetwork() }

    /// - Throws: when its two settings name different networks.
    func namedNetwork() throws(Failure) -> Network? {
        try Network.written(name: values[.network]?.texts[0], passphrase: values[.networkPassphrase]?.texts[0])
    }

    /// This table as the default of a profile: a profile for a network of its own inherits nothing that belongs to another network.
    func inherited(by profile: ConfigurationTable) -> ConfigurationTable {
        var merged = self
        if let other = profile.network {
            let isSame = other == network
            merged.values = values.filter { key, _ in !key.namesNetwork && (isSame || !key.belongsToNetwork) }
        }
        merged.values.merge(profile.values) { _, own in own }
        return merged
    }
}
