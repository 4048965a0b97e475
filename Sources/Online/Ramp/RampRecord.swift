// SPDX-License-Identifier: Apache-2.0

package import Journal
package import Stellar
package import TextCodec

/// A line of a session's log.
package struct RampRecord: Hashable, Sendable {
    package let time: Timestamp
    package let kind: RecordedRampEvent.Kind
    package let detail: JSONObject

    init(_ time: Timestamp, _ kind: RecordedRampEvent.Kind, _ detail: [(String, JSON)] = []) {
        self.time = time
        self.kind = kind
        self.detail = JSONObject(detail)
    }

    /// Reads a line of the journal; nil if its detail is not an object.
    package init?(_ event: RecordedRampEvent) {
        guard let detail = (try? JSON(parsing: Array(event.detail.utf8)))?.asObject, event.time >= 0 else { return nil }
        time = Timestamp(UInt64(event.time))
        kind = event.kind
        self.detail = detail
    }

    /// The line for the journal.
    package var stored: RecordedRampEvent {
        RecordedRampEvent(
            time: Int64(clamping: time.seconds), kind: kind, detail: JSON.object(detail).text())
    }

    package typealias Kind = RecordedRampEvent.Kind

    subscript(_ name: String) -> String? { detail[name]?.asString }
}
