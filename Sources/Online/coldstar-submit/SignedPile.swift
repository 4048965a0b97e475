// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import XDR

/// Any number of signed transactions from files. They are kept as they were read, and decoded one at a time whenever
/// they are needed.
struct SignedPile {
    private let files: [TransactionLines]
    /// The place of each transaction: file and line.
    private let places: [(file: Int, line: Int)]
    private let request: AskedTransaction?
    private let journal: OnlineJournal
    private let takesChallenges: Bool
    /// The network of inputs that do not name one.
    private let network: Network?
    /// The transactions in the pile, to which responses in the pile may belong; nil until a response is read.
    private var index: Index?
    /// Envelopes put together from a response and its request, so that the request is looked up only once.
    private var answered: [Int: [UInt8]] = [:]

    /// - Parameters:
    ///   - request: the request that every transaction must match; nil for any.
    ///   - network: the network of inputs that do not name one, if it is known.
    init(
        _ arguments: [String], request: AskedTransaction?, journal: OnlineJournal, network: Network?,
        takesChallenges: Bool = false
    ) throws(Failure) {
        self.request = request
        self.journal = journal
        self.network = network
        self.takesChallenges = takesChallenges
        let all: [String?] = arguments.isEmpty ? [nil] : arguments
        var files: [TransactionLines] = []
        for (index, argument) in all.enumerated() {
            let names: [String?] = if let argument { try HandoffFolder.files(argument, .signed) } else { [nil] }
            for name in names { files.append(try TransactionLines(name, number: all.count > 1 ? index + 1 : nil)) }
        }
        self.files = files
        places = files.enumerated().flatMap { file, lines in (0..<lines.count).map { (file, $0) } }
        if request != nil, let batch = files.first(where: { $0.count > 1 }) {
            throw Failure(.usage, "\(batch.origin): --request takes one request, but this is a batch")
        }
    }

    var count: Int { places.count }

    /// Whether any of the files has several transactions, one per line.
    var isBatch: Bool { files.contains { $0.count > 1 } }

    /// Decodes an input. After that, `envelope(at:)` gives its envelope again.
    mutating func read(at place: Int) throws(Failure) -> SignedInput {
        let (file, line) = places[place]
        let source = try files[file].input(at: line)
        switch source.input.content {
        case .response, .signature:
            if index == nil { index = try Index(self) }
            let input = try SignedInput(
                source, request: request, journal: journal, takesChallenges: takesChallenges
            ) { name throws(Failure) in try asked(name) }
            answered[place] = input.envelope.xdr
            return input
        default:
            return try SignedInput(source, request: request, journal: journal, takesChallenges: takesChallenges)
        }
    }

    /// All inputs, decoded.
    mutating func inputs() throws(Failure) -> [SignedInput] {
        var inputs: [SignedInput] = []
        for place in 0..<count { inputs.append(try read(at: place)) }
        return inputs
    }

    /// The file name, with the line if the file has several.
    func origin(at place: Int) -> String { files[places[place].file].origin(at: places[place].line) }

    /// The envelope of an input that has been read. Does not read the journal.
    func envelope(at place: Int) throws(Failure) -> TransactionEnvelope {
        if let bytes = answered[place], let envelope = try? TransactionEnvelope(xdr: bytes) { return envelope }
        if let found = try transaction(at: place) { return found.envelope }
        throw Failure(.bug, "\(origin(at: place)): a transaction cannot be read again")
    }

    // MARK: answers

    /// The transactions of a pile by hash and request ID, by which responses refer to them.
    private struct Index {
        struct Spot {
            let place: Int
            let network: Network
            let hasDocument: Bool
        }

        var spots: [TransactionHash: Spot] = [:]
        var ids: [RequestID: Spot] = [:]

        init(_ pile: SignedPile) throws(Failure) {
            var bare: [Int] = []
            var networks = Set([pile.network].compactMap(\.self))
            for place in 0..<pile.count {
                guard let found = try pile.transaction(at: place) else { continue }
                guard let network = found.network else {
                    bare.append(place)
                    continue
                }
                networks.insert(network)
                let spot = Spot(place: place, network: network, hasDocument: found.document != nil)
                let hash = found.envelope.hash(on: network)
                // Prefer a request: it knows more about possible signers.
                if spots[hash].map({ !$0.hasDocument && spot.hasDocument }) ?? true { spots[hash] = spot }
                if let id = found.document?.id { ids[id] = ids[id] ?? spot }
            }
            // Try inputs that name no network on all networks named in the pile, or else on all known ones: the
            // response's hash shows which is right.
            if networks.isEmpty { networks = Set(Network.names.compactMap(Network.init(named:))) }
            for place in bare {
                guard let found = try pile.transaction(at: place) else { continue }
                for network in networks {
                    let hash = found.envelope.hash(on: network)
                    spots[hash] = spots[hash] ?? Spot(place: place, network: network, hasDocument: false)
                }
            }
        }
    }

    /// The transaction in the pile to which a response may belong.
    private func asked(_ name: AnsweredName) throws(Failure) -> AskedTransaction? {
        let spot: Index.Spot? =
            switch name {
            case .hash(let hash): index?.spots[hash]
            case .id(let id): index?.ids[id]
            case .only: index?.spots.count == 1 ? index?.spots.first?.value : nil
            }
        guard let spot, let found = try transaction(at: spot.place) else { return nil }
        return AskedTransaction(found.envelope, on: spot.network, document: found.document)
    }

    /// The transaction at a place, with the network that it names; nil for a response.
    private func transaction(
        at place: Int
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network?, document: SigningRequest?)? {
        let (file, line) = places[place]
        switch try files[file].input(at: line).input.content {
        case .envelope(let envelope): return (envelope, nil, nil)
        case .link(let link): return (link.envelope, link.terms.network, nil)
        case .request(let request):
            return request.envelope.map { ($0, Network(passphrase: request.networkPassphrase), request) }
        default: return nil
        }
    }
}
