// SPDX-License-Identifier: Apache-2.0

/// The name that a mistyped one was probably meant to be.
package enum Suggestion {
    /// Longer names are not compared: they are hardly typing errors, and the comparison takes quadratic time.
    private static let longest = 64

    /// The known name closest to what was typed; else the only one that begins with it; else nil. Names may differ by
    /// one edit for every three letters, and by at least two from four letters on.
    package static func closest(to typed: String, among known: some Sequence<String>) -> String? {
        guard (1...longest).contains(typed.utf8.count) else { return nil }
        let limit = typed.utf8.count < 4 ? 1 : max(2, typed.utf8.count / 3)
        var best: (name: String, distance: Int)?
        for name in known where (1...longest).contains(name.utf8.count) && name != typed {
            let distance = EditDistance.typed(typed, name)
            if distance <= min(limit, name.utf8.count - 1), distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        if let best { return best.name }
        guard typed.utf8.count >= 3 else { return nil }
        let longer = known.filter { name in
            name != typed && name.utf8.count <= longest && name.lowercased().hasPrefix(typed.lowercased())
        }
        return longer.count == 1 ? longer.first : nil
    }

    /// `did you mean bob?`, escaped; nil if no name is close.
    package static func question(for typed: String, among known: some Sequence<String>) -> String? {
        closest(to: typed, among: known).map { "did you mean \(TerminalText.escape($0))?" }
    }
}

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
