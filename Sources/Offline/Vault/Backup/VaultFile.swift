// SPDX-License-Identifier: Apache-2.0

import SafeFiles

/// The files of a vault, by name. Other files are neither backed up nor restored.
enum VaultFile {
    /// Lock files, which are empty and created on demand.
    static let locks = ["journal.lock", "state.lock"]

    /// The maximum size in bytes of a file with this name; nil if a vault has no such file.
    static func limit(of name: String) -> Int? {
        switch name {
        case ListKind.book.rawValue, ListKind.policy.rawValue: return SignedList.limit
        case "journal", "journal.torn": return VaultBackup.limit
        default: break
        }
        if name.hasSuffix(Vault.suffix), isKey(name.dropLast(Vault.suffix.count)) { return KeyFile.limit }
        if name.hasPrefix(KeySeal.prefix), isKey(name.dropFirst(KeySeal.prefix.count)) { return KeySeal.limit }
        if name.hasPrefix(PINTries.prefix), isKey(name.dropFirst(PINTries.prefix.count)) { return PINTries.limit }
        return nil
    }

    private static func isKey(_ name: Substring) -> Bool { (try? KeyName(String(name))) != nil }
}
