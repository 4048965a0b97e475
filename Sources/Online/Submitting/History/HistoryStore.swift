// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import StellarXDR
import Workspace

/// What the journal kept of an account's transactions, and the ledgers of which it has all.
struct HistoryStore {
    private let account: AccountID
    private let network: Network
    private let opener: JournalOpener
    /// A copy in memory where the journal's file cannot be written.
    private var journal: any OnlineJournal
    /// Why what is read is not kept; nil if it is.
    private(set) var unkept: Wording?
    /// The ledgers of which all transactions are known, in order.
    private(set) var known: [ClosedRange<UInt32>] = []
    /// The hash of the last of them; nil where it was not the server's latest.
    private(set) var lastHash: LedgerHash?

    init(of account: AccountID, on network: Network, in context: OnlineContext) throws(Failure) {
        (self.account, self.network) = (account, network)
        opener = try context.journals()
        do throws(Failure) { journal = try opener.open() } catch {
            guard error.kind == .cannotCreate else { throw error }
            (journal, unkept) = (try opener.copyInMemory(), Wording(error.message))
        }
        try readKnown()
    }

    private mutating func readKnown() throws(Failure) {
        do {
            let kept = try journal.keptLedgers(network: network, account: account)
            (known, lastHash) = (kept.map(\.ledgers), kept.last?.lastHash)
        } catch { throw Failure(error) }
    }

    /// The transactions from a ledger on, the latest first.
    ///
    /// - Parameter end: the place before which they are; nil for the end.
    func transactions(
        from ledger: UInt32, before end: LedgerPlace?, limit: Int
    ) throws(Failure) -> [KeptTransaction] {
        do {
            return try journal.keptTransactions(
                network: network, account: account, since: ledger, before: end, limit: limit)
        } catch { throw Failure(error) }
    }

    /// Keeps all transactions of some ledgers.
    ///
    /// - Parameter lastHash: the last ledger's; nil if it is not known.
    mutating func keep(
        _ found: [KeptTransaction], in ledgers: ClosedRange<UInt32>, lastHash: LedgerHash?
    ) throws(Failure) {
        let (account, network) = (account, network)
        try write { journal throws(JournalError) in
            try journal.keep(found, of: account, on: network, in: ledgers, lastHash: lastHash)
        }
    }

    /// Forgets what was kept of the whole network.
    mutating func forgetAll() throws(Failure) {
        let network = network
        try write { journal throws(JournalError) in try journal.forgetKept(network: network) }
    }

    /// Writes to the journal; where its file takes nothing more, to a copy in memory.
    private mutating func write(_ change: (any OnlineJournal) throws(JournalError) -> Void) throws(Failure) {
        do throws(JournalError) {
            try change(journal)
        } catch {
            guard error.isForWantOfWriting, unkept == nil else { throw Failure(error) }
            unkept = Wording(error.message)
            journal = try opener.copyInMemory()
            do { try change(journal) } catch { throw Failure(error) }
        }
        try readKnown()
    }
}
