// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// The well-known assets of a network.
package struct KnownAssetList: Presentable, Sendable {
    private let network: Network
    private let assets: [KnownAsset]

    package init(on network: Network) {
        self.network = network
        assets = KnownAsset.on(network)
    }

    package var document: JSON {
        ["assets": .array(assets.map { ["asset": .string($0.text), "listed_by": .string($0.homeDomain)] })]
    }

    package var text: [TextPart] {
        [
            .table(
                assets.map { [$0.text, "listed by \($0.homeDomain)"] },
                ifEmpty: "no assets are known for \(network.label)")
        ]
    }
}
