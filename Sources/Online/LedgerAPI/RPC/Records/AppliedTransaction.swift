// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// A transaction that was applied in a ledger, successfully or not: the fields that establish the outcome. The envelope
/// has the hash, and the status agrees with the result.
///
/// Nothing else is read, so that metadata of a later protocol does not hide an outcome.
package struct AppliedTransaction: Hashable, Sendable {
    /// The hash of the envelope: for a fee bump, the outer one.
    package let hash: TransactionHash
    /// The hash of the transaction inside a fee bump; nil for others.
    package let innerHash: TransactionHash?
    package let envelope: TransactionEnvelope
    /// Nil when it has a code that this version does not know.
    package let result: TransactionResult?
    /// The result in base64, as written.
    package let resultXDR: String
    package let ledger: UInt32
    package let isSuccessful: Bool

    /// - Parameters:
    ///   - hash: the hash that was asked for, the outer or the inner one of a fee bump; nil for whatever the record
    ///     says.
    init(_ json: JSON, asked hash: TransactionHash?, on network: Network) throws(JSONError) {
        let found = HashedTransaction(try json.xdr("envelopeXdr"), on: network)
        (envelope, self.hash, innerHash) = (found.envelope, found.hash, found.innerHash)
        guard found.hashes.contains(try json.hash("txHash")) else {
            throw .wrongType(field: "envelopeXdr", expected: "the envelope with the hash in \"txHash\"")
        }
        guard hash.map(found.hashes.contains) ?? true else {
            throw .wrongType(field: "envelopeXdr", expected: "the transaction that was asked for")
        }
        guard try json.bool("feeBump") == (found.innerHash != nil) else {
            throw .wrongType(field: "feeBump", expected: "what the envelope is")
        }
        result = try json.readableXDR("resultXdr").value
        resultXDR = try json.string("resultXdr")
        ledger = try json.ledger("ledger")
        guard ledger > 0 else { throw .outOfRange(field: "ledger") }
        switch try json.string("status") {
        case "SUCCESS": isSuccessful = true
        case "FAILED": isSuccessful = false
        case let other: throw .unknown("status", other)
        }
        try checkResult(inner: found.innerHash)
    }

    private func checkResult(inner: TransactionHash?) throws(JSONError) {
        guard isSuccessful == result?.isSuccess ?? isSuccessful else {
            throw .wrongType(field: "resultXdr", expected: "the result that \"status\" says")
        }
        switch result?.result {
        case .txFeeBumpInnerSuccess(let pair), .txFeeBumpInnerFailed(let pair):
            guard TransactionHash(pair.transactionHash) == inner else {
                throw .wrongType(field: "resultXdr", expected: "the result of this transaction")
            }
        default: break
        }
    }
}

/// The transactions of one ledger on a page of `getTransactions`. They are everybody's: one that cannot be read is left
/// out.
package struct AppliedTransactions: Hashable, Sendable {
    /// The most transactions on a page.
    static let most = 200

    package let transactions: [AppliedTransaction]
    /// Where the ledger goes on; nil when the page has its last transaction.
    package let next: String?

    init(_ json: JSON, of ledger: UInt32, on network: Network) throws(JSONError) {
        var isOver = false
        var found: [AppliedTransaction] = []
        let records = try json.array("transactions")
        for record in records {
            guard (try? record.ledger("ledger")) == ledger else {
                isOver = true
                continue
            }
            if let read = try? AppliedTransaction(record, asked: nil, on: network) { found.append(read) }
        }
        guard records.count <= Self.most else { throw .outOfRange(field: "transactions") }
        transactions = found
        next = isOver || records.count < Self.most ? nil : try json.string("cursor")
    }
}

/// The answer to `getTransaction`: the transaction, or the ledgers in which the server does not find it.
package struct TransactionLookup<Record: Hashable & Sendable>: Hashable, Sendable {
    /// Nil when the server does not find it. That proves nothing about ledgers before `oldestLedger`.
    package let found: Record?
    package let latestLedger: UInt32
    package let latestCloseTime: Timestamp
    package let oldestLedger: UInt32
    package let oldestCloseTime: Timestamp

    /// - Parameters:
    ///   - hash: the hash that was asked for.
    ///   - read: reads the transaction.
    init(
        _ json: JSON, asked hash: TransactionHash, _ read: (JSON) throws(JSONError) -> Record
    ) throws(JSONError) {
        latestLedger = try json.ledger("latestLedger")
        latestCloseTime = try json.time("latestLedgerCloseTime")
        oldestLedger = try json.ledger("oldestLedger")
        oldestCloseTime = try json.time("oldestLedgerCloseTime")
        guard oldestLedger <= latestLedger else { throw .outOfRange(field: "oldestLedger") }
        switch try json.string("status") {
        case "NOT_FOUND":
            found = nil
            if json.isPresent("txHash"), try json.hash("txHash") != hash {
                throw .wrongType(field: "txHash", expected: "the hash that was asked for")
            }
        case "SUCCESS", "FAILED":
            found = try read(json)
            guard try json.ledger("ledger") <= latestLedger else { throw .outOfRange(field: "ledger") }
        case let other: throw .unknown("status", other)
        }
    }
}

