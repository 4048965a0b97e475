// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// One contract call of a transaction.
package struct ContractCall {
    package let call: InvokeContractArgs
    /// The account whose authorization is the transaction's own: the source of the operation.
    package let source: AccountID
    package let ledger: HostLedger

    package init(_ call: InvokeContractArgs, source: AccountID, in ledger: HostLedger) {
        self.call = call
        self.source = source
        self.ledger = ledger
    }

    /// Runs the call, on a copy of what it reaches.
    ///
    /// - Parameters:
    ///   - footprint: what the call may reach; nil lets it reach everything.
    ///   - read: an entry of the ledger.
    package func run(
        _ mode: AuthorizationMode, footprint: LedgerFootprint?, read: @escaping (LedgerKey) -> StoredEntry?
    ) -> Execution {
        let storage = Storage(ledger: ledger, footprint: footprint, read: read)
        let manager: AuthorizationManager
        do throws(HostError) { manager = try AuthorizationManager(mode, source: source) } catch {
            return Execution(failedWith: error)
        }
        var host = Host(ledger: ledger, storage: storage, authorization: manager)
        host.instructions = Instructions.base
        do throws(HostError) {
            guard case .contract(let contract) = call.contractAddress else {
                throw HostError(.value(.unexpectedType), "the address called is not a contract")
            }
            guard call.args.allSatisfy(\.isSound) else {
                throw HostError(.value(.invalidInput), "an argument is not a value that contracts can have")
            }
            let value = try host.call(contract, call.functionName, call.args)
            try host.reachSigners()
            return Execution(host, .success(value))
        } catch {
            host.note(error)
            return Execution(host, .failure(error))
        }
    }
}
