// SPDX-License-Identifier: Apache-2.0

import Codec
import Synchronization

/// A command whose result is shown page by page at a terminal if it is longer than the screen.
package protocol PagedCommand {}

/// Holds the result of a command back until the command ends, to page it if it is longer than the screen.
enum PagedOutput {
    private static let held = Mutex<[UInt8]?>(nil)

    /// Starts to hold back what the command writes to standard output, if that is a terminal.
    static func begin() {
        guard Console.outputIsTerminal, HeldTerminal.isDrawable, Question.isPossible else { return }
        held.withLock { $0 = [] }
    }

    /// Whether a part of the result is held back: a note that comes after it must not be shown before it.
    static var isUnderWay: Bool { held.withLock { $0?.isEmpty == false } }

    /// Takes bytes of the result.
    ///
    /// - Returns: false if nothing is held back, so that the caller has to write them.
    static func take(_ bytes: [UInt8]) -> Bool {
        held.withLock { held in
            guard held != nil else { return false }
            held?.append(contentsOf: bytes)
            return true
        }
    }

    /// Shows what was held back.
    ///
    /// - Parameter pager: shows a long text; returns false if it cannot, and then it is paged here.
    static func end(_ pager: (String) -> Bool) {
        let bytes = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        guard !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let (columns, height) = Console.size ?? (0, 0)
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
            .reduce(0) { $0 + TerminalText.rows(of: String($1), columns: columns).count }
        // The shell's prompt takes the last row, and the text ends with a line feed, after which there is one more line. A terminal
        // that does not report its size is not one that a person reads.
        if height > 0, rows > height, pager(text) || page(text) { return }
        try? Console.put(bytes)
    }

    /// Returns false if nothing was shown.
    private static func page(_ text: String) -> Bool {
        guard var pager = try? Pager() else { return false }
        // The reader may stop at any page, which is not an error.
        try? pager.show(text)
        return true
    }
}
