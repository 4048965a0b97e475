// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
import Handoff
import Journal
import Preflight
package import Stellar
package import StellarXDR
import TextCodec

/// A transaction that is being built from a `DraftRequest`, with access to the ledger where that is allowed.
///
/// Give it one operation: `request(for:)` then makes the signing request.
package struct Draft: NoticeSource {
    package let wanted: DraftRequest
    package let network: Network
    /// The ledger, once it has been used; always nil with a sequence number of the user's.
    var view: NetworkLedger?
    /// Finds accounts by name.
    var finder: AccountFinder
    /// Finds assets by code.
    var assets: AssetFinder
    /// The names of the accounts found so far.
    var names = AccountNames()
    /// The transaction's source account, which pays the fee.
    package let source: MuxedAccount
    /// The operation's source account; nil when it is the transaction's.
    package let operationSource: MuxedAccount?
    package internal(set) var memo: Memo
    /// The fee once it is known: asking the network again could give another one.
    var knownFee: UInt32?
    /// Transactions that this one authorizes in advance; the request carries them for the review.
    var preauthorized: [TransactionEnvelope]
    /// Rates that a server named for the exchanges built so far.
    var rates: [NamedRate] = []
    /// Additional unverified hints.
    var hints = JSONObject()
    var allocator: SequenceAllocator?
    /// The journal's position when a sequence number after all pending transactions was chosen.
    var position: JournalPosition?
    /// The journal, once it was opened.
    var openedJournal: OnlineJournal?
    /// What the user should read, in order; complete also after an error.
    var notices: [Notice] = []

    package init(_ wanted: DraftRequest) throws(Failure) {
        self.wanted = wanted
        let earlier = wanted.earlier
        network = try wanted.network.resolve(documented: earlier?.network ?? wanted.documented)
        if let documented = wanted.documented, documented != network {
            throw Failure(.badInput, "\(field: .appendTo) and \(field: .link) name two different networks")
        }
        preauthorized = earlier?.preauthorized ?? []
        if let pools = earlier?.pools, !pools.isEmpty { hints["pools"] = .array(pools) }
        memo = wanted.memo ?? earlier?.transaction.memo ?? .none
        assets = AssetFinder(wanted.context, network: network)
        var finder = AccountFinder(wanted.context)
        var names = AccountNames()
        func account(_ reference: AccountReference?, _ field: FieldID) throws(Failure) -> MuxedAccount? {
            guard let reference else { return nil }
            let found = try finder.find(reference, field)
            names.add(found)
            return found.account
        }
        let given = try account(wanted.source, .source)
        let acting = try account(wanted.operationSource, .operationSource)
        if let begun = earlier?.transaction {
            source = begun.sourceAccount
            operationSource = acting ?? (given == begun.sourceAccount ? nil : given)
            try wanted.checkForAppending()
        } else if let given {
            source = given
            operationSource = acting
        } else {
            throw Failure(
                .usage, "no source account is given",
                hint: "give \(field: .source, "G..."), set STELLAR_ACCOUNT, or \(step: .build(.setAccount))")
        }
        self.finder = finder
        self.names = names
        // From here on, everything that other builders record in the journal counts.
        if wanted.sequence.waits, earlier == nil {
            allocator = try SequenceAllocator(try journal(), wanted.sequence, now: wanted.now)
        }
    }

    /// The notices since the last call, also after an error.
    package mutating func takeNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    /// Notes what the user should read.
    package mutating func note(_ facts: Notice...) { notices += facts }

    /// The account on whose behalf the operation acts.
    package var actor: AccountID { (operationSource ?? source).account }

    /// The transaction to which the operation is appended; nil for a new one.
    var begun: Transaction? { wanted.earlier?.transaction }

    /// Whether the operation is appended to an existing transaction.
    package var isAppending: Bool { begun != nil }

    /// The journal, opened when it is first needed.
    mutating func journal() throws(Failure) -> OnlineJournal {
        if let openedJournal { return openedJournal }
        let opened = try wanted.context.journal()
        openedJournal = opened
        return opened
    }
}
