// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// SEP-51 names, derived from those of the schema and cached.
struct XDRJSONNames {
    /// Keyed by the address of the schema's name, which never moves. A payment has about thirty.
    private var fields: [UnsafePointer<UInt8>: String] = Dictionary(minimumCapacity: 40)
    private var members: [UnsafePointer<UInt8>: String] = [:]
    private var leaves: [UnsafePointer<UInt8>: LeafForm?] = [:]

    /// A structure's field in snake case; `from` becomes `from_`, as in the Python SDK.
    mutating func field(_ name: StaticString) -> String {
        if let known = fields[name.utf8Start] { return known }
        let plain = Self.snakeCase(name)
        let made = plain == "from" ? "from_" : plain
        fields[name.utf8Start] = made
        return made
    }

    /// An enum member in lower case, without the prefix that all members share.
    mutating func member(_ name: StaticString, of enumeration: XDRLayout.Enumeration) -> String {
        if let known = members[name.utf8Start] { return known }
        let made = "\(name)".dropFirst(enumeration.prefix.utf8CodeUnitCount).lowercased()
        members[name.utf8Start] = made
        return made
    }

    /// The form of the bytes of a `typedef`; nil for hex.
    mutating func leaf(_ alias: StaticString) -> LeafForm? {
        if let known = leaves[alias.utf8Start] { return known }
        let made = LeafForm("\(alias)")
        leaves[alias.utf8Start] = .some(made)
        return made
    }

    /// An arm of a union; for an integer discriminant, the discriminant's name followed by the number.
    mutating func arm(_ value: Int32, of union: XDRLayout.Union) -> String? {
        guard let members = union.members else { return "\(union.discriminant)\(value)" }
        return members.name(of: value).map { member($0, of: members) }
    }

    /// `liquidityPoolID` → `liquidity_pool_id`. The schema's names are ASCII.
    private static func snakeCase(_ name: StaticString) -> String {
        name.withUTF8Buffer { letters in
            var out: [UInt8] = []
            out.reserveCapacity(letters.count + 8)
            for (place, letter) in letters.enumerated() {
                if isUpper(letter), place > 0 {
                    let before = letters[place - 1]
                    let follows = place + 1 < letters.count && isLower(letters[place + 1])
                    if !isUpper(before) && before != underscore || follows { out.append(underscore) }
                }
                out.append(isUpper(letter) ? letter | 0x20 : letter)
            }
            return String(decoding: out, as: UTF8.self)
        }
    }

    private static let underscore = UInt8(ascii: "_")
    private static func isUpper(_ letter: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }
    private static func isLower(_ letter: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) }
}
