// SPDX-License-Identifier: Apache-2.0

package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// A column of a statement, and the member of a row in JSON. The names and their order are stable.
package enum StatementColumn: String, CaseIterable, Sendable {
    case time
    case timeLocal = "time_local"
    case account, direction, kind, counterparty, name, asset, amount
    case otherAsset = "other_asset"
    case otherAmount = "other_amount"
    case fee, memo, note, ledger, hash, operation, batch, row
    case signedBy = "signed_by"
    case source
}

/// A movement of a statement, or a fee alone.
package struct StatementRow: Sendable {
    /// What a row is of, if it is not of an operation's movement.
    package enum Kind: Hashable, Sendable {
        case movement(Movement)
        /// A transaction that moved nothing and cost its fee.
        case fee
        /// A transaction that failed in the ledger and cost its fee.
        case failed

        package var name: String {
            switch self {
            case .movement(let movement): movement.kind
            case .fee: "fee"
            case .failed: "failed"
            }
        }
    }

    /// Where a row comes from. The ledger decides what moved; the journal adds what only this machine knows.
    package enum Source: String, Hashable, Sendable {
        case ledger
        case both = "ledger+journal"
    }

    package let account: AccountID
    /// When the transaction's ledger closed.
    package let time: Timestamp
    package let kind: Kind
    /// For a fee alone, the account whose transaction it paid for, if that is another one.
    package let counterparty: PaymentParty?
    /// The contact's name of the counterparty, or else the name in the table that was paid.
    package let name: String?
    /// The fee in stroops, in the first row of its transaction; nil in others, and if another account paid it.
    package let fee: Int64?
    /// Nil when the transaction contains something that this release does not know.
    package let memo: Memo?
    /// The note of the request, and that of the table's line.
    package let note: String?
    package let ledger: Int64
    package let hash: TransactionHash
    /// The batch's name and id.
    package let batch: (name: String, id: String)?
    /// The line of the batch's table, counted from 1.
    package let line: Int?
    package let signers: [TransactionSigner]
    package let source: Source

    package var movement: Movement? { if case .movement(let movement) = kind { movement } else { nil } }

    /// `in`, `out`, `trade` or `self`; a fee goes out.
    package var direction: Movement.Direction { movement?.direction ?? .out }

    /// What the row did to the account's balances, in stroops: an issuer has none of its own assets.
    package var changes: [(asset: Asset, amount: Int128)] {
        var changes: [(asset: Asset, amount: Int128)] = []
        if let movement {
            let part = (movement.part.asset, Int128(movement.part.amount.stroops))
            switch movement.direction {
            case .into: changes = [part]
            case .out: changes = [(part.0, -part.1)]
            case .trade:
                changes = [(part.0, -part.1)]
                if let other = movement.other { changes.append((other.asset, Int128(other.amount.stroops))) }
            case .own: break
            }
        }
        if let fee { changes.append((.native, -Int128(fee))) }
        return changes.filter { $0.asset.issuer != account }
    }
}

extension Memo {
    /// The memo as a statement has it: a text as it is, other kinds with the kind in front, `id:42`. A text that could
    /// be taken for one of them has its kind, too. Empty for none.
    package var plain: String {
        guard case .text = self else { return self == .none ? "" : "\(kind):\(value ?? "")" }
        let text = exactText
        return ["text:", "id:", "hash:", "return:"].contains(where: text.hasPrefix) ? "text:\(text)" : text
    }
}
