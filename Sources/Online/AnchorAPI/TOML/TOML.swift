// SPDX-License-Identifier: Apache-2.0

import Codec

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

/// A parsed document with its text, for programs that report lines or change single values.
package struct TOMLDocument: Sendable {
    /// The text without a byte order mark.
    package let bytes: [UInt8]
    /// Every header and every key with its value, in the order of the text.
    package let statements: [TOMLStatement]

    /// - Throws: the first violation of the grammar, as `TOML.parse`.
    package init(parsing bytes: [UInt8]) throws(TOMLError) {
        var reader = try TOMLReader(bytes, isRecording: true)
        _ = try reader.document()
        self.bytes = reader.bytes
        statements = reader.statements.sorted { $0.extent.lowerBound < $1.extent.lowerBound }
    }
}

/// The members of a TOML table, in the order in which they were written. Keys are compared byte for byte.
package struct TOMLTable: Hashable, Sendable {
    private var values: [ExactText: TOML] = [:]
    package private(set) var keys: [String] = []

    package subscript(_ key: String) -> TOML? { values[ExactText(key)] }

    /// Adds a member under a new key.
    mutating func append(_ key: ExactText, _ value: TOML) {
        values[key] = value
        keys.append(key.text)
    }
}

/// A table, or an array of tables, while the document is parsed: its origin decides what may be added to it.
final class TOMLNode {
    enum Origin {
        /// A header that names a table below this one.
        case path
        case header
        case dottedKey
        /// An inline table that is still being read.
        case inline
    }

    enum Slot {
        case value(TOML)
        case node(TOMLNode)
        /// Never empty.
        case tables([TOMLNode])
    }

    var origin: Origin
    private var slots: [ExactText: Slot] = [:]
    private var keys: [ExactText] = []

    init(_ origin: Origin) { self.origin = origin }

    subscript(_ key: ExactText) -> Slot? { slots[key] }

    /// Adds a member under a new key.
    func add(_ key: ExactText, _ slot: Slot) {
        slots[key] = slot
        keys.append(key)
    }

    /// Appends a table to an array of tables.
    ///
    /// - Returns: nil when the member is not an array of tables.
    func appendTable(_ key: ExactText) -> TOMLNode? {
        let table = TOMLNode(.header)
        guard case .tables(var tables)? = slots[key] else { return nil }
        // Drops the slot's reference first, so that the array is not copied.
        slots[key] = .value(.bool(false))
        tables.append(table)
        slots[key] = .tables(tables)
        return table
    }

    var table: TOMLTable {
        var table = TOMLTable()
        for key in keys {
            switch slots[key] {
            case .value(let value)?: table.append(key, value)
            case .node(let node)?: table.append(key, .table(node.table))
            case .tables(let nodes)?: table.append(key, .array(nodes.map { .table($0.table) }))
            case nil: break
            }
        }
        return table
    }
}

/// Why a text is not TOML.
package struct TOMLError: Error, Hashable {
    /// The line, counted from 1.
    package let line: Int
    package let reason: String

    package var message: String { "line \(line): \(reason)" }
}
