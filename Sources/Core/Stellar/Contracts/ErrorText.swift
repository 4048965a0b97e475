// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension SCError {
    /// The error as the network's tools write it: `Error(Contract, #10)`.
    package var text: String { "Error(\(parts))" }

    private var parts: String {
        switch self {
        case .contract(let number): "Contract, #\(number)"
        case .wasmVm(let code): "WasmVm, \(code.text)"
        case .context(let code): "Context, \(code.text)"
        case .storage(let code): "Storage, \(code.text)"
        case .object(let code): "Object, \(code.text)"
        case .crypto(let code): "Crypto, \(code.text)"
        case .events(let code): "Events, \(code.text)"
        case .budget(let code): "Budget, \(code.text)"
        case .value(let code): "Value, \(code.text)"
        case .auth(let code): "Auth, \(code.text)"
        }
    }
}

extension SCErrorCode {
    fileprivate var text: String {
        switch self {
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
