// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a schema file, and in which line.
struct SchemaError: Error, Hashable, CustomStringConvertible {
    let file: String
    let line: Int
    let what: String

    var description: String { "\(file):\(line): \(what)" }
}
