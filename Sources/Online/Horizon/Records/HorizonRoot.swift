// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import TextCodec

/// What a Horizon says of itself at `/`.
package struct HorizonRoot: Hashable, Sendable {
    package let network: Network
    package let protocolVersion: Int
    /// The last ledger that this Horizon has in its history, and when it closed.
    package let latestLedger: Int64
    package let latestClosedAt: Timestamp?
    /// The last ledger of the core behind it; far ahead of `latestLedger`, the history is stale.
    package let coreLatestLedger: Int64
    /// The link to a friendbot, as written: a template, and a claim.
    package let friendbotLink: String?

    package init(_ json: JSON) throws(JSONError) {
        network = Network(passphrase: try json.string("network_passphrase"))
        protocolVersion = try json.integer("current_protocol_version")
        latestLedger = try json.ledger("history_latest_ledger")
        latestClosedAt =
            json["history_latest_ledger_closed_at"] == nil
            ? nil : try json.time("history_latest_ledger_closed_at")
        coreLatestLedger = try json.ledger("core_latest_ledger")
        friendbotLink = json["_links"]?["friendbot"]?["href"]?.asString
    }
}
