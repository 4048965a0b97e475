// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// What Stellar Core said about a transaction that was passed to it, from `sendTransaction`. None of the statuses is final.
package struct SendResult: Hashable, Sendable {
    package enum Status: Hashable, Sendable {
        /// The network's queue has it; this does not guarantee that it will be applied.
        case pending
        /// The queue had it already.
        case duplicate
        /// The queue does not accept it yet.
        case tryAgainLater
        /// The network rejects it, with this result; nil if the server does not state it, or this version does not know it.
        case error(TransactionResult?)
    }

    package let status: Status
    package let hash: TransactionHash
    package let latestLedger: UInt32
    package let latestCloseTime: Timestamp
    package let diagnosticEvents: [Readable<DiagnosticEvent>]
    /// The result of a rejected transaction in base64, as written.
    package let errorResultXDR: String?

    /// - Parameter sent: the hash of the transaction that was sent.
    init(_ json: JSON, sent: TransactionHash) throws(JSONError) {
        hash = try json.hash("hash")
        guard hash == sent else { throw .wrongType(field: "hash", expected: "the hash of the transaction") }
        latestLedger = try json.ledger("latestLedger")
        latestCloseTime = try json.time("latestLedgerCloseTime")
        diagnosticEvents = try json.readableXDRs("diagnosticEventsXdr")
        let hasResult = json.isPresent("errorResultXdr")
        let result: TransactionResult? = hasResult ? try json.readableXDR("errorResultXdr").value : nil
        errorResultXDR = hasResult ? try json.string("errorResultXdr") : nil
        status = try Self.status(try json.string("status"), result)
    }

    private static func status(_ text: String, _ result: TransactionResult?) throws(JSONError) -> Status {
        let status: Status
        switch text {
        case "PENDING": status = .pending
        case "DUPLICATE": status = .duplicate
        case "TRY_AGAIN_LATER": status = .tryAgainLater
        case "ERROR": status = .error(result)
        default: throw .unknown("status", text)
        }
        if let result {
            guard case .error = status, !result.isSuccess else {
                throw .wrongType(field: "errorResultXdr", expected: "the result of a rejected transaction")
            }
        }
        return status
    }
}
