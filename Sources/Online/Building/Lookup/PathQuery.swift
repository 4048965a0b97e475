// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
package import StellarXDR

/// A search for ways to turn one asset into another.
package struct PathQuery: Sendable {
    private let sendAsset: Asset
    private let destAsset: Asset
    private let sendAmount: Amount?
    private let destAmount: Amount?

    /// - Parameters:
    ///   - sendAmount: what is sent; nil for a search by what arrives.
    ///   - destAmount: what arrives; exactly one of the two must be given.
    package init(from sendAsset: Asset, to destAsset: Asset, sendAmount: Amount?, destAmount: Amount?) {
        self.sendAsset = sendAsset
        self.destAsset = destAsset
        self.sendAmount = sendAmount
        self.destAmount = destAmount
    }

    /// The paths that the network knows, the best first.
    package func paths(by client: HorizonClient) throws(Failure) -> FoundPaths {
        switch (sendAmount, destAmount) {
        case (let amount?, nil):
            let amount = try amount.positive(.sendAmount)
            do { return FoundPaths(try client.pathsStrictSend(amount, of: sendAsset, to: destAsset)) } catch {
                throw Failure(error)
            }
        case (nil, let amount?):
            let amount = try amount.positive(.destAmount)
            do { return FoundPaths(try client.pathsStrictReceive(amount, of: destAsset, from: sendAsset)) } catch {
                throw Failure(error)
            }
        default: throw Failure(.usage, "give either \(field: .sendAmount) or \(field: .destAmount)")
        }
    }
}
