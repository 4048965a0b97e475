// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
import Stellar
import StellarXDR

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
