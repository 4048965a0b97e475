// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
package import Journal
package import Preflight
package import Stellar
import StellarXDR
import XDR

/// The signatures of several machines on a transaction, or on each of a batch, put together.
package struct SignatureMerge {
    package let network: Network
    /// One for each transaction, in the order of the first copies. No signature occurs twice.
    package private(set) var unions: [SignatureUnion]

    /// - Parameters:
    ///   - isBatch: whether the inputs may be different transactions.
    /// - Throws: `.badInput` if they are, and this is not a batch.
    package init(_ inputs: [SignedInput], isBatch: Bool, on network: Network) throws(Failure) {
        self.network = network
        unions = try isBatch ? SignatureUnion.grouped(inputs, on: network) : [SignatureUnion(inputs, on: network)]
        for index in unions.indices { unions[index].dropRepeats() }
    }

    /// Removes the signatures of one transaction that no account needs.
    ///
    /// - Parameter index: its index in `unions`.
    /// - Returns: the number of signatures removed.
    package mutating func dropSurplus(at index: Int, in view: inout LedgerView) throws(Failure) -> Int {
        try unions[index].dropSurplus(in: &view)
    }

    /// The transactions as requests, each with the signers that have not signed yet.
    ///
    /// - Parameter given: the request that the user gave, used instead of the journal's.
    package func requests(
        _ journal: OnlineJournal, given: RequestedTransaction?, now: Timestamp
    ) throws(Failure) -> [SigningRequest] {
        try unions.map { union throws(Failure) in try union.request(journal, given: given, now: now) }
    }

    /// The network of all inputs. If neither a document nor the user names one, that of the journal's request.
    ///
    /// - Parameter isNeeded: whether more than hashes is compared; otherwise any network will do if none is known.
    package static func network(
        of inputs: [SignedInput], _ choice: NetworkChoice, _ journal: OnlineJournal, isNeeded: Bool
    ) throws(Failure) -> Network {
        var found = try choice.flagged()
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
            if try journal.request(hash: inputs[0].envelope.hash(on: network)) != nil { return network }
        }
        return isNeeded ? try choice.required() : .public
    }
}
