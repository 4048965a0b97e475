// SPDX-License-Identifier: Apache-2.0

/// An error in a schema file, with its line.
struct SchemaError: Error, Hashable, CustomStringConvertible {
    let file: String
    let line: Int
    let what: String

    var description: String { "\(file):\(line): \(what)" }
}
