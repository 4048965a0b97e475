// SPDX-License-Identifier: Apache-2.0

/// A key file in the vault, with its public part or the reason why it cannot be read.
package struct ListedKey: Sendable {
    package let name: KeyName
    package let info: Result<KeyInfo, VaultError>
}
