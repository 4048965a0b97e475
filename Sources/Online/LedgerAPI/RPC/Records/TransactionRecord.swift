// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// An applied transaction with all that it did. The return value and the events of a successful call have the hash in the result.
package struct TransactionRecord: Hashable, Sendable {
    package let applied: AppliedTransaction
    package let createdAt: Timestamp
    /// The place among the transactions of its ledger, from 1.
    package let applicationOrder: UInt32
    /// Unread where something in it, which may be of anyone, is not known to this version.
    package let meta: Readable<TransactionMeta>
    package let diagnosticEvents: [Readable<DiagnosticEvent>]

    package var isSuccessful: Bool { applied.isSuccessful }
    package var ledger: UInt32 { applied.ledger }
    /// The value that a successful call of a host function returned; nil for everything else, and where the metadata is unread.
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

extension TransactionMeta {
    /// The return value of a call of a host function.
    package var returnValue: SCVal? {
        switch self {
        case .v3(let meta): meta.sorobanMeta?.returnValue
        case .v4(let meta): meta.sorobanMeta?.returnValue
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
