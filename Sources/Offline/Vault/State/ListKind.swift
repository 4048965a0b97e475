// SPDX-License-Identifier: Apache-2.0

/// The two lists that a vault keeps; the raw value is the name of the file.
package enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// What the signer knows: contacts, accounts, domains, assets.
    case book
    /// What it may sign.
    case policy

    /// The format that its first line names.
    package var format: String { "coldstar-\(rawValue)" }
}