/// An applied transaction with all that it did. The return value and the events of a successful call have the hash in
/// the result.
package struct TransactionRecord: Hashable, Sendable {
    package let applied: AppliedTransaction
    package let createdAt: Timestamp
    /// The place among the transactions of its ledger, from 1.
    package let applicationOrder: UInt32
    /// Unread where something in it, which may be of anyone, is not known to this version.
    package let meta: Readable<TransactionMeta>
    /// The same in base64, as written.
    package let metaXDR: String
    package let diagnosticEvents: [Readable<DiagnosticEvent>]

    package var isSuccessful: Bool { applied.isSuccessful }
    package var ledger: UInt32 { applied.ledger }
    /// The value that a successful call of a host function returned; nil for everything else, and where the metadata is
    /// unread.
    package var returnValue: SCVal? { isSuccessful ? meta.value?.returnValue : nil }
    /// The contracts' events; empty for a failed transaction, and where the metadata is unread.
    package var events: [ContractEvent] { isSuccessful ? meta.value?.contractEvents ?? [] : [] }

    /// - Parameter time: reads the time, which is a string or a number depending on the method.
    init(
        _ json: JSON, asked hash: TransactionHash?, on network: Network, time: (JSON) throws(JSONError) -> Timestamp
    ) throws(JSONError) {
        applied = try AppliedTransaction(json, asked: hash, on: network)
        createdAt = try time(json)
        applicationOrder = try json.integer("applicationOrder")
        meta = try json.readableXDR("resultMetaXdr")
        metaXDR = try json.string("resultMetaXdr")
        diagnosticEvents = try json.readableXDRs("diagnosticEventsXdr")
        try checkSuccessHash()
    }

    /// - Source: stellar-xdr, `InvokeHostFunctionSuccessPreImage`.
    private func checkSuccessHash() throws(JSONError) {
        guard isSuccessful, let meta = meta.value,
            case .opInner(.invokeHostFunction(.success(let hash)))? = applied.result?.operations.first
        else { return }
        guard let value = meta.returnValue else { throw .missing(field: "resultMetaXdr.sorobanMeta.returnValue") }
        let image = InvokeHostFunctionSuccessPreImage(returnValue: value, events: meta.contractEvents)
        guard Hash(sha256: image.xdr) == hash else {
            throw .wrongType(field: "resultMetaXdr", expected: "the return value and events of the result")
        }
    }
}

/// An applied transaction as the server wrote it, nothing of which is decoded: what a later protocol put into it can be
/// read by a later version.
package struct RawTransaction: Hashable, Sendable {
    package let ledger: UInt32
    /// The place among the transactions of its ledger, from 1.
    package let applicationOrder: UInt32
    package let createdAt: Timestamp
    package let isSuccessful: Bool
    /// In base64.
    package let envelopeXDR: String
    package let resultXDR: String
    package let metaXDR: String

    init(_ json: JSON) throws(JSONError) {
        ledger = try json.ledger("ledger")
        applicationOrder = try json.integer("applicationOrder")
        createdAt = try json.time("createdAt")
        isSuccessful = try json.string("status") == "SUCCESS"
        envelopeXDR = try json.string("envelopeXdr")
        resultXDR = try json.string("resultXdr")
        metaXDR = try json.string("resultMetaXdr")
        guard ledger > 0 else { throw .outOfRange(field: "ledger") }
        guard applicationOrder > 0 else { throw .outOfRange(field: "applicationOrder") }
    }
}

extension TransactionMeta {
    /// The return value of a call of a host function.
    package var returnValue: SCVal? {
        switch self {
        case .v3(let meta): meta.sorobanMeta?.returnValue
        case .v4(let meta): meta.sorobanMeta?.returnValue
        }
    }

    /// What was charged for keeping entries of contracts longer, or larger ones, in stroops; nil where it is not said.
    package var rent: Int64? {
        let ext: SorobanTransactionMetaExt? =
            switch self {
            case .v3(let meta): meta.sorobanMeta?.ext
            case .v4(let meta): meta.sorobanMeta?.ext
            }
        return if case .v1(let fees)? = ext { fees.rentFeeCharged } else { nil }
    }

    /// What the host noted about a call of a host function, in order, where the server keeps that.
    var diagnosticEvents: [DiagnosticEvent] {
        switch self {
        case .v3(let meta): meta.sorobanMeta?.diagnosticEvents ?? []
        case .v4(let meta): meta.diagnosticEvents
        }
    }

    /// The events of the contracts that a call of a host function reached, in order.
    package var contractEvents: [ContractEvent] {
        switch self {
        case .v3(let meta): meta.sorobanMeta?.events ?? []
        case .v4(let meta): meta.operations.first?.events ?? []
        }
    }
}

/// A page of `getTransactions`.
package struct TransactionPage: Hashable, Sendable {
    /// Each is read alone.
    package let transactions: [Readable<TransactionRecord>]
    package let latestLedger: UInt32
    package let oldestLedger: UInt32
    /// Where the next page begins.
    package let cursor: String

    init(_ json: JSON, on network: Network, limit: Int) throws(JSONError) {
        transactions = try json.elements("transactions") { json in
            Readable(json) { json throws(JSONError) in
                try TransactionRecord(json, asked: nil, on: network) { json throws(JSONError) in
                    try json.numericTime("createdAt")
                }
            }
        }
        latestLedger = try json.ledger("latestLedger")
        oldestLedger = try json.ledger("oldestLedger")
        cursor = try json.string("cursor")
        guard transactions.count <= limit else { throw .outOfRange(field: "transactions") }
    }
}
