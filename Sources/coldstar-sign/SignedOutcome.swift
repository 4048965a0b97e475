// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec

/// What `--json` says of something that was signed.
struct SignedOutcome {
    /// `transaction`, `challenge`, `message` or what else was reviewed.
    let kind: String
    /// Nil for a payload, which has none.
    let hash: TransactionHash?
    let signers: [AccountID]

    /// - Parameter result: what came out, or the file that it went to.
    func line(_ result: (name: String, text: String)) -> String {
        let document = JSONObject([
            ("version", 1), ("kind", .string(kind)), ("hash", hash.map { .string($0.hex) } ?? .null),
            ("signers", .array(signers.map { .string($0.address) })), (result.name, .string(result.text)),
        ])
        return JSON.object(document).text()
    }
}
