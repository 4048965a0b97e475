// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import Vault

/// The clocks of the machine, on which daily limits rely.
package protocol MachineClock: Sendable {
    /// The current clocks; nil if the system does not provide them.
    func reading() -> ClockReading?

    /// The wall clock.
    func wall() -> Timestamp
}

extension MachineClock {
    /// The current time, limited by the time since earlier readings of the same boot, so that a wall clock set ahead has no effect.
    func time(after readings: [ClockReading], _ now: ClockReading?) -> Timestamp {
        let wall = now?.wall ?? wall()
        return readings.map { $0.time(at: now, wall: wall) }.min() ?? wall
    }
}
