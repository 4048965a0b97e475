// SPDX-License-Identifier: Apache-2.0

/// What a function can do, by its name.
package enum ContractPower {
    private static let replacing: Set<String> = ["upgrade", "update", "migrate", "set_wasm", "set_code"]
    private static let replacingPrefixes = [
        "upgrade_", "migrate_", "update_contract", "update_current_contract", "update_wasm", "update_code",
    ]
    private static let controlling: Set<String> = [
        "set_admin", "set_owner", "set_authority", "transfer_admin", "transfer_ownership", "transfer_owner",
        "change_admin",
        "change_owner", "accept_admin", "accept_ownership", "propose_admin", "renounce_ownership", "grant_role",
        "revoke_role",
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

    /// Whether an argument of this name is the hash of code.
    static func namesCode(_ name: [UInt8]) -> Bool {
        String(decoding: name, as: UTF8.self).lowercased().contains("wasm")
    }
}
