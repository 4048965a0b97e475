// SPDX-License-Identifier: Apache-2.0

import Codec

/// A time zone, in which people read times.
package struct LocalZone: Sendable {
    /// Seconds east of UTC at a time.
    private let offset: @Sendable (Timestamp) -> Int

    package init(_ offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

    package static let utc = LocalZone { _ in 0 }

    /// The zone of this machine: `TZ`, or else the system's.
    package static let machine = LocalZone { time in
        var (seconds, parts) = (time_t(clamping: time.seconds), tm())
        guard localtime_r(&seconds, &parts) != nil else { return 0 }
        return Int(parts.tm_gmtoff)
    }

    /// `2026-11-21T10:00:00+01:00`.
    package func rfc3339(_ time: Timestamp) -> String {
        let offset = offset(time)
        let minutes = abs(offset) / 60
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return shifted(time, by: offset).rfc3339.dropLast()
            + "\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// `2026-11-21 10:00:00`, which spreadsheets read as a date and a time.
    package func plain(_ time: Timestamp) -> String {
        String(shifted(time, by: offset(time)).rfc3339.dropLast().map { $0 == "T" ? " " : $0 })
    }

    /// What stands behind a time of UTC for a person in this zone: ` (15:30 local)`, with the date where that differs;
    /// empty where the zone has no offset at that time, and for a time that is told in seconds.
    package func remark(on time: Timestamp) -> String {
        let offset = offset(time)
        let beside = shifted(time, by: offset)
        guard offset != 0, time.rfc3339.hasSuffix("Z"), beside.rfc3339.hasSuffix("Z") else { return "" }
        let (local, utc) = (LocalZone.utc.plain(beside), LocalZone.utc.plain(time))
        return " (\(local.dropFirst(local.prefix(10) == utc.prefix(10) ? 11 : 0).dropLast(3)) local)"
    }

    private func shifted(_ time: Timestamp, by offset: Int) -> Timestamp {
        let magnitude = UInt64(offset.magnitude)
        return offset < 0 ? Timestamp(time.seconds - min(magnitude, time.seconds)) : time.adding(magnitude)
    }
}
