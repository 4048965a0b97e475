// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
package import Horizon
import Stellar
package import StellarXDR

/// A search for ways to turn one asset into another. Amounts are as typed; exactly one must be given.
package struct PathQuery: Sendable {
    private let sendAsset: Asset
    private let destAsset: Asset
    private let sendAmount: String?
    private let destAmount: String?

    package init(from sendAsset: Asset, to destAsset: Asset, sendAmount: String?, destAmount: String?) {
        self.sendAsset = sendAsset
        self.destAsset = destAsset
        self.sendAmount = sendAmount
        self.destAmount = destAmount
    }

    /// The paths that the network knows, the best first.
    package func paths(by client: HorizonClient) throws(Failure) -> FoundPaths {
        switch (sendAmount, destAmount) {
        case (let text?, nil):
            let amount = try Arguments.amount(text, .sendAmount)
            do { return FoundPaths(try client.pathsStrictSend(amount, of: sendAsset, to: destAsset)) } catch {
                throw Failure(error)
            }
        case (nil, let text?):
            let amount = try Arguments.amount(text, .destAmount)
            do { return FoundPaths(try client.pathsStrictReceive(amount, of: destAsset, from: sendAsset)) } catch {
                throw Failure(error)
            }
        default: throw Failure(.usage, "give either \(field: .sendAmount) or \(field: .destAmount)")
        }
    }
}
