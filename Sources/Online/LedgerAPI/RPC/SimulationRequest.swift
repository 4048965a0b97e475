// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// What to simulate, and how.
package struct SimulationRequest: Hashable, Sendable {
    /// How the simulation treats authorization.
    ///
    /// - Source: stellar-rpc methods/simulate_transaction.go.
    package enum AuthMode: String, Hashable, Sendable, CaseIterable {
        /// Checks the entries that the operation has, signatures included.
        case enforce
        /// Records the entries that the call needs; an error if the operation has some.
        case record
        /// As `record`, and also for calls whose entries do not begin at the transaction's own call.
        case recordAllowNonroot = "record_allow_nonroot"
    }

    /// One operation, no memo; signatures of the envelope are not checked.
    package var envelope: TransactionEnvelope
    /// Nil for the server's choice: `enforce` if the operation has entries, else `record`.
    package var authMode: AuthMode?
    /// Instructions to allow beyond those that the simulation counts; nil for the server's choice.
    package var instructionLeeway: UInt32?
    /// Whether entries are recorded with credentials that name their address in the signed payload (CAP-71-02).
    package var useUpgradedAuth: Bool

    package init(
        _ envelope: TransactionEnvelope, authMode: AuthMode? = nil, instructionLeeway: UInt32? = nil,
        useUpgradedAuth: Bool = true
    ) {
        self.envelope = envelope
        self.authMode = authMode
        self.instructionLeeway = instructionLeeway
        self.useUpgradedAuth = useUpgradedAuth
    }

    /// The parameters of `simulateTransaction`.
    var params: [(String, JSON)] {
        var params: [(String, JSON)] = [("transaction", .string(Base64.encode(envelope.xdr)))]
        if let instructionLeeway {
            params.append(("resourceConfig", ["instructionLeeway": .integer(instructionLeeway)]))
        }
        if let authMode { params.append(("authMode", .string(authMode.rawValue))) }
        params.append(("useUpgradedAuth", .bool(useUpgradedAuth)))
        return params
    }
}
