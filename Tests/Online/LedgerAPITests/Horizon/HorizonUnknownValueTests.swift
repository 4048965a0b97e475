// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import Testing

/// A document changed in one place, and where.
struct HorizonMutant: Sendable, CustomTestStringConvertible {
    let document: JSON
    /// The keys and indices down to the place.
    let path: [String]

    var testDescription: String { path.joined(separator: ".") }
    /// The innermost name.
    var name: String { path.last { Int($0) == nil } ?? "" }

    /// The document with an unknown member added to each of its objects in turn.
    static func adding(to json: JSON) -> [HorizonMutant] {
        places(json) { place in
            guard case .object(var object) = place else { return nil }
            object["of_a_later_version"] = ["list": [1, ["deep": .null]], "text": "x"]
            return .object(object)
        }
    }

    /// The document with each of its texts in turn replaced by one that nothing is called.
    static func renaming(_ json: JSON) -> [HorizonMutant] {
        places(json) { $0.asString == nil ? nil : "of_a_later_version" }
    }

    private static func places(_ json: JSON, _ change: (JSON) -> JSON?) -> [HorizonMutant] {
        var found = change(json).map { [HorizonMutant(document: $0, path: [])] } ?? []
        if let object = json.asObject {
            for (key, value) in object.members where key != "_links" {
                for inner in places(value, change) {
                    var copy = object
                    copy[key] = inner.document
                    found.append(HorizonMutant(document: .object(copy), path: [key] + inner.path))
                }
            }
        }
        for (index, element) in (json.asArray ?? []).enumerated() {
            for inner in places(element, change) {
                var copy = json.asArray ?? []
                copy[index] = inner.document
                found.append(HorizonMutant(document: .array(copy), path: [String(index)] + inner.path))
            }
        }
        return found
    }
}

/// What a later version of Horizon or of the protocol may add to a response, in every place of every recorded response.
struct HorizonUnknownValueTests {
    /// What is read from a recording.
    struct Reader: Sendable, CustomTestStringConvertible {
        let name: String
        let read: @Sendable (HorizonClient) throws -> AnyHashable
        var testDescription: String { name }

        init<Value: Hashable & Sendable>(_ name: String, _ read: @escaping @Sendable (HorizonClient) throws -> Value) {
            self.name = name
            self.read = { AnyHashable(try read($0)) }
        }
    }

    private static func alice() throws -> AccountID { try Recording.account(Recording.alice) }

    static let readers = [
        Reader("root") { try $0.root() }, Reader("ledgers") { try $0.latestLedger() },
        Reader("fee_stats") { try $0.feeStats() }, Reader("account") { try $0.account(alice()) },
        Reader("payments") { try $0.payments(of: alice(), limit: 10).map(\.value) },
        Reader("payments_created") { try $0.payments(of: alice(), limit: 10).map(\.value) },
        Reader("paths_send") {
            try $0.pathsStrictSend(try Amount("10"), of: .native, to: try Asset("USDC:\(Recording.issuer)"))
        },
        Reader("paths_receive") {
            try $0.pathsStrictReceive(try Amount("1"), of: try Asset("USDC:\(Recording.issuer)"), from: .native)
        },
        Reader("transaction") { try $0.transaction(Recording.hash(Recording.payment)) },
        Reader("transaction_by_inner_hash") { try $0.transaction(Recording.hash(Recording.inner)) },
        Reader("transaction_failed") { try $0.transaction(Recording.hash(Recording.failed)) },
    ]

    private static func client(_ document: JSON) throws -> HorizonClient {
        try AskedHorizon(.success(HTTPResponse(status: 200, body: Array(document.text().utf8)))).client
    }

    @Test(arguments: readers)
    func `an unknown member anywhere changes nothing`(reader: Reader) throws {
        let recorded = try Recording.json(reader.name)
        let whole = try reader.read(Self.client(recorded))
        // The members of `data` are names that anyone can choose.
        let mutants = HorizonMutant.adding(to: recorded).filter { $0.path.last != "data" }
        #expect(!mutants.isEmpty)
        for mutant in mutants {
            #expect(try reader.read(Self.client(mutant.document)) == whole, "\(mutant.testDescription)")
        }
    }

    @Test(arguments: readers)
    func `an unknown value anywhere is not needed, or the error names its field`(reader: Reader) throws {
        let mutants = HorizonMutant.renaming(try Recording.json(reader.name))
        #expect(!mutants.isEmpty)
        for mutant in mutants {
            do { _ = try reader.read(Self.client(mutant.document)) } catch let error as HorizonError {
                // Without XLM there is no account; the paths of other assets are none of those asked for.
                let names = [mutant.name, "native", "is about another"]
                #expect(names.contains(where: error.message.contains), "\(mutant.testDescription): \(error.message)")
                #expect(!error.isAbsence)
            }
        }
    }

