// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Checks against `Vectors/results.jsonl`: every result code of the protocol with Horizon's name for it.
struct ResultTests {
    private static func rows() throws -> [JSON] {
        try Recording.file("Vectors/results.jsonl").split(separator: UInt8(ascii: "\n")).map {
            try JSON(parsing: Array($0))
        }
    }

    @Test func `names every result as Horizon does`() throws {
        let rows = try Self.rows()
        #expect(rows.count == 237)
        for row in rows {
            let codes = ResultCodes(resultXDR: try row.string("xdr"))
            let (name, expected) = (try row.string("name"), try row.object("result_codes"))
            #expect(codes?.json == expected, "\(name)")
            #expect(try ResultCodes(expected) == codes, "\(name)")
        }
    }

    /// Whether the code has an explanation of its own, not just the one for unknown codes.
    private static func isKnown(_ code: ResultCode) -> Bool {
        [ResultText.transaction(code), ResultText.operation(code)].contains { !$0.meaning.contains("does not know") }
    }

    @Test func `explains every recorded result code`() throws {
        for row in try Self.rows() {
            let codes = try ResultCodes(try row.object("result_codes"))
            for code in [codes.transaction, codes.decisive] + codes.operations {
                #expect(Self.isKnown(code), "\(code)")
            }
        }
    }

    /// Covers every code of the schema, so that the codes of a new protocol cannot lack an explanation.
    @Test func `explains every code of the generated enums`() throws {
        for code in TransactionResultCode.allCases {
            let name = ResultCodes.name(code)
            #expect(Self.isKnown(name), "\(code): \(name)")
        }
        for code in OperationResultCode.allCases where code != .opInner {
            let name = ResultCodes.name(try OperationResult(xdr: Self.bytes(code.rawValue)))
            #expect(Self.isKnown(name), "\(code): \(name)")
        }
        var count = 0
        for type in OperationType.allCases {
            for (value, schemaName) in try Self.codes(of: type) where value != 0 {
                // Some codes carry an asset; the native one is encoded as four zero bytes.
                let bytes = Self.bytes(OperationResultCode.opInner.rawValue, type.rawValue, value)
                let result = try (try? OperationResult(xdr: bytes)) ?? OperationResult(xdr: bytes + [0, 0, 0, 0])
                let name = ResultCodes.name(result)
                let words = ResultText.operation(name, of: type)
                #expect(Self.isKnown(name) && !words.meaning.contains("does not know"), "\(schemaName): \(name)")
                count += 1
            }
        }
        #expect(count > 150, "the schema was not found")
    }

    /// The codes of one operation, by the layout of its result.
    private static func codes(of type: OperationType) throws -> [(value: Int32, name: StaticString)] {
        guard case .union(let results) = OperationResultTr.layout,
            case .reference(let result)? = results.arms.first(where: { $0.value == type.rawValue })?.field?.layout,
            case .union(let arms) = result.layout, case .enumeration(let codes)? = arms.enumeration?.layout
        else {
            Issue.record("\(type) has no result")
            return []
        }
        return codes.members
    }

    private static func bytes(_ words: Int32...) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    @Test func `explanations and advice are one line of printable ASCII without a final period`() throws {
        var codes: Set<ResultCode> = ["tx_new", "op_new\u{1B}[2J"]
        for row in try Self.rows() {
            let found = try ResultCodes(try row.object("result_codes"))
            codes.formUnion([found.transaction] + found.operations)
        }
        for code in codes {
            for type in [nil] + OperationType.allCases.map(Optional.some) {
                let words = ResultText.operation(code, of: type)
                for text in [words.meaning, words.advice.plain, ResultText.transaction(code).meaning] {
                    #expect(
                        text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && text.utf8.count > 10
                            && !text.hasSuffix("."))
                }
            }
        }
    }

    @Test func `names the first failed operation and says nothing about the others`() throws {
        let codes = try ResultCodes([
            "transaction": "tx_failed", "operations": ["op_success", "op_no_trust", "op_success"],
        ])
        let words = ResultText.explain(codes, operations: [.payment, .claimClaimableBalance, .payment])
        #expect(words.meaning == "operation 2: the account holds no trustline for the balance's asset")
        #expect(ResultText.explain(codes).meaning == "operation 2: the destination holds no trustline for the asset")
        #expect(!words.meaning.contains("operation 1") && !words.meaning.contains("operation 3"))
        #expect(
            words.advice.plain.hasSuffix(
                "; no operation had an effect, and codes behind the first failure prove nothing"))
        let only = try ResultCodes(["transaction": "tx_failed", "operations": ["op_no_trust"]])
        #expect(!ResultText.explain(only).advice.plain.contains("prove nothing"))
    }

    @Test func `explains a failed fee bump by its inner transaction's code`() throws {
        let codes = try ResultCodes(["transaction": "tx_fee_bump_inner_failed", "inner_transaction": "tx_bad_seq"])
        #expect(ResultText.explain(codes) == ResultText.transaction("tx_bad_seq"))
        #expect(!codes.isSuccess && codes.decisive == "tx_bad_seq")
    }

    @Test func `names and escapes an unknown code`() throws {
        let codes = ResultCodes(transaction: "tx_\u{1B}", innerTransaction: nil, operations: [])
        #expect(ResultText.explain(codes).meaning.contains(#"tx_\x1b"#))
        #expect(!Self.isKnown("tx_\u{1B}"))
    }

    @Test(arguments: ["", "AAAA", "////", "AAAAAAAAAAAAAAAAAAAAAA==x", "AAAAAAAAAGT///8AAAAAAA=="])
    func `returns nil for a result that cannot be decoded`(text: String) {
        #expect(ResultCodes(resultXDR: text) == nil)
    }

    @Test func `explains a failure without operation codes by its transaction code`() throws {
        let codes = try ResultCodes(["transaction": "tx_failed"])
        #expect(ResultText.explain(codes) == ResultText.transaction("tx_failed"))
    }
}
