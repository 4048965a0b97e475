// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Stellar
import StellarXDR
import TextCodec

/// The state of an account that `watch` records: everything that determines its assets and who may sign for it.
package struct AccountSnapshot: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        /// The balance and the limit in stroops; native has no limit.
        var balance: Int64
        var limit: Int64?
        var isAuthorized: Bool
        /// Whether open offers or a pool may change it without a transaction of the account.
        var isOffered: Bool
    }

    var sequence: Int64
    /// The thresholds: low, medium, high.
    var thresholds: [Int]
    /// The signers' weights by key, including the account's own.
    var signers: [String: Int]
    /// The names of the flags that are set.
    var flags: Set<String>
    var homeDomain: String?
    /// The data entries in base64, by name.
    var data: [String: String]
    /// The trustlines by asset or pool id.
    var lines: [String: Line]

    package init(_ record: AccountRecord) {
        sequence = record.sequence
        thresholds = [record.thresholds.low, record.thresholds.medium, record.thresholds.high]
        signers = Dictionary(record.signers.map { ($0.key.address, $0.weight) }) { $1 }
        flags = Set(record.flagNames)
        homeDomain = record.homeDomain
        data = record.data.mapValues { Base64.encode($0) }
        lines = Dictionary(record.balances.map { (Self.name(of: $0.holding), Line($0)) }) { $1 }
        // What cannot be read is compared as the server writes it, so that a change of it does not go unnoticed.
        for part in record.unread {
            switch part {
            case .signer(let unread): signers["of an unknown kind, \(unread.excerpt)"] = 0
            case .balance(let unread):
                lines["of an unknown kind, \(unread.excerpt)"] = Line(
                    balance: 0, limit: nil, isAuthorized: true, isOffered: false)
            }
        }
    }

    init(
        sequence: Int64, thresholds: [Int], signers: [String: Int], flags: Set<String>, homeDomain: String?,
        data: [String: String], lines: [String: Line]
    ) {
        self.sequence = sequence
        self.thresholds = thresholds
        self.signers = signers
        self.flags = flags
        self.homeDomain = homeDomain
        self.data = data
        self.lines = lines
    }

    static let levels = ["low", "medium", "high"]

    private static func name(of holding: AccountBalance.Holding) -> String {
        switch holding {
        case .asset(let asset): asset.text
        case .poolShares(let id): "pool " + id
        }
    }
}

extension AccountSnapshot.Line {
    fileprivate init(_ balance: AccountBalance) {
        self.init(
            balance: balance.balance.stroops, limit: balance.limit?.stroops, isAuthorized: balance.isAuthorized,
            isOffered: balance.buyingLiabilities > .zero || balance.sellingLiabilities > .zero)
    }
}
