// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Building

/// The options of each operation's command, and the operation that the Python SDK writes for them.
struct OperationVectorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let json: JSON

        var testDescription: String { "\(json["command"]?.asString ?? "") \(json["options"]?.text() ?? "")" }
    }

    private static func rows(_ name: String) -> [Row] {
        (try? VectorFiles.json("operations.json", beside: #filePath))?[name]?.asArray?.map(Row.init) ?? []
    }

    static let operations = rows("operations")
    static let refusals = rows("refusals")

    private let office = Office()

    private func build(_ row: Row) throws -> BuiltRequest {
        let command = try row.json.string("command")
        let spec = try #require(
            OperationSpec.groups.flatMap(\.specs).first { $0.command.joined(separator: " ") == command })
        var texts: FieldTexts = [:]
        var terms: FieldTexts = [
            "source": row.json["source"]?.asString ?? Office.alice, "sequence": "101", "fee": "100",
        ]
        for (name, value) in row.json["options"]?.asObject?.members ?? [] {
            if spec.fields.contains(where: { $0.id.name == name }) {
                texts[FieldID(name)] = value.asString
            } else {
                terms[FieldID(name)] = value.asString
            }
        }
        for (name, value) in row.json["documents"]?.asObject?.members ?? [] {
            texts.add(FieldID(name), InputDocument(text: try #require(value.asString), origin: "the document"))
        }
        var parameters = office.request()
        try parameters.fill(terms)
        var builder = try TransactionBuilder(parameters)
        let operation = try spec.operation(texts)
        return try builder.request(for: try operation.body(in: &builder), resources: operation.resources)
    }

    @Test func `reads every row of the file`() {
        #expect(Self.operations.count == 48 && Self.refusals.count == 46)
    }

    @Test(arguments: operations)
    func `builds exactly the operation that the options describe`(row: Row) throws {
        let operations = try #require(try build(row).transaction).operations
        let wanted = try Operation(xdr: Base64.decode(row.json.string("operation")))
        #expect(operations.map(\.body) == [wanted.body] && operations.first?.sourceAccount == nil)
    }

    @Test(arguments: refusals)
    func `refuses what is missing, contradictory or always rejected by the network, and names it`(row: Row) throws {
        let failure = try #require(throws: Failure.self, performing: { try build(row) })
        #expect(failure.kind == (row.json["kind"] == "usage" ? .usage : .badInput), "\(failure.message)")
        if let words = row.json["says"]?.asString { #expect(failure.message.contains(words)) }
    }

    @Test(arguments: [
        "sometimes", "before", "before tomorrow", "before -1", "within 7", "within 9w", "within 99999999999999999999d",
        "not()", "not before 5", "and(before 5)", "and(before 5, before 6, before 7)", "or(,)", "before 5)",
        "before 5 before 6", "not(not(not(not(unconditional))))", "not(not(not(after 5)))",
        String(repeating: "(", count: 5000), String(repeating: "not(", count: 20_000),
    ])
    func `refuses a claimant with a malformed condition`(text: String) throws {
        let texts: FieldTexts = ["asset": "native", "amount": "1", "claimant": "\(Office.bob) \(text)"]
        let failure = try #require(
            throws: Failure.self, performing: { try office.build(.createClaimableBalance, texts) })
        #expect(failure.kind == .badInput && failure.field == .claimant)
    }
}
