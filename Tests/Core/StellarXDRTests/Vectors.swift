// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Testing

/// Rows of the vector files in `Tests/Vectors`.
enum Vectors {
    static func lines(_ name: String, file: String = #filePath) throws -> [JSON] {
        try bytes(name, file: file).split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: [UInt8]($0)) }
    }

    static func named(_ name: String) throws -> [NamedVector] {
        try lines(name).map { NamedVector(name: try $0.string("name"), row: $0) }
    }

    static func bytes(_ name: String, file: String = #filePath) throws -> [UInt8] {
        let folder = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: "Vectors/\(name)")))
    }
}

/// A vector file's row as a test argument, shown by its name in a failure.
struct NamedVector: Sendable, CustomTestStringConvertible {
    let name: String
    let row: JSON

    var testDescription: String { name }
}
