// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Journal
import OnlineShell
import Preflight
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The last step of a batch: records all requests in the journal at once, then writes them, one per line.
struct BatchEmission {
    let network: Network
    let created: Timestamp
    let note: String?
    let names: AccountNames
    var view: LedgerView?
    /// Whether to print a JSON document that describes each request.
    let isJSON: Bool
    /// The journal's position when the sequence numbers were chosen; nil where it does not matter.
    let mark: JournalMark?

    /// - Returns: false if a sequence number was taken in the meantime: nothing was recorded or written.
    func emit(
        _ envelopes: [TransactionEnvelope], as format: Batch.Format, to output: OutputOptions, journal home: HomeOptions
    ) throws(Failure) -> Bool {
        var view = view
        var records: [RecordedRequest] = []
        records.reserveCapacity(envelopes.count)
        for envelope in envelopes {
            let request = try SigningRequest(
                envelope, on: network, created: created, note: note, in: &view, names: names)
            records.append(try OnlineJournal.record(of: request, hash: envelope.hash(on: network), created: created))
        }
        let name = name(of: envelopes.map { $0.hash(on: network) }, format)
        try output.checkFree(as: name)
        // Record first, then write: a response that comes back always finds its request.
        let journal = try OnlineJournal.open(home)
        guard try journal.keep(records, since: mark) else { return false }
        var lines =
            switch format {
            case .request: records.map(\.document)
            case .xdr: envelopes.map { Base64.encode($0.xdr) }
            }
        guard output.isStandard else {
            let path = try journal.withdrawing(records.map(\.id)) { () throws(Failure) in
                try output.deliver(lines.joined(separator: "\n"), as: name)
            }
            if let path, isJSON {
                let outcomes = zip(envelopes, records).map { Self.outcome($0, $1, ("file", path)) }
                try Console.put(line: outcomes.joined(separator: "\n"))
            }
            if let path, output.isFolder { Console.say("written to \(TerminalText.escape(path))") }
            return true
        }
        if isJSON {
            for (index, line) in lines.enumerated() {
                lines[index] = Self.outcome(envelopes[index], records[index], ("transaction", line))
            }
        }
        // Line by line: what was written before the reader closed the pipe may already be signed.
        for (index, line) in lines.enumerated() {
            try journal.withdrawing(records[index...].map(\.id)) { () throws(Failure) in try output.deliver(line) }
        }
        return true
    }

    private static func outcome(
        _ envelope: TransactionEnvelope, _ record: RecordedRequest, _ result: (String, String)
    ) -> String {
        let transaction = envelope.innermost
        var members = JSONObject([
            ("version", 1), ("id", .string(record.id)), ("hash", .string(record.hash)),
            ("source", .string(transaction.sourceAccount.account.address)),
            ("sequence", .string("\(transaction.seqNum)")), ("operations", .integer(transaction.operations.count)),
        ])
        members[result.0] = .string(result.1)
        return JSON.object(members).text()
    }

    /// The file name in a folder; a single request is named like a transaction, not like a batch.
    private func name(of hashes: [TransactionHash], _ format: Batch.Format) -> HandoffName {
        hashes.count == 1
            ? HandoffName(.transaction, hashes[0], .unsigned, format == .request ? .json : .xdr)
            : HandoffName(.batch, BatchReview.hash(of: hashes), .unsigned, format == .request ? .jsonl : .xdr)
    }
}
