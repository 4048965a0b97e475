// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Workspace

/// What moved in an account during a period, with the balances before and after it.
public struct Statement: Hashable, Sendable {
    /// Where something went.
    public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
        /// The account got it.
        case into = "in"
        /// The account gave it, or paid a fee.
        case out
        /// The account gave one asset and got another.
        case trade
        /// The account paid itself, and nothing changed.
        case toItself = "self"
    }

    /// What an operation moved, or a fee alone. Names and notes are other people's texts: escape them before showing
    /// them on a terminal.
    public struct Row: Hashable, Sendable {
        /// When the ledger closed, in seconds since 1970.
        public let time: Int64
        /// Where it went.
        public let direction: Direction
        /// The protocol's name of the operation, `trade`, `fee`, or `failed` for a transaction that only cost its fee.
        public let kind: String
        /// The other side: an account, contract, claimable balance or pool; nil if there is none, or it is not known.
        public let counterparty: String?
        /// The contact's name of the other side, or that in the table that was paid.
        public let name: String?
        /// What moved: in a trade, what the account gave. Nil for a fee alone.
        public let asset: ColdstarStellar.Asset?
        /// How much of it.
        public let amount: ColdstarStellar.Amount?
        /// What the account got in a trade, or the other account in a path payment.
        public let otherAsset: ColdstarStellar.Asset?
        /// How much of it.
        public let otherAmount: ColdstarStellar.Amount?
        /// The transaction's fee, in its first row, if this account paid it.
        public let fee: ColdstarStellar.Amount?
        /// The transaction's memo; nil for none.
        public let memo: ColdstarStellar.Memo?
        /// The note of the request, and that of the table's line.
        public let note: String?
        /// The ledger that has it.
        public let ledger: Int64
        /// The transaction.
        public let hash: ColdstarStellar.TransactionHash
        /// The operation's number in the transaction, from 1; nil for a fee alone.
        public let operation: Int?
        /// The name of the batch that it was paid by; nil if the journal knows of none.
        public let batch: String?
        /// The line of that batch's table.
        public let line: Int?
        /// Who signed: addresses, or `unknown:` and the last four bytes of a key.
        public let signedBy: [String]
    }

    /// An asset before and after the period, in units: decimal numbers, which may be longer than an amount where a
    /// server's history is wrong.
    public struct Balance: Hashable, Sendable {
        /// The asset.
        public let asset: ColdstarStellar.Asset
        /// At the beginning.
        public let opening: String
        /// What the rows add up to.
        public let change: String
        /// At the end.
        public let closing: String
        /// What neither the opening balance nor a row explains; `0` if all adds up.
        public let unexplained: String
    }

    /// How the opening balances are known.
    public enum Beginning: Hashable, Sendable {
        /// The server's history reaches back to the account's creation.
        case creation
        /// Calculated back from the present balances through all movements since.
        case calculated
        /// The same, but the server's history begins only with this ledger, within the period.
        case incomplete(ledger: Int64?)
    }

    /// The account, `G…`.
    public let account: Account
    /// The contact's name; nil if it has none.
    public let name: String?
    /// The movements, in the order of the ledger.
    public let rows: [Row]
    /// One for each asset that the account had or moved, the native one first.
    public let balances: [Balance]
    /// How the opening balances are known.
    public let beginning: Beginning
    /// Whether opening balances and rows give the closing balances, and none was ever below zero.
    public let addsUp: Bool
    /// Applied transactions of the journal that the server's history does not have.
    public let missing: [ColdstarStellar.TransactionHash]

    init(_ statement: AccountStatement) {
        account = Account(statement.account)
        name = statement.name
        rows = statement.rows.map { Row($0) }
        balances = statement.balances.map { balance in
            Balance(
                asset: ColdstarStellar.Asset(balance.asset), opening: Stellar.Amount.text(ofSum: balance.opening),
                change: Stellar.Amount.text(ofSum: balance.change),
                closing: Stellar.Amount.text(ofSum: balance.closing),
                unexplained: Stellar.Amount.text(ofSum: balance.unexplained))
        }
        beginning =
            switch statement.beginning {
            case .creation: .creation
            case .calculated: .calculated
            case .incomplete(let ledger): .incomplete(ledger: ledger)
            }
        addsUp = statement.addsUp
        missing = statement.missing.map { ColdstarStellar.TransactionHash($0.hash) }
    }
}

extension Statement.Row {
    fileprivate init(_ row: StatementRow) {
        let movement = row.movement
        time = Int64(clamping: row.time.seconds)
        direction = Statement.Direction(rawValue: row.direction.rawValue) ?? .toItself
        (kind, counterparty, name) = (row.kind.name, row.counterparty?.address, row.name)
        asset = movement.map { ColdstarStellar.Asset($0.part.asset) }
        amount = movement.map { ColdstarStellar.Amount($0.part.amount) }
        otherAsset = movement?.other.map { ColdstarStellar.Asset($0.asset) }
        otherAmount = movement?.other.map { ColdstarStellar.Amount($0.amount) }
        fee = row.fee.map { ColdstarStellar.Amount(Stellar.Amount(stroops: $0)) }
        memo = row.memo.flatMap { ColdstarStellar.Memo(wire: $0) }
        (note, ledger, hash) = (row.note, row.ledger, ColdstarStellar.TransactionHash(row.hash))
        (operation, batch, line) = (movement?.operation, row.batch?.name, row.line)
        signedBy = row.signers.map(\.text)
    }
}

extension OnlineClient {
    /// Reads what moved in an account during a period back from the ledger, and adds what the journal knows of it:
    /// names, notes, batches. Nothing is submitted. Over Stellar RPC alone, the journal keeps the transactions that
    /// were read, because servers forget them.
    ///
    /// - Parameters:
    ///   - account: the account, `G…`.
    ///   - first: the first day, in UTC, as `2026-11-21`; nil for all that the server has.
    ///   - last: the last day, included; nil for the present.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for an account that was never seen, a history
    ///   that is too long, and days that are none; ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for a
    ///   server that contradicts itself.
    public func statement(
        of account: Account, from first: String? = nil, to last: String? = nil
    ) throws(ColdstarError) -> Statement {
        do throws(Failure) {
            let from = try FieldID.from.optionalValue(of: first, as: StatementDay.self)
            let to = try FieldID.to.optionalValue(of: last, as: StatementDay.self)
            let job = StatementJob(
                [.address(account.value)], try StatementPeriod(from: from, to: to), on: network.value, in: context)
            guard let found = try job.run().accounts.first else {
                throw Failure(.bug, "a statement without its account")
            }
            return Statement(found)
        } catch { throw ColdstarError(error) }
    }
}
