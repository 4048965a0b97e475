// SPDX-License-Identifier: Apache-2.0

/// One key file of a folder, and what it tells or why it does not.
package struct ListedKey: Sendable {
    package let name: KeyName
    package let info: Result<KeyInfo, VaultError>
}
