// SPDX-License-Identifier: Apache-2.0

/// A signed list of the vault; the raw value is the name of the file.
package enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// The signer's own data: contacts, accounts, domains, assets, contracts.
    case book
    /// The rules for what may be signed.
    case policy

    /// The value of `format` in the list's first line.
    package var format: String { "coldstar-\(rawValue)" }
}
