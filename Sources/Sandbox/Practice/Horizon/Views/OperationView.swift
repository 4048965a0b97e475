// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// An operation as Horizon shows it.
struct OperationView {
    let record: TransactionRecord
    /// The operation's index in the transaction, from 0.
    let index: Int
    let links: Links

    private var transaction: Transaction { record.envelope.innermost }
    private var operation: Operation { transaction.operations[index] }
    private var source: MuxedAccount { operation.sourceAccount ?? transaction.sourceAccount }

    /// Horizon's ID of the operation, by which lists are ordered.
    var token: UInt64 { TransactionView(record: record, links: links).token + UInt64(index) + 1 }

    /// - Parameter withTransaction: whether the request has `join=transactions`.
    func entry(withTransaction: Bool) -> Page.Entry {
        var out = JSONObject([
            (
                "_links",
                [
                    "self": links.to("/operations/\(token)"),
                    "transaction": links.to("/transactions/\(record.hash.hex)"),
                    "effects": links.to("/operations/\(token)/effects"),
                    "succeeds": links.to("/effects?order=desc&cursor=\(token)"),
                    "precedes": links.to("/effects?order=asc&cursor=\(token)"),
                ]
            ), ("id", .long(token)), ("paging_token", .long(token)),
            ("transaction_successful", .bool(record.isSuccessful)),
        ])
        out.set("source_account", source)
        out["type"] = .string(operation.type.name)
        out["type_i"] = .integer(operation.type.rawValue)
        out["created_at"] = .time(record.time)
        out["transaction_hash"] = .string(record.hash.hex)
        if withTransaction { out["transaction"] = TransactionView(record: record, links: links).json() }
        describe(&out)
        return Page.Entry(token: String(token), json: .object(out))
    }

    private func describe(_ out: inout JSONObject) {
        let facts = operation.body.facts
        if let transfer = facts.transfer { describe(transfer, &out) }
        if let number = facts.sequence { out["bump_to"] = .long(number) }
        if let balance = facts.balance { out["balance_id"] = .string(ClaimableBalanceView.id(balance)) }
        if case .unnamed(.claim) = facts.movement { out.set("claimant", source) }
        switch operation.body {
        case .setOptions(let op): describe(op, &out)
        case .changeTrust(let op): describe(op, &out)
        case .allowTrust(let op):
            out["asset_code"] = .string(op.asset.code)
            out["asset_issuer"] = .string(source.account.address)
            out["trustor"] = .string(op.trustor.address)
            out.set("trustee", source)
            out["authorize"] = .bool(op.authorize == 1)
            out["authorize_to_maintain_liabilities"] = .bool(op.authorize != 0)
        case .manageData(let op):
            out["name"] = .string(String(decoding: op.dataName.bytes, as: UTF8.self))
            out["value"] = .base64(op.dataValue?.bytes ?? [])
        case .setTrustLineFlags(let op):
            out.set(op.asset)
            out["trustor"] = .string(op.trustor.address)
            describeFlags(set: op.setFlags, clear: op.clearFlags, Self.trustlineFlags, &out)
        case .invokeHostFunction(let op): describe(op, &out)
        case .extendFootprintTtl(let op): out["extend_to"] = .integer(op.extendTo)
        default: break
        }
    }

    private func describe(_ transfer: OperationFacts.Transfer, _ out: inout JSONObject) {
        let (sent, amount) = (transfer.sent, transfer.sent.amount ?? 0)
        switch transfer.form {
        case .creation:
            out["starting_balance"] = .amount(amount)
            out.set("funder", source)
            if let created = transfer.destination { out["account"] = .string(created.account.address) }
        case .payment:
            out.set(sent.asset)
            describe(transfer, amount, &out)
        case .pathPayment: describePath(transfer, amount, &out)
        case .merge:
            out.set("account", source)
            if let destination = transfer.destination { out.set("into", destination) }
        case .claim:
            out["asset"] = .string(sent.asset.text)
            out["amount"] = .amount(amount)
            out["claimants"] = .array(
                transfer.claimants.map { claimant in
                    switch claimant {
                    case .v0(let claimant): ClaimableBalanceView.claimant(claimant)
                    }
                })
        case .clawback:
            out.set(sent.asset)
            if let holder = transfer.holder { out.set("from", holder) }
            out["amount"] = .amount(amount)
        }
    }

    private func describe(_ transfer: OperationFacts.Transfer, _ amount: Int64, _ out: inout JSONObject) {
        out.set("from", source)
        if let destination = transfer.destination { out.set("to", destination) }
        out["amount"] = .amount(amount)
    }

    private func describePath(_ transfer: OperationFacts.Transfer, _ stated: Int64, _ out: inout JSONObject) {
        guard let received = transfer.received, let arriving = received.amount else { return }
        // What the operation only bounds is known from its result.
        var (paid, arrived): (Int64, Int64) = transfer.sent.isExact ? (stated, 0) : (0, arriving)
        switch result {
        case .opInner(.pathPaymentStrictReceive(.success(let success)))?:
            paid = success.offers.first?.taken.amount ?? arriving
        case .opInner(.pathPaymentStrictSend(.success(let success)))?: arrived = success.last.amount
        default: break
        }
        out.set(received.asset)
        describe(transfer, arrived, &out)
        out["path"] = .array(transfer.path.map { .asset($0) })
        out["source_amount"] = .amount(paid)
        if transfer.sent.isExact {
            out["destination_min"] = .amount(arriving)
        } else {
            out["source_max"] = .amount(stated)
        }
        out.set(transfer.sent.asset, prefix: "source_")
    }

