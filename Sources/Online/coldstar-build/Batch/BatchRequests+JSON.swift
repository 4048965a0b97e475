// SPDX-License-Identifier: Apache-2.0

import Building
import Journal
import Stellar
import StellarXDR
import TextCodec
import XDR

extension BatchRequests {
    /// The `--json` line for a request of a batch.
    ///
    /// - Parameter result: the transaction itself, or the file that it was written to.
    func outcome(_ index: Int, _ result: (String, String)) -> String {
        let (transaction, record) = (envelopes[index].innermost, records[index])
        var members = JSONObject([
            ("version", 1), ("id", .string(record.id)), ("hash", .string(record.hash)),
            ("source", .string(transaction.sourceAccount.account.address)),
            ("sequence", .string("\(transaction.seqNum)")), ("operations", .integer(transaction.operations.count)),
        ])
        members[result.0] = .string(result.1)
        return JSON.object(members).text()
    }
}
