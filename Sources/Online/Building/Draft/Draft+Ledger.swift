// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
package import Preflight
import Stellar

extension Draft {
    /// Whether the network must not be used.
    var isOffline: Bool { wanted.sequence.number != nil }

    /// The ledger, opened when it is first needed; nil offline.
    package mutating func ledger() throws(Failure) -> NetworkLedger? {
        if isOffline { return nil }
        if let view { return view }
        let made =
            wanted.callsContract
            ? try wanted.context.callLedger(of: network, noting: &notices)
            : NetworkLedger(try wanted.context.ledger(of: network, noting: &notices))
        view = made
        return made
    }

    /// The ledger, for an input that needs it.
    package mutating func requiredLedger(for need: Wording) throws(Failure) -> NetworkLedger {
        guard let ledger = try ledger() else {
            throw Failure(.usage, "\(need) cannot be combined with \(field: .sequence): it needs the network")
        }
        return ledger
    }

    /// Horizon, for what Stellar RPC does not know.
    package mutating func requiredHorizon(for need: Wording) throws(Failure) -> LedgerView {
        guard case .horizon(let view) = try requiredLedger(for: need).source else {
            throw Failure(.usage, "\(need) needs Horizon: give \(field: .horizonURL, "URL") or set STELLAR_HORIZON_URL")
        }
        return view
    }

    /// The maximum fee per operation, in stroops.
    package mutating func feePerOperation() throws(Failure) -> UInt32 {
        if let knownFee { return knownFee }
        let fee = try wanted.fee.stroops { () throws(Failure) in try ledger() }
        knownFee = fee
        return fee
    }
}
