// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Testing

/// The vector files themselves.
struct FilesSpecTests {
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: SpecVectors.folder.path)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    @Test(arguments: try names())
    func `every vector has a unique name and one outcome, and the specification links the file`(name: String) throws {
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

    private static let pages = ["handoff.md", "qr.md", "key-file.md", "backup.md", "book-and-policy.md"]

    /// A page names the vector, such as "Vector `a seed` of `key-file.json`", and shows its input in the next code
    /// block.
    @Test(arguments: pages)
    func `the examples of a specification page are vectors`(page: String) throws {
        let url = SpecVectors.folder.deletingLastPathComponent().appending(path: page)
        // A sentence may continue in the next line, but not in a code block.
        let pieces = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n```")
        var checked = 0
        for (text, block) in zip(pieces, pieces.dropFirst()) {
            let words = text.replacingOccurrences(of: "\n", with: " ")
            guard let place = words.range(of: "ector `", options: .backwards) else { continue }
            let quoted = words[place.upperBound...].components(separatedBy: "`")
            guard quoted.count >= 3, quoted[2].hasSuffix(".json") else { continue }
            let vectors = try SpecVectors(String(quoted[2].dropLast(5)))
            let vector = try #require((vectors.accepted + vectors.rejected).first { $0.name == quoted[0] })
            let shown = block.drop { $0 != "\n" }.dropFirst()
            #expect(shown == vector.text || shown + "\n" == vector.text, "\(quoted[0])")
            checked += 1
        }
        #expect(checked >= 1)
    }
}
