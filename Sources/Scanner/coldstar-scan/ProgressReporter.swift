// SPDX-License-Identifier: Apache-2.0

import Codec
import Terminal

/// Progress messages for the user: notes, one per line, and on a terminal a progress line below them.
struct ProgressReporter {
    private let isTerminal = Console.errorIsTerminal
    private let counter = Progress.counter("reading", "pictures")
    /// The parts of an incomplete message, in words.
    private var parts = ""
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
        parts = text
        show()
    }

    /// Shows how many pictures have been read, unless a message lacks parts, which says more.
    ///
    /// - Parameter total: 0 if it is not known.
    func picture(_ done: Int, of total: Int) {
        if parts.isEmpty { counter(done, total) }
    }

    /// Clears the progress line for the output that follows.
    mutating func clear() {
        parts = ""
        TransientLine.erase()
    }

    private func say(_ text: String) {
        Console.message("coldstar-scan: \(text)")
        show()
    }

    private func show() {
        if !parts.isEmpty, TransientLine.isPossible { TransientLine.show(parts) }
    }
}
