// SPDX-License-Identifier: Apache-2.0

/// How far two names are apart.
enum EditDistance {
    /// Whether at most `limit` inserted, removed or exchanged bytes make one of the other.
    static func within(_ limit: Int, _ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.lowercased().utf8), Array(b.lowercased().utf8))
        guard abs(a.count - b.count) <= limit else { return false }
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
        return row[b.count] <= limit
    }
}
