// SPDX-License-Identifier: Apache-2.0

import Handoff
import Stellar
import TextCodec

extension SigningRequest {
    /// The `--json` document for a request that was built.
    ///
    /// - Parameter result: the request itself, or the file that it was written to.
    func outcome(_ hash: TransactionHash, _ result: (name: String, text: String)) -> String {
        let document = JSONObject([
            ("version", 1), ("id", .string(id.text)), ("kind", .string(kind.rawValue)), ("hash", .string(hash.hex)),
            ("words", .string(CheckWords.text(of: hash))), ("network_passphrase", .string(networkPassphrase)),
            (result.name, .string(result.text)),
        ])
        return JSON.object(document).text(pretty: true)
    }
}
