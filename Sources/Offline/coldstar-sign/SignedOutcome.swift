// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Shell
import Stellar
import StellarXDR
import TextCodec

/// The `--json` document about something that was signed.
struct SignedOutcome {
    /// `transaction`, `challenge`, `message` or another kind of review.
    let kind: String
    /// Nil for a payload, which has no hash.
    let hash: TransactionHash?
    let signers: [AccountID]

    /// Delivers the signed output, directly or in a document; for a file, the document contains its path.
    ///
    /// - Parameter name: the file's name in a folder; nil if there is no hash, in which case no folder is possible.
    /// - Returns: the path of the file; nil for standard output.
    func deliver(
        _ text: String, to output: OutputOptions, as name: HandoffName?, isJSON: Bool
    ) throws(Failure) -> String? {
        if isJSON, output.isStandard {
            try output.deliver(line(("signed", text)))
            return nil
        }
        let path: String?
        if let name {
            path = try output.deliver(text, as: name)
        } else {
            try output.deliver(text)
            path = output.isStandard ? nil : output.path
        }
        if isJSON, let path { try Console.put(line: line(("file", path))) }
        return path
    }

    /// - Parameter result: the output, or the path of its file.
    func line(_ result: (name: String, text: String)) -> String {
        let document = JSONObject([
            ("version", 1), ("kind", .string(kind)), ("hash", hash.map { .string($0.hex) } ?? .null),
            ("signers", .array(signers.map { .string($0.address) })), (result.name, .string(result.text)),
        ])
        return JSON.object(document).text()
    }
}
