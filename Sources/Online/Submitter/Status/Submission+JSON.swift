// SPDX-License-Identifier: Apache-2.0

import Horizon
package import Journal
package import Stellar
package import TextCodec

extension Submission {
    /// The output line of `send --json` and `status --json`.
    ///
    /// - Parameters:
    ///   - wasThere: whether it was in a ledger before anything was submitted.
    ///   - behind: the hash of the transaction whose outcome it waits for.
    package func document(wasThere: Bool = false, waitingFor behind: TransactionHash? = nil) -> JSON {
        var members: [(String, JSON)] = [
            ("version", 1), ("hash", .string(transaction.hash.hex)),
            ("status", .string(held == nil ? status : "failed")),
        ]
        if let ledger { members.append(("ledger", .integer(ledger))) }
        if let codes {
            members.append(("result_codes", codes.json))
        } else if state == .expired {
            members.append(("result_codes", ["transaction": "tx_too_late"]))
        }
        members.append(("attempts", .integer(attempts)))
        members.append(("state", .string(state.rawValue)))
        if wasThere { members.append(("already", true)) }
        let words =
            held.map { "not submitted: \($0)" } ?? behind.map { "not submitted yet: waiting for \($0)" } ?? reason
        if let words { members.append(("reason", .string(words))) }
        return .object(JSONObject(members))
    }

    private var status: String {
        switch state {
        case .included: "success"
        case .failed, .expired: "failed"
        case .queued, .sent, .pending: "pending"
        }
    }
}
