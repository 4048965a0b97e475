// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Journal
package import LedgerAPI
package import Stellar
import StellarXDR
package import Workspace

/// Checks signed transactions as the network would, and sends nothing.
///
/// The copies of one transaction count as one, with the signatures of all, and with those that came back before if
/// they are too few. Verified signatures that came back in files are recorded in the journal.
package struct CheckJob {
    package struct Checked {
        package let hash: TransactionHash
        package let result: SubmissionCheck.Result
    }

    private let given: SignedTransactions
    private let leavesOutSurplus: Bool
    private let network: NetworkSelection
    private let context: OnlineContext
    private let now: Timestamp

    /// - Parameters:
    ///   - network: for transactions that name none.
    ///   - leavesOutSurplus: whether to check what `SubmitJob` would send, without the signatures that it leaves out;
    ///     they are named.
    package init(
        _ given: SignedTransactions, leavingOutSurplus leavesOutSurplus: Bool = false, network: NetworkSelection,
        context: OnlineContext, now: Timestamp
    ) {
        self.given = given
        self.leavesOutSurplus = leavesOutSurplus
        self.network = network
        self.context = context.forOneJob
        self.now = now
    }

    /// - Parameters:
    ///   - accepts: checks the network before any server is asked.
    ///   - note: told what the user should read.
    ///   - signed: told who has signed each transaction, in the order given, before its surplus signatures are left
    ///     out; not called if none may be.
    ///   - each: gets each result, in the order given, as soon as it is known.
    package func run(
        accepts: (Network) throws(Failure) -> Void = { _ in }, noting note: (Notice) -> Void,
        signed: (TransactionHash, SignatureReport) -> Void = { _, _ in }, each: (Checked) throws(Failure) -> Void
    ) throws(Failure) {
        let journal = try context.journal()
        var (unions, network) = try given.unions(journal, network)
        try accepts(network)
        let candidates = unions.map { SendCandidate($0.bare) }
        try PaidWithdrawals(journal).check(candidates)
        let replaced = ReplacedTransactions(journal, now: now)
        try replaced.check(candidates)
        // All signatures have to fit, before any server is asked, unless some may be left out.
        if !leavesOutSurplus { for union in unions { _ = try union.transaction() } }
        var view = try context.networkLedger(of: network, for: unions.map(\.bare.envelope))
        for notice in context.notices(about: view) { note(notice) }
        try replaced.check(candidates, on: &view)
        let actors = Set(
            unions.flatMap { union in
                union.bare.envelope.innermost.actors(payingFee: union.bare.envelope.feeSource.account)
            })
        for notice in try view.confirm(actors.sorted { $0.address < $1.address }) { note(notice) }
        // What was collected is recorded already.
        let isFromFiles = if case .files = given { true } else { false }
        var seen: [RecordedSignature] = []
        for index in unions.indices where isFromFiles || leavesOutSurplus {
            let hash = unions[index].hash
            let kept = isFromFiles ? try journal.kept(of: hash) : []
            let report = try unions[index].complete(from: kept, in: &view).report
            if isFromFiles { seen += unions[index].recorded(knownTo: report) }
            guard leavesOutSurplus else { continue }
            signed(hash, report)
            if let left = try unions[index].leaveOutSurplus(report, in: &view) { note(left) }
        }
        if let fault = journal.record(checked: seen) { note(.unrecorded(fault)) }
        // Payments need no pins: a damaged file of them must not stop one.
        let calls = unions.filter(\.bare.envelope.callsContract)
        if !calls.isEmpty, var check = try context.codeCheck(on: network, journal) {
            for call in calls { try check.check(call.bare, request: call.journaled) }
        }
        let client = try context.rpcGiven(for: network)
        let check = try SubmissionCheck(unions, on: network, in: view, by: client, now: now)
        for (index, transaction) in check.transactions.enumerated() {
            let result = try check.result(at: index, request: given.request, in: journal)
            try each(Checked(hash: transaction.hash, result: result))
        }
    }
}

/// Says who has signed a transaction, who is missing, and which weight is reached of which is needed.
package struct SignaturesJob {
    private let given: SignedTransactions
    private let network: NetworkSelection
    private let context: OnlineContext

    /// - Parameters:
    ///   - given: copies of one transaction.
    ///   - network: for transactions that name none.
    package init(_ given: SignedTransactions, network: NetworkSelection, context: OnlineContext) {
        (self.given, self.network, self.context) = (given, network, context)
    }

    /// - Parameters:
    ///   - accepts: checks the network before any server is asked.
    ///   - note: told what the user should read.
    /// - Throws: `.usage` for several transactions.
    package func run(
        accepts: (Network) throws(Failure) -> Void = { _ in }, noting note: (Notice) -> Void
    ) throws(Failure) -> (hash: TransactionHash, report: SignatureReport) {
        // What is collected already is in no file that the journal would have to complete, and is recorded.
        let journal: (any OnlineJournal)? = if case .files = given { try context.journal() } else { nil }
        let (unions, network) = try given.unions(journal, network)
        guard var union = unions.first, unions.count == 1 else {
            throw Failure(.usage, "\(unions.count) transactions are given, and one at a time is looked at")
        }
        try accepts(network)
        var view = try context.networkLedger(of: network)
        for notice in context.notices(about: view) { note(notice) }
        let kept = try journal?.kept(of: union.hash) ?? []
        let report = try union.complete(from: kept, in: &view, addingAll: true).report
        if let fault = journal?.record(checked: union.recorded(knownTo: report)) { note(.unrecorded(fault)) }
        return (union.hash, report)
    }
}

extension SignedTransactions {
    /// The transactions, each once, with the signatures of all its copies, and their network.
    fileprivate func unions(
        _ journal: (any OnlineJournal)?, _ choice: NetworkSelection
    ) throws(Failure) -> ([CollectedSignatures], Network) {
        switch self {
        case .collected(let unions):
            guard let network = unions.first?.network else { throw Failure(.usage, "no transaction is given") }
            return (unions, network)
        case .files:
            guard let journal else { throw Failure(.bug, "files are read without a journal") }
            var batch = try batch(journal, try choice.given())
            let inputs = try batch.inputs()
            let network = try inputs.network(choice)
            return (CollectedSignatures.grouped(inputs, on: network), network)
        }
    }
}

extension CollectedSignatures {
    /// Leaves out the signatures that no account needs, as far as `SubmitJob` would.
    ///
    /// - Parameter report: who has signed.
    /// - Returns: whose they are; nil if all stay.
    fileprivate mutating func leaveOutSurplus(
        _ report: SignatureReport, in view: inout AnyLedger
    ) throws(Failure) -> Notice? {
        guard report.isAuthorized, !report.surplus.isEmpty,
            let reached = try view.account(bare.envelope.innermost.sourceAccount.account)?.sequence,
            bare.envelope.innermost.comesNext(after: reached)
        else { return nil }
        drop(at: Set(report.surplus))
        return .note(.surplusLeftOut, "\(report.surplusText) left out")
    }
}

extension Notice {
    /// Signatures that came back are not in the journal. No result depends on this record.
    static func unrecorded(_ fault: Failure) -> Notice {
        // SQLite's message may contain what is in the file.
        let reason = TerminalText.escape(fault.wording.plain)
        return .warning(.notRecorded, "the journal could not note the signatures: \(reason)")
    }
}
