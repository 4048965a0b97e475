// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextCodec

/// The vector files themselves.
struct FilesSpecTests {
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: SpecVectors.folder.path)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    @Test(arguments: try names())
    func `every vector has a name of its own and one outcome, and the specification names the file`(name: String) throws
    {
        let path = SpecVectors.folder.appending(path: name + ".json")
        let document = try JSON(parsing: [UInt8](Data(contentsOf: path)))
        let rows = try document.array("vectors")
        let names = try rows.map { try $0.string("name") }
        #expect(Set(names).count == names.count)
        #expect(rows.allSatisfy { ($0["accept"] == nil) != ($0["reject"] == nil) })
        let vectors = try SpecVectors(name)
        #expect(vectors.accepted.count >= 2 && vectors.rejected.count >= 5)
        let page = SpecVectors.folder.deletingLastPathComponent().appending(path: try document.string("specification"))
        #expect(try String(contentsOf: page, encoding: .utf8).contains("vectors/\(name).json"))
    }
}
