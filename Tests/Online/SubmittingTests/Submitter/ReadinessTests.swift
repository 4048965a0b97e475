// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Journal
import LedgerAPI
import Stellar
import TestSupport
import Testing

@testable import Submitting

struct ReadinessTests {
    private static let now = Timestamp(1_000_000)

    /// The findings about servers with these responses to requests for the root and for the latest ledger.
    private static func findings(
        closedAt: UInt64 = 1_000_000, core: Int64 = 10, isUp: [Bool] = [true], network: Network = .testnet
    ) throws -> [Readiness.Item] {
        let root: JSON = [
            "network_passphrase": .string(network.passphrase), "current_protocol_version": 23,
            "history_latest_ledger": 10, "core_latest_ledger": .integer(core),
            "history_latest_ledger_closed_at": .string(Timestamp(closedAt).rfc3339),
        ]
        let ledger: JSON = [
            "sequence": 10, "closed_at": .string(Timestamp(closedAt).rfc3339), "base_fee_in_stroops": 100,
            "base_reserve_in_stroops": 5_000_000, "protocol_version": 23,
        ]
        let bases = try isUp.indices.map { try HTTPURL("http://127.0.0.1:\(8000 + $0)/") }
        let transport = RecordedTransport { request in
            let index = bases.firstIndex { $0.authority == request.url.authority } ?? 0
            guard isUp[index] else {
                return .failure(.cannotConnect(host: request.url.authority, detail: "refused"))
            }
            let json: JSON = request.url.path.contains("ledgers") ? ["_embedded": ["records": [ledger]]] : root
            return .success(HTTPResponse(status: 200, body: Array(json.text().utf8)))
        }
        return try Readiness.check(HorizonClient(bases: bases, transport: transport), on: .testnet, now: now)
    }

    private static func bad(_ findings: [Readiness.Item]) -> [String] {
        findings.filter { !$0.isGood }.map(\.name)
    }

    @Test func `finds nothing wrong with a current server`() throws {
        let findings = try Self.findings()
        #expect(findings.map(\.name) == ["server", "network", "ledger", "history", "clock", "protocol"])
        #expect(Self.bad(findings).isEmpty)
    }

    @Test func `finds a ledger that is more than a minute old`() throws {
        #expect(Self.bad(try Self.findings(closedAt: 1_000_000 - 60)).isEmpty)
        #expect(Self.bad(try Self.findings(closedAt: 1_000_000 - 61)) == ["ledger"])
    }

    @Test func `finds a local clock that is behind the ledger's close time`() throws {
        #expect(Self.bad(try Self.findings(closedAt: 1_000_000 + 30)).isEmpty)
        #expect(Self.bad(try Self.findings(closedAt: 1_000_000 + 31)) == ["clock"])
    }

    @Test func `finds a history that is behind its core`() throws {
        #expect(Self.bad(try Self.findings(core: 20)).isEmpty)
        #expect(Self.bad(try Self.findings(core: 21)) == ["history"])
    }

    @Test func `finds one of several servers that does not respond`() throws {
        #expect(Self.bad(try Self.findings(isUp: [true, false])) == ["server"])
    }

    @Test func `fails if no server responds`() {
        let error = #expect(throws: Failure.self) { try Self.findings(isUp: [false, false]) }
        #expect(error?.kind == .unreachable)
    }

    @Test func `fails if a server is of another network`() {
        let error = #expect(throws: Failure.self) { try Self.findings(network: .public) }
        #expect(error?.kind == .badInput)
    }

    @Test func `finds pending transactions in the journal`() throws {
        let home = try TestJournal()
        #expect(try Readiness.check(nil).isGood)
        #expect(try Readiness.check(home.journal).isGood)
        let signed = SignedTransaction(TestKey("alice").payment(by: []), on: .testnet)
        try home.journal.queue(1) { _ in (signed, []) }
        let finding = try Readiness.check(home.journal)
        #expect(finding.text == "1 transaction has an unknown outcome: run \(step: .submit(.resume))")
    }
}
