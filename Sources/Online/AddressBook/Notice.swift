// SPDX-License-Identifier: Apache-2.0

/// What a library found out while it worked and the user should read. It changes no result.
package enum Notice: Hashable, Sendable {
    /// A value that the user compares, under a label of at most nine characters.
    case fact(String, String)
    case note(String)
    case warning(String)
    /// A sentence without a label.
    case plain(String)

    /// The notice as one line of a terminal, where the values of facts are aligned. Its parts are escaped already.
    package var line: String {
        switch self {
        case .fact(let label, let text): label + String(repeating: " ", count: max(1, 10 - label.utf8.count)) + text
        case .note(let text): "note: \(text)"
        case .warning(let text): "warning: \(text)"
        case .plain(let text): text
        }
    }
}
