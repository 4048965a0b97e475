// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import Stellar
import StellarXDR

/// The time left until a login expires, while the user reads and types.
struct Countdown {
    /// Seconds left when the review was made.
    private let total: UInt64
    private let begun = ContinuousClock.now

    /// - Returns: nil if none of the reviews is of a login.
    init?(_ reviews: [Review], now: Timestamp) {
        let ends = reviews.compactMap { review -> UInt64? in
            guard review.kind == .challenge, case .transaction(let login) = review.content,
                let end = login.cond.timeBounds?.maxTime, end > 0
            else { return nil }
            return end
        }
        guard let end = ends.min() else { return nil }
        total = end > now.seconds ? end - now.seconds : 0
    }

    private var left: UInt64 {
        let gone = ContinuousClock.now - begun
        let seconds = UInt64(clamping: gone.components.seconds)
        return total > seconds ? total - seconds : 0
    }

    /// The line above the question.
    var line: String {
        let left = left
        guard left > 0 else { return "this login has expired: request a new challenge" }
        let seconds = left % 60
        return "this login expires in \(left / 60):\(seconds < 10 ? "0" : "")\(seconds)"
    }

    /// - Throws: `.refused` when the login has expired: the service would no longer accept it.
    func check() throws(Failure) {
        guard left > 0 else {
            throw Failure(
                .refused, "this login has expired; nothing was signed",
                hint: "request a new challenge from the service")
        }
    }
}
