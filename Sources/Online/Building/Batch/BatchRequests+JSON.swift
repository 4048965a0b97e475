// SPDX-License-Identifier: Apache-2.0

import Journal
import Stellar
import StellarXDR
package import TextCodec
import XDR

extension BatchRequests {
    /// The JSON document for one request, without its version.
    ///
    /// - Parameter result: the transaction itself, or the file that it was written to.
    package func document(_ index: Int, _ result: (name: String, text: String)) -> JSON {
        let (transaction, record) = (envelopes[index].innermost, records[index])
        return [
            "id": .string(record.id), "hash": .string(record.hash.hex),
            "source": .string(transaction.sourceAccount.account.address),
            "sequence": .string("\(transaction.seqNum)"), "operations": .integer(transaction.operations.count),
            result.name: .string(result.text),
        ]
    }

    /// The requests as JSON documents, or their envelopes as base64 XDR.
    package func texts(isDocument: Bool) -> [String] {
        isDocument ? records.map(\.document) : envelopes.map { Base64.encode($0.xdr) }
    }
}
