// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Shell
import Signing

extension ParsedRequest {
    /// Reads TX, and the transactions attached to it by `--envelope`.
    init(_ input: TransactionInput, _ networks: NetworkChoice, envelopes: [String]) throws(Failure) {
        try self.init(input, networks, attaching: envelopes.count)
        for text in envelopes { try attach(try TransactionInput(text), networks) }
    }
}
