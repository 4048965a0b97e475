// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Handoff
import Review
import Stellar
import StellarXDR
import Testing

@testable import Confine
@testable import Signing
@testable import Vault

/// The documents and lines about what was done, which every front end shows alike.
struct OutcomeTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice") }

    private func review() throws -> Review {
        try vault.job(request(try payment(from: try vault.account("alice"))), by: "alice").reviews[0]
    }

    @Test func `a document about a signature has it, or the file that has it`() throws {
        let (review, alice) = (try review(), try vault.account("alice"))
        let outcome = SignedOutcome(review, signers: [.stellar(alice)])
        let hash = try #require(review.hash)
        #expect(
            outcome.document(.inline("AAAA")).text()
                == "{\"version\":1,\"kind\":\"transaction\",\"hash\":\"\(hash.hex)\",\"signers\":[\"\(alice.address)\"],\"signed\":\"AAAA\"}"
        )
        #expect(outcome.document(.file("/a b")).text().hasSuffix("\"file\":\"/a b\"}"))
        #expect(outcome == SignedOutcome(transaction: hash, signers: [alice]))
    }

    @Test func `a signed output is named by kind, hash and format`() throws {
        let review = try review()
        let hash = try #require(review.hash)
        #expect(SignedFormat.xdr.name(for: review)?.text == "transaction-\(hash.hex.prefix(8))-signed.xdr")
        #expect(SignedFormat.response.name(for: review)?.text == "transaction-\(hash.hex.prefix(8))-signed.json")
        let job = try vault.job(try ParsedRequest(payload: "00ff"), by: "alice")
        #expect(SignedFormat.signature.name(for: job.reviews[0]) == nil)
    }

    @Test func `the prompts of a consent contain the values that it takes`() throws {
        let held = try vault.job(
            request(try payment(from: try vault.account("alice"), expires: false)), by: "alice", isUnattended: false)
        var consent = try held.consent()
        #expect(consent.prompts.count == 1)
        let prompt = consent.prompts[0]
        #expect(prompt.prompt == "W-NOTB: to go on, type \(prompt.value): ")
        #expect(try failure { try consent.take("yes") }.kind == .refused)
        try consent.take(prompt.value)
        _ = try consent.approval()

        var plain = try vault.job(
            request(try payment(from: try vault.account("alice"))), by: "alice", isUnattended: false
        ).consent()
        #expect(plain.prompts.map(\.prompt) == ["sign this? type yes: "])
        #expect(try failure { try plain.take("") }.message == "you did not agree; nothing was signed")
        try plain.take("yes")
        _ = try plain.approval()
        #expect(Consent(to: [try review()], isUnattended: true, policy: nil, network: nil).prompts.isEmpty)
    }

    @Test func `the accounts that sign are read only among several keys`() throws {
        let unread = Failure(.bug, "it was read")
        let read = { () throws(Failure) -> [KeyIdentity] in throw unread }
        #expect(try KeySelection(named: nil, among: try vault.vault.keys(), for: read).names.map(\.text) == ["alice"])
        try vault.make("bob")
        #expect(throws: unread) { try KeySelection(named: nil, among: try vault.vault.keys(), for: read) }
        let named = try KeySelection(named: ["carol"])
        #expect(try KeySelection(named: named, among: try vault.vault.keys(), for: read) == named)
        let bob = try vault.account("bob")
        #expect(
            try KeySelection(named: nil, among: try vault.vault.keys()) { [.stellar(bob)] }.names.map(\.text) == ["bob"]
        )
        #expect(try failure { _ = try KeySelection(named: nil, among: try vault.vault.keys()) }.kind == .usage)
    }

    @Test func `a list of keys has the damaged one with its error`() throws {
        let state = try VaultState(folder: vault.folder)
        let good = try #require(try vault.vault.keys().first)
        #expect(good.document(in: state)["public_key"]?.asString == (try vault.account("alice")).address)
        let damaged = ListedKey(name: good.name, info: .failure(.noSuchKey(good.name, closest: nil)))
        #expect(damaged.document(in: state)["public_key"] == nil)
        #expect(damaged.document(in: state)["error"]?.asString?.isEmpty == false)
    }

    @Test func `a backup's report is what is compared after its restoration`() throws {
        let (backup, journal, _, leftOut) = try VaultBackup.make(of: vault.folder, time: now)
        let report = BackupReport(journal)
        #expect(report.lines[0].plain == "entries   1" && report.lines[1].plain.hasPrefix("digest    "))
        let made = report.lines(made: backup.count, at: "a.backup", leftOut: leftOut + ["\u{1b}x"])
        #expect(made.first?.plain == "backup    \(backup.count) files, written to a.backup")
        #expect(
            made.last?.plain == "left out  \\u001bx, which is not part of a vault"
                || made.last?.plain.contains("\u{1b}") == false)
        let document = report.document(made: 3, at: "a.backup", leftOut: [])
        #expect(
            document["files"] == 3 && document["journal"]?["latest"] == .null && document["journal"]?["entries"] == 1)
        let key = try vault.vault.info(try KeyName("alice"))
        let restored = report.lines(restored: [key], of: now)
        #expect(restored.first?.plain == "key       alice, \(key.identity.text)")
        #expect(restored.contains { $0.plain.contains("(W-SEQUSED)") })
        #expect(report.document(restored: [key], of: now)["made"]?.asString == now.rfc3339)
    }

    @Test func `an examination fails for what is broken, and not for what the system lacks`() {
        func examined(_ state: ProtectionCheck.State, _ other: MachineCheck.State) -> MachineExamination {
            MachineExamination(
                protections: [ProtectionCheck(measure: .files, state: state, detail: "Landlock")],
                surroundings: [MachineCheck(name: "swap", state: other, detail: "off")], interfaces: nil)
        }
        #expect(examined(.missing, .unknown).failure == nil && examined(.holds, .good).failure == nil)
        #expect(examined(.broken, .good).failure?.message == "not as it should be: files limited")
        #expect(examined(.broken, .attention).failure?.message == "not as it should be: files limited, swap")
        let good = examined(.holds, .good)
        let columns = TextFinding.Columns(subject: 34, verdict: 11, indent: 2)
        #expect(good.text[1] == .findings([TextFinding("files limited", "holds", .good, "Landlock")], columns))
        #expect(good.document(in: PlainStyle())["interfaces"] == .null)
        #expect(good.document(in: PlainStyle())["measures"]?.asArray?.first?["name"] == "files")
    }
}
