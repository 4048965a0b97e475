// SPDX-License-Identifier: Apache-2.0

/// Derives Swift names from schema names.
enum Naming {
    /// Words that Swift requires in backticks as names.
    private static let reserved: Set<String> = [
        "break", "case", "catch", "continue", "default", "do", "else", "enum", "extension", "false", "for", "func",
        "if",
        "import", "in", "init", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while", "as", "class", "deinit", "defer", "guard", "inout", "rethrows",
    ]

    /// `uint256` → `Uint256`; names that begin with a capital stay.
    static func type(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// A name as it is declared, in backticks if necessary.
    static func quoted(_ name: String) -> String { reserved.contains(name) ? "`\(name)`" : name }

    /// `MEMO_TEXT` without its prefix → `text`; `txBAD_SEQ` → `txBadSeq`.
    static func member(_ name: String, dropping prefix: String) -> String {
        var rest = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        if rest.isEmpty || rest.first?.isNumber == true { rest = name }
        let lead = rest.prefix { $0.isLowercase }
        let words = rest.dropFirst(lead.count).split(separator: "_").map { $0.lowercased() }
        let all = lead.isEmpty ? words : [String(lead)] + words
        guard let first = all.first else { return rest }
        return first + all.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The common prefix of all members, up to an underscore, which SEP-51 leaves out. Empty for a single member.
    static func commonPrefix(_ members: [EnumMember]) -> String {
        guard members.count > 1, var common = members.first?.name else { return "" }
        for member in members {
            while !member.name.hasPrefix(common) { common.removeLast() }
        }
        guard let end = common.lastIndex(of: "_") else { return "" }
        return String(common[...end])
    }

    /// The prefix that Swift's names leave out: the common one or, for a single member, the type's own name.
    static func swiftPrefix(_ definition: Definition, _ members: [EnumMember]) -> String {
        let common = commonPrefix(members)
        guard common.isEmpty else { return common }
        let own = screaming(definition.name) + "_"
        return members.allSatisfy { $0.name.hasPrefix(own) } ? own : ""
    }

    /// `ClaimableBalanceIDType` → `CLAIMABLE_BALANCE_ID_TYPE`.
    private static func screaming(_ name: String) -> String {
        var out = ""
        let letters = Array(name)
        for (i, letter) in letters.enumerated() {
            let before = i > 0 ? letters[i - 1] : nil
            let after = i + 1 < letters.count ? letters[i + 1] : nil
            if letter.isUppercase, let before, before.isLowercase || before.isUppercase && after?.isLowercase == true {
                out += "_"
            }
            out += letter.uppercased()
        }
        return out
    }
}
