// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Checks of Soroban transactions.
extension Validity {
    /// The maximum resource fee, in stroops.
    private static let greatestResourceFee: Int64 = 1 << 50

    /// Whether the resource fee is within the range that any transaction may declare.
    package static func hasSoundResourceFee(_ transaction: Transaction) -> Bool {
        guard transaction.isSoroban else { return true }
        guard let fee = transaction.declaredResourceFee else { return false }
        return (0...greatestResourceFee).contains(fee)
    }

    /// - Parameter paysItself: false inside a fee bump, whose fee pays for the resources.
    static func sorobanRefusal(of transaction: Transaction, paysItself: Bool) -> TransactionResultCode? {
        let operations = transaction.operations
        guard operations.contains(where: { $0.body.facts.isSoroban }) else {
            return transaction.ext == .v0 ? nil : .txMalformed
        }
        guard operations.count == 1, case .v1(let data) = transaction.ext else { return .txMalformed }
        guard hasPlainSourcesAndNoMemo(transaction), footprintIsSound(data.resources.footprint) else {
            return .txSorobanInvalid
        }
        if paysItself, data.resourceFee > Int64(transaction.fee) { return .txSorobanInvalid }
        return nil
    }

    /// Since protocol 25, contract calls may have neither a memo nor a muxed source.
    private static func hasPlainSourcesAndNoMemo(_ transaction: Transaction) -> Bool {
        guard let operation = transaction.operations.first, operation.body.discriminant == .invokeHostFunction else {
            return true
        }
        let isPlain = { (account: MuxedAccount) in account.discriminant == .ed25519 }
        return transaction.memo == .none && isPlain(transaction.sourceAccount)
            && operation.sourceAccount.map(isPlain) != false
    }

    /// Every entry may appear only once and must be one that contracts can access.
    private static func footprintIsSound(_ footprint: LedgerFootprint) -> Bool {
        let keys = footprint.readOnly + footprint.readWrite
        return Set(keys).count == keys.count && keys.allSatisfy(mayStandInFootprint)
    }

    private static func mayStandInFootprint(_ key: LedgerKey) -> Bool {
        switch key {
        case .account, .contractData, .contractCode: true
        case .trustline(let line): line.asset.asset.map { isSound($0, trustedBy: line.accountID) } ?? false
        default: false
        }
    }

    static func result(of operation: InvokeHostFunctionOp) -> InvokeHostFunctionResult? {
        switch operation.hostFunction {
        case .createContract(let arguments): isSound(arguments.contractIDPreimage) ? nil : .malformed
        case .createContractV2(let arguments): isSound(arguments.contractIDPreimage) ? nil : .malformed
        case .invokeContract, .uploadContractWasm: nil
        }
    }

    private static func isSound(_ preimage: ContractIDPreimage) -> Bool {
        guard case .asset(let asset) = preimage else { return true }
        return asset.hasValidCode
    }

    static func extensionResult(in transaction: Transaction) -> ExtendFootprintTTLResult? {
        guard case .v1(let data) = transaction.ext else { return .malformed }
        let footprint = data.resources.footprint
        return footprint.readWrite.isEmpty && footprint.readOnly.allSatisfy(\.hasLifetime) ? nil : .malformed
    }

    static func restorationResult(in transaction: Transaction) -> RestoreFootprintResult? {
        guard case .v1(let data) = transaction.ext else { return .malformed }
        let footprint = data.resources.footprint
        return footprint.readOnly.isEmpty && footprint.readWrite.allSatisfy(\.isPersistent) ? nil : .malformed
    }
}

extension Transaction {
    /// The resource fee that a Soroban transaction declares, in stroops; nil for others.
    package var declaredResourceFee: Int64? {
        guard isSoroban, case .v1(let data) = ext else { return nil }
        return data.resourceFee
    }

    var isSoroban: Bool { operations.first?.body.facts.isSoroban ?? false }
}

extension LedgerKey {
    fileprivate var hasLifetime: Bool {
        switch self {
        case .contractData, .contractCode: true
        default: false
        }
    }

    fileprivate var isPersistent: Bool {
        switch self {
        case .contractData(let data): data.durability == .persistent
        case .contractCode: true
        default: false
        }
    }
}
