// SPDX-License-Identifier: Apache-2.0

import Confine
import SafeFiles
import Stellar
import Vault

/// The machine's time for daily limits, read by system call so that a preloaded library cannot change it.
enum MachineClock {
    /// The file that a command needs to read for it.
    static let reach = Reach(DirectClock.bootPath, .file)

    /// The current clocks; nil if the system does not provide them.
    static func reading() -> ClockReading? {
        guard let sinceBoot = DirectClock.sinceBoot(),
            let boot = try? SafeFiles.read(DirectClock.bootPath, limit: 64)
        else { return nil }
        let id = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ClockReading(wall: Timestamp(DirectClock.wall()), boot: id, sinceBoot: sinceBoot)
    }

    /// The current time, limited by the time since earlier readings of the same boot, so that a wall clock set ahead has no effect.
    static func time(after readings: [ClockReading], _ now: ClockReading? = reading()) -> Timestamp {
        let wall = now?.wall ?? Timestamp(DirectClock.wall())
        return readings.map { $0.time(at: now, wall: wall) }.min() ?? wall
    }
}
