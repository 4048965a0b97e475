// SPDX-License-Identifier: Apache-2.0

import Confine
import SafeFiles
import Stellar
import Vault

/// The machine's time for what is counted by days, read past whatever was loaded before the C library.
enum MachineClock {
    /// What a command needs to read for it.
    static let reach = Reach(DirectClock.bootPath, .file)

    /// The clocks now; nil where the system does not tell.
    static func reading() -> ClockReading? {
        guard let sinceBoot = DirectClock.sinceBoot(),
            let boot = try? SafeFiles.read(DirectClock.bootPath, limit: 64)
        else { return nil }
        let id = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ClockReading(wall: Timestamp(DirectClock.wall()), boot: id, sinceBoot: sinceBoot)
    }

    /// The present, which no wall clock moves ahead of the time since an earlier reading of the same start of the machine.
    static func time(after readings: [ClockReading], _ now: ClockReading? = reading()) -> Timestamp {
        let wall = now?.wall ?? Timestamp(DirectClock.wall())
        return readings.map { $0.time(at: now, wall: wall) }.min() ?? wall
    }
}