    private func describe(_ op: InvokeHostFunctionOp, _ out: inout JSONObject) {
        switch op.hostFunction {
        case .invokeContract(let call):
            out["function"] = "HostFunctionTypeHostFunctionTypeInvokeContract"
            describe(call, &out)
        case .uploadContractWasm: out["function"] = "HostFunctionTypeHostFunctionTypeUploadContractWasm"
        case .createContract(let new):
            out["function"] = "HostFunctionTypeHostFunctionTypeCreateContract"
            describe(new.contractIDPreimage, &out)
        case .createContractV2(let new):
            out["function"] = "HostFunctionTypeHostFunctionTypeCreateContractV2"
            describe(new.contractIDPreimage, &out)
        }
    }

    private func describe(_ origin: ContractIDPreimage, _ out: inout JSONObject) {
        switch origin {
        case .address(let origin):
            out["from"] = "address"
            out["address"] = .string(origin.address.address)
            out["salt"] = .string(WideDecimal.text(of: origin.salt.bytes, signed: false))
        case .asset(let asset):
            out["from"] = "asset"
            out["asset"] = .string(asset.text)
        }
    }

    private func describe(_ call: InvokeContractArgs, _ out: inout JSONObject) {
        let values = [.address(call.contractAddress), .symbol(call.functionName)] + call.args
        out["parameters"] = .array(values.map { ["value": .base64($0.xdr), "type": .string($0.horizonType)] })
        out["address"] = ""
        out["salt"] = ""
        out["asset_balance_changes"] = .array(AssetBalanceChange.all(of: record, operation: index).map(\.json))
    }

    private func describe(_ op: ChangeTrustOp, _ out: inout JSONObject) {
        guard let asset = op.line.asset, let issuer = asset.issuer else { return }
        out.set(asset)
        out["limit"] = .amount(op.limit)
        out["trustee"] = .string(issuer.address)
        out.set("trustor", source)
    }

    private func describe(_ op: SetOptionsOp, _ out: inout JSONObject) {
        if let destination = op.inflationDest { out["inflation_dest"] = .string(destination.address) }
        let weights = [
            ("master_key_weight", op.masterWeight), ("low_threshold", op.lowThreshold),
            ("med_threshold", op.medThreshold), ("high_threshold", op.highThreshold),
        ]
        for case (let key, let weight?) in weights { out[key] = .integer(weight) }
        if let domain = op.homeDomain { out["home_domain"] = .string(String(decoding: domain.bytes, as: UTF8.self)) }
        if let signer = op.signer {
            out["signer_key"] = .string(signer.key.address)
            out["signer_weight"] = .integer(signer.weight)
        }
        let names = AccountFlags.named.map { ($0.name, $0.flag.rawValue) }
        describeFlags(set: op.setFlags ?? 0, clear: op.clearFlags ?? 0, names, &out)
    }

    private static let trustlineFlags: [(String, UInt32)] = [
        ("authorized", Trustline.Flags.authorized.rawValue),
        ("authorized_to_maintain_liabilities", Trustline.Flags.authorizedToMaintainLiabilities.rawValue),
        ("clawback_enabled", Trustline.Flags.clawbackEnabled.rawValue),
    ]

    /// Sets flags as numbers and by name.
    private func describeFlags(
        set: UInt32, clear: UInt32, _ names: [(String, UInt32)], _ out: inout JSONObject
    ) {
        for (key, flags) in [("set_flags", set), ("clear_flags", clear)] where flags != 0 {
            let given = names.filter { flags & $0.1 != 0 }
            out[key] = .array(given.map { .integer($0.1) })
            out["\(key)_s"] = .array(given.map { .string($0.0) })
        }
    }

    private var result: OperationResult? {
        index < record.operationResults.count ? record.operationResults[index] : nil
    }
}

extension SCVal {
    /// Horizon's name of the value's type.
    fileprivate var horizonType: String {
        switch self {
        case .bool: "B"
        case .void: "Void"
        case .error: "Error"
        case .u32: "U32"
        case .i32: "I32"
        case .u64: "U64"
        case .i64: "I64"
        case .timepoint: "Timepoint"
        case .duration: "Duration"
        case .u128: "U128"
        case .i128: "I128"
        case .u256: "U256"
        case .i256: "I256"
        case .bytes: "Bytes"
        case .string: "Str"
        case .symbol: "Sym"
        case .vec: "Vec"
        case .map: "Map"
        case .address: "Address"
        case .contractInstance, .ledgerKeyContractInstance, .ledgerKeyNonce, .executableTag: "n/a"
        }
    }
}

extension AssetCode {
    /// The asset code as escaped text.
    fileprivate var code: String {
        let bytes =
            switch self {
            case .creditAlphanum4(let code): code.bytes
            case .creditAlphanum12(let code): code.bytes
            }
        return TerminalText.escape(bytes.prefix { $0 != 0 })
    }
}

extension TransactionRecord {
    /// The accounts whose history contains the transaction.
    var participants: Set<AccountID> {
        let transaction = envelope.innermost
        return transaction.operations.indices.reduce(
            into: [transaction.sourceAccount.account, envelope.feeSource.account]
        ) { $0.formUnion(participants(operation: $1)) }
    }

    /// The accounts whose history contains the operation with this index.
    func participants(operation index: Int) -> Set<AccountID> {
        let transaction = envelope.innermost
        let operation = transaction.operations[index]
        return Set([transaction.source(of: operation).account] + operation.body.facts.participants)
            .union(AssetBalanceChange.all(of: self, operation: index).flatMap(\.accounts))
    }

    /// Whether Horizon lists the operation with this index among payments.
    func isPayment(operation index: Int) -> Bool {
        envelope.innermost.operations[index].body.facts.destination != nil
            || !AssetBalanceChange.all(of: self, operation: index).isEmpty
    }
}
