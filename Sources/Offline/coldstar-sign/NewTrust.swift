// SPDX-License-Identifier: Apache-2.0

import Vault

/// What a key's seal believes from its next writing on.
struct NewTrust {
    /// The list key of the book's owner; nil when the key knows it.
    var owner: [UInt8]?
    /// Other keys whose journal lines prove something from now on.
    var keys: [AcceptedKey] = []
    /// Whether a person has passed what the review says of unproven lines.
    var hasSeenRecord = false
}
