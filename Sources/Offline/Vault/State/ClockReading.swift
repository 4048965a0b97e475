// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// The wall clock and the boot-time clock, read together.
package struct ClockReading: Hashable, Sendable {
    package let wall: Timestamp
    /// Identifier of the boot: 32 hex digits.
    package let boot: String
    /// Seconds since boot, including time asleep.
    package let sinceBoot: UInt64

    /// Maximum number of seconds by which the wall clock may be ahead of the boot-time clock; beyond this it counts as changed.
    package static let tolerance: UInt64 = 300

    /// - Parameter boot: as Linux writes it, dashes included; the result is nil unless it has 32 hex digits.
    package init?(wall: Timestamp, boot: String, sinceBoot: UInt64) {
        let digits = boot.filter { $0 != "-" }
        guard digits.utf8.count == 32, (try? Hex.decode(digits)) != nil else { return nil }
        self.wall = wall
        self.boot = digits.lowercased()
        self.sinceBoot = sinceBoot
    }

    /// The current time, at most `tolerance` seconds ahead of this reading plus the time that has passed since; beyond that, and if the
    /// wall clock is behind, this reading plus the time that has passed. Returns `wall` after a reboot.
    ///
    /// - Parameter now: nil if the system does not provide it.
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
