// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// A Horizon server's root document, at `/`.
package struct HorizonRoot: Hashable, Sendable {
    package let network: Network
    package let protocolVersion: Int
    /// The last ledger in this Horizon's history, and its close time.
    package let latestLedger: Int64
    package let latestClosedAt: Timestamp?
    /// The last ledger of its Stellar Core; if this is far ahead of `latestLedger`, the history is stale.
    package let coreLatestLedger: Int64
    /// The link to friendbot, as written: a URI template, unverified.
    package let friendbotLink: String?

    package init(_ json: JSON) throws(JSONError) {
        network = Network(passphrase: try json.string("network_passphrase"))
        protocolVersion = try json.integer("current_protocol_version")
        latestLedger = try json.ledgerNumber("history_latest_ledger")
        latestClosedAt =
            json["history_latest_ledger_closed_at"] == nil
            ? nil : try json.dateTime("history_latest_ledger_closed_at")
        coreLatestLedger = try json.ledgerNumber("core_latest_ledger")
        friendbotLink = json["_links"]?["friendbot"]?["href"]?.asString
    }
}
