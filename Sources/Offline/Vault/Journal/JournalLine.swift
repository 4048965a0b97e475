// SPDX-License-Identifier: Apache-2.0

/// One line of the journal, read and found to follow from the line before.
package struct JournalLine: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let entry: JournalEntry
    /// Whose record key the line says has signed it; nil for an unsigned line, as earlier releases wrote them.
    package let writer: KeyName?
    /// Without the newline.
    let bytes: [UInt8]

    func isSigned(by recordKey: [UInt8]) -> Bool { JournalProof.isRight(bytes, by: recordKey) }
}
