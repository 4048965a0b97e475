// SPDX-License-Identifier: Apache-2.0

/// A key that was just kept.
package struct CreatedKey: Hashable, Sendable {
    package let info: KeyInfo
    /// How long Argon2id took, which is what one guess of the PIN takes on a machine like this.
    package let sealing: Duration
}