    @Test(arguments: ["payments", "payments_created"])
    func `an element that cannot be read hides no other`(recording: String) throws {
        let recorded = try Recording.json(recording)
        let whole = try Self.client(recorded).payments(of: Self.alice(), limit: 10)
        for mutant in HorizonMutant.renaming(recorded) where mutant.path.starts(with: ["_embedded", "records"]) {
            let found = try Self.client(mutant.document).payments(of: Self.alice(), limit: 10)
            #expect(found.count == whole.count)
            let changed = try #require(Int(mutant.path[2]))
            for index in found.indices where index != changed { #expect(found[index] == whole[index]) }
            guard let fault = found[changed].fault else { continue }
            #expect(fault.text.hasPrefix("cannot be read: ") && fault.text.contains(mutant.name), "\(fault.text)")
        }
    }

    @Test func `an operation of an unknown type is listed by its name`() throws {
        let text = String(decoding: try Recording.body("payments"), as: UTF8.self)
            .replacing("\"path_payment_strict_send\"", with: "\"transmute_assets\"")
        let found = try AskedHorizon(text: text).client.payments(of: Self.alice(), limit: 10).read()
        #expect(found.map(\.type) == ["transmute_assets", "payment"] && found[0].amount == nil)
    }

    // MARK: accounts

    /// The recorded account with another entry in a list.
    private static func account(with entry: JSON, in list: String) throws -> AccountRecord {
        let recorded = try Recording.json("account")
        var object = try #require(recorded.asObject)
        object[list] = .array([entry] + (try recorded.array(list)))
        return try #require(try client(.object(object)).account(alice()))
    }

    @Test func `a balance of an unknown kind stays beside the others, with what is unknown`() throws {
        let whole = try #require(try Self.client(Recording.json("account")).account(Self.alice()))
        let found = try Self.account(
            with: ["asset_type": "contract_token", "contract": "C", "balance": "5.0000000"], in: "balances")
        #expect(found.balances == whole.balances && found.signers == whole.signers)
        #expect(
            found.unread.map(\.text) == [
                "a balance cannot be read: the field \"asset_type\" has a value that this version does not know: \"contract_token\""
            ])
    }

    @Test func `a signer of an unknown kind stays beside the others, with what is unknown`() throws {
        let found = try Self.account(with: ["key": "Z", "type": "quantum_key", "weight": 9], in: "signers")
        #expect(found.unread.map(\.text).first?.contains("a signer cannot be read: ") == true)
        #expect(found.unread.map(\.text).first?.contains("quantum_key") == true)
    }

    @Test func `an unknown text is shown escaped, and not in full`() throws {
        let long = "\u{1b}[2J" + String(repeating: "a", count: 5000)
        let found = try Self.account(with: ["asset_type": .string(long)], in: "balances")
        let text = try #require(found.unread.first?.text)
        #expect(text.utf8.count < 250 && text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test func `refuses a balance of a known kind that is malformed`() throws {
        let error = try #require(throws: HorizonError.self) {
            try Self.account(with: ["asset_type": "native", "balance": "x"], in: "balances")
        }
        guard case .protocolBroken(let what, _) = error else { throw error }
        #expect(what.contains("balances[0].balance"))
    }

    // MARK: results

    /// A result with the code -99, which no protocol has.
    static let strange = Base64.encode([0, 0, 0, 0, 0, 0, 0, 100] + [255, 255, 255, 157] + [0, 0, 0, 0])

    @Test func `an applied transaction with an unknown result code is found, with the code`() throws {
        let text = String(decoding: try Recording.body("transaction_failed"), as: UTF8.self)
            .replacing(#/"result_xdr": "[^"]+"/#) { _ in "\"result_xdr\": \"\(Self.strange)\"" }
        let found = try #require(
            try AskedHorizon(text: text).client.transaction(Recording.hash(Recording.failed)))
        #expect(!found.isSuccessful && found.codes == nil)
        #expect(found.unknownCode == "the unknown result code -99")
    }

    @Test func `names the place of an unknown value in a result with a known code`() throws {
        // txFAILED with one operation of the unknown type 77.
        let bytes: [UInt8] =
            [0, 0, 0, 0, 0, 0, 0, 100] + [255, 255, 255, 255] + [0, 0, 0, 1] + [0, 0, 0, 0] + [0, 0, 0, 77]
        let text = UnknownResult.text(ofResultXDR: Base64.encode(bytes))
        #expect(text?.hasPrefix("a result with an unknown value: ") == true && text?.contains("77") == true)
        #expect(UnknownResult.text(ofResultXDR: "AAAA") == nil && UnknownResult.text(ofResultXDR: "?") == nil)
    }

    @Test func `a refusal with an unknown code is an unknown outcome that names the code`() throws {
        let body: JSON = [
            "type": "x/transaction_failed", "title": "Transaction Failed", "status": 400,
            "extras": ["result_xdr": .string(Self.strange), "result_codes": ["transaction": "Tx Strange"]],
        ]
        let hash = try Recording.hash(Recording.payment)
        let response = HTTPResponse(status: 400, body: Array(body.text().utf8))
        let answer = SubmissionRequest(envelope: "AAAA", hash: hash).answer(.success(response))
        #expect(answer == .uncertain(reason: "the network refuses it with the unknown result code -99"))
        let said: JSON = ["tx_status": "ERROR", "hash": .string(hash.hex), "error_result_xdr": .string(Self.strange)]
        let queued = HTTPResponse(status: 400, body: Array(said.text().utf8))
        let other = SubmissionRequest(envelope: "AAAA", hash: hash, endpoint: .queue).answer(.success(queued))
        #expect(other == .uncertain(reason: "the network refuses it with the unknown result code -99"))
    }
}
