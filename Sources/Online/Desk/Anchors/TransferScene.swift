// SPDX-License-Identifier: Apache-2.0

import Journal

/// Where a transfer stands, and what it needs from the user. It has no answer of theirs.
struct TransferScene: Hashable, Sendable {
    enum Need: Hashable, Sendable {
        case nothing
        /// The anchor is at work, for some seconds.
        case wait(seconds: UInt64)
        case login
        /// It was on its way to the anchor when a program ended, or still is: the user says whether to find out.
        case interrupted
        case customer([FieldAsk])
        /// Details that the anchor asks for again.
        case details([FieldAsk])
        /// To agree to the terms, with the values of the further fields.
        case agreement([FieldAsk])
        /// To say which of the anchor's transfers it is: rows that end with the id.
        case choice([ReportView.Row], ids: [String])
    }

    var need = Need.nothing
    var notices: [String] = []
    /// What the user agrees to.
    var terms: [ReportView.Fact] = []
    /// Identifies the terms that were shown.
    var fingerprint = ""
    /// What the anchor says of the transfer.
    var facts: [ReportView.Fact] = []
    /// The anchor's page to open now.
    var page: String?
    /// Whether the anchor waits for the payment of a withdrawal.
    var isPaidNow = false
    /// Why the answers were not accepted, by field.
    var errors: [String: String] = [:]
}
