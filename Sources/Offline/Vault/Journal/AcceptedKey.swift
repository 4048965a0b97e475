// SPDX-License-Identifier: Apache-2.0

/// Another key of the vault, with the public key that verifies its journal lines.
package struct AcceptedKey: Hashable, Sendable {
    package let name: KeyName
    /// 32 bytes.
    package let recordKey: [UInt8]

    package init(name: KeyName, recordKey: [UInt8]) {
        self.name = name
        self.recordKey = recordKey
    }
}
