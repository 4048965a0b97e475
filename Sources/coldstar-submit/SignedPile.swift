// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import OnlineSupport
import Stellar
import StellarXDR
import XDR

/// Any number of signed transactions out of files. They are kept as they came and decoded one at a time, as often as wanted.
struct SignedPile {
    private let files: [TransactionLines]
    /// Where each is: the file, and the line in it.
    private let places: [(file: Int, line: Int)]
    private let request: AskedTransaction?
    private let journal: OnlineJournal
    /// Envelopes that were put together from an answer and its request, which is looked up once.
    private var answered: [Int: [UInt8]] = [:]

    /// - Parameter request: the request for it, by which all of them are judged.
    init(_ arguments: [String], request: AskedTransaction?, journal: OnlineJournal) throws(Failure) {
        self.request = request
        self.journal = journal
        let all: [String?] = arguments.isEmpty ? [nil] : arguments
        var files: [TransactionLines] = []
        for argument in all {
            let names: [String?] = if let argument { try HandoffFolder.files(argument, .signed) } else { [nil] }
            for name in names { files.append(try TransactionLines(name)) }
        }
        self.files = files
        places = files.enumerated().flatMap { file, lines in (0..<lines.count).map { (file, $0) } }
        if request != nil, let batch = files.first(where: { $0.count > 1 }) {
            throw Failure(.usage, "\(batch.origin): --request is one request, and this is a batch")
        }
    }

    var count: Int { places.count }

    /// Decodes one for the first time.
    mutating func read(at index: Int) throws(Failure) -> SignedInput {
        let (file, line) = places[index]
        let input = try SignedInput(try files[file].input(at: line), request: request, journal: journal)
        if input.isAnswer { answered[index] = input.envelope.xdr }
        return input
    }

    /// The file, and the line of one of many.
    func origin(at index: Int) -> String { files[places[index].file].origin(at: places[index].line) }

    /// The envelope of one that has been read. Asks no journal.
    func envelope(at index: Int) throws(Failure) -> TransactionEnvelope {
        let (file, line) = places[index]
        if let bytes = answered[index], let envelope = try? TransactionEnvelope(xdr: bytes) { return envelope }
        let content = try files[file].input(at: line).input.content
        switch content {
        case .envelope(let envelope): return envelope
        case .link(let link): return link.envelope
        case .request(let request):
            if let envelope = request.envelope { return envelope }
        default: break
        }
        throw Failure(.bug, "\(origin(at: index)): a transaction cannot be read a second time")
    }
}
