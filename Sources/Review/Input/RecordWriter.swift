// SPDX-License-Identifier: Apache-2.0

/// Another key of the vault that has signed lines of its journal.
package struct RecordWriter: Hashable, Sendable {
    package let name: String
    /// The public key that verifies the lines, 32 bytes.
    package let recordKey: [UInt8]

    package init(name: String, recordKey: [UInt8]) {
        self.name = name
        self.recordKey = recordKey
    }
}
