// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR

/// The simulation of a contract account's login, which must change nothing but the nonces of the addresses that the
/// challenge names.
///
/// - Source: SEP-45 §Challenge.
struct ContractLoginSimulation {
    private let call: InvokeContractArgs
    private let entries: [SorobanAuthorizationEntry]
    private let domain: String

    /// - Parameter entries: those of the challenge, which are all for this call.
    init(_ call: InvokeContractArgs, _ entries: [SorobanAuthorizationEntry], of domain: String) {
        (self.call, self.entries, self.domain) = (call, entries, domain)
    }

    /// The account has not signed yet, so the entries are recorded and compared with those of the challenge.
    ///
    /// - Throws: `.protocolBroken` for a call that fails, asks for other authorization, or writes something else.
    func run(by rpc: RPCClient) throws(Failure) {
        let simulation: Simulation
        do {
            simulation = try rpc.simulate(SimulationRequest(try envelope(), authMode: .record))
        } catch { throw Failure(any: error) }
        switch simulation {
        case .failed(let failed):
            throw Failure(
                .protocolBroken,
                "the login at \(domain) fails when it is simulated: \(failed.fault(by: rpc)?.message ?? Wording(failed.message))",
                hint: "the account or the contract \(call.contractAddress.address) may not exist on this network")
        case .succeeded(let result):
            for entry in result.result?.auth ?? [] { try check(entry) }
            for key in result.transactionData.resources.footprint.readWrite { try check(key) }
        }
    }

    /// From an account that need not exist, as the server's own simulation.
    private func envelope() throws(DraftError) -> TransactionEnvelope {
        let operation = InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: [])
        return try TransactionDraft(
            source: .ed25519(Uint256()), sequence: 1, feePerOperation: TransactionDraft.minimumFee,
            operations: [Operation(sourceAccount: nil, body: .invokeHostFunction(operation))]
        ).envelope()
    }

    private var addresses: [SCAddress] { entries.compactMap(\.credentials.address?.address) }

    private func check(_ entry: SorobanAuthorizationEntry) throws(Failure) {
        guard let address = entry.credentials.address?.address, addresses.contains(address),
            entry.rootInvocation == entries.first?.rootInvocation
        else {
            throw Failure(
                .protocolBroken,
                "do not sign the challenge of \(domain): its contract asks for authorization that the challenge does not have"
            )
        }
    }

    private func check(_ key: LedgerKey) throws(Failure) {
        if key == .contractInstance(call.contractAddress) { return }
        if case .contractData(let data) = key, case .ledgerKeyNonce = data.key, data.durability == .temporary,
            addresses.contains(data.contract)
        {
            return
        }
        throw Failure(
            .protocolBroken,
            "do not sign the challenge of \(domain): its contract would write more than the nonces of this login")
    }
}

extension LedgerKey {
    /// The key of the instance at an address.
    fileprivate static func contractInstance(_ contract: SCAddress) -> LedgerKey {
        .contractData(
            LedgerKeyContractData(contract: contract, key: .ledgerKeyContractInstance, durability: .persistent))
    }
}
