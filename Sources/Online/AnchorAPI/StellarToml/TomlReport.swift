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

    /// What it says of an asset. Fields that are not what SEP-1 says count as left out.
    package struct Currency: Hashable, Sendable {
        package let code: String?
        /// An account's address.
        package let issuer: String?
        /// A code in which each `?` stands for any character, instead of a code.
        let template: String?
        /// The file that describes it.
        let link: String?

        init(_ json: JSON) {
            (code, issuer) = (json["code"]?.asString, json["issuer"]?.asString)
            (template, link) = (json["code_template"]?.asString, json["toml"]?.asString)
        }

        /// Whether it is the currency with this code, or one of several.
        func isNamed(_ code: String) -> Bool {
            if let own = self.code { return own == code }
            guard let template, template.count == code.count else { return false }
            return zip(template, code).allSatisfy { $0 == "?" || $0 == $1 }
        }
    }

    /// The assets that the file names, in its order.
    package var currencies: [Currency] { (document["currencies"]?.asArray ?? []).map { Currency($0) } }

    /// What the organization behind it calls itself.
    package var organization: String? { document["documentation"]?["ORG_NAME"]?.asString }

    /// The addresses of the domain's own accounts.
    var accounts: [String] { (document["general"]?["ACCOUNTS"]?.asArray ?? []).compactMap(\.asString) }

    /// The address of the account that signs for the domain.
    var signingKey: String? { document["general"]?["SIGNING_KEY"]?.asString }

    /// The currencies that are described in linked files, with their URLs.
    var links: [(index: Int, url: HTTPURL)] {
        currencies.enumerated().compactMap { index, currency in
            guard let url = try? currency.link.map({ try HTTPURL($0) }) else { return nil }
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
            do throws(TomlFieldError) {
                members.append((field.name, try field.kind.read(value, onThisMachine: onThisMachine)))
            } catch {
                note(place + field.name, error.reason)
            }
        }
        return .object(JSONObject(members))
    }
}

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
