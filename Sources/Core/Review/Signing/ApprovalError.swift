// SPDX-License-Identifier: Apache-2.0

/// Why a reviewed thing is not approved.
package enum ApprovalError: Error, Hashable {
    /// A rule refuses; nothing passes that.
    case refused([Finding])
    /// These holds were not passed.
    case held([Hold])
}
