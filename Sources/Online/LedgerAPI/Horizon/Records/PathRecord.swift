// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A payment path from one asset to another.
package struct PathRecord: Hashable, Sendable {
    package let sourceAsset: Asset
    package let sourceAmount: Amount
    package let destinationAsset: Asset
    package let destinationAmount: Amount
    /// The intermediate assets, at most five.
    package let path: [Asset]

    package init(_ json: JSON) throws(JSONError) {
        sourceAsset = try json.asset("source_")
        sourceAmount = try json.amount("source_amount")
        destinationAsset = try json.asset("destination_")
        destinationAmount = try json.amount("destination_amount")
        path = try json.elements("path") { element throws(JSONError) in try element.asset() }
        guard path.count <= 5 else { throw .outOfRange(field: "path") }
    }
}
