// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

/// Verification of a link's signature with the key of the domain that the link names.
package enum LinkOrigin {
    /// - Returns: whether the key that signs the domain's links (`URI_REQUEST_SIGNING_KEY`) signed this one.
    /// - Throws: when the domain cannot be reached, or has no such key.
    /// - Source: SEP-7 §Request Signing.
    package static func signed(
        _ origin: SEP7Origin, by files: DomainFiles
    ) throws(AnchorError) -> Bool {
        let field = "URI_REQUEST_SIGNING_KEY"
        let domain = try HomeDomain(origin.domain, allowsLoopback: false)
        let toml = try files.toml(of: domain)
        guard let key = try toml.account(field) else {
            throw toml.noService("key for its links", field)
        }
        return origin.isSigned(by: key)
    }
}
