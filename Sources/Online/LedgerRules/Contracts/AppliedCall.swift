// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// The contract operation of a transaction, after it ran.
struct AppliedCall {
    let result: OperationResult
    let isSuccess: Bool
    let execution: Execution
    /// The parts of the resource fee that are charged, in stroops; of a failed call only the first.
    let nonRefundableFee: Int64
    let eventFee: Int64
    let rentFee: Int64
    /// What is returned of the resource fee.
    let refund: Int64
    private let returnValue: SCVal?

    init(_ transaction: ContractTransaction, _ execution: Execution, in ledger: UInt32) {
        self.execution = execution
        nonRefundableFee = transaction.nonRefundableFee
        let refundable = transaction.data.resourceFee - nonRefundableFee
        let events = ResourceFee.events(bytes: execution.eventBytes)
        let rent = ResourceFee.rent(execution.changes, in: ledger)
        let outcome = Outcome(execution, transaction.data.resources, isPaid: events + rent <= refundable)
        result = outcome.result(of: transaction.work, execution)
        isSuccess = outcome == .success
        eventFee = isSuccess ? events : 0
        rentFee = isSuccess ? rent : 0
        refund = refundable - eventFee - rentFee
        if case .call = transaction.work, isSuccess {
            returnValue = try? execution.result.get()
        } else {
            returnValue = nil
        }
    }

    private enum Outcome {
        case success, trapped, archived, beyondResources, unpaid

        /// - Source: stellar-core InvokeHostFunctionOpFrame, with the order of its checks.
        init(_ execution: Execution, _ declared: SorobanResources, isPaid: Bool) {
            if execution.isStoppedByArchive {
                self = .archived
            } else if execution.diskReadBytes > Int(declared.diskReadBytes)
                || execution.instructions > Int(declared.instructions)
            {
                self = .beyondResources
            } else if case .failure = execution.result {
                self = .trapped
            } else if execution.writeBytes > Int(declared.writeBytes)
                || execution.eventBytes > ResourceLimits.eventBytes
            {
                self = .beyondResources
            } else {
                self = isPaid ? .success : .unpaid
            }
        }

        func result(of work: ContractTransaction.Work, _ execution: Execution) -> OperationResult {
            switch work {
            case .call: .opInner(.invokeHostFunction(ofCall(execution)))
            case .lifetimes(.extend): .opInner(.extendFootprintTtl(ofExtension))
            case .lifetimes(.restore): .opInner(.restoreFootprint(ofRestoration))
            }
        }

        private func ofCall(_ execution: Execution) -> InvokeHostFunctionResult {
            switch self {
            case .success: execution.successHash.map(InvokeHostFunctionResult.success) ?? .trapped
            case .trapped: .trapped
            case .archived: .entryArchived
            case .beyondResources: .resourceLimitExceeded
            case .unpaid: .insufficientRefundableFee
            }
        }

        private var ofExtension: ExtendFootprintTTLResult {
            switch self {
            case .success: .success
            case .unpaid: .insufficientRefundableFee
            case .trapped, .archived, .beyondResources: .resourceLimitExceeded
            }
        }

        private var ofRestoration: RestoreFootprintResult {
            switch self {
            case .success: .success
            case .unpaid: .insufficientRefundableFee
            case .trapped, .archived, .beyondResources: .resourceLimitExceeded
            }
        }
    }

    /// What the transaction's meta says of the call.
    var meta: SorobanTransactionMetaV2 {
        let fees = SorobanTransactionMetaExtV1(
            ext: .v0, totalNonRefundableResourceFeeCharged: nonRefundableFee,
            totalRefundableResourceFeeCharged: eventFee + rentFee, rentFeeCharged: rentFee)
        return SorobanTransactionMetaV2(ext: .v1(fees), returnValue: returnValue)
    }
}

/// A transaction whose only operation is one of contracts.
struct ContractTransaction {
    enum Work {
        case call(HostFunction, [SorobanAuthorizationEntry])
        case lifetimes(LifetimeChange)
    }

