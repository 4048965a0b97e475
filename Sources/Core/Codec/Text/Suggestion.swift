// SPDX-License-Identifier: Apache-2.0

/// The name that a mistyped one was probably meant to be.
package enum Suggestion {
    /// Longer names are not compared: they are hardly typing errors, and the comparison takes quadratic time.
    private static let longest = 64

    /// The known name closest to what was typed; else the only one that begins with it; else nil. Names may differ by one edit for
    /// every three letters, and by at least two from four letters on.
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
