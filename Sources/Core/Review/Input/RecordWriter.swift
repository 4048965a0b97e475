// SPDX-License-Identifier: Apache-2.0

/// Another key of the vault that has signed journal lines.
package struct RecordWriter: Hashable, Sendable {
    package let name: String
    /// The public key that verifies the lines, 32 bytes.
    package let recordKey: [UInt8]

    /// A different record key that the key has accepted under this name; nil if there is none.
    package let accepted: [UInt8]?

    package init(name: String, recordKey: [UInt8], accepted: [UInt8]? = nil) {
        self.name = name
        self.recordKey = recordKey
        self.accepted = accepted
    }
}
