// SPDX-License-Identifier: Apache-2.0

/// A form of a transaction that is recognised by its look and not read by this version.
package enum ForeignDialect: Hashable, Sendable, CaseIterable {
    case sep7, sep51, txrep

    /// What it is called.
    package var name: String {
        switch self {
        case .sep7: "a SEP-7 link (web+stellar:)"
        case .sep51: "SEP-51 JSON"
        case .txrep: "SEP-11 txrep"
        }
    }
}
