// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import Stellar
import StellarXDR

/// One line of the signer's journal.
package indirect enum JournalEntry: Hashable, Sendable {
    case intent(SigningIntent)
    case outcome(SigningOutcome)
    case change(ListChange)
    case seen(SeenNumber)
    case key(KeyEvent)
    case vault(VaultEvent)
    case refused(RefusedRequest)

    package var time: Timestamp {
        switch self {
        case .intent(let intent): intent.time
        case .outcome(let outcome): outcome.time
        case .change(let change): change.time
        case .seen(let seen): seen.time
        case .key(let event): event.time
        case .vault(let event): event.time
        case .refused(let refusal): refusal.time
        }
    }

    /// Whether the line is only there to be read. It changes no review, proven or not, so it blocks nothing, and its
    /// time may be that of a machine whose clock is not set yet.
    var isForReading: Bool {
        switch self {
        case .key, .vault, .refused: true
        case .intent, .outcome, .change, .seen: false
        }
    }
}

extension JournalEntry {
    /// The start of every line, followed by 64 hex digits and `",`.
    static let beginning = Array(#"{"previous":""#.utf8)

    /// The line without its newline, signed by the record key.
    ///
    /// - Parameter previous: SHA-256 of the previous line, or zeros.
    func line(after previous: [UInt8], by key: borrowing RecordKey) throws(SodiumError) -> [UInt8] {
        let document = document(after: previous, [("by", .string(key.name.text))])
        return JournalCheck.adding(to: try JournalProof.adding(to: document, by: key))
    }

    /// The line without a signature, as earlier releases wrote it.
    func line(after previous: [UInt8]) -> [UInt8] { JournalCheck.adding(to: document(after: previous)) }

    private func document(after previous: [UInt8], _ more: [(String, JSON)] = []) -> [UInt8] {
        let members: [(String, JSON)] =
            switch self {
            case .intent(let intent): Self.members(intent)
            case .outcome(let outcome): Self.members(outcome)
            case .change(let change): Self.members(change)
            case .seen(let seen): Self.members(seen)
            case .key(let event): Self.members(event)
            case .vault(let event): event.members
            case .refused(let refusal): Self.members(refusal)
            }
        let all = [("previous", .string(Hex.encode(previous)))] + members + more
        return Array(JSON.object(JSONObject(all)).text().utf8)
    }

    /// Parses a line whose start has been verified. Unknown members, which later releases may add, are ignored.
    ///
    /// - Returns: the entry, and the key that the line names as its signer.
    static func parse(_ line: [UInt8]) throws(JSONError) -> (entry: JournalEntry, writer: KeyName?) {
        let fields = try JSON(parsing: line, maximumDepth: 4)
        let writer = fields["by"] == nil ? nil : try name(fields, "by")
        switch try fields.string("type") {
        case "intent": return (.intent(try intent(fields)), writer)
        case "outcome": return (.outcome(try outcome(fields)), writer)
        case "change": return (.change(try change(fields)), writer)
        case "seen": return (.seen(try seen(fields)), writer)
        case "key": return (.key(try event(fields)), writer)
        case "vault": return (.vault(try VaultEvent(fields)), writer)
        case "refused": return (.refused(try refusal(fields)), writer)
        default: throw .wrongType(field: "type", expected: "intent, outcome, change, seen, key, vault or refused")
        }
    }

    private static func members(_ intent: SigningIntent) -> [(String, JSON)] {
        let other = [("chain", intent.chain?.caip2), ("request", intent.request)]
        return [
            ("type", "intent"), ("time", .integer(intent.time.seconds)), ("kind", .string(intent.kind.rawValue)),
            ("hash", .string(intent.hash.hex)), ("network", intent.network.map { .string($0.passphrase) } ?? .null),
            ("source", intent.source.map { .string($0.address) } ?? .null),
            ("sequence", intent.sequence.map { .string(String($0)) } ?? .null), ("key", .string(intent.key.text)),
            ("summary", .string(intent.summary)), ("review", .string(Hex.encode(intent.review.bytes))),
            ("findings", .array(intent.findings.map { .string($0) })),
            ("destinations", .array(intent.destinations.map { .string($0.text) })),
            (
                "spent",
                .object(JSONObject(intent.spent.sorted { $0.key < $1.key }.map { ($0.key, .string(String($0.value))) }))
            ), ("seal", .integer(intent.seal)),
        ] + other.compactMap { name, text in text.map { (name, JSON.string($0)) } } + end(intent.validUntil)
            + (intent.payments.isEmpty ? [] : [("payments", .array(intent.payments.map { .string($0.hex) }))])
    }

    private static func members(_ change: ListChange) -> [(String, JSON)] {
        [
            ("type", "change"), ("time", .integer(change.time.seconds)), ("list", .string(change.list.rawValue)),
            ("mark", change.mark.json), ("key", .string(change.key.text)), ("seal", .integer(change.seal)),
        ]
    }

    private static func members(_ seen: SeenNumber) -> [(String, JSON)] {
        [
            ("type", "seen"), ("time", .integer(seen.time.seconds)), ("hash", .string(seen.hash.hex)),
            ("network", .string(seen.network.passphrase)), ("source", .string(seen.source.address)),
            ("sequence", .string(String(seen.sequence))), ("signer", .string(seen.signer.address)),
            ("key", .string(seen.key.text)), ("summary", .string(seen.summary)),
        ] + end(seen.validUntil)
    }

    private static func members(_ event: KeyEvent) -> [(String, JSON)] {
        [
            ("type", "key"), ("time", .integer(event.time.seconds)), ("event", .string(event.kind.rawValue)),
            ("key", .string(event.key.text)), ("address", event.address.map { .string($0) } ?? .null),
        ]
    }

    private static func members(_ refusal: RefusedRequest) -> [(String, JSON)] {
        [
            ("type", "refused"), ("time", .integer(refusal.time.seconds)),
            ("hash", refusal.hash.map { .string($0.hex) } ?? .null), ("file", .string(refusal.file)),
            ("key", .string(refusal.key.text)), ("reason", .string(refusal.reason)),
        ]
    }

    private static func refusal(_ fields: JSON) throws(JSONError) -> RefusedRequest {
        RefusedRequest(
            try fields.member("hash") == .null ? nil : try hash(fields, "hash"), file: try fields.string("file"),
            key: try name(fields, "key"), reason: try fields.string("reason"),
            at: Timestamp(try fields.integer("time")))
    }

    private static func event(_ fields: JSON) throws(JSONError) -> KeyEvent {
        guard let kind = KeyEvent.Kind(rawValue: try fields.string("event")) else {
            throw .wrongType(field: "event", expected: "a known event")
        }
        return KeyEvent(
            kind, of: try name(fields, "key"), address: try fields.optionalString("address"),
            at: Timestamp(try fields.integer("time")))
    }

    private static func end(_ time: Timestamp?) -> [(String, JSON)] {
        time.map { [("valid_until", .integer($0.seconds))] } ?? []
    }

    private static func end(_ fields: JSON) throws(JSONError) -> Timestamp? {
        fields["valid_until"] == nil ? nil : Timestamp(try fields.integer("valid_until"))
    }

    private static func members(_ outcome: SigningOutcome) -> [(String, JSON)] {
        [
            ("type", "outcome"), ("time", .integer(outcome.time.seconds)), ("hash", .string(outcome.hash.hex)),
            ("result", .string(outcome.result.rawValue)),
        ]
    }

    private static func intent(_ fields: JSON) throws(JSONError) -> SigningIntent {
        guard let kind = SignedKind(rawValue: try fields.string("kind")) else {
            throw .wrongType(field: "kind", expected: "a known kind")
        }
        let key = try name(fields, "key")
        var spent: [String: Int64] = [:]
        let amounts = try fields.object("spent")
        for asset in amounts.asObject?.keys ?? [] {
            let amount: Int64 = try amounts.decimalString(asset)
            // Coldstar writes no negative amounts; a forged one would cancel the amounts of other lines.
            guard amount >= 0 else { throw .outOfRange(field: "spent") }
            spent[asset] = amount
        }
        let hasSequence = try fields.member("sequence") != .null
        return SigningIntent(
            time: Timestamp(try fields.integer("time")), kind: kind, hash: try hash(fields, "hash"),
            network: try fields.optionalString("network").map { Network(passphrase: $0) },
            source: try fields.optionalString("source").map { text throws(JSONError) in try account(text, "source") },
            sequence: hasSequence ? try fields.decimalString("sequence") : nil, key: key,
            summary: try fields.string("summary"), review: try hash(fields, "review").hash,
            findings: try strings(fields, "findings"),
            destinations: try strings(fields, "destinations").map { text throws(JSONError) in
                try address(text, "destinations")
            }, spent: spent, seal: try Counter.read(fields, "seal"), chain: try chain(fields),
            request: fields["request"] == nil ? nil : try fields.string("request"), validUntil: try end(fields),
            payments: try payments(fields))
    }

    private static func payments(_ fields: JSON) throws(JSONError) -> [PaymentDigest] {
        guard fields["payments"] != nil else { return [] }
        return try strings(fields, "payments").map { text throws(JSONError) in
            guard let payment = PaymentDigest(hex: text) else {
                throw .wrongType(field: "payments", expected: "16 hex digits each")
            }
            return payment
        }
    }

    private static func chain(_ fields: JSON) throws(JSONError) -> ChainNetwork? {
        guard fields["chain"] != nil else { return nil }
        guard let network = ChainNetwork(caip2: try fields.string("chain")) else {
            throw .wrongType(field: "chain", expected: "a known network")
        }
        return network
    }

    private static func change(_ fields: JSON) throws(JSONError) -> ListChange {
        guard let list = ListKind(rawValue: try fields.string("list")) else {
            throw .wrongType(field: "list", expected: "book or policy")
        }
        return ListChange(
            time: Timestamp(try fields.integer("time")), list: list, mark: try ListMark(try fields.object("mark")),
            key: try name(fields, "key"), seal: try Counter.read(fields, "seal"))
    }

    private static func seen(_ fields: JSON) throws(JSONError) -> SeenNumber {
        SeenNumber(
            time: Timestamp(try fields.integer("time")), hash: try hash(fields, "hash"),
            network: Network(passphrase: try fields.string("network")),
            source: try account(try fields.string("source"), "source"), sequence: try fields.decimalString("sequence"),
            signer: try account(try fields.string("signer"), "signer"), key: try name(fields, "key"),
            summary: try fields.string("summary"), validUntil: try end(fields))
    }

    private static func name(_ fields: JSON, _ key: String) throws(JSONError) -> KeyName {
        guard let name = try? KeyName(try fields.string(key)) else {
            throw .wrongType(field: key, expected: "a key name")
        }
        return name
    }

    private static func outcome(_ fields: JSON) throws(JSONError) -> SigningOutcome {
        guard let result = SigningOutcome.Result(rawValue: try fields.string("result")) else {
            throw .wrongType(field: "result", expected: "a known result")
        }
        return SigningOutcome(
            time: Timestamp(try fields.integer("time")), hash: try hash(fields, "hash"), result: result)
    }

    private static func hash(_ fields: JSON, _ key: String) throws(JSONError) -> TransactionHash {
        guard let hash = TransactionHash(hex: try fields.string(key)) else {
            throw .wrongType(field: key, expected: "64 hex digits")
        }
        return hash
    }

    private static func account(_ text: String, _ key: String) throws(JSONError) -> AccountID {
        guard let account = try? AccountID(address: text) else { throw .wrongType(field: key, expected: "an account") }
        return account
    }

    private static func address(_ text: String, _ key: String) throws(JSONError) -> StrKey {
        switch try? StrKey(text) {
        case let address? where address.isPayable: return address
        default: throw .wrongType(field: key, expected: "addresses that can be paid")
        }
    }

    private static func strings(_ fields: JSON, _ key: String) throws(JSONError) -> [String] {
        try fields.array(key).map { element throws(JSONError) in
            guard let text = element.asString else { throw .wrongType(field: key, expected: "an array of strings") }
            return text
        }
    }
}

extension StrKey {
    /// Whether the address is an account or a contract, with or without an id.
    fileprivate var isPayable: Bool {
        switch self {
        case .publicKey, .muxed, .contract, .muxedContract: true
        default: false
        }
    }
}
