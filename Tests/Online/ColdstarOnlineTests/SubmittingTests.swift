// SPDX-License-Identifier: Apache-2.0

import ColdstarOnline
import ColdstarStellar
import Foundation
import Journal
import Stellar
import Synchronization
import Testing

struct SubmittingTests {
    private let office = Office()

    private func error(_ signed: [String], of request: SigningRequest? = nil) throws -> ColdstarError? {
        let client = try office.client()
        let checked = #expect(throws: ColdstarError.self) { try client.check(signed, of: request) }
        let error = #expect(throws: ColdstarError.self) { try client.submit(signed, of: request) }
        #expect(checked?.kind == error?.kind)
        return error
    }

    @Test func `a response is put together with its request, submitted and applied`() throws {
        let (client, request) = (try office.client(), try office.request())
        let response = try Office.alice.respond(to: request)
        let check = try client.check([response], of: request)
        #expect(check.map(\.hash) == [request.hash] && check[0].isReady && check[0].warnings.isEmpty)
        let sent = try client.submit(response, of: request)
        #expect(sent.hash == request.hash && sent.outcome == .applied(ledger: 11) && sent.error == nil)
        #expect(sent.attempts == 1 && office.network.posts == 1)
        #expect(try client.submitted(request.hash)?.outcome == .applied(ledger: 11))
    }

    @Test func `a transaction that is in a ledger is not sent again`() throws {
        let (client, request) = (try office.client(), try office.request())
        let signed = try Office.alice.sign(request.transaction)
        _ = try client.submit(signed)
        #expect(try client.submit(signed).outcome == .applied(ledger: 11))
        #expect(office.network.posts == 1)
    }

    @Test func `an attempt is on disk before its first byte is sent`() throws {
        let (client, request) = (try office.client(), try office.request())
        let states = Mutex<[SubmissionState?]>([])
        let folder = office.folder
        office.network.change { network in
            network.beforePost = { hash in
                let journal = try? JournalOpener.read(folder: folder)
                let found = Stellar.TransactionHash(hex: hash).flatMap { (try? journal?.submission(hash: $0)) ?? nil }
                states.withLock { $0.append(found?.state) }
            }
        }
        _ = try client.submit(try Office.alice.sign(request.transaction))
        #expect(states.withLock { $0 } == [.sent])
    }

    @Test func `a journal that fails after the transaction was sent leaves the outcome unknown, and does not throw`()
        throws
    {
        let (client, request) = (try office.client(), try office.request())
        let folder = office.folder
        office.network.change { network in
            network.beforePost = { _ in damage(folder + "/journal.sqlite") }
        }
        let sent = try client.submit(try Office.alice.sign(request.transaction))
        guard case .unknown = sent.outcome else {
            Issue.record("\(sent.outcome)")
            return
        }
        #expect(office.network.posts == 1)
    }

    @Test func `resuming in a folder without a journal creates nothing`() throws {
        let client = try office.client()
        #expect(try client.resume().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: office.folder + "/journal.sqlite"))
    }

    @Test func `an answer that never came leaves the outcome unknown, and resuming finds it`() throws {
        let (client, request) = (try office.client(), try office.request())
        office.network.change { $0.fates = [.unheard] }
        let sent = try client.submit(try Office.alice.sign(request.transaction), waiting: .zero)
        guard case .unknown(let error) = sent.outcome else {
            Issue.record("\(sent.outcome)")
            return
        }
        #expect(error.kind == .unknownOutcome)
        #expect(try client.submitted(request.hash)?.outcome == sent.outcome)
        #expect(try client.resume().map(\.outcome) == [.applied(ledger: 11)])
        #expect(try client.resume().isEmpty)
    }

    @Test func `an unknown outcome stays unknown while no server answers`() throws {
        let (client, request) = (try office.client(), try office.request())
        let signed = try Office.alice.sign(request.transaction)
        office.network.change { $0.fates = [.unheard] }
        _ = try client.submit(signed, waiting: .zero)
        office.network.change { $0.isDown = true }
        for results in [try client.resume(waiting: .zero), try client.submit([signed], waiting: .zero)] {
            guard case .unknown = results[0].outcome else {
                Issue.record("\(results)")
                return
            }
        }
    }

    @Test func `a transaction that reached no server is queued, and not counted as sent`() throws {
        let (client, request) = (try office.client(), try office.request())
        office.network.change { $0.fates = [.unreachable] }
        let sent = try client.submit(try Office.alice.sign(request.transaction), waiting: .zero)
        guard case .notSubmitted(let error) = sent.outcome else {
            Issue.record("\(sent.outcome)")
            return
        }
        #expect(error.kind == .unreachable)
        #expect(try client.resume().map(\.outcome) == [.applied(ledger: 11)])
    }

    @Test func `a rejection has the code of the operation, its place and words`() throws {
        let (client, request) = (try office.client(), try office.request())
        office.network.change { $0.fates = [.rejected("tx_failed", ["op_underfunded"])] }
        let sent = try client.submit(try Office.alice.sign(request.transaction), waiting: .zero)
        guard case .rejected(let rejection) = sent.outcome else {
            Issue.record("\(sent.outcome)")
            return
        }
        #expect(rejection.code == "op_underfunded" && rejection.operation == 0 && rejection.ledger == nil)
        #expect(rejection.error.kind == .rejectedByNetwork && rejection.error.message.contains("op_underfunded"))
    }

