// SPDX-License-Identifier: Apache-2.0

import Codec

/// A page of `getEvents`.
package struct EventPage: Hashable, Sendable {
    /// Each is read alone.
    package let events: [Readable<EventRecord>]
    package let latestLedger: UInt32
    /// Nil from servers older than stellar-rpc 23.
    package let oldestLedger: UInt32?
    /// Where the next page begins.
    package let cursor: String

    init(_ json: JSON, limit: Int) throws(JSONError) {
        events = try json.elements("events") { Readable($0, EventRecord.init) }
        latestLedger = try json.ledger("latestLedger")
        oldestLedger = try json.optionalLedger("oldestLedger")
        cursor = try json.string("cursor")
        guard events.count <= limit else { throw .outOfRange(field: "events") }
    }
}
