// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import SafeFiles
import Stellar
import Testing
import Vault

@testable import Signing

struct MachineReportTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice") }

    private func check(_ name: String, at time: Timestamp = now) -> MachineCheck? {
        MachineReport(
            home: vault.folder, vault: vault.folder, now: time, machine: StoppedClock(sinceBoot: nil),
            programs: [vault.folder + "/bin"]
        ).all().first { $0.name == name }
    }

    @Test func `a vault that others can read needs attention`() throws {
        #expect(check("vault")?.state == .good)
        chmod(vault.folder + "/alice.key", 0o644)
        #expect(check("vault")?.state == .attention)
        #expect(check("vault")?.detail.plain.contains("alice.key") == true)
    }

    @Test func `programs of the online side need attention`() throws {
        #expect(check("online side")?.state == .good)
        #expect(mkdir(vault.folder + "/bin", 0o700) == 0)
        for program in ["coldstar-scan", "coldstar-submit"] {
            try SafeFiles.write([] as [UInt8], to: "\(vault.folder)/bin/\(program)", replacing: false)
        }
        #expect(check("online side")?.state == .attention)
        #expect(check("online side")?.detail.plain.hasPrefix("coldstar-submit installed") == true)
    }

    @Test func `a clock before this release, or before the journal, needs attention`() throws {
        #expect(check("clock", at: Timestamp(1_800_000_000))?.state == .good)
        #expect(check("clock", at: Timestamp(0))?.state == .attention)
        let late = StoppedClock(time: Timestamp(1_900_000_000))
        let job = try SigningJob(
            try request(try payment(from: try vault.account("alice"), expires: false)), by: [try KeyName("alice")],
            in: try vault.context("alice"), SigningTerms(vault.vault, machine: late) { GivenTime(late.time) })
        _ = try job.sign(job.approved(), unlock: vault.unlock)
        #expect(check("clock", at: Timestamp(1_800_000_000))?.detail.plain.contains("before the last entry") == true)
    }

    @Test func `a damaged journal needs attention`() throws {
        #expect(check("journal")?.state == .good)
        try SafeFiles.write(Array("no line of a journal\n".utf8), to: vault.folder + "/journal", replacing: true)
        #expect(check("journal")?.state == .attention)
    }

    @Test func `a backup without a drill for half a year needs attention`() {
        #expect(check("backups", at: Timestamp(86_400))?.state == .good)
        #expect(check("backups")?.detail.plain.contains("alice") == true)
    }

    @Test func `reports the clocks behind a daily limit only if there is a policy`() throws {
        #expect(check("policy") == nil)
        try vault.set(Policy(), by: "alice")
        #expect(check("policy")?.detail.plain.contains("this system does not tell the time since its start") == true)
    }

    @Test func `a folder of the online side needs attention`() throws {
        #expect(check("online side")?.state == .good)
        try SafeFiles.createFolder(vault.folder + "/online")
        #expect(check("online side")?.state == .attention)
        rmdir(vault.folder + "/online")
    }
}
