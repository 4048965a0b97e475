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

/// The arguments of a call, read by position and type.
struct CallArguments {
    let values: [SCVal]

    init(_ values: [SCVal]) { self.values = values }

    /// - Throws: an error unless there are exactly `count` arguments.
    func expect(_ count: Int) throws(HostError) {
        guard values.count == count else {
            throw HostError(.context(.unexpectedSize), "the function takes another number of arguments")
        }
    }

    /// An account or a contract.
    func address(_ index: Int) throws(HostError) -> SCAddress {
        let address = try read(index) { $0.asAddress }
        switch address {
        case .account, .contract: return address
        case .muxedAccount, .claimableBalance, .liquidityPool, .muxedContract: throw .wrongType(values[index])
        }
    }

    /// An account or a contract, and the id that the address has.
    func muxedAddress(_ index: Int) throws(HostError) -> (address: SCAddress, id: UInt64?) {
        switch try read(index, { $0.asAddress }) {
        case .muxedAccount(let muxed): (.account(.ed25519(muxed.ed25519)), muxed.id)
        case .muxedContract(let muxed): (.contract(muxed.contractId), muxed.id)
        default: (try address(index), nil)
        }
    }

    func contract(_ index: Int) throws(HostError) -> ContractID {
        guard case .contract(let id) = try address(index) else { throw .wrongType(values[index]) }
        return id
    }

    func amount(_ index: Int) throws(HostError) -> Int128 { try read(index) { $0.asAmount } }
    func u32(_ index: Int) throws(HostError) -> UInt32 { try read(index) { $0.asU32 } }
    func bool(_ index: Int) throws(HostError) -> Bool { try read(index) { $0.asBool } }
    func bytes(_ index: Int, count: Int) throws(HostError) -> [UInt8] { try read(index) { $0.asBytes(count) } }
    func vec(_ index: Int) throws(HostError) -> SCVec { try read(index) { $0.asVec } }
    func map(_ index: Int) throws(HostError) -> SCMap { try read(index) { $0.asMap } }

    private func read<T>(_ index: Int, _ reader: (SCVal) -> T?) throws(HostError) -> T {
        guard values.indices.contains(index) else {
            throw HostError(.context(.unexpectedSize), "the function takes another number of arguments")
        }
        guard let value = reader(values[index]) else { throw .wrongType(values[index]) }
        return value
    }
}
