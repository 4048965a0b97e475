// SPDX-License-Identifier: Apache-2.0

import XDR

/// The names of SEP-51, made from those of the schema and kept for the next time.
struct XDRJSONNames {
    /// By the address of the schema's name, which stays where it is.
    private var fields: [UnsafePointer<UInt8>: String] = [:]
    private var members: [UnsafePointer<UInt8>: String] = [:]

    /// A field of a structure, in snake case. `from` becomes `from_`, as the Python SDK has it.
    mutating func field(_ name: StaticString) -> String {
        if let known = fields[name.utf8Start] { return known }
        let plain = Self.snakeCase("\(name)")
        let made = plain == "from" ? "from_" : plain
        fields[name.utf8Start] = made
        return made
    }

    /// A member of an enum without what all have in common, in lower case.
    mutating func member(_ name: StaticString, of enumeration: XDRLayout.Enumeration) -> String {
        if let known = members[name.utf8Start] { return known }
        let made = "\(name)".dropFirst(enumeration.prefix.utf8CodeUnitCount).lowercased()
        members[name.utf8Start] = made
        return made
    }

    /// An arm of a union; over plain integers, their name with the number.
    mutating func arm(_ value: Int32, of union: XDRLayout.Union) -> String? {
        guard let members = union.members else { return "\(union.discriminant)\(value)" }
        return members.name(of: value).map { member($0, of: members) }
    }

    /// `liquidityPoolID` → `liquidity_pool_id`.
    private static func snakeCase(_ name: String) -> String {
        let letters = Array(name)
        var out = ""
        for (place, letter) in letters.enumerated() {
            if letter.isUppercase, place > 0 {
                let follows = place + 1 < letters.count && letters[place + 1].isLowercase
                if !letters[place - 1].isUppercase && letters[place - 1] != "_" || follows { out += "_" }
            }
            out += letter.lowercased()
        }
        return out
    }
}
