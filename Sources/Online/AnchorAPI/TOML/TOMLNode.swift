// SPDX-License-Identifier: Apache-2.0

import Codec

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
