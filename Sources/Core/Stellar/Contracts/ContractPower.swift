// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// What a function can do, by its name.
package enum ContractPower {
    private static let replacing: Set<String> = ["upgrade", "update", "migrate", "set_wasm", "set_code"]
    private static let replacingPrefixes = [
        "upgrade_", "migrate_", "rollback_upgrade", "update_contract", "update_current_contract", "update_wasm",
        "update_code",
    ]
    private static let controlling: Set<String> = [
        "set_admin", "set_owner", "set_authority", "transfer_admin", "transfer_ownership", "transfer_owner",
        "change_admin",
        "change_owner", "accept_admin", "accept_ownership", "propose_admin", "renounce_ownership", "grant_role",
        "revoke_role", "renounce_role", "set_role_admin", "transfer_admin_role", "accept_admin_transfer",
        "renounce_admin",
        "accept_owner", "accept_admin_role", "add_admin", "remove_admin",
        // Of accounts of OpenZeppelin's library.
        "add_signer", "remove_signer", "batch_add_signer", "add_policy", "remove_policy", "add_context_rule",
        "remove_context_rule", "update_context_rule_valid_until",
    ]

    /// Whether a function of this name replaces the contract's code.
    package static func replacesCode(_ name: [UInt8]) -> Bool {
        let text = String(decoding: name, as: UTF8.self).lowercased()
        return replacing.contains(text) || replacingPrefixes.contains { text.hasPrefix($0) }
            || text.hasSuffix("_upgrade")
    }

    /// Whether a function of this name changes who controls the contract.
    package static func changesControl(_ name: [UInt8]) -> Bool {
        controlling.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Whether a function of this name does either, or sets the contract up. The only list of such functions: every
    /// rule asks it.
    package static func isPower(_ name: [UInt8]) -> Bool {
        replacesCode(name) || changesControl(name) || name.elementsEqual("__constructor".utf8)
    }

    /// Whether an argument of this name is the hash of code.
    static func namesCode(_ name: [UInt8]) -> Bool {
        String(decoding: name, as: UTF8.self).lowercased().contains("wasm")
    }
}

/// Whether a contract's code can be replaced, as far as its spec says. A spec can prove neither: functions of other
/// names can replace the code too, and one of these names need not.
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
