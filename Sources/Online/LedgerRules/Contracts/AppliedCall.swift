// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// A contract call of a transaction, after it ran.
struct AppliedCall {
    let result: InvokeHostFunctionResult
    let execution: Execution
    /// The parts of the resource fee that are charged, in stroops; of a failed call only the first.
    let nonRefundableFee: Int64
    let eventFee: Int64
    let rentFee: Int64
    /// What is returned of the resource fee.
    let refund: Int64

    /// - Source: stellar-core InvokeHostFunctionOpFrame, with the order of its checks.
    init(_ transaction: ContractTransaction, _ execution: Execution, in ledger: UInt32) {
        self.execution = execution
        nonRefundableFee = transaction.nonRefundableFee
        let refundable = transaction.data.resourceFee - nonRefundableFee
        let events = ResourceFee.events(bytes: execution.eventBytes)
        let rent = ResourceFee.rent(execution.changes, in: ledger)
        result = Self.result(execution, transaction.data.resources, isPaid: events + rent <= refundable)
        let isSuccess = if case .success = result { true } else { false }
        eventFee = isSuccess ? events : 0
        rentFee = isSuccess ? rent : 0
        refund = refundable - eventFee - rentFee
    }

    private static func result(
        _ execution: Execution, _ declared: SorobanResources, isPaid: Bool
    ) -> InvokeHostFunctionResult {
        guard execution.diskReadBytes <= Int(declared.diskReadBytes),
            execution.instructions <= Int(declared.instructions)
        else { return .resourceLimitExceeded }
        guard let hash = execution.successHash else { return .trapped }
        guard execution.writeBytes <= Int(declared.writeBytes), execution.eventBytes <= ResourceLimits.eventBytes else {
            return .resourceLimitExceeded
        }
        return isPaid ? .success(hash) : .insufficientRefundableFee
    }

    var isSuccess: Bool { if case .success = result { true } else { false } }

    /// What the transaction's meta says of the call.
    var meta: SorobanTransactionMetaV2 {
        let fees = SorobanTransactionMetaExtV1(
            ext: .v0, totalNonRefundableResourceFeeCharged: nonRefundableFee,
            totalRefundableResourceFeeCharged: eventFee + rentFee, rentFeeCharged: rentFee)
        return SorobanTransactionMetaV2(ext: .v1(fees), returnValue: isSuccess ? try? execution.result.get() : nil)
    }
}

/// A transaction whose only operation calls a contract.
struct ContractTransaction {
    let call: InvokeContractArgs
    let authorization: [SorobanAuthorizationEntry]
    let data: SorobanTransactionData
    /// The source of the operation.
    let source: AccountID
    /// The size of the transaction in its envelope, in bytes.
    let size: Int

    /// Nil for other transactions.
    init?(_ envelope: TransactionV1Envelope) {
        let transaction = envelope.tx
        guard transaction.operations.count == 1, case .v1(let data) = transaction.ext,
            case .invokeHostFunction(let operation) = transaction.operations[0].body,
            case .invokeContract(let call) = operation.hostFunction
        else { return nil }
        self.call = call
        authorization = operation.auth
        self.data = data
        source = (transaction.operations[0].sourceAccount ?? transaction.sourceAccount).account
        size = TransactionEnvelope.tx(envelope).xdr.count
    }

    /// The part of the resource fee that is not returned, in stroops.
    var nonRefundableFee: Int64 { ResourceFee.nonRefundable(data.resources, transactionSize: size) }

    /// Whether the declared resources are within the network's limits, and the resource fee covers them.
    var isSound: Bool {
        ResourceLimits.allows(data.resources, transactionSize: size) && nonRefundableFee <= data.resourceFee
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
            network: settings.network, sequence: settings.moment.ledger, baseReserve: LedgerState.baseReserve)
    }
}
