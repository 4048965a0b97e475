// SPDX-License-Identifier: Apache-2.0

import Vault

/// What a key's seal accepts from its next write on.
struct SealTrust {
    /// The list key of the book's owner; nil if the key knows it already.
    var owner: [UInt8]?
    /// Other keys whose journal lines are proven from now on.
    var keys: [AcceptedKey] = []
    /// Whether the user has passed the findings about unproven lines.
    var hasSeenRecord = false
}
