// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The grammar of a link's `replace`: `field:name,field:name;name:hint,name:hint`.
///
/// - Source: SEP-7 §Operation tx.
enum SEP7Replacement {
    /// Whether every field could be a transaction's, and names and hints are the same set.
    static func isWellFormed(_ text: String) -> Bool {
        let halves = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let fields = pairs(halves[0]), let hints = pairs(halves[1]) else { return false }
        let names = Set(hints.map(\.key))
        return names.count == hints.count && names == Set(fields.map(\.value)) && fields.allSatisfy { isField($0.key) }
            && Set(fields.map(\.key)).count == fields.count
    }

    private static func pairs(_ text: Substring) -> [(key: String, value: String)]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        }
        guard parts.allSatisfy({ $0.count == 2 && !$0[0].isEmpty && !$0[1].isEmpty }) else { return nil }
        return parts.map { (String($0[0]), String($0[1])) }
    }

    /// Whether the path begins with a field of a transaction; `_present` and `len` cannot be replaced.
    private static func isField(_ path: String) -> Bool {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, fields.contains(String(first.prefix { $0 != "[" })) else { return false }
        return parts.allSatisfy(isPart) && parts.last != "len"
    }

    /// Whether the part is a name, optionally with the index of an element.
    private static func isPart(_ part: Substring) -> Bool {
        let name = part.prefix { $0 != "[" }
        let index = part.dropFirst(name.count)
        guard let first = name.first, first.isASCII, first.isLetter,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return false }
        return index.isEmpty || index.hasSuffix("]") && UInt32(index.dropFirst().dropLast()) != nil
    }

    /// The fields of a transaction, and the former field of its time bounds.
    private static let fields: Set<String> = {
        guard case .structure(_, let fields) = Transaction.layout else { return [] }
        return Set(fields.map { "\($0.name)" } + ["timeBounds"])
    }()
}
