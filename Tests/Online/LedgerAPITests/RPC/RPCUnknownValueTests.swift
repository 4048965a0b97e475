// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// A document changed in one place, and where.
struct RPCMutant {
    let document: JSON
    /// The keys and indices down to the place.
    let path: [String]

    var place: String { path.joined(separator: ".") }
    /// The innermost name.
    var name: String { path.last { Int($0) == nil } ?? "" }

    /// Whether an error says which value it is about. Another hash in a result contradicts the return value in the
    /// metadata beside it.
    func isNamed(in message: String) -> Bool {
        message.contains(name) || name == "resultXdr" && message.contains("\"resultMetaXdr\" is not the return value")
    }

    /// The document with an unknown member added to each of its objects in turn.
    static func adding(to json: JSON) -> [RPCMutant] {
        places(json) { place in
            guard case .object(var object) = place else { return [] }
            object["ofALaterVersion"] = ["list": [1, ["deep": .null]], "text": "x"]
            return [.object(object)]
        }
    }

    /// The document with each of its texts in turn replaced by one that nothing is called.
    static func renaming(_ json: JSON) -> [RPCMutant] {
        places(json) { $0.asString == nil ? [] : ["OF_A_LATER_VERSION"] }
    }

    /// The document with an unknown arm or code in each place of its XDR that can have one: wherever another number is
    /// an unknown value to the type that the field has.
    static func arms(in json: JSON) -> [RPCMutant] {
        places(json) { place in
            guard let text = place.asString, text.utf8.count > 8, let bytes = try? Base64.decode(text) else {
                return []
            }
            return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { offset in
                var changed = bytes
                changed.replaceSubrange(offset..<offset + 4, with: [0, 0, 0x7f, 0xf1])
                return .string(Base64.encode(changed))
            }
        }
    }

    private static func places(_ json: JSON, _ change: (JSON) -> [JSON]) -> [RPCMutant] {
        var found = change(json).map { RPCMutant(document: $0, path: []) }
        if let object = json.asObject {
            for (key, value) in object.members {
                for inner in places(value, change) {
                    var copy = object
                    copy[key] = inner.document
                    found.append(RPCMutant(document: .object(copy), path: [key] + inner.path))
                }
            }
        }
        for (index, element) in (json.asArray ?? []).enumerated() {
            for inner in places(element, change) {
                var copy = json.asArray ?? []
                copy[index] = inner.document
                found.append(RPCMutant(document: .array(copy), path: [String(index)] + inner.path))
            }
        }
        return found
    }
}

/// What a later version of stellar-rpc or of the protocol may add to a response, in every place of every recorded
/// response.
struct RPCUnknownValueTests {
    /// The error of a dialog whose result is replaced; nil if it is read.
    private static func error(_ dialog: JSON, _ result: JSON) throws -> RPCError? {
        let changed = dialog.with("response", try dialog.object("response").with("result", result))
        do { _ = try RecordedDialog(changed).perform() } catch let error as RPCError { return error }
        return nil
    }

    static let dialogs = (try? Vectors.cases("rpc-dialog")) ?? []

