// SPDX-License-Identifier: Apache-2.0

package import Stellar

extension Transfer {
    /// When it was begun, as the anchor says; nil where it does not say so in a form that can be read.
    package var started: Timestamp? { text("started_at").flatMap { Timestamp($0) } }

    /// The latest first; those of one time, and those without one at the end, in the order given.
    package static func newestFirst(_ transfers: [Transfer]) -> [Transfer] {
        transfers.enumerated().sorted { a, b in
            let (left, right) = (a.element.started?.seconds, b.element.started?.seconds)
            switch (left, right) {
            case (let left?, let right?) where left != right: return left > right
            case (.some, nil): return true
            case (nil, .some): return false
            default: return a.offset < b.offset
            }
        }.map(\.element)
    }
}
