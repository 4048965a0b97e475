// SPDX-License-Identifier: Apache-2.0

/// An account's holding of one asset. Amounts are stroops.
package struct Trustline: Hashable, Sendable {
    package internal(set) var balance: Int64 = 0
    package internal(set) var limit: Int64 = .max
    package internal(set) var flags: Flags = .authorized
    /// The ledger of the last change.
    package internal(set) var modifiedLedger: UInt32 = 0

    /// `TrustLineFlags` of the protocol; the first two are mutually exclusive.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let authorized = Flags(rawValue: 1)
        package static let authorizedToMaintainLiabilities = Flags(rawValue: 2)
        package static let clawbackEnabled = Flags(rawValue: 4)
        static let authorization: Flags = [.authorized, .authorizedToMaintainLiabilities]
    }

    package var isAuthorized: Bool { flags.contains(.authorized) }
}
