// SPDX-License-Identifier: Apache-2.0

/// The edit distance between two names, ignoring case.
package enum EditDistance {
    /// Whether `limit` or fewer inserted, removed or replaced bytes turn one name into the other.
    package static func within(_ limit: Int, _ a: String, _ b: String) -> Bool {
        guard abs(a.utf8.count - b.utf8.count) <= limit else { return false }
        return between(a, b) <= limit
    }

    /// The number of inserted, removed and replaced bytes; a transposition counts as two edits.
    package static func between(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.lowercased().utf8), Array(b.lowercased().utf8))
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let replaced = diagonal + (left == right ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }

    /// The edit distance for typed text, in which a transposition counts as one edit.
    package static func typed(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.lowercased().utf8), Array(b.lowercased().utf8))
        var before: [Int] = []
        var above = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var row = [i + 1]
            for (j, right) in b.enumerated() {
                var least = min(above[j] + (left == right ? 0 : 1), above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left == b[j - 1], right == a[i - 1] { least = min(least, before[j - 1] + 1) }
                row.append(least)
            }
            (before, above) = (above, row)
        }
        return above[b.count]
    }
}
