// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Submitting

/// What to do next on the online machine.
struct OnlineNextStepTests {
    private let alice = TestKey("alice")
    private let home: TestJournal

    init() throws { home = try TestJournal() }

    private var journal: any OnlineJournal { home.journal }

    private func step(_ files: [CarriedFile] = [], now: Int64 = 1_000_000) -> OnlineNextStep {
        OnlineNextStep(journal, files: files, now: now)
    }

    private func request(_ envelope: TransactionEnvelope) throws -> TransactionHash {
        let hash = envelope.hash(on: .testnet)
        try journal.keep(alice.request(envelope), hash: hash, created: Timestamp(1_000_000))
        return hash
    }

    private func queue(_ envelope: TransactionEnvelope) throws -> TransactionHash {
        let signed = SignedTransaction(envelope, on: .testnet)
        try journal.queue(1) { _ in (signed, []) }
        return signed.hash
    }

    private func signed(_ hash: TransactionHash) throws -> CarriedFile {
        try #require(
            CarriedFile("response.json", document: ["format": "coldstar-response", "hash": .string(hash.hex)]))
    }

    @Test func `begins without a journal and with an empty one`() {
        #expect(OnlineNextStep(nil, files: [], now: 0) == .begin)
        #expect(step() == .begin)
    }

    @Test func `sends a signed file of another machine even without a journal`() throws {
        let file = try signed(alice.payment(by: []).hash(on: .testnet))
        #expect(OnlineNextStep(nil, files: [file], now: 0) == .send(files: ["response.json"]))
    }

    @Test func `names the file of the latest request if it is in the folder`() throws {
        let hash = try request(alice.payment(by: []))
        let name = "transaction-\(hash.hex.prefix(8))-unsigned.json"
        guard case .carry(1, let latest, nil) = step() else {
            Issue.record("\(step())")
            return
        }
        #expect(latest.hasPrefix("Pay "))
        #expect(step([try #require(CarriedFile(named: name))]) == .carry(count: 1, latest: latest, file: name))
        let other = try #require(CarriedFile(named: "transaction-00000000-unsigned.json"))
        #expect(step([other]) == .carry(count: 1, latest: latest, file: nil))
    }

    @Test func `what others have signed comes before newer requests`() throws {
        let hash = try request(alice.payment(amount: 2, by: []))
        let signed = alice.payment(amount: 2, by: [alice])
        _ = try request(alice.payment(amount: 3, by: []))
        try journal.record(RecordedSignature.all(of: HashedTransaction(signed, on: .testnet)))
        guard case .carry(2, let latest, nil) = step() else {
            Issue.record("\(step())")
            return
        }
        #expect(try StatusEntry(HashPrefix(hash.hex), in: journal, now: 1_000_000).summary == latest)
    }

    @Test func `a signed file comes before a request`() throws {
        let hash = try request(alice.payment(by: []))
        #expect(step([try signed(hash)]) == .send(files: ["response.json"]))
    }

    @Test func `does not offer to send what was submitted`() throws {
        let hash = try queue(alice.payment(by: [alice]))
        #expect(step([try signed(hash)]) == .sendAgain(count: 1))
    }

    @Test func `an unknown outcome comes before everything else`() throws {
        _ = try request(alice.payment(amount: 2, by: []))
        let hash = try queue(alice.payment(by: [alice]))
        _ = try journal.perform([.attempt(hash: hash)])
        let file = try signed(alice.payment(amount: 3, by: []).hash(on: .testnet))
        #expect(step([file]) == .resume(count: 1))
    }

    @Test func `puts a signed entry into its transaction before anything is sent, and once`() throws {
        let (request, hash) = try alice.entryRequest()
        try journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        let start = "Authorize as \(alice.id.address.prefix(6))..."
        guard case .carry(1, let summary, nil) = step(), summary.hasPrefix(start) else {
            Issue.record("\(step())")
            return
        }
        #expect(step([try signed(hash)]) == .authorize(files: ["response.json"]))
        try journal.record(authorized: [hash], in: alice.payment(by: []).hash(on: .testnet))
        #expect(step([try signed(hash)]) == .idle)
    }

    @Test func `sends a signed login of a contract account until it expires`() throws {
        let claims = ChallengeClaims(
            homeDomain: "example.com", webAuthDomain: "example.com", webAuthEndpoint: "https://example.com/auth",
            signingKey: alice.id)
        let (request, hash) = try alice.entryRequest(for: claims)
        try journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        #expect(step([try signed(hash)]) == .logIn(files: ["response.json"]))
        #expect(step([try signed(hash)], now: 1_000_101) == .idle)
    }

    @Test func `does nothing with a signed message`() throws {
        let (request, hash) = alice.messageRequest()
        try journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        guard case .carry(1, "Sign a message", nil) = step([try signed(hash)]) else {
            Issue.record("\(step([try signed(hash)]))")
            return
        }
    }

    @Test func `is idle once everything is settled`() throws {
        let hash = try queue(alice.payment(by: [alice]))
        _ = try journal.perform([
            .attempt(hash: hash), .outcome(hash: hash, .included(ledger: 11, resultXDR: nil)),
        ])
        #expect(step([try signed(hash)]) == .idle)
    }

    @Test func `does not ask to carry an expired request`() throws {
        _ = try request(alice.payment(until: 1_000_005, by: []))
        #expect(step(now: 1_000_006) == .idle)
    }
}
