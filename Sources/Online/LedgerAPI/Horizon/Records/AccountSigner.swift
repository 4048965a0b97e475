// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// A signer of an account, with its weight.
package struct AccountSigner: Hashable, Sendable {
    package let key: SignerKey
    /// 0 to 255; 0 only for a disabled master key.
    package let weight: Int
    /// The sponsor of its reserve; nil if not sponsored.
    package let sponsor: AccountID?

    package init(key: SignerKey, weight: Int, sponsor: AccountID?) {
        self.key = key
        self.weight = weight
        self.sponsor = sponsor
    }

    private static let kinds = ["ed25519_public_key", "sha256_hash", "preauth_tx", "ed25519_signed_payload"]

    package init(_ json: JSON) throws(JSONError) {
        if let kind = try json.optionalString("type"), !Self.kinds.contains(kind) { throw .unknown("type", kind) }
        do { key = try SignerKey(address: json.string("key")) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: "key", expected: "a signer")
        }
        weight = try json.weight("weight")
        sponsor = try json.optionalAccount("sponsor")
    }
}
