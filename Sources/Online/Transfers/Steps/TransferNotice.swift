// SPDX-License-Identifier: Apache-2.0

/// Something about a running transfer that needs no answer.
package struct TransferNotice: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        /// Only for someone who watches each step.
        case progress
        /// The anchor's objection to what was just given.
        case objection
        /// Why the transfer returns to an earlier step.
        case detour
        case remark
    }

    package let level: Level
    /// Escaped; seldom more than one.
    package let lines: [String]

    static func progress(_ text: String) -> TransferNotice { TransferNotice(level: .progress, lines: [text]) }
    static func objection(_ text: String) -> TransferNotice { TransferNotice(level: .objection, lines: [text]) }
    static func detour(_ text: String) -> TransferNotice { TransferNotice(level: .detour, lines: [text]) }
    static func remark(_ text: String) -> TransferNotice { remarks([text]) }
    static func remarks(_ lines: [String]) -> TransferNotice { TransferNotice(level: .remark, lines: lines) }
}
