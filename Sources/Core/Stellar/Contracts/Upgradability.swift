// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Whether a contract's code can be replaced, as far as its spec says. A spec can prove neither: functions of other names can
/// replace the code too, and one of these names need not.
package enum Upgradability: Hashable, Sendable {
    /// Functions that replace the code, by their names or arguments.
    case yes([[UInt8]])
    /// The spec has no function with such a name or argument.
    case no
    /// There is no spec.
    case unknown

    package init(_ spec: ContractSpec?) {
        guard let spec else {
            self = .unknown
            return
        }
        let names = spec.functions.filter(\.replacesCode).map(\.name.bytes)
        self = names.isEmpty ? .no : .yes(names)
    }
}

extension ContractSpec {
    /// Functions that change who controls the contract, by their names.
    package var adminFunctions: [[UInt8]] { functions.filter(\.changesControl).map(\.name.bytes) }
}

extension SCSpecFunctionV0 {
    /// Whether the function replaces the contract's code, by its name or by an argument that names code.
    package var replacesCode: Bool {
        ContractPower.replacesCode(name.bytes) || inputs.contains { ContractPower.namesCode($0.name.bytes) }
    }

    /// Whether the function changes who controls the contract, by its name.
    package var changesControl: Bool { ContractPower.changesControl(name.bytes) }
}
