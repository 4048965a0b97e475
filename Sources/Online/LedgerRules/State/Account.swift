// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// An account on the practice ledger, with the entries that belong to it. Amounts are stroops.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    package internal(set) var balance: Int64
    package internal(set) var sequence: SequenceNumber
    /// The ledger and the time (seconds since 1970) at which `sequence` last changed; 0 before that.
    package internal(set) var sequenceLedger: UInt32 = 0
    package internal(set) var sequenceTime: UInt64 = 0
    package internal(set) var masterWeight: UInt8 = 1
    package internal(set) var thresholds = Thresholds()
    /// The signers besides the account's own key, in the order in which they were added.
    package internal(set) var signers: [Signer] = []
    package internal(set) var trustlines: [Asset: Trustline] = [:]
    package internal(set) var data: [String64: DataValue] = [:]
    package internal(set) var homeDomain = String32()
    package internal(set) var flags: AccountFlags = []
    package internal(set) var inflationDestination: AccountID?
    /// The number of base reserves that this account pays for its claimable balances, which belong to no account.
    package internal(set) var sponsoring: Int64 = 0
    /// The ledger and the time of the account's last change.
    package internal(set) var modifiedLedger: UInt32 = 0
    package internal(set) var modifiedTime: UInt64 = 0

    init(_ id: AccountID, balance: Int64, sequence: SequenceNumber) {
        self.id = id
        self.balance = balance
        self.sequence = sequence
    }

    package struct Thresholds: Hashable, Sendable {
        package internal(set) var low: UInt8 = 0
        package internal(set) var medium: UInt8 = 0
        package internal(set) var high: UInt8 = 0

        func weight(for threshold: Operation.Threshold) -> UInt8 {
            switch threshold {
            case .low: low
            case .medium: medium
            case .high: high
            }
        }
    }

    /// The number of entries that raise the account's reserve.
    package var subentries: Int { signers.count + trustlines.count + data.count }

    /// The account's signers, including its own key unless that has weight zero.
    package var allSigners: [Signer] {
        let master = Signer(key: .ed25519(id.key), weight: UInt32(masterWeight))
        return (masterWeight > 0 ? [master] : []) + signers
    }
}

extension Account {
    /// The account whose key is zero, which exists on the real networks and which no one owns. The SDKs name it as the
    /// source of calls that are only simulated.
    init(unowned balance: Int64) { self.init(.ed25519(Uint256()), balance: balance, sequence: 0) }
}

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

/// An amount that claimants can claim.
package struct ClaimableBalance: Hashable, Sendable {
    package let id: ClaimableBalanceID
    package let asset: Asset
    /// In stroops.
    package let amount: Int64
    /// The account that pays the reserve, one base reserve per claimant.
    package let sponsor: AccountID
    /// The claimants, with relative times made absolute.
    package let claimants: [ClaimantV0]
    package let isClawbackEnabled: Bool
    package let createdLedger: UInt32
    package let createdTime: UInt64
}
