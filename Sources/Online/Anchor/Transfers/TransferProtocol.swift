// SPDX-License-Identifier: Apache-2.0

/// The two ways in which anchors take and give money outside the network.
package enum TransferProtocol: String, CaseIterable, Sendable {
    /// The wallet asks for everything and sends it.
    case sep6
    /// The anchor asks on a page of its own.
    case sep24

    /// The field of a stellar.toml that says where.
    var field: String {
        switch self {
        case .sep6: "TRANSFER_SERVER"
        case .sep24: "TRANSFER_SERVER_SEP0024"
        }
    }
}

/// In which direction money goes.
package enum TransferKind: String, CaseIterable, Sendable {
    /// Onto the network.
    case deposit
    /// Off the network.
    case withdrawal

    /// The name of the endpoint and of the part of `/info`.
    var endpoint: String {
        switch self {
        case .deposit: "deposit"
        case .withdrawal: "withdraw"
        }
    }
}
