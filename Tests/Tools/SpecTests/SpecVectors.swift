// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Testing

/// A vector of `docs/spec/vectors`, as the argument of a test; a failure shows its name.
struct SpecVector: Sendable, CustomTestStringConvertible {
    let name: String
    /// The input, decoded from the encoding that the vector names.
    let input: [UInt8]
    /// The whole row, with the members that its file adds.
    let row: JSON

    var testDescription: String { name }

    /// The input as text.
    var text: String { String(decoding: input, as: UTF8.self) }

    /// The expected result of reading the input.
    var accepted: JSON { get throws { try row.object("accept") } }

    fileprivate init(_ row: JSON) throws {
        name = try row.string("name")
        let text = try row.string("input")
        switch try row.string("encoding") {
        case "text": input = Array(text.utf8)
        case "base64": input = try Base64.decode(text)
        default: throw JSONError.wrongType(field: "encoding", expected: "text or base64")
        }
        self.row = row
    }
}

/// The vectors of one file.
struct SpecVectors {
    let accepted: [SpecVector]
    let rejected: [SpecVector]

    static let folder = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "docs/spec/vectors")

    init(_ name: String) throws {
        let document = try JSON(parsing: [UInt8](Data(contentsOf: Self.folder.appending(path: name + ".json"))))
        let rows = try document.array("vectors")
        accepted = try rows.filter { $0["accept"] != nil }.map { try SpecVector($0) }
        rejected = try rows.filter { $0["reject"] != nil }.map { try SpecVector($0) }
    }
}

extension JSON {
    /// A member in base64.
    func base64(_ key: String) throws -> [UInt8] { try Base64.decode(try string(key)) }

    /// A member in hexadecimal; nil if it is absent or null.
    func hex(_ key: String) throws -> [UInt8]? { try optionalString(key).map { try Hex.decode($0) } }
}
