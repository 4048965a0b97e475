// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

/// Why a contract call fails: the error that the network reports, and in words what happened.
package struct HostError: Error, Hashable, Sendable {
    package let error: SCError
    /// What happened; text of this program's own, without the contracts' or the caller's bytes.
    package let message: String
    /// Whose account, which number and so on.
    package let values: [SCVal]

    init(_ error: SCError, _ message: String, _ values: SCVal...) {
        self.error = error
        self.message = message
        self.values = values
    }

    /// The error as the network's tools write it: `HostError: Error(Contract, #10)`.
    package var text: String { "HostError: \(error.text)" }
}

extension HostError {
    /// A value of another type than the function takes.
    static func wrongType(_ value: SCVal) -> HostError {
        HostError(.value(.unexpectedType), "the value has another type than the function takes", value)
    }
}