    let work: Work
    let data: SorobanTransactionData
    /// The source of the operation.
    let source: AccountID
    /// The size of the transaction in its envelope, in bytes.
    let size: Int

    /// Nil for other transactions.
    init?(_ envelope: TransactionV1Envelope) {
        let transaction = envelope.tx
        guard transaction.operations.count == 1, case .v1(let data) = transaction.ext,
            let work = Work(transaction.operations[0].body)
        else { return nil }
        self.work = work
        self.data = data
        source = (transaction.operations[0].sourceAccount ?? transaction.sourceAccount).account
        size = TransactionEnvelope.tx(envelope).xdr.count
    }

    func run(in ledger: HostLedger, read: @escaping (LedgerKey) -> StoredEntry?) -> Execution {
        let footprint = data.resources.footprint
        switch work {
        case .call(let function, let authorization):
            return HostCall(function, source: source, in: ledger).run(
                .enforce(authorization), footprint: footprint, restoring: data.archivedEntries ?? [], read: read)
        case .lifetimes(let change): return change.run(footprint, in: ledger, read: read)
        }
    }

    /// How many archived entries it may read from disk.
    private var archivedEntries: Int {
        switch work {
        case .call: data.archivedEntries?.count ?? 0
        case .lifetimes(.restore): data.resources.footprint.readWrite.count
        case .lifetimes(.extend): 0
        }
    }

    /// The part of the resource fee that is not returned, in stroops.
    var nonRefundableFee: Int64 {
        ResourceFee.nonRefundable(data.resources, archived: archivedEntries, transactionSize: size)
    }

    /// Whether the declared resources are within the network's limits, and the resource fee covers them.
    var isSound: Bool {
        let isSmall =
            if case .call(.uploadContractWasm(let code), _) = work {
                code.bytes.count <= ResourceLimits.contractBytes
            } else { true }
        return isSmall && nonRefundableFee <= data.resourceFee
            && ResourceLimits.allows(data.resources, archived: archivedEntries, transactionSize: size)
    }
}

extension ContractTransaction.Work {
    /// Nil for an operation that is none of contracts.
    init?(_ body: OperationBody) {
        switch body {
        case .invokeHostFunction(let operation): self = .call(operation.hostFunction, operation.auth)
        case .extendFootprintTtl(let operation): self = .lifetimes(.extend(to: operation.extendTo))
        case .restoreFootprint: self = .lifetimes(.restore)
        default: return nil
        }
    }
}

extension TransactionEnvelope {
    /// The envelope of the transaction whose operations are executed, as version 1.
    var innermostEnvelope: TransactionV1Envelope {
        switch self {
        case .txV0(let v0): TransactionV1Envelope(tx: v0.tx.v1, signatures: v0.signatures)
        case .tx(let v1): v1
        case .txFeeBump(let bump): bump.tx.inner
        }
    }
}

/// The contracts that are there without having been created by a transaction.
extension LedgerState {
    /// Adds the practice contracts and the contract of the native asset.
    mutating func addContracts(_ ledger: HostLedger) {
        for contract in PracticeContract.allCases {
            for (key, entry) in contract.entries(in: ledger) { contractEntries[key] = entry }
        }
        addContract(of: .native, ledger)
        for account in accounts.values { addContracts(of: account.trustlines.keys, ledger) }
    }

    /// Adds the contracts of assets that have none yet.
    mutating func addContracts(of assets: some Sequence<Asset>, _ ledger: HostLedger) {
        for asset in assets where !assetsWithContract.contains(asset) { addContract(of: asset, ledger) }
    }

    private mutating func addContract(of asset: Asset, _ ledger: HostLedger) {
        assetsWithContract.insert(asset)
        let contract = asset.contract(on: ledger.network)
        contractEntries[.instance(contract)] = .instance(of: asset, as: contract, in: ledger)
    }
}

extension HostLedger {
    init(_ settings: Settings) {
        self.init(
            network: settings.network, sequence: settings.moment.ledger, baseReserve: LedgerState.baseReserve,
            lifetimes: settings.lifetimes)
    }
}
