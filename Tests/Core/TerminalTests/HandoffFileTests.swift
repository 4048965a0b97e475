// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import SafeFiles
import Stellar
import Terminal
import TestSupport
import Testing

/// The one file in a folder that is carried between the machines.
struct HandoffFileTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private let hash = StellarMessage.hash(of: [])

    private func put(_ name: String) throws {
        try SafeFiles.write(Array("x\n".utf8), to: folder + "/" + name, replacing: false)
    }

    private func failure(_ body: () throws -> Void) throws -> Failure {
        try #require(throws: Failure.self, performing: body)
    }

    @Test func `an argument that is not a folder stands for itself, whatever it hashes to`() throws {
        try HandoffFile("AAAA", .unsigned).check(holds: nil)
        try HandoffFile(nil, .unsigned).check(holds: hash)
        #expect(try failure { _ = try HandoffFile("./missing.json", .unsigned).source() }.kind == .noInput)
    }

    @Test func `the only handoff of a folder is taken if its name matches its hash`() throws {
        try put("transaction-\(hash.hex.prefix(8))-unsigned.json")
        try put("notes.txt")
        let file = try HandoffFile(folder, .unsigned)
        try file.check(holds: hash)
        let other = StellarMessage.hash(of: [1])
        #expect(try failure { try file.check(holds: other) }.message.contains("does not match its hash"))
        #expect(try failure { try file.check(holds: nil) }.kind == .badInput)
    }

    @Test func `a folder without a handoff or with several is refused`() throws {
        #expect(try failure { _ = try HandoffFile(folder, .unsigned) }.kind == .noInput)
        try put("transaction-\(hash.hex.prefix(8))-unsigned.json")
        #expect(try failure { _ = try HandoffFile(folder, .signed) }.kind == .noInput)
        try put("message-00000000-unsigned.json")
        let several = try failure { _ = try HandoffFile(folder, .unsigned) }
        #expect(several.kind == .usage && several.message.contains("contains 2 unsigned handoffs"))
    }
}
