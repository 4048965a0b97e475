// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets
import LedgerXDR
import StellarXDR
import Testing

/// The seeds and regression inputs of fuzzing, run in ordinary builds.
struct CorpusTests {
    private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    private static func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    /// An input of `Fuzz/Corpus`, shown by its target and name in a failure.
    struct Regression: Sendable, CustomTestStringConvertible {
        let target: FuzzTarget
        let file: URL

        var testDescription: String { "\(target.rawValue)/\(file.lastPathComponent)" }
    }

    static func regressions() throws -> [Regression] {
        try files(in: root.appending(path: "Fuzz/Corpus")).flatMap { folder in
            let target = try #require(FuzzTarget(rawValue: folder.lastPathComponent), "no target has this name")
            return try files(in: folder).map { Regression(target: target, file: $0) }
        }
    }

    @Test(arguments: try regressions())
    func `a corpus input keeps the property of its target`(regression: Regression) throws {
        _ = try regression.target.accepts([UInt8](Data(contentsOf: regression.file)))
    }

    @Test(arguments: try regressions())
    func `a corpus input has a descriptive name`(regression: Regression) {
        let name = regression.file.lastPathComponent
        #expect(name.contains("-") && name.contains { !$0.isHexDigit && $0 != "-" })
    }

    /// What `make fuzz-seeds` makes, in a folder of its own.
    private static let seeds: Result<URL, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-seeds-\(UUID().uuidString)")
        let script = Process()
        script.executableURL = URL(filePath: "/usr/bin/env")
        script.arguments = ["python3", root.appending(path: "Fuzz/make_seeds.py").path, folder.path]
        try script.run()
        script.waitUntilExit()
        try #require(script.terminationStatus == 0, "Fuzz/make_seeds.py failed")
        return folder
    }

    /// Runs some 200 seeds of each target; the fuzzers run all of them.
    @Test(arguments: FuzzTarget.allCases)
    func `the seeds keep the property, at least 10 are accepted and 10 rejected`(target: FuzzTarget) throws {
        let folder = try Self.seeds.get().appending(path: target.rawValue)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try Self.files(in: folder).sorted { $0.path < $1.path }
        var (accepted, rejected) = (0, 0)
        for index in stride(from: 0, to: files.count, by: max(1, files.count / 200)) {
            if try target.accepts([UInt8](Data(contentsOf: files[index]))) { accepted += 1 } else { rejected += 1 }
        }
        #expect(accepted >= 10 && rejected >= 10)
    }

    @Test func `every wire type is selectable, and the types of the seeds come first`() {
        let schemas = WireType.all + WireType.ledgerXDR
        #expect(Set(WireTypes.all.map(\.name)) == Set(schemas.map(\.name)) && WireTypes.all.count == schemas.count)
        let first = [
            "TransactionEnvelope", "TransactionResult", "TransactionMeta", "LedgerEntryData", "LedgerCloseMeta",
            "ContractEvent",
        ]
        #expect(WireTypes.all.prefix(first.count).map(\.name) == first)
    }

    @Test(arguments: FuzzTarget.allCases) func `rejects an empty input`(target: FuzzTarget) throws {
        #expect(try !target.accepts([]))
    }
}
