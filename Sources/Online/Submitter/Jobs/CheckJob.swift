// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
package import Handoff
import Horizon
import Preflight
package import Stellar
import StellarXDR

/// Checks signed transactions as the network would, and sends nothing.
///
/// The copies of one transaction count as one, with the signatures of all. Signatures that came back are recorded in the journal.
package struct CheckJob {
    package struct Checked {
        package let hash: TransactionHash
        package let result: SubmissionCheck.Result
    }

    private let files: [TransactionLines]
    private let request: RequestedTransaction?
    private let network: NetworkSelection
    private let context: OnlineContext
    private let now: Timestamp

    /// - Parameters:
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any.
    ///   - network: for transactions that name none.
    package init(
        _ files: [TransactionLines], request: RequestedTransaction? = nil, network: NetworkSelection,
        context: OnlineContext, now: Timestamp
    ) {
        self.files = files
        self.request = request
        self.network = network
        self.context = context
        self.now = now
    }

    /// - Parameters:
    ///   - accepts: checks the network before any server is asked.
    ///   - note: told what the user should read.
    ///   - each: gets each result, in the order given, as soon as it is known.
    package func run(
        accepts: (Network) throws(Failure) -> Void = { _ in }, noting note: (Notice) -> Void,
        each: (Checked) throws(Failure) -> Void
    ) throws(Failure) {
        let journal = try context.journal()
        var batch = try SignedBatch(files, request: request, journal: journal, network: try network.given())
        let inputs = try batch.inputs()
        let network = try inputs.network(network)
        try accepts(network)
        let unions = try SignatureUnion.grouped(inputs, on: network)
        let envelopes = try unions.map { union throws(Failure) in try union.envelope() }
        try context.checkCodes(of: envelopes, on: network, journal)
        let view = try context.networkLedger(of: network, for: envelopes)
        for notice in context.notices(about: view) { note(notice) }
        let check = try SubmissionCheck(unions, on: network, in: view, now: now)
        if let fault = journal.record(signaturesOf: check.transactions.map(\.envelope), on: network) {
            note(.warning(.notRecorded, "the journal could not note the signatures: \(fault.wording)"))
        }
        for (index, transaction) in check.transactions.enumerated() {
            let result = try check.result(at: index, request: request, in: journal)
            try each(Checked(hash: transaction.hash, result: result))
        }
    }
}
