// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Submitting

/// The outcome that `check` reports, with servers that agree, disagree, or do not respond.
struct SettledOutcomeTests {
    /// A server's report on the transaction.
    enum Word: Sendable { case applied, failed, absent, silent }

    private static let hash = TransactionHash(Hash(sha256: [2]))

    private static func outcome(_ words: Word...) throws -> SettledOutcome? {
        let bases = try words.indices.map { try HTTPURL("http://127.0.0.1:\(8000 + $0)/") }
        let transport = RecordedTransport { request in
            guard let index = bases.firstIndex(where: { $0.authority == request.url.authority }) else {
                preconditionFailure("a server that was not named")
            }
            switch words[index] {
            case .silent: return .failure(.cannotConnect(host: request.url.authority, detail: "refused"))
            case .absent:
                let problem: JSON = [
                    "type": "https://stellar.org/horizon-errors/not_found", "title": "Not Found", "status": 404,
                ]
                return .success(HTTPResponse(status: 404, body: Array(problem.text().utf8)))
            case .applied: return record(isSuccessful: true)
            case .failed: return record(isSuccessful: false)
            }
        }
        return try SettledOutcome.find([hash], among: HorizonClient(bases: bases, transport: transport).finders())
    }

    private static func record(isSuccessful: Bool) -> Result<HTTPResponse, HTTPError> {
        let result = TransactionResult(
            feeCharged: 100, result: isSuccessful ? .txSuccess([]) : .txFailed([]), ext: .v0)
        let json: JSON = [
            "hash": .string(hash.hex), "successful": .bool(isSuccessful), "ledger": 11,
            "created_at": "2026-01-01T00:00:00Z", "source_account": .string(FakeHorizon.alice),
            "source_account_sequence": "101", "fee_charged": "100", "max_fee": "100", "operation_count": 1,
            "envelope_xdr": "AAAA", "result_xdr": .string(Base64.encode(result.xdr)),
        ]
        return .success(HTTPResponse(status: 200, body: Array(json.text().utf8)))
    }

    @Test func `is nil if no server has the transaction`() throws {
        #expect(try Self.outcome(.absent, .absent) == nil)
    }

    @Test func `is applied if one server has the transaction and another does not`() throws {
        #expect(try Self.outcome(.absent, .applied) == .included(ledger: 11))
        #expect(try Self.outcome(.silent, .applied) == .included(ledger: 11))
    }

    @Test func `is failed if all servers report a failure`() throws {
        #expect(try Self.outcome(.failed) == .failed(ledger: 11))
        #expect(try Self.outcome(.failed, .failed) == .failed(ledger: 11))
    }

    @Test func `is contradicted if one server reports a failure and another lacks the transaction`() throws {
        let words = "127.0.0.1:8000 says that it failed in ledger 11, and 127.0.0.1:8001 does not have it"
        #expect(try Self.outcome(.failed, .absent) == .contradicted(words))
    }

    @Test func `is contradicted if one server reports a failure and another does not respond`() throws {
        let words = "127.0.0.1:8001 says that it failed in ledger 11, and 127.0.0.1:8000 did not answer"
        #expect(try Self.outcome(.silent, .failed) == .contradicted(words))
    }

    @Test func `is contradicted if one server reports success and another a failure`() throws {
        let outcome = try Self.outcome(.failed, .applied)
        guard case .contradicted? = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(outcome?.failure(of: Self.hash)?.kind == .unknownYet)
        #expect(outcome?.ledger == nil)
    }

    @Test func `fails if no server responds`() throws {
        let error = #expect(throws: Failure.self) { try Self.outcome(.silent, .silent) }
        #expect(error?.kind == .unreachable)
    }

    @Test func `reports a failure for a failed transaction and none for an applied one`() {
        #expect(SettledOutcome.included(ledger: 11).failure(of: Self.hash) == nil)
        #expect(SettledOutcome.failed(ledger: 11).failure(of: Self.hash)?.kind == .refusedByLedger)
    }
}
