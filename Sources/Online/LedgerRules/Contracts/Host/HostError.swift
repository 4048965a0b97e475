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
    package var text: String { "HostError: Error(\(Self.name(error)))" }

    private static func name(_ error: SCError) -> String {
        switch error {
        case .contract(let number): "Contract, #\(number)"
        case .wasmVm(let code): "WasmVm, \(name(code))"
        case .context(let code): "Context, \(name(code))"
        case .storage(let code): "Storage, \(name(code))"
        case .object(let code): "Object, \(name(code))"
        case .crypto(let code): "Crypto, \(name(code))"
        case .events(let code): "Events, \(name(code))"
        case .budget(let code): "Budget, \(name(code))"
        case .value(let code): "Value, \(name(code))"
        case .auth(let code): "Auth, \(name(code))"
        }
    }

    private static func name(_ code: SCErrorCode) -> String {
        switch code {
        case .arithDomain: "ArithDomain"
        case .indexBounds: "IndexBounds"
        case .invalidInput: "InvalidInput"
        case .missingValue: "MissingValue"
        case .existingValue: "ExistingValue"
        case .exceededLimit: "ExceededLimit"
        case .invalidAction: "InvalidAction"
        case .internalError: "InternalError"
        case .unexpectedType: "UnexpectedType"
        case .unexpectedSize: "UnexpectedSize"
        }
    }
}

extension HostError {
    /// A value of another type than the function takes.
    static func wrongType(_ value: SCVal) -> HostError {
        HostError(.value(.unexpectedType), "the value has another type than the function takes", value)
    }
}
