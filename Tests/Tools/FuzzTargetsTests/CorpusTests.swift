// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets
import StellarXDR
import Testing

/// The inputs that fuzzing begins with, and those in which it found something, keep every promise in ordinary builds too.
struct CorpusTests {
    private func corpus(_ target: FuzzTarget, file: String = #filePath) throws -> [URL] {
        let folder = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz/Corpus/\(target.rawValue)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    @Test(arguments: FuzzTarget.allCases)
    func `no input of the corpus breaks a promise, and enough of them are accepted`(target: FuzzTarget) throws {
        let files = try corpus(target)
        var accepted = 0
        for file in files where try target.accepts([UInt8](Data(contentsOf: file))) { accepted += 1 }
        #expect(files.count >= 40)
        #expect(accepted >= 10)
        #expect(accepted < files.count, "what is refused belongs to a corpus as well")
    }

    @Test func `every wire type can be picked, and the seeds' are the first`() {
        #expect(Set(WireTypes.all.map(\.name)).count == WireType.all.count)
        #expect(WireTypes.all.prefix(2).map(\.name) == ["TransactionEnvelope", "TransactionResult"])
    }

    @Test(arguments: FuzzTarget.allCases) func `nothing at all is refused`(target: FuzzTarget) throws {
        #expect(try !target.accepts([]))
    }
}
