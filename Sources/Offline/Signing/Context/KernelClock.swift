// SPDX-License-Identifier: Apache-2.0

import Confine
import SafeFiles
package import Stellar
package import Vault

/// The kernel's clocks, read by system call so that a preloaded library cannot change them.
package struct KernelClock: MachineClock {
    /// The file that a confined program must be able to read.
    package static let bootPath = DirectClock.bootPath

    package init() {}

    package func reading() -> ClockReading? {
        guard let sinceBoot = DirectClock.sinceBoot(),
            let boot = try? SafeFiles.read(DirectClock.bootPath, limit: 64)
        else { return nil }
        let id = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ClockReading(wall: wall(), boot: id, sinceBoot: sinceBoot)
    }

    package func wall() -> Timestamp { Timestamp(DirectClock.wall()) }
}

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