    @Test(arguments: dialogs)
    func `an unknown member anywhere changes nothing`(dialog: JSON) throws {
        let mutants = RPCMutant.adding(to: try dialog.object("response").object("result"))
        #expect(!mutants.isEmpty)
        for mutant in mutants { #expect(try Self.error(dialog, mutant.document) == nil, "\(mutant.place)") }
    }

    @Test(arguments: dialogs)
    func `an unknown text anywhere is not needed, or the error names its field`(dialog: JSON) throws {
        let name = try dialog.string("name")
        for mutant in RPCMutant.renaming(try dialog.object("response").object("result")) {
            guard let error = try Self.error(dialog, mutant.document) else { continue }
            // The network is the one that is asked for.
            #expect(error.message.contains("\(mutant.name)"), "\(name) \(mutant.place): \(error.message)")
            #expect(error.kind == .protocolBroken)
        }
    }

    @Test(arguments: dialogs)
    func `an unknown arm or code anywhere is not needed, or the error names its field`(dialog: JSON) throws {
        let name = try dialog.string("name")
        for mutant in RPCMutant.arms(in: try dialog.object("response").object("result")) {
            guard let error = try Self.error(dialog, mutant.document) else { continue }
            #expect(mutant.isNamed(in: error.message), "\(name) \(mutant.place): \(error.message)")
        }
    }

    @Test(arguments: ["metadataXdr", "events", "stateChanges"])
    func `an unknown arm in what is of others, or not needed, is no error`(field: String) throws {
        var count = 0
        for dialog in Self.dialogs {
            let result = try dialog.object("response").object("result")
            for mutant in RPCMutant.arms(in: result) where mutant.path.contains(field) {
                guard let error = try Self.error(dialog, mutant.document) else {
                    count += 1
                    continue
                }
                // A number that is no arm may break the form: that is an error, as before.
                if case .unknownValue = error { Issue.record("\(mutant.place): \(error.message)") }
            }
        }
        #expect(count > 0)
    }

    // MARK: headers

    private static func answer(_ header: [UInt8], sequence: JSON, version: JSON, time: JSON) -> JSON {
        [
            "id": .string(TransactionHash(Hash(sha256: header)).hex), "protocolVersion": version, "sequence": sequence,
            "closeTime": time, "headerXdr": .string(Base64.encode(header)), "metadataXdr": "of a later version",
        ]
    }

    /// The headers of the vectors, with what they say.
    private static func headers() throws -> [(bytes: [UInt8], row: JSON)] {
        try Vectors.cases("headers").map { (try Base64.decode($0.string("headerXdr")), $0) }
    }

    private static func read(_ bytes: [UInt8], _ row: JSON) throws -> RPCLatestLedger {
        try RPCEndpoint.latestLedger.value(
            of: answer(
                bytes, sequence: row.member("sequence"), version: row.member("protocolVersion"),
                time: row.member("closeTime")))
    }

    /// Where the kind of the close value is, if no upgrades are voted on, and the size of what follows the value.
    private static let kind = 80
    private static let tail = 240

    @Test func `reads the used fields of every header`() throws {
        for (bytes, row) in try Self.headers() {
            let ledger = try Self.read(bytes, row)
            #expect(try ledger.record?.baseFee == row.integer("base_fee"))
            #expect(try ledger.record?.baseReserve.stroops == row.integer("base_reserve"))
            #expect(try ledger.header?.closedAt.seconds == row.decimalString("closeTime", as: UInt64.self))
            #expect(ledger.header?.mostOperations == 1000)
        }
    }

    @Test(arguments: [0, 4, 8, 12, 40, 100, 104, 108, 144, 236, 240, 244, 248, 1000])
    func `reads a header with a close value of an unknown kind, whatever its length`(length: Int) throws {
        for (bytes, row) in try Self.headers() {
            var payload: [UInt8] = []
            for index in 0..<length { payload.append(UInt8(truncatingIfNeeded: index &* 37 &+ 11)) }
            let end = bytes.count - Self.tail
            let changed = bytes[..<Self.kind] + [0, 0, 0, 99] + payload + bytes[end...]
            let ledger = try Self.read(Array(changed), row)
            #expect(try ledger.record?.baseFee == row.integer("base_fee"))
            #expect(try ledger.record?.baseReserve.stroops == row.integer("base_reserve"))
            #expect(ledger.header?.unknown == "StellarValueExt at byte 80 has the unknown value 99")
        }
    }

    @Test func `reads a header with an unknown extension at its end`() throws {
        let (bytes, row) = try #require(try Self.headers().first)
        for more in [[], [1, 2, 3, 4], [UInt8](repeating: 7, count: 64)] as [[UInt8]] {
            let ledger = try Self.read(Array(bytes.dropLast(4)) + [0, 0, 0, 9] + more, row)
            #expect(ledger.record?.baseFee == 100 && ledger.header?.unknown?.contains("LedgerHeaderExt") == true)
        }
        // The extension of today, behind a close value of tomorrow.
        let flags: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0]
        let changed =
            bytes[..<Self.kind] + [0, 0, 0, 99, 1, 2, 3, 4] + bytes[(bytes.count - Self.tail)...].dropLast(4) + flags
        #expect(try Self.read(Array(changed), row).record?.baseReserve == Amount(stroops: 5_000_000))
    }

