// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
package import Journal
package import Preflight
package import Stellar
import StellarXDR
import TextCodec
import XDR

/// The signatures of several machines on a transaction, or on each of a batch, put together.
package struct SignatureMerge {
    package let network: Network
    /// Whether the inputs may be different transactions.
    package let isBatch: Bool
    /// One for each transaction, in the order of the first copies. No signature occurs twice.
    package private(set) var unions: [SignatureUnion]

    /// - Parameters:
    ///   - isBatch: whether the inputs may be different transactions.
    /// - Throws: `.badInput` if they are, and this is not a batch.
    package init(_ inputs: [SignedInput], isBatch: Bool, on network: Network) throws(Failure) {
        self.network = network
        self.isBatch = isBatch
        unions = try isBatch ? SignatureUnion.grouped(inputs, on: network) : [SignatureUnion(inputs, on: network)]
        for index in unions.indices { unions[index].dropRepeats() }
    }

    /// Removes the signatures of one transaction that no account needs.
    ///
    /// - Parameter index: its index in `unions`.
    /// - Returns: what was removed, in words; nil for nothing.
    package mutating func dropSurplus<Source: LedgerSource>(
        at index: Int, in view: inout Source
    ) throws(Failure) -> String? where Source.Failure == Failure {
        let count = try unions[index].dropSurplus(in: &view)
        guard count > 0 else { return nil }
        return "removed \(count) \(count == 1 ? "signature" : "signatures") not needed on \(unions[index].hash.hex)"
    }

    /// The transactions as requests, each with the signers that have not signed yet.
    ///
    /// - Parameter given: the request that the user gave, used instead of the journal's.
    package func requests(
        _ journal: OnlineJournal, given: RequestedTransaction?, now: Timestamp
    ) throws(Failure) -> [SigningRequest] {
        try unions.map { union throws(Failure) in try union.request(journal, given: given, now: now) }
    }

    /// The transactions in a format; those of a batch one per line.
    ///
    /// - Parameter requests: those of `requests(_:given:now:)`.
    /// - Throws: `.usage` for a batch in a format that takes more than a line.
    package func text(of requests: [SigningRequest], as format: TransactionFormat) throws(Failure) -> String {
        guard isBatch else { return try format.text(of: requests[0]) }
        switch format {
        case .request: return requests.map { $0.json.text() }.joined(separator: "\n")
        case .xdr:
            return try requests.map { request throws(Failure) in try format.text(of: request) }.joined(separator: "\n")
        default:
            throw Failure(.usage, "several transactions need \(field: .format, "xdr") or request, one per line")
        }
    }

    /// The JSON document of each transaction; those of a batch one per line.
    ///
    /// - Parameter requests: those of `requests(_:given:now:)`.
    package func documents(of requests: [SigningRequest], as format: TransactionFormat) throws(Failure) -> String {
        try zip(unions, requests).map { union, request throws(Failure) in
            union.document(try format.text(of: request)).text(pretty: !isBatch)
        }.joined(separator: "\n")
    }

    /// The numbers of transactions and signatures, for a person.
    package var summary: String {
        guard isBatch else { return unions[0].text }
        let counts = unions.map(\.count)
        return "\(counts.count) transactions with \(counts.min() ?? 0) to \(counts.max() ?? 0) signatures each"
    }

    /// The network of all inputs. If neither a document nor the user names one, that of the journal's request.
    ///
    /// - Parameter isNeeded: whether more than hashes is compared; otherwise any network will do if none is known.
    package static func network(
        of inputs: [SignedInput], _ choice: NetworkSelection, _ journal: OnlineJournal, isNeeded: Bool
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
            if try journal.request(hash: inputs[0].envelope.hash(on: network)) != nil { return network }
        }
        return isNeeded ? try choice.required() : .public
    }
}
