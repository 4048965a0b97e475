// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Times of this machine's zone beside those of UTC, for a person at a terminal.
enum LocalTimes {
    /// As in `2027-07-01 10:00:00 UTC`.
    private static let mark = Array(" UTC".utf8)
    private static let length = "2027-07-01 10:00:00".utf8.count

    /// A text with the local time after each time of UTC: `2027-07-01 10:00:00 UTC (15:30 local)`; with its date where
    /// that differs. A zone without an offset adds nothing.
    static func applied(to text: String, zone: LocalZone = .machine) -> String {
        let bytes = Array(text.utf8)
        var (told, place) = ([UInt8](), 0)
        for end in bytes.indices where bytes[end...].starts(with: mark) && end >= place + length {
            guard let time = Timestamp(String(decoding: bytes[(end - length)..<end], as: UTF8.self) + "Z") else {
                continue
            }
            told += bytes[place..<(end + mark.count)] + Array(zone.remark(on: time).utf8)
            place = end + mark.count
        }
        return place == 0 ? text : String(decoding: told + bytes[place...], as: UTF8.self)
    }
}