    @Test func `says which value it needed where the fields cannot be found`() throws {
        let (bytes, row) = try #require(try Self.headers().first)
        let start = bytes[..<Self.kind] + [0, 0, 0, 99]
        let both = start + bytes[(bytes.count - Self.tail)...].dropLast(4) + [0, 0, 0, 9]
        for changed in [Array(both), Array(start), Array(start) + [1, 2, 3, 4]] {
            let error = #expect(throws: RPCError.self) { try Self.read(changed, row) }
            #expect(
                error?.message.contains("\"headerXdr\" has a value that this version does not know: StellarValueExt")
                    == true)
            #expect(error?.kind == .protocolBroken && error?.hint == UnknownValue.hint)
        }
    }

    @Test func `refuses a header that contradicts what is beside it, also an unknown one`() throws {
        let (bytes, row) = try #require(try Self.headers().first)
        let unknown = Array(bytes[..<Self.kind] + [0, 0, 0, 99] + bytes[(bytes.count - Self.tail)...])
        for header in [bytes, unknown] {
            for (key, value) in [
                ("id", .string(String(repeating: "ab", count: 32))), ("sequence", 7), ("protocolVersion", 99),
                ("closeTime", "1"),
            ] as [(String, JSON)] {
                let whole = Self.answer(
                    header, sequence: try row.member("sequence"), version: try row.member("protocolVersion"),
                    time: try row.member("closeTime"))
                #expect(throws: RPCError.self) { try RPCEndpoint.latestLedger.value(of: whole.with(key, value)) }
            }
        }
    }

    // MARK: pages

    @Test(arguments: [("getTransactions", "transactions"), ("getEvents", "events")])
    func `an element that cannot be read hides no other`(method: String, list: String) throws {
        let result = try Vectors.result(method)
        let element = try #require(result[list]?.asArray?.first)
        let (arms, names) = (RPCMutant.arms(in: element), RPCMutant.renaming(element))
        #expect(!arms.isEmpty && !names.isEmpty)
        for mutant in arms + names {
            let page = result.with(list, [element, mutant.document, element])
            let faults: [Unread?]
            if list == "events" {
                faults = try RPCEndpoint.events([], filters: [], limit: 5, cursor: nil).value(of: page).events.map(
                    \.fault)
            } else {
                faults = try RPCEndpoint.transactions([], limit: 5, cursor: nil, on: .testnet).value(of: page)
                    .transactions.map(\.fault)
            }
            #expect(faults.count == 3 && faults[0] == nil && faults[2] == nil)
            if let fault = faults[1] {
                #expect(mutant.isNamed(in: fault.text), "\(mutant.place): \(fault.text)")
            }
        }
    }

    // MARK: results

    /// A result with the code -99, which no protocol has.
    private static let strange = Base64.encode([0, 0, 0, 0, 0, 0, 0, 100] + [255, 255, 255, 157] + [0, 0, 0, 0])

    @Test func `an applied transaction with an unknown result code has its outcome`() throws {
        let answer = try Vectors.result("getTransaction-failed").with("resultXdr", .string(Self.strange))
        let hash = try #require(TransactionHash(hex: answer.string("txHash")))
        let found = try #require(try RPCEndpoint.outcome(of: hash, on: .testnet).value(of: answer).found)
        #expect(!found.isSuccessful && found.result == nil && found.resultXDR == Self.strange)
        let error = try RPCEndpoint.outcome(of: hash, on: .testnet).fault(of: answer.with("status", "MAYBE"))
        #expect(error?.contains("unknownValue") == true || error?.contains("status") == true)
    }

    @Test func `a rejection with an unknown code keeps the code`() throws {
        let envelope = try TransactionEnvelope(
            xdr: Base64.decode(Vectors.param("sendTransaction-error", "transaction")))
        let result = try Vectors.result("sendTransaction-error").with("errorResultXdr", .string(Self.strange))
        let sent = try RPCEndpoint.send(envelope, hash: envelope.hash(on: .testnet)).value(of: result)
        #expect(sent.status == .error(nil) && sent.errorResultXDR == Self.strange)
    }
}

/// Reading on at the tip of the ledger.
struct TransactionFeedTests {
    private static let page = (try? Vectors.result("getTransactions")) ?? .null

    /// A page with the recorded transaction in these ledgers.
    private static func page(_ ledgers: [Int64], cursor: String) throws -> JSON {
        let element = try #require(page["transactions"]?.asArray?.first)
        return page.with("transactions", .array(ledgers.map { element.with("ledger", .integer($0)) }))
            .with("cursor", .string(cursor)).with("latestLedger", 4_000_000)
    }

    @Test func `gives each transaction once, past an end whose cursor lies before them`() throws {
        let pages = [
            try Self.page([11, 12], cursor: "51539611648"), try Self.page([], cursor: "51539607553"),
            try Self.page([12, 13], cursor: "55834578944"), try Self.page([], cursor: "0"),
            try Self.page([14], cursor: "60129546240"),
        ]
        let asked = try AskedRPC(bodies: pages.map { page in { id in AskedRPC.envelope(page, id: id) } })
        var feed = TransactionFeed(from: 11, limit: 5)
        var ledgers: [[UInt32]] = []
        for _ in pages { ledgers.append(try feed.next(from: asked.client).read().map(\.ledger)) }
        #expect(ledgers == [[11, 12], [], [13], [], [14]])
        let cursors = try asked.transport.requests.dropFirst().map {
            try JSON(parsing: $0.body ?? [])["params"]?["pagination"]?["cursor"]?.asString
        }
        #expect(cursors == [nil, "51539611648", "51539611648", "55834578944", "55834578944"])
    }
}
