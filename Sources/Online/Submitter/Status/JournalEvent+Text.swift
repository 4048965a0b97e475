// SPDX-License-Identifier: Apache-2.0

package import Journal
package import Stellar
import TextCodec

extension JournalEvent {
    package var timestamp: Timestamp { Timestamp(UInt64(max(0, time))) }

    /// What happened, with the detail escaped.
    package var text: String {
        let detail = TerminalText.escape(detail)
        return switch kind {
        case .requested: "requested as \(detail)"
        case .queued: "taken on for sending"
        case .withdrawn where self.detail.hasSuffix(JournalEvent.forgotten): "forgotten by request forget"
        case .withdrawn: "taken back: it could not be written"
        case .replaced: "submitted again with other signatures"
        case .attempt: "posted (\(detail))"
        case .authorized: "its signed authorization entries are in \(detail)"
        case .superseded: "\(detail) was built from it"
        case .loggedIn: "logged in at \(detail)"
        case .held: "held back: \(detail)"
        case .outcome: "found to be \(detail)"
        }
    }
}
