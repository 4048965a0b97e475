// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Journal
import LedgerAPI
package import Stellar
import StellarXDR
package import Workspace

/// Puts together the signatures of several machines on a transaction, or on each of a batch. They are recorded in the
/// journal.
///
/// All signatures are kept, each once: only the network knows which of them are needed.
package struct MergeJob {
    private let files: [TransactionLines]
    private let request: TransactionToSubmit?
    private let dropsSurplus: Bool
    private let needsNetwork: Bool
    private let network: NetworkSelection
    private let context: OnlineContext
    private let now: Timestamp

    /// - Parameters:
    ///   - request: every transaction has to be this one, or a fee bump of it; nil for any. It may be a login
    ///     challenge.
    ///   - dropsSurplus: whether to ask the network which signatures are needed, and to leave out the others.
    ///   - needsNetwork: whether the result names the network. Otherwise any will do if none is known, because only
    ///     hashes are compared.
    package init(
        _ files: [TransactionLines], request: TransactionToSubmit? = nil, droppingSurplus dropsSurplus: Bool = false,
        needsNetwork: Bool, network: NetworkSelection, context: OnlineContext, now: Timestamp
    ) {
        (self.files, self.request, self.dropsSurplus) = (files, request, dropsSurplus)
        (self.needsNetwork, self.network, self.context, self.now) = (needsNetwork, network, context, now)
    }

    /// - Parameters:
    ///   - accepts: checks the network before any server is asked.
    ///   - note: told what the user should read.
    /// - Throws: `.badInput` for different transactions that are not a batch, and for more signatures than an envelope
    ///   allows.
    package func run(
        accepts: (Network) throws(Failure) -> Void = { _ in }, noting note: (Notice) -> Void
    ) throws(Failure) -> CollectedTransactions {
        let journal = try context.journal()
        var batch = try SignedBatch(
            files, request: request, journal: journal, network: try network.given(), takesChallenges: true)
        let inputs = try batch.inputs()
        let network = try SignatureMerge.network(
            of: inputs, network, journal, isNeeded: needsNetwork || dropsSurplus)
        var merge = try SignatureMerge(inputs, isBatch: batch.isBatch, on: network)
        if dropsSurplus {
            try accepts(network)
            var view = try context.networkLedger(of: network)
            for notice in context.notices(about: view) { note(notice) }
            for index in merge.unions.indices {
                if let text = try merge.dropSurplus(at: index, in: &view) {
                    note(.plain(.surplusLeftOut, Wording(text)))
                }
            }
        }
        let merged = try CollectedTransactions(
            merge.unions, isBatch: merge.isBatch, journal: journal, given: request, now: now)
        if let fault = journal.record(signaturesOf: merged.transactions) {
            note(.unrecorded(fault))
        }
        return merged
    }
}

/// The signatures of several machines on a transaction, or on each of a batch, put together.
struct SignatureMerge {
    let network: Network
    /// Whether the inputs may be different transactions.
    let isBatch: Bool
    /// One for each transaction, in the order of the first copies. No signature occurs twice.
    private(set) var unions: [CollectedSignatures]

    /// - Parameters:
    ///   - isBatch: whether the inputs may be different transactions.
    /// - Throws: `.badInput` if they are, and this is not a batch.
    init(_ inputs: [SignedInput], isBatch: Bool, on network: Network) throws(Failure) {
        self.network = network
        self.isBatch = isBatch
        unions =
            try isBatch ? CollectedSignatures.grouped(inputs, on: network) : [CollectedSignatures(inputs, on: network)]
        for index in unions.indices { unions[index].dropRepeats() }
    }

    /// Removes the signatures of one transaction that no account needs.
    ///
    /// - Parameter index: its index in `unions`.
    /// - Returns: what was removed, in words; nil for nothing.
    mutating func dropSurplus<Source: LedgerSource>(
        at index: Int, in view: inout Source
    ) throws(Failure) -> String? where Source.Failure == Failure {
        let count = try unions[index].dropSurplus(in: &view)
        guard count > 0 else { return nil }
        return "removed \(count) \(count == 1 ? "signature" : "signatures") not needed on \(unions[index].hash.hex)"
    }

    /// The network of all inputs. If neither a document nor the user names one, that of the journal's request.
    ///
    /// - Parameter isNeeded: whether more than hashes is compared; otherwise any network will do if none is known.
    static func network(
        of inputs: [SignedInput], _ choice: NetworkSelection, _ journal: any OnlineJournal, isNeeded: Bool
    ) throws(Failure) -> Network {
        var found = try choice.named.get()
        for input in inputs {
            guard let documented = input.network else { continue }
            if let found, found != documented {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            found = documented
        }
        if let found { return found }
        if let given = try choice.given() { return given }
        // A request in the journal identifies the network.
        for network in Network.names.compactMap(Network.init(named:)) {
            if try journal.isRequested(inputs[0].on(network).hash) { return network }
        }
        return isNeeded ? try choice.required() : .public
    }
}
