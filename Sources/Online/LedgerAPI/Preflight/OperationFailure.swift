// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// Why an operation fails: the first reason in the network's order of checks.
struct OperationFailure {
    /// The network's result code, as Horizon names it.
    let code: ResultCode
    /// What is wrong, with full addresses.
    let message: String
    let hint: Wording?
    /// Whether transactions submitted before this one may remedy it.
    let mayPass: Bool

    init(_ code: ResultCode, _ message: String, hint: Wording? = nil, mayPass: Bool = false) {
        self.code = code
        self.message = message
        self.hint = hint
        self.mayPass = mayPass
    }
}
