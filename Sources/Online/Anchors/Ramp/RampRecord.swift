// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

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

/// What an application learns of a transfer: the nine events of meso-js.
package enum RampEvent: String, Hashable, Sendable, CaseIterable {
    case ready = "READY"
    case transferApproved = "TRANSFER_APPROVED"
    case transferComplete = "TRANSFER_COMPLETE"
    case transferIncomplete = "TRANSFER_INCOMPLETE"
    case close = "CLOSE"
    case error = "ERROR"
    case configurationError = "CONFIGURATION_ERROR"
    case unsupportedNetworkError = "UNSUPPORTED_NETWORK_ERROR"
    case unsupportedAssetError = "UNSUPPORTED_ASSET_ERROR"
}

/// How far a transfer is, by what the frame says.
package enum RampStatus: String, Hashable, Sendable, CaseIterable {
    case unknown = "UNKNOWN"
    /// Accepted; nothing has moved.
    case approved = "APPROVED"
    case executing = "EXECUTING"
    /// What was bought is on its way to the address, or there.
    case complete = "COMPLETE"
    case declined = "DECLINED"

    package var isFinal: Bool { self == .complete || self == .declined }

    /// Whether a transfer of this status can have another one next: forward only, and never from a final one.
    package func precedes(_ next: RampStatus) -> Bool { !isFinal && rank < next.rank }

    private var rank: Int {
        switch self {
        case .unknown: 0
        case .approved: 1
        case .executing: 2
        case .complete, .declined: 3
        }
    }
}

/// What the frame claims about a transfer.
package struct RampUpdate: Hashable, Sendable {
    package let id: String
    package let status: RampStatus
    /// A time as the frame wrote it.
    package let updatedAt: String
    /// The transaction on the chain, with COMPLETE.
    package let networkTransactionID: String?

    package init(id: String, status: RampStatus, updatedAt: String, networkTransactionID: String? = nil) {
        self.id = id
        self.status = status
        self.updatedAt = updatedAt
        self.networkTransactionID = networkTransactionID
    }
}

/// A transfer of a session, by what the frame claims about it.
package struct RampTransfer: Hashable, Sendable {
    package let id: String
    package internal(set) var status: RampStatus
    package internal(set) var updatedAt: String
    package internal(set) var networkTransactionID: String?

    package var document: JSON {
        [
            "id": .string(id), "status": .string(status.rawValue), "updated_at": .string(updatedAt),
            "network_transaction_id": networkTransactionID.map(JSON.string) ?? .null,
        ]
    }
}

/// The on-chain payment that the frame asks for in a cash-out. Coldstar makes none.
package struct RampPayout: Hashable, Sendable {
    package let amount: String
    package let recipient: String
    package let token: String
    /// The number as the frame wrote it.
    package let decimals: String

    package init(amount: String, recipient: String, token: String, decimals: String) {
        self.amount = amount
        self.recipient = recipient
        self.token = token
        self.decimals = decimals
    }
}

/// How the onboarding window ended.
package enum RampOnboardingEnd: String, Hashable, Sendable, CaseIterable {
    case complete = "ONBOARDING_COMPLETE"
    case cancelled = "ONBOARDING_CANCELED"
    /// Meso refused the user.
    case terminated = "ONBOARDING_TERMINATED"
    case login = "LOGIN_FROM_ONBOARDING"
}

/// What is known about a session's result. All of it comes from Meso's page, and none of it is proven here.
package enum RampOutcome: String, Hashable, Sendable, CaseIterable {
    /// The page is open, or can be opened again.
    case pending
    /// The page said COMPLETE.
    case complete
    /// The page said DECLINED, and nothing since.
    case declined
    /// The session ended before the page said how.
    case unknown

    /// What it means and what to do, one line.
    package var advice: String {
        switch self {
        case .pending: "not ended: open it again in the desk, at /ramp"
        case .complete: "Meso's page says COMPLETE, which is a claim: look the address up on its network"
        case .declined: "Meso's page says DECLINED: nothing was bought"
        case .unknown:
            "closed before the end: Meso writes to you by e-mail, and the address shows on its network what arrived"
        }
    }
}
