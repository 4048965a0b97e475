// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import LedgerAPI
import Review
import Stellar
import StellarXDR
import Workspace

/// Whether contracts still run the code against which a transaction's request was built.
///
/// A contract can be upgraded between the review and the submission: its functions then do something else under the
/// same names.
struct ContractCodeCheck {
    private let client: RPCClient
    private let journal: any OnlineJournal
    private let pins: [ContractPin]
    private var codes: [ContractID: Hash?] = [:]

    /// - Parameter pins: what the signer's book says of contracts.
    init(by client: RPCClient, _ journal: any OnlineJournal, pins: [ContractPin]) {
        self.client = client
        self.journal = journal
        self.pins = pins.filter { $0.network == client.network }
    }

    /// - Parameter request: the journal's request for the transaction, if it was read before.
    /// - Throws: `.refused` for a contract that runs other code than its request says.
    mutating func check(_ transaction: HashedTransaction, request: SigningRequest?) throws(Failure) {
        for hash in transaction.hashes {
            var request = hash == transaction.hash ? request : nil
            if request == nil { request = try journal.signingRequest(hash: hash) }
            for (contract, expected) in (request?.hinted.codes ?? []) + pinned(in: transaction.envelope.innermost) {
                guard let code = try code(of: contract), code != expected else { continue }
                throw Failure(
                    .refused,
                    "the contract \(StrKey.contract(contract).text) runs other code than when this was built: "
                        + "\(Hex.encode(code.bytes)) instead of \(Hex.encode(expected.bytes))",
                    hint:
                        "it was upgraded: look at it (\(step: .build(.lookUpContract))), then build the request again")
            }
        }
    }

    /// The pinned codes of the contracts that a transaction calls or authorizes.
    private func pinned(in transaction: Transaction) -> [(contract: ContractID, code: Hash)] {
        let called = transaction.operations.flatMap(\.body.contracts)
        return pins.compactMap { pin in
            pin.wasmHash.flatMap { called.contains(pin.contract) ? (pin.contract, $0) : nil }
        }
    }

    private mutating func code(of contract: ContractID) throws(Failure) -> Hash? {
        if let known = codes[contract] { return known }
        do {
            let instance = try client.contractInstance(contract)
            let code = try instance.flatMap { try client.codeHash(of: $0.executable) }
            codes[contract] = .some(code)
            return code
        } catch { throw Failure(any: error) }
    }
}

extension OnlineContext {
    /// The comparison of contracts' code with the pins of the signer's book and with what the requests of transactions
    /// say; nil where Stellar RPC is not used.
    func codeCheck(on network: Network, _ journal: any OnlineJournal) throws(Failure) -> ContractCodeCheck? {
        guard let client = try rpcServers?.get().givenClient(for: network) else { return nil }
        return ContractCodeCheck(by: client, journal, pins: try contractPins().all())
    }
}

extension TransactionEnvelope {
    /// Whether an operation calls a contract, or does something else on the host of contracts.
    var callsContract: Bool { innermost.operations.contains { $0.type == .invokeHostFunction } }
}

extension OperationBody {
    /// The contracts that the operation calls, and those in the trees that it authorizes.
    fileprivate var contracts: [ContractID] {
        guard case .invokeHostFunction(let op) = self else { return [] }
        var found = op.auth.flatMap(\.rootInvocation.contracts)
        if case .invokeContract(let call) = op.hostFunction, case .contract(let id) = call.contractAddress {
            found.append(id)
        }
        return found
    }
}
