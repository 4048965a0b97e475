// SPDX-License-Identifier: Apache-2.0

package import Codec
import Foundation

/// The files of test vectors: those of a target are in the folder `Vectors` beside the source that reads them, those of
/// several in `Tests/Core/Vectors`.
package enum VectorFiles {
    package static func bytes(_ name: String, beside source: String) throws -> [UInt8] {
        try bytes(of: URL(filePath: source).deletingLastPathComponent().appending(path: "Vectors/\(name)"))
    }

    package static func json(_ name: String, beside source: String) throws -> JSON {
        try JSON(parsing: bytes(name, beside: source), maximumDepth: 200)
    }

    /// A file that several targets read.
    package static func shared(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try bytes(of: tests.appending(path: "Core/Vectors/\(name)"))
    }

    /// The documents of a shared file that has one a line.
    package static func sharedLines(_ name: String) throws -> [JSON] {
        try shared(name).split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: [UInt8]($0)) }
    }

    private static func bytes(of file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }
}

/// A vector file's row as a test argument, shown by its name in a failure.
package struct NamedVector: Sendable, CustomStringConvertible {
    package let name: String
    package let row: JSON

    package init(name: String, row: JSON) { (self.name, self.row) = (name, row) }

    package var description: String { name }
}
