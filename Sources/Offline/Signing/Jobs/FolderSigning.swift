// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Review
import Stellar
import StellarXDR
import Vault

/// What a folder that is carried between the machines has for a key to sign: the requests without a signature of that
/// key, each with the signatures of other keys that lie beside it.
///
/// Nothing in the folder is trusted: a signature counts once it has been verified, for the key as for its co-signers.
package struct FolderSigning {
    /// A file of the folder.
    package struct File {
        /// For errors, escaped.
        package let origin: String
        package let name: HandoffName
        package let lines: TransactionLines

        package init(_ lines: TransactionLines, as name: HandoffName, origin: String) {
            (self.lines, self.name, self.origin) = (lines, name, origin)
        }
    }

    /// What is reviewed and signed at once.
    package enum Round {
        case one(TransactionInput)
        case many(TransactionLines)
    }

    /// The transactions of a network are one round.
    package private(set) var rounds: [Round] = []
    /// The number of requests that each of the keys has signed.
    package private(set) var signed = 0
    /// The keys that sign.
    package let keys: KeySelection
    /// Why files were not read, for the user.
    package private(set) var remarks: [Wording] = []

    /// - Parameters:
    ///   - requests: the files that ask for a signature.
    ///   - answers: those that have one; read one after the other, since there may be many.
    /// - Throws: `.badInput` for a request that cannot be read, or is not the one that its name says; the errors of
    ///   choosing a key.
    package init(
        _ requests: [File], _ answers: some Sequence<File>, _ terms: SigningTerms, events: (SignerEvent) -> Void
    ) throws(Failure) {
        var items: [Item] = []
        var seen: Set<TransactionHash> = []
        for file in requests {
            // A copy is the same request once more.
            items += try Self.items(of: file, terms.networks).filter {
                $0.hash.map { seen.insert($0).inserted } ?? true
            }
        }
        let (names, context) = try terms.selected(for: { [first = items.first] in first?.identities ?? [] }) { event in
            // The vault is read again for each round, which tells the rest.
            if case .keyChosen = event { events(event) }
        }
        keys = try KeySelection(named: names.map(\.text))
        let own = try names.map { name throws(Failure) in try context.info(name).publicKey?.key }
        let (signatures, answered) = collected(answers, for: items)
        var batches: [(network: Network, lines: [Item.Line])] = []
        for item in items {
            let found = item.hash.flatMap { signatures[$0] } ?? []
            // What cannot be verified here counts as signed if something answers it.
            let isSigned =
                if let hash = item.hash, !own.contains(nil) {
                    own.allSatisfy { key in found.signers(of: hash, among: [key].compactMap(\.self)).contains(key) }
                } else {
                    answered.contains(Answer(kind: item.kind, hash: item.nameHash))
                }
            guard !isSigned else {
                signed += 1
                continue
            }
            let wanted = item.namedSigners
            if !wanted.isEmpty, !own.contains(nil), !wanted.contains(where: { own.contains($0.key) }) {
                remarks.append("left out, because it asks another key to sign: \(item.input.origin)")
                continue
            }
            let completed = item.adding(found)
            guard let line = completed.line else {
                rounds.append(.one(completed.input))
                continue
            }
            if let place = batches.firstIndex(where: { $0.network == line.network }) {
                batches[place].lines.append(line)
            } else {
                batches.append((line.network, [line]))
            }
        }
        for (_, lines) in batches {
            if lines.count == 1 {
                rounds.append(.one(lines[0].input))
            } else {
                let text = Self.ordered(lines).map(\.text).joined(separator: "\n")
                rounds.append(.many(try TransactionLines(Array(text.utf8), origin: "the folder")))
            }
        }
    }

    /// The transactions of each account in the order of their numbers, in which they are applied; the files' names say
    /// nothing about it.
    private static func ordered(_ lines: [Item.Line]) -> [Item.Line] {
        var accounts: [AccountID: Int] = [:]
        for line in lines where accounts[line.number.source] == nil { accounts[line.number.source] = accounts.count }
        func place(_ line: Item.Line) -> (Int, SequenceNumber) {
            (accounts[line.number.source] ?? 0, line.number.sequence)
        }
        return lines.sorted { place($0) < place($1) }
    }

    /// An answer by its file's name.
    private struct Answer: Hashable {
        let kind: HandoffName.Kind
        let hash: String
    }

    /// Something to sign.
    private struct Item {
        let input: TransactionInput
        let kind: HandoffName.Kind
        let nameHash: String
        let hash: TransactionHash?
        let identities: [KeyIdentity]
        let accounts: [AccountID]
        /// Of an envelope.
        let network: Network?
        /// The transaction, if it can be on a page with others.
        var line: Line?

        struct Line {
            let input: TransactionInput
            let text: String
            let network: Network
            let number: (source: AccountID, sequence: SequenceNumber)
        }

        init(_ input: TransactionInput, in file: File, _ networks: NetworkSelection) throws(Failure) {
            let request = try ParsedRequest(input, networks)
            (self.input, kind, nameHash) = (input, file.name.kind, file.name.hash)
            identities = request.identitiesToSign
            accounts = request.accountsToSign
            switch request.subject {
            case .envelope(let envelope, let network):
                (hash, self.network) = (envelope.hash(on: network), network)
                guard envelope.preauthorized.isEmpty else { break }
                let innermost = envelope.innermost
                let number = (innermost.sourceAccount.account, innermost.seqNum)
                switch input.input.content {
                case .request(let document) where document.kind == .transaction:
                    line = Line(input: input, text: document.json.text(), network: network, number: number)
                case .envelope:
                    line = Line(input: input, text: Base64.encode(envelope.xdr), network: network, number: number)
                default: break
                }
            case .message(let bytes): (hash, network) = (StellarMessage.hash(of: bytes), nil)
            case .authorization(let asked, let network): (hash, self.network) = (asked.identity(on: network), nil)
            default: (hash, network) = (nil, nil)
            }
        }

        private init(_ other: Item, input: TransactionInput, text: String) {
            self.input = input
            line = other.line.map { Line(input: input, text: text, network: $0.network, number: $0.number) }
            (kind, nameHash, hash) = (other.kind, other.nameHash, other.hash)
            (identities, accounts, network) = (other.identities, other.accounts, other.network)
        }

        /// Whom a request for a message, login or entry asks to sign; a transaction may need others than its request
        /// names.
        var namedSigners: [PublicKey] {
            guard case .request(let document) = input.input.content, document.kind != .transaction else { return [] }
            return document.signers
        }

        /// The same with the co-signers' signatures among these, as many as there is room for.
        func adding(_ signatures: [DecoratedSignature]) -> Item {
            guard let hash, !signatures.isEmpty, case .request(let document) = input.input.content,
                var envelope = document.envelope
            else { return self }
            let makers = signatures.signers(of: hash, among: accounts.map(\.key))
            for (signature, maker) in zip(signatures, makers) where maker != nil {
                envelope = (try? envelope.adding(signature)) ?? envelope
            }
            let completed = document.replacing(envelope: envelope)
            return Item(
                self, input: TransactionInput(completed, origin: input.origin), text: completed.json.text())
        }
    }

    private static func items(of file: File, _ networks: NetworkSelection) throws(Failure) -> [Item] {
        let items = try (0..<file.lines.count).map { index throws(Failure) in
            try Item(try file.lines.input(at: index), in: file, networks)
        }
        let hash =
            file.name.kind == .batch
            ? TransactionHash(ofBatch: items.compactMap(\.hash)) : items.count == 1 ? items[0].hash : nil
        guard items.allSatisfy({ $0.hash == nil }) || hash?.hex.hasPrefix(file.name.hash) == true else {
            throw Failure(
                .badInput, "\(file.origin): its name does not match its hash, \(hash?.hex ?? "none")",
                hint: "copy it again, or give the file itself")
        }
        return items
    }

    /// The signatures in the answers, by what they may be of; they are not verified yet. And what the files' names
    /// answer.
    private mutating func collected(
        _ answers: some Sequence<File>, for items: [Item]
    ) -> (signatures: [TransactionHash: [DecoratedSignature]], answered: Set<Answer>) {
        var found: [TransactionHash: [DecoratedSignature]] = [:]
        var answered: Set<Answer> = []
        let asked = Set(items.compactMap(\.hash))
        let networks = Set(items.compactMap(\.network))
        func take(_ signatures: some Sequence<DecoratedSignature>, of hash: TransactionHash) {
            if asked.contains(hash) { found[hash, default: []] += signatures }
        }
        for file in answers {
            answered.insert(Answer(kind: file.name.kind, hash: file.name.hash))
            for index in 0..<file.lines.count {
                guard let content = try? file.lines.input(at: index).input.content else {
                    remarks.append("ignored, because it cannot be read: \(file.origin)")
                    break
                }
                switch content {
                case .response(let response):
                    take(response.signatures.map(\.decorated), of: response.hash)
                case .request(let request):
                    guard let envelope = request.envelope else { break }
                    take(envelope.signatures, of: envelope.hash(on: request.network))
                case .envelope(let envelope):
                    for network in networks { take(envelope.signatures, of: envelope.hash(on: network)) }
                default: break
                }
            }
        }
        return (found, answered)
    }
}
