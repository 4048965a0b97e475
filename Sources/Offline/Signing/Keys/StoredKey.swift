// SPDX-License-Identifier: Apache-2.0

import Stellar
package import Vault

/// A key that was written to the vault, and how well its PIN protects it.
package struct StoredKey: Hashable, Sendable {
    package let info: KeyInfo
    package let strength: PINStrength

    /// Lines for the user.
    package var lines: [String] {
        ["key       \(info.name.text)"] + info.identityLines + strength.text.map { "PIN       \($0)" }
    }
}
