// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

extension Phrase {
    /// When a claimant may claim, in words.
    package init(_ predicate: ClaimPredicate) {
        self.init(spans: [])
        append(predicate)
    }

    /// Appends a predicate and those inside it in place, without copying at each level.
    private mutating func append(_ predicate: ClaimPredicate) {
        switch predicate {
        case .unconditional: append("at any time")
        case .and(let parts): append(parts.elements, joined: " and ", none: "and of nothing")
        case .or(let parts): append(parts.elements, joined: " or ", none: "or of nothing")
        case .not(.beforeAbsoluteTime(let time)?): append("from \(Phrase(signedTime: time)) on")
        case .not(.beforeRelativeTime(let seconds)?):
            append("from \(Phrase(signedDuration: seconds)) after its creation on")
        case .not(let inner?):
            append("not (")
            append(inner)
            append(")")
        case .not(nil): append("not of nothing")
        case .beforeAbsoluteTime(let time): append("before \(Phrase(signedTime: time))")
        case .beforeRelativeTime(let seconds): append("within \(Phrase(signedDuration: seconds)) of its creation")
        }
    }

    private mutating func append(_ parts: [ClaimPredicate], joined separator: Phrase, none: Phrase) {
        guard !parts.isEmpty else { return append(none) }
        append("(")
        for (index, part) in parts.enumerated() {
            if index > 0 { append(separator) }
            append(part)
        }
        append(")")
    }

    private init(signedTime time: Int64) {
        self = UInt64(exactly: time).map { Phrase(time: $0) } ?? "the impossible time \(time)"
    }

    private init(signedDuration seconds: Int64) {
        self = UInt64(exactly: seconds).map { "\(Phrase(duration: $0)) (\(seconds) s)" } ?? "an impossible \(seconds) s"
    }
}
