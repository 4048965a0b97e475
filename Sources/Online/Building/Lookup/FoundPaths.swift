// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
package import StellarXDR

/// Ways to turn one asset into another, the best first.
package struct FoundPaths: Presentable, Sendable {
    private let paths: [PathRecord]

    init(_ paths: [PathRecord]) { self.paths = paths }

    package var document: JSON { ["paths": .array(paths.map(Self.json))] }

    package var text: [TextPart] {
        guard !paths.isEmpty else { return [.line("no path is known for this amount")] }
        return paths.map { path in
            let hops = path.path.map(\.text).joined(separator: ", ")
            return .line(
                "\(path.sourceAmount.text) \(path.sourceAsset.code) -> \(path.destinationAmount.text) "
                    + "\(path.destinationAsset.code)  "
                    + (hops.isEmpty ? "direct" : "by \(hops)"))
        }
    }

    private static func json(_ path: PathRecord) -> JSON {
        [
            "send_asset": .string(path.sourceAsset.text), "send_amount": .string(path.sourceAmount.fixedText),
            "dest_asset": .string(path.destinationAsset.text),
            "dest_amount": .string(path.destinationAmount.fixedText),
            "path": .array(path.path.map { .string($0.text) }),
        ]
    }
}

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
