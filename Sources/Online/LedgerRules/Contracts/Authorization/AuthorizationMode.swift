// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Whether a call has to be authorized, or finds out which authorization it needs.
package enum AuthorizationMode {
    /// Every authorization that the call demands must be among these entries.
    case enforce([SorobanAuthorizationEntry])
    /// Every demand is recorded as an entry without signature.
    ///
    /// - `allowsNonRoot`: the tree of an address may begin below the outermost call.
    /// - `isUpgraded`: the entries have credentials whose signature is bound to the address (`ADDRESS_V2`).
    /// - `nonce`: a random number for each entry.
    case record(allowsNonRoot: Bool, isUpgraded: Bool, nonce: () -> Int64)
}
