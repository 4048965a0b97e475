// SPDX-License-Identifier: Apache-2.0

/// A value of a TOML document.
///
/// - Source: TOML 1.0.0.
package enum TOML: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case float(Double)
    case bool(Bool)
    /// A date, a time or both, as written.
    case time(String)
    case array([TOML])
    case table(TOMLTable)

    /// The deepest nesting of tables and arrays, dotted keys included.
    package static let maximumDepth = 64

    /// Parses a document and returns its root table.
    ///
    /// No input can crash the parser: nesting is limited, and the time is linear in the length of the input. A leading
    /// byte order mark is skipped, because published files contain one.
    ///
    /// - Throws: the first violation of the grammar, with its line. The error does not quote the document.
    package static func parse(_ bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
        var reader = try TOMLReader(bytes)
        return try reader.document()
    }

    package var asString: String? { if case .string(let text) = self { text } else { nil } }
    package var asInteger: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var asBool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var asArray: [TOML]? { if case .array(let values) = self { values } else { nil } }
    package var asTable: TOMLTable? { if case .table(let table) = self { table } else { nil } }
}
