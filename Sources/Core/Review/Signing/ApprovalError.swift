// SPDX-License-Identifier: Apache-2.0

/// Why a reviewed item is not approved.
package enum ApprovalError: Error, Hashable {
    /// A rule refuses to sign; nothing overrides that.
    case refused([Finding])
    /// These holds were not passed.
    case held([Hold])
}
