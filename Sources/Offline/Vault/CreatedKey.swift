// SPDX-License-Identifier: Apache-2.0

/// A key that was just written to the vault.
package struct CreatedKey: Hashable, Sendable {
    package let info: KeyInfo
    /// How long Argon2id took, which is the cost of one PIN guess on a similar machine.
    package let sealing: Duration
}
