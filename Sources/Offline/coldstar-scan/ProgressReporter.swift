// SPDX-License-Identifier: Apache-2.0

import Platform
import SafeFiles
import Shell

/// Progress messages for the user: notes, one per line, and on a terminal a progress line below them.
struct ProgressReporter {
    private let isTerminal = Console.errorIsTerminal
    private var shown = ""
    private var latest = ""
    private var count = 0
    /// The first note, held back: if it remains the only one, it becomes the error.
    private var held: String?

    /// The note that was held back, if it is the only one.
    var only: String? { count == 1 ? held : nil }

    /// Prints a note, unless it repeats the previous one, as a camera causes.
    mutating func note(_ text: String) {
        guard text != latest else { return }
        latest = text
        count += 1
        if count == 1, !isTerminal {
            held = text
            return
        }
        release()
        say(text)
    }

    mutating func release() {
        if let text = held { say(text) }
        held = nil
    }

    mutating func progress(_ text: String) {
        guard isTerminal else { return }
        shown = String(text.prefix(max(20, (Console.size?.columns ?? 80) - 1)))
        put("\r\u{1b}[K" + shown)
    }

    /// Clears the progress line for the output that follows.
    mutating func clear() {
        guard !shown.isEmpty else { return }
        put("\r\u{1b}[K")
        shown = ""
    }

    private func say(_ text: String) {
        if !shown.isEmpty { put("\r\u{1b}[K") }
        Console.say("coldstar-scan: " + text)
        if !shown.isEmpty { put(shown) }
    }

    private func put(_ text: String) { try? SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array(text.utf8)) }
}