    @Test func `a transaction instead of the requested one is named to the person`() throws {
        let request = try office.request()
        let other = Office()
        let instead = try other.request(TransactionTerms(memo: .id(9)))
        let signed = try Office.alice.sign(instead.transaction)
        let client = try office.client()
        #expect(try client.check([signed])[0].warnings.contains { $0.contains("\(request.hash)") })
        var notes: [String] = []
        _ = try client.submit([signed]) { notes.append($0) }
        #expect(notes.contains { $0.contains("\(request.hash)") })
    }

    // MARK: rejections

    @Test(arguments: ["", "AAAA", "hello", "{\"format\": \"coldstar-response\"}"])
    func `rejects what is not a transaction`(text: String) throws {
        #expect(try error([text])?.kind == .invalidInput)
    }

    @Test func `rejects an empty list`() throws {
        #expect(try error([])?.kind == .misuse)
    }

    @Test func `rejects a transaction that is not signed, before it is recorded as queued`() throws {
        let (client, request) = (try office.client(), try office.request())
        let problems = try client.check([request.transaction.text(.xdr)])[0].problems
        #expect(problems.contains { $0.code == "tx_bad_auth" })
        let error = #expect(throws: ColdstarError.self) { try client.submit(request.transaction.text(.xdr)) }
        #expect(error?.kind == .invalidInput && office.network.posts == 0)
        #expect(try client.submitted(request.hash) == nil)
    }

    @Test func `rejects a transaction signed by another key`() throws {
        let (client, request) = (try office.client(), try office.request())
        let error = #expect(throws: ColdstarError.self) {
            try client.submit(try Office.stranger.sign(request.transaction))
        }
        #expect(error?.kind == .invalidInput && office.network.posts == 0)
    }

    @Test func `rejects a response by another key, or with a signature of another transaction`() throws {
        let (client, request) = (try office.client(), try office.request())
        let response = try Office.stranger.respond(to: request)
        #expect(try client.check([response])[0].problems.map(\.code) == ["tx_bad_auth"])
        #expect(throws: ColdstarError.self) { try client.submit(response) }
        let other = try office.request(TransactionTerms(memo: .id(2)))
        let forged = try Office.alice.respond(to: other).replacing("\(other.hash)", with: "\(request.hash)")
        #expect(try error([forged])?.message.contains("not by the key it names") == true)
        #expect(office.network.posts == 0)
    }

    @Test func `rejects a response to a request of another journal`() throws {
        let response = try Office.alice.respond(to: try office.request())
        let other = Office()
        let error = #expect(throws: ColdstarError.self) { try other.client().submit(response) }
        #expect(error?.message.contains("no request with the hash") == true)
    }

    @Test func `rejects a transaction other than the requested one`() throws {
        let request = try office.request()
        let other = try Office().request(TransactionTerms(memo: .id(9)))
        let error = try error([try Office.alice.sign(other.transaction)], of: request)
        #expect(error?.message.contains("not the transaction of the request") == true)
    }

    @Test func `rejects a request for another network`() throws {
        let request = try office.request()
        let client = try OnlineClient(
            folder: office.folder, network: .public, servers: office.network.servers, clock: Office.StillClock())
        let error = #expect(throws: ColdstarError.self) {
            try client.submit(try request.text())
        }
        #expect(error?.kind == .invalidInput && office.network.posts == 0)
    }

    @Test func `rejects two transactions of which only one can be applied`() throws {
        let first = try Office.alice.sign(try office.request().transaction)
        let second = try Office.alice.sign(try office.request(TransactionTerms(memo: .id(2))).transaction)
        let client = try office.client()
        let error = #expect(throws: ColdstarError.self) { try client.submit([first, second]) }
        #expect(error?.kind == .invalidInput && office.network.posts == 0)
    }

    @Test func `rejects several transactions where one is expected, before anything is sent`() throws {
        let first = try Office.alice.sign(try office.request().transaction)
        let second = try Office.alice.sign(
            try office.request(TransactionTerms(memo: .id(2), sequence: .afterDrafts)).transaction)
        let client = try office.client()
        let error = #expect(throws: ColdstarError.self) { try client.submit("\(first)\n\(second)") }
        #expect(error?.kind == .misuse && office.network.posts == 0)
    }

    @Test func `throws while no server answers, and records nothing`() throws {
        let (client, request) = (try office.client(), try office.request())
        office.network.change { $0.isDown = true }
        let error = #expect(throws: ColdstarError.self) {
            try client.submit([try Office.alice.sign(request.transaction)], waiting: .zero)
        }
        #expect(error?.kind == .unreachable)
        #expect(try client.submitted(request.hash) == nil)
    }

    @Test func `rejects a time to wait that is out of range`() throws {
        let client = try office.client()
        for time in [Duration.seconds(-1), .seconds(1 << 33)] {
            let error = #expect(throws: ColdstarError.self) { try client.resume(waiting: time) }
            #expect(error?.kind == .misuse)
        }
    }
}

/// Takes a table away, so that every later write fails.
private func damage(_ file: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript('ALTER TABLE event RENAME TO gone')"
    process.arguments = ["python3", "-c", script, file]
    do { try process.run() } catch { Issue.record(error) }
    process.waitUntilExit()
}
