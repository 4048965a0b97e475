// SPDX-License-Identifier: Apache-2.0

import Codec

/// A key of SEP-1 that does not count, because it is in another table than its own or written in another case.
struct MisplacedKey {
    /// The tables around it and the key, as written; escaped.
    let place: String
    /// The key of SEP-1 that was meant.
    let name: String
    let reason: String

    private static let general = Set(TomlSchema.general.map(\.name))
    private static let documentation = Set(TomlSchema.documentation.map(\.name))
    private static let tables = ["DOCUMENTATION": TomlSchema.documentation].merging(TomlSchema.lists) { a, _ in a }

    /// All of a file, in its order. A key that is also in its own place does count, and is not listed.
    static func all(in root: TOMLTable) -> [MisplacedKey] {
        var found: [MisplacedKey] = []
        look(in: root, at: "", fields: TomlSchema.general, root: root, &found)
        return found
    }

    private static func look(
        in table: TOMLTable, at place: String, fields: [(name: String, kind: TomlKind)], root: TOMLTable,
        _ found: inout [MisplacedKey]
    ) {
        let own = Set(fields.map(\.name))
        for key in table.keys where !own.contains(key) {
            let inside = place + TerminalText.escape(key)
            if let (name, reason) = home(of: key, isTop: place.isEmpty, own: own, root: root) {
                found.append(MisplacedKey(place: inside, name: name, reason: reason))
            }
            let fields = place.isEmpty ? tables[key] ?? [] : []
            switch table[key] {
            case .table(let table)?: look(in: table, at: inside + ".", fields: fields, root: root, &found)
            case .array(let rows)?:
                for (index, row) in rows.enumerated() {
                    guard let row = row.asTable else { continue }
                    look(in: row, at: "\(inside) \(index + 1).", fields: fields, root: root, &found)
                }
            default: break
            }
        }
    }

    /// Where a key would count; nil for one that counts, or that SEP-1 does not define.
    private static func home(
        of key: String, isTop: Bool, own: Set<String>, root: TOMLTable
    ) -> (name: String, reason: String)? {
        let upper = key.uppercased()
        if isTop, key != upper, tables[upper] != nil, root[upper] == nil {
            return (upper, "tables are in upper case: \(upper)")
        }
        if general.contains(upper) {
            guard root[upper] == nil else { return nil }
            return isTop
                ? (upper, "keys are in upper case: \(upper)")
                : (upper, "it belongs above the first table" + (key == upper ? "" : ", in upper case: \(upper)"))
        }
        if let name = own.first(where: { $0.uppercased() == upper }) {
            return (name, "keys are in \(name == upper ? "upper" : "lower") case: \(name)")
        }
        guard documentation.contains(upper), root["DOCUMENTATION"]?.asTable?[upper] == nil else { return nil }
        return (upper, "it belongs in [DOCUMENTATION]" + (key == upper ? "" : ", in upper case: \(upper)"))
    }
}
