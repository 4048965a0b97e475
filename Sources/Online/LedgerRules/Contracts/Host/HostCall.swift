// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
package import StellarXDR

/// One host function of a transaction: a call of a contract, the upload of code, or the creation of a contract.
package struct HostCall {
    package let function: HostFunction
    /// The account whose authorization is the transaction's own: the source of the operation.
    package let source: AccountID
    package let ledger: HostLedger

    package init(_ function: HostFunction, source: AccountID, in ledger: HostLedger) {
        self.function = function
        self.source = source
        self.ledger = ledger
    }

    package init(_ call: InvokeContractArgs, source: AccountID, in ledger: HostLedger) {
        self.init(.invokeContract(call), source: source, in: ledger)
    }

    /// Runs the function, on a copy of what it reaches.
    ///
    /// - Parameters:
    ///   - footprint: what the function may reach; nil lets it reach everything, and restores what is archived of it.
    ///   - archived: the entries of the footprint that are restored first.
    ///   - read: an entry of the ledger.
    package func run(
        _ mode: AuthorizationMode, footprint: LedgerFootprint?, restoring archived: [LedgerKey] = [],
        read: @escaping (LedgerKey) -> StoredEntry?
    ) -> Execution {
        if let footprint, let key = firstArchived(of: footprint, besides: archived, read) {
            let error = HostError(
                .storage(.invalidAction), "an archived entry of the footprint is not restored", key.owner)
            return Execution(failedWith: error, isStoppedByArchive: true)
        }
        let storage = Storage(ledger: ledger, footprint: footprint, restoring: archived, read: read)
        let manager: AuthorizationManager
        do throws(HostError) { manager = try AuthorizationManager(mode, source: source) } catch {
            return Execution(failedWith: error)
        }
        var host = Host(ledger: ledger, storage: storage, authorization: manager)
        host.instructions = Instructions.base
        do throws(HostError) {
            let value = try run(in: &host)
            try host.reachSigners()
            return Execution(host, .success(value))
        } catch {
            host.note(error)
            return Execution(host, .failure(error))
        }
    }

    private func run(in host: inout Host) throws(HostError) -> SCVal {
        switch function {
        case .invokeContract(let call):
            guard case .contract(let contract) = call.contractAddress else {
                throw HostError(.value(.unexpectedType), "the address called is not a contract")
            }
            guard call.args.allSatisfy(\.isSound) else {
                throw HostError(.value(.invalidInput), "an argument is not a value that contracts can have")
            }
            return try host.call(contract, call.functionName, call.args)
        case .uploadContractWasm(let code): return try host.upload(code.bytes)
        case .createContract(let new):
            return try host.create(
                new.contractIDPreimage, new.executable, [], authorizedAs: .createContractHostFn(new))
        case .createContractV2(let new):
            return try host.create(
                new.contractIDPreimage, new.executable, new.constructorArgs,
                authorizedAs: .createContractV2HostFn(new))
        }
    }

    private func firstArchived(
        of footprint: LedgerFootprint, besides archived: [LedgerKey], _ read: (LedgerKey) -> StoredEntry?
    ) -> LedgerKey? {
        let restored = Set(archived)
        return (footprint.readOnly + footprint.readWrite).first { key in
            !restored.contains(key) && read(key)?.isArchived(key, in: ledger.sequence) == true
        }
    }
}

extension LedgerKey {
    /// The contract whose entry it is, or the hash of code.
    fileprivate var owner: SCVal {
        switch self {
        case .contractData(let data): .address(data.contract)
        case .contractCode(let code): .raw(code.hash.bytes)
        default: .void
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
