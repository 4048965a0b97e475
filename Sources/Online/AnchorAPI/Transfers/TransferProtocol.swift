// SPDX-License-Identifier: Apache-2.0

/// The protocols for deposits and withdrawals.
package enum TransferProtocol: String, CaseIterable, Sendable {
    /// The wallet collects the data and sends it (programmatic).
    case sep6
    /// The anchor collects the data on its own web page (interactive).
    case sep24

    /// The name of its SEP.
    package var title: String {
        switch self {
        case .sep6: "SEP-6"
        case .sep24: "SEP-24"
        }
    }

    /// The stellar.toml field with the service's URL.
    var field: String {
        switch self {
        case .sep6: "TRANSFER_SERVER"
        case .sep24: "TRANSFER_SERVER_SEP0024"
        }
    }
}

/// The direction of a transfer.
package enum TransferKind: String, CaseIterable, Sendable {
    /// Onto the network.
    case deposit
    /// Off the network.
    case withdrawal

    /// The name of the endpoint and of its section in `/info`.
    var endpoint: String {
        switch self {
        case .deposit: "deposit"
        case .withdrawal: "withdraw"
        }
    }
}
