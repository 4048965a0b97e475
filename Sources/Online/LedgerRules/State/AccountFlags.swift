// SPDX-License-Identifier: Apache-2.0

/// An account's flags (`AccountFlags` of the protocol), which matter for issuers.
package struct AccountFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let authRequired = AccountFlags(rawValue: 1)
    package static let authRevocable = AccountFlags(rawValue: 2)
    package static let authImmutable = AccountFlags(rawValue: 4)
    package static let authClawbackEnabled = AccountFlags(rawValue: 8)

    /// Every flag, with its name in Horizon and in seed files.
    package static let named: [(name: String, flag: AccountFlags)] = [
        ("auth_required", .authRequired), ("auth_revocable", .authRevocable), ("auth_immutable", .authImmutable),
        ("auth_clawback_enabled", .authClawbackEnabled),
    ]
}
