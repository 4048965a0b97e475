// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

extension Phrase {
    /// When a claimant may claim, in words.
    package init(_ predicate: ClaimPredicate) {
        switch predicate {
        case .unconditional: self = "at any time"
        case .and(let parts): self.init(parts.elements, joined: " and ", none: "and of nothing")
        case .or(let parts): self.init(parts.elements, joined: " or ", none: "or of nothing")
        case .not(.beforeAbsoluteTime(let time)?): self = "from \(Phrase(signedTime: time)) on"
        case .not(.beforeRelativeTime(let seconds)?):
            self = "from \(Phrase(signedDuration: seconds)) after its creation on"
        case .not(let inner?): self = "not (\(Phrase(inner)))"
        case .not(nil): self = "not of nothing"
        case .beforeAbsoluteTime(let time): self = "before \(Phrase(signedTime: time))"
        case .beforeRelativeTime(let seconds): self = "within \(Phrase(signedDuration: seconds)) of its creation"
        }
    }

    private init(_ parts: [ClaimPredicate], joined separator: Phrase, none: Phrase) {
        self = parts.isEmpty ? none : "(\(Phrase(parts.map { Phrase($0) }, separator: separator)))"
    }

    private init(signedTime time: Int64) {
        self = UInt64(exactly: time).map { Phrase(time: $0) } ?? "the impossible time \(time)"
    }

    private init(signedDuration seconds: Int64) {
        self = UInt64(exactly: seconds).map { "\(Phrase(duration: $0)) (\(seconds) s)" } ?? "an impossible \(seconds) s"
    }
}
