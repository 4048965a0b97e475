// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR
import Workspace

extension TransactionBuilder {
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
    package mutating func requiredHorizon(for need: Wording) throws(Failure) -> HorizonClient {
        guard let horizon = try requiredLedger(for: need).horizon else {
            throw Failure(.usage, "\(need) needs Horizon: \(step: .give(.horizonURL))")
        }
        return horizon
    }

    /// The maximum fee per operation, in stroops.
    package mutating func feePerOperation() throws(Failure) -> UInt32 {
        if let knownFee { return knownFee }
        let fee = try wanted.fee.stroops { () throws(Failure) in try ledger() }
        knownFee = fee
        return fee
    }
}

extension TransactionBuilder {
    /// The spendable balance of an asset; for XLM, what is left above reserve, liabilities and this transaction's fee.
    package mutating func most(of asset: Asset) throws(Failure) -> Amount {
        var view = try requiredLedger(for: "\(field: .amount, "max")")
        defer { self.view = view }
        guard !isAppending else {
            throw Failure(.usage, "\(field: .amount, "max") cannot be computed after other operations; give the amount")
        }
        guard try !isWaiting(in: &view) else {
            throw Failure(
                .usage,
                "\(field: .amount, "max") cannot be computed: pending transactions may change the balance; give the amount"
            )
        }
        guard asset.issuer != actor else {
            throw Failure(.badInput, "\(field: .amount, "max"): an issuer can make any amount of its own asset")
        }
        guard let account = try view.account(actor) else {
            throw Failure(.badInput, "the source account \(actor.address) does not exist")
        }
        guard let held = account.balances.first(where: { $0.asset == asset }) else {
            throw Failure(.badInput, "\(field: .amount, "max"): \(actor.address) holds no \(asset.text)")
        }
        var spare = Int128(held.balance.stroops) - Int128(held.sellingLiabilities.stroops)
        if asset == .native {
            spare -= Int128(account.reserveEntries) * Int128(try view.ledger().baseReserve.stroops)
            if actor == source.account { spare -= Int128(try feePerOperation()) }
        }
        guard spare > 0, let stroops = Int64(exactly: spare) else {
            throw Failure(.badInput, "\(field: .amount, "max"): \(actor.address) has no spendable \(asset.code)")
        }
        let amount = Amount(stroops: stroops)
        notices.append(.fact(.amount, "\(amount.text) \(asset.code) (all that is spendable)"))
        return amount
    }
}

extension TransactionBuilder {
    /// Builds the transaction with a contract call, simulates it, and makes the request of the result.
    ///
    /// What the simulation added is noted, with everything that the call alone does not explain.
    package mutating func request(
        for call: ContractCall, by client: RPCClient, _ terms: SimulationTerms
    ) throws(Failure) -> BuiltRequest {
        guard !isAppending else {
            throw Failure(.usage, "a contract call must be the only operation of its transaction")
        }
        if let hint = call.hint { hints["contracts"] = [hint] }
        return try request(for: [Operation(sourceAccount: operationSource, body: call.operation)]) {
            builder, transaction throws(Failure) in
            let simulated = try SimulatedTransaction(transaction, by: client, terms)
            builder.hints["ledger"] = .integer(simulated.simulation.latestLedger)
            let report = SimulationReport(simulated, of: call, on: builder.network, now: builder.wanted.now)
            builder.notices += report.notices
            return (simulated.transaction, report.reviewed)
        }
    }
}
