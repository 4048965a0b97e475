// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import TOML
package import TextCodec

/// All that a stellar.toml says in fields of SEP-1, and which of them are not what they have to be.
///
/// A bad field is left out and named; it takes nothing else with it.
package struct TomlReport {
    /// `general`, `documentation` (objects), `principals`, `currencies` and `validators` (lists of objects).
    package private(set) var document: JSON = ["general": [:]]
    /// Where, and what is wrong.
    package private(set) var problems: [(place: String, reason: String)] = []
    private let onThisMachine: Bool

    init(_ table: TOMLTable, onThisMachine: Bool) {
        self.onThisMachine = onThisMachine
        var members: [(String, JSON)] = [("general", read(table, TomlSchema.general, ""))]
        let documentation = table["DOCUMENTATION"].flatMap { value in
            value.asTable ?? noTable("DOCUMENTATION")
        }
        members.append(
            ("documentation", documentation.map { read($0, TomlSchema.documentation, "DOCUMENTATION.") } ?? [:]))
        for (name, fields) in TomlSchema.lists { members.append((name.lowercased(), list(table, name, fields))) }
        document = .object(JSONObject(members))
        lookForMisplaced(table)
    }

    /// The currencies that a file of its own describes.
    var links: [(index: Int, url: HTTPURL)] {
        (document["currencies"]?.asArray ?? []).enumerated().compactMap { index, currency in
            guard let url = try? currency["toml"]?.asString.map({ try HTTPURL($0) }) else { return nil }
            return (index, url)
        }
    }

    /// Puts what a currency's own file says where the link to it was.
    mutating func replace(currency index: Int, by table: TOMLTable) {
        let read = read(table, TomlSchema.currency, "CURRENCIES \(index + 1).")
        guard case .object(var all) = document, var currencies = all["currencies"]?.asArray else { return }
        currencies[index] = read
        all["currencies"] = .array(currencies)
        document = .object(all)
    }

    mutating func note(_ place: String, _ reason: String) { problems.append((place, reason)) }

    private mutating func noTable(_ place: String) -> TOMLTable? {
        note(place, "it is no table")
        return nil
    }

    private mutating func list(
        _ table: TOMLTable, _ name: String, _ fields: [(name: String, kind: TomlKind)]
    ) -> JSON {
        guard let value = table[name] else { return [] }
        guard let array = value.asArray else {
            note(name, "it is no list of tables")
            return []
        }
        var rows: [JSON] = []
        for (index, row) in array.enumerated() {
            guard let table = row.asTable else {
                note("\(name) \(index + 1)", "it is no table")
                continue
            }
            rows.append(read(table, fields, "\(name) \(index + 1)."))
        }
        return .array(rows)
    }

    private mutating func read(
        _ table: TOMLTable, _ fields: [(name: String, kind: TomlKind)], _ place: String
    ) -> JSON {
        var members: [(String, JSON)] = []
        for field in fields {
            guard let value = table[field.name] else { continue }
            do throws(TomlFault) {
                members.append((field.name, try field.kind.read(value, onThisMachine: onThisMachine)))
            } catch {
                note(place + field.name, error.reason)
            }
        }
        return .object(JSONObject(members))
    }

    /// Two mistakes that are common: a key in lower case, and a key that stands below a table and so belongs to it.
    private mutating func lookForMisplaced(_ table: TOMLTable) {
        let names = Set(TomlSchema.general.map(\.name))
        for key in table.keys where !names.contains(key) && names.contains(key.uppercased()) {
            note(TerminalText.escape(key), "keys are in upper case: \(key.uppercased())")
        }
        guard let inside = table["DOCUMENTATION"]?.asTable else { return }
        for name in TomlSchema.general.map(\.name) where inside[name] != nil && table[name] == nil {
            note("DOCUMENTATION.\(name)", "it belongs above the first table")
        }
    }
}
