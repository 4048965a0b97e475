// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The last step of a batch: all requests are kept in the journal in one piece, and then handed over, one a line.
struct BatchEmission {
    let network: Network
    let created: Timestamp
    let note: String?
    let names: AccountNames
    var view: LedgerView?

    func emit(
        _ envelopes: [TransactionEnvelope], as format: Batch.Format, to output: OutputOptions, journal home: HomeOptions
    ) throws(Failure) {
        var view = view
        var records: [RecordedRequest] = []
        records.reserveCapacity(envelopes.count)
        for envelope in envelopes {
            let request = try SigningRequest(
                envelope, on: network, created: created, note: note, in: &view, names: names)
            records.append(
                OnlineJournal.record(
                    of: request, hash: envelope.hash(on: network), created: created, document: request.json.text()))
        }
        // First on disk, then out: a response that comes back always finds its request.
        try OnlineJournal.open(home).keep(records)
        let lines =
            switch format {
            case .request: records.map(\.document)
            case .xdr: envelopes.map { Base64.encode($0.xdr) }
            }
        try output.deliver(lines.joined(separator: "\n"))
    }
}
