// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
package import Stellar
import StellarXDR

/// The time left until a login expires, while the user reads and types.
package struct Countdown: Sendable {
    /// Seconds left when the review was made.
    private let total: UInt64
    private let begun: ContinuousClock.Instant

    /// - Parameters:
    ///   - now: the time of the reviews.
    ///   - instant: the same moment by the clock that counts down.
    /// - Returns: nil if none of the reviews is of a login.
    package init?(_ reviews: [Review], now: Timestamp, at instant: ContinuousClock.Instant = .now) {
        let ends = reviews.compactMap { review -> UInt64? in
            guard review.kind == .challenge, case .transaction(let login) = review.content,
                let end = login.cond.timeBounds?.maxTime, end > 0
            else { return nil }
            return end
        }
        guard let end = ends.min() else { return nil }
        total = end > now.seconds ? end - now.seconds : 0
        begun = instant
    }

    /// Whole seconds left.
    package func left(at instant: ContinuousClock.Instant = .now) -> UInt64 {
        let gone = instant - begun
        let seconds = UInt64(clamping: gone.components.seconds)
        return total > seconds ? total - seconds : 0
    }

    /// The line above the question.
    package func line(at instant: ContinuousClock.Instant = .now) -> String {
        let left = left(at: instant)
        guard left > 0 else { return "this login has expired: request a new challenge" }
        let seconds = left % 60
        return "this login expires in \(left / 60):\(seconds < 10 ? "0" : "")\(seconds)"
    }

    /// - Throws: `.refused` when the login has expired: the service would no longer accept it.
    package func check(at instant: ContinuousClock.Instant = .now) throws(Failure) {
        guard left(at: instant) > 0 else {
            throw Failure(
                .refused, "this login has expired; nothing was signed",
                hint: "request a new challenge from the service")
        }
    }
}
