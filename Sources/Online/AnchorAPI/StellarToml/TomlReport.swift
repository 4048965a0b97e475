// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP

/// The SEP-1 fields of a stellar.toml, and the problems in them.
///
/// An invalid field is omitted and reported; it does not affect the others.
package struct TomlReport {
    /// `general`, `documentation` (objects), `principals`, `currencies` and `validators` (lists of objects).
    package private(set) var document: JSON = ["general": [:]]
    /// The place and reason of each problem.
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
        for key in MisplacedKey.all(in: table) { note(key.place, key.reason) }
    }

    /// The currencies that are described in linked files, with their URLs.
    var links: [(index: Int, url: HTTPURL)] {
        (document["currencies"]?.asArray ?? []).enumerated().compactMap { index, currency in
            guard let url = try? currency["toml"]?.asString.map({ try HTTPURL($0) }) else { return nil }
            return (index, url)
        }
    }

    /// Replaces the link to a currency's file by the file's content.
    mutating func replace(currency index: Int, by table: TOMLTable) {
        let read = read(table, TomlSchema.currency, "CURRENCIES \(index + 1).")
        guard case .object(var all) = document, var currencies = all["currencies"]?.asArray else { return }
        currencies[index] = read
        all["currencies"] = .array(currencies)
        document = .object(all)
    }

    mutating func note(_ place: String, _ reason: String) { problems.append((place, reason)) }

    private mutating func noTable(_ place: String) -> TOMLTable? {
        note(place, "it is not a table")
        return nil
    }

    private mutating func list(
        _ table: TOMLTable, _ name: String, _ fields: [(name: String, kind: TomlKind)]
    ) -> JSON {
        guard let value = table[name] else { return [] }
        guard let array = value.asArray else {
            note(name, "it is not a list of tables")
            return []
        }
        var rows: [JSON] = []
        for (index, row) in array.enumerated() {
            guard let table = row.asTable else {
                note("\(name) \(index + 1)", "it is not a table")
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
}
