// SPDX-License-Identifier: Apache-2.0

/// A setting that the configuration file can hold, named as its option without the dashes.
package enum ConfigurationKey: String, Hashable, Sendable, CaseIterable {
    case network
    case networkPassphrase = "network-passphrase"
    case horizonURL = "horizon-url"
    case rpcURL = "rpc-url"
    case account
    case homeDomain = "home-domain"
    case caFile = "ca-file"
    case proxy

    /// The name in the file.
    package var name: String { rawValue }

    /// Whether several values are allowed, as an array.
    package var takesSeveral: Bool { self == .horizonURL || self == .rpcURL }

    /// Whether the value is of one network: it is not used for another.
    package var belongsToNetwork: Bool { self == .horizonURL || self == .rpcURL || self == .homeDomain }

    /// Whether it says which network is meant.
    package var namesNetwork: Bool { self == .network || self == .networkPassphrase }

    /// The key of the root table that chooses a profile when nothing else does.
    package static let profile = "profile"
    /// The table of the profiles.
    package static let profiles = "profiles"

    /// The keys that `config set` accepts.
    package static var names: [String] { allCases.map(\.name) + [profile] }
}
