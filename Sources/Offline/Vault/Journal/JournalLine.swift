// SPDX-License-Identifier: Apache-2.0

/// One line of the journal, parsed and verified to follow the previous line.
package struct JournalLine: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let entry: JournalEntry
    /// The key that the line names as its signer; nil for an unsigned line, as earlier releases wrote them.
    package let writer: KeyName?
    /// The bytes of the line, without the newline.
    let bytes: [UInt8]

    func isSigned(by recordKey: [UInt8]) -> Bool { JournalProof.isRight(bytes, by: recordKey) }
}
