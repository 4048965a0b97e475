// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerXDR
import Review
import Stellar
import StellarXDR

/// Archived entries that a call brings back before it runs (CAP-66), where they are more than one transaction can:
/// a simulation then succeeds, and the network rejects the transaction.
///
/// - Source: stellar-core `SorobanNetworkConfig`, `TransactionFrame::validateSorobanResources`; stellar-rpc#464.
struct Restoration {
    private let entries: [LedgerKey]
    private let limits: TransactionLimits

    /// Nil for a call whose simulation is within the network's limits, or a server that does not give these: then the
    /// network judges.
    ///
    /// - Parameter data: what the simulation of the call gave.
    init?(_ data: SorobanTransactionData, by client: RPCClient) {
        guard let entries = data.archivedEntries, !entries.isEmpty, let limits = try? client.transactionLimits(),
            !limits.allow(data, restoring: entries.count)
        else { return nil }
        (self.entries, self.limits) = (entries, limits)
    }

    /// What to do instead of the call: to restore as many entries as one transaction can.
    ///
    /// - Parameter transaction: the call's.
    func failure(of transaction: Transaction, by client: RPCClient) throws(Failure) -> Failure {
        let all = Wording(Phrase(entries: entries, "archived ").plain)
        var count = min(entries.count, limits.restorableEntries)
        while count > 0 {
            if let data = try simulated(Array(entries.prefix(count)), transaction, client) {
                let step = NextStep.build(
                    .restoreEntries(
                        account: transaction.sourceAccount.account.address, data: Base64.encode(data.xdr)))
                let cost = Amount(stroops: data.resourceFee).text
                return Failure(
                    .refusedByLedger,
                    "the call needs \(all), more than one transaction can restore; to restore \(count) of them first costs up to \(cost) XLM",
                    hint: "\(step: step), send it, and give this command again")
            }
            count /= 2
        }
        return Failure(.refusedByLedger, "the call needs \(all), and the network's limits let none of them be restored")
    }

    /// What a transaction that restores these entries has to declare; nil if that exceeds the limits.
    private func simulated(
        _ entries: [LedgerKey], _ call: Transaction, _ client: RPCClient
    ) throws(Failure) -> SorobanTransactionData? {
        let resources = SorobanResources(
            footprint: LedgerFootprint(readOnly: [], readWrite: entries), instructions: 0, diskReadBytes: 0,
            writeBytes: 0)
        let operation = Operation(sourceAccount: nil, body: .restoreFootprint(RestoreFootprintOp(ext: .v0)))
        var restoring = call
        restoring.operations = BoundedArray([operation]) ?? call.operations
        restoring.ext = .v1(SorobanTransactionData(ext: .v0, resources: resources, resourceFee: 0))
        let answer: Simulation
        do { answer = try client.simulate(SimulationRequest(restoring.unsigned)) } catch { throw Failure(error) }
        guard case .succeeded(let simulation) = answer,
            Set(simulation.transactionData.resources.footprint.readWrite) == Set(entries),
            limits.allow(simulation.transactionData, restoring: entries.count)
        else { return nil }
        return simulation.transactionData
    }
}

extension TransactionLimits {
    /// Whether a transaction may declare these resources.
    ///
    /// - Parameter archived: how many of its entries are archived, and so read from disk like those without a lifetime.
    fileprivate func allow(_ data: SorobanTransactionData, restoring archived: Int) -> Bool {
        let (resources, footprint) = (data.resources, data.resources.footprint)
        let classic = (footprint.readOnly + footprint.readWrite).count { !$0.hasLifetime }
        return classic + archived <= diskReadEntries && resources.diskReadBytes <= diskReadBytes
            && footprint.readWrite.count <= writtenEntries && resources.writeBytes <= writtenBytes
    }

    /// How many archived entries one transaction can restore, if they are small.
    fileprivate var restorableEntries: Int { min(diskReadEntries, writtenEntries) }
}
