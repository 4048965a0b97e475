// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Workspace

/// What a result that is fetched beside the pages is of.
enum JobKey: Hashable, Sendable {
    /// What jobs have in common, so that all of them can expire together.
    enum Kind: Hashable, Sendable {
        case anchor, issuers, transfer, overview, signatures, check
    }

    case anchorOffers(domain: String)
    case anchorToml(domain: String)
    case anchorCustomer(domain: String, subject: String, type: String?)
    case issuers([AccountID])
    case transfer(Int64)
    case overview([AccountID], [Contact])
    case account(AccountID, cursor: UInt64?, [Contact])
    /// - Parameter count: how many signatures there are.
    case signatures(TransactionHash, count: Int)
    case check(TransactionHash, count: Int)

    var kind: Kind {
        switch self {
        case .anchorOffers, .anchorToml, .anchorCustomer: .anchor
        case .issuers: .issuers
        case .transfer: .transfer
        case .overview, .account: .overview
        case .signatures: .signatures
        case .check: .check
        }
    }

    /// Whether it is of this transaction's signatures.
    func isAbout(_ hash: TransactionHash) -> Bool {
        switch self {
        case .signatures(let own, _), .check(let own, _): own == hash
        default: false
        }
    }

    /// Whether it is of what an anchor knows about a customer.
    func isOfCustomer(at domain: String) -> Bool {
        if case .anchorCustomer(domain, _, _) = self { true } else { false }
    }
}
