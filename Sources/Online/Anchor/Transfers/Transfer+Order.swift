// SPDX-License-Identifier: Apache-2.0

package import Stellar
import TextCodec

extension Transfer {
    /// The start time as the anchor reports it; nil when it is missing or cannot be read.
    package var started: Timestamp? { document["started_at"].flatMap(AnchorValue.time) }

    /// The transfers sorted by start time, newest first; equal times, and those without a time (last), keep their order.
    package static func newestFirst(_ transfers: [ListedTransfer]) -> [ListedTransfer] {
        transfers.enumerated().sorted { a, b in
            let (left, right) = (a.element.transfer?.started?.seconds, b.element.transfer?.started?.seconds)
            switch (left, right) {
            case (let left?, let right?) where left != right: return left > right
            case (.some, nil): return true
            case (nil, .some): return false
            default: return a.offset < b.offset
            }
        }.map(\.element)
    }
}
