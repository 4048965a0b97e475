// SPDX-License-Identifier: Apache-2.0

package import Stellar
import TextCodec

/// The wall clock and the clock that counts since the machine was started, read together.
package struct ClockReading: Hashable, Sendable {
    package let wall: Timestamp
    /// Which start of the machine it was: 32 hex digits.
    package let boot: String
    /// Seconds since then, sleep included.
    package let sinceBoot: UInt64

    /// A wall clock ahead of the other by more than this has been moved.
    package static let tolerance: UInt64 = 300

    /// - Parameter boot: as Linux writes it, dashes included; nil is returned for anything but 32 hex digits.
    package init?(wall: Timestamp, boot: String, sinceBoot: UInt64) {
        let digits = boot.filter { $0 != "-" }
        guard digits.utf8.count == 32, (try? Hex.decode(digits)) != nil else { return nil }
        self.wall = wall
        self.boot = digits.lowercased()
        self.sinceBoot = sinceBoot
    }

    /// The latest moment that it can be now: `wall`, unless that has gone ahead of the time that passed since this reading; then
    /// this reading's time and what has passed.
    ///
    /// - Parameter now: nil where the system does not tell.
    package func time(at now: ClockReading?, wall: Timestamp) -> Timestamp {
        guard let now, now.boot == boot, now.sinceBoot >= sinceBoot else { return wall }
        let (passed, isTooMuch) = self.wall.seconds.addingReportingOverflow(now.sinceBoot - sinceBoot)
        guard !isTooMuch else { return wall }
        let expected = Timestamp(passed)
        if wall < expected { return expected }
        return wall.seconds - expected.seconds > Self.tolerance ? expected : wall
    }

    var json: JSON {
        ["wall": .integer(wall.seconds), "boot": .string(boot), "since_boot": .integer(sinceBoot)]
    }

    init(_ fields: JSON) throws(JSONError) {
        guard
            let reading = ClockReading(
                wall: Timestamp(try fields.integer("wall")), boot: try fields.string("boot"),
                sinceBoot: try fields.integer("since_boot"))
        else { throw .wrongType(field: "boot", expected: "32 hex digits") }
        self = reading
    }
}
