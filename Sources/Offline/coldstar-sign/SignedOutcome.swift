// SPDX-License-Identifier: Apache-2.0

import CLISupport
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

    /// Delivers what was signed, as it is or in a document; of a file the document says where it is.
    ///
    /// - Parameter name: of the file in a folder; nil for what has no hash, and no folder to go to.
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

    /// - Parameter result: what came out, or the file that it went to.
    func line(_ result: (name: String, text: String)) -> String {
        let document = JSONObject([
            ("version", 1), ("kind", .string(kind)), ("hash", hash.map { .string($0.hex) } ?? .null),
            ("signers", .array(signers.map { .string($0.address) })), (result.name, .string(result.text)),
        ])
        return JSON.object(document).text()
    }
}
