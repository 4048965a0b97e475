// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR
import Vault

extension KeyChoice {
    /// The given names, of which none may be repeated; if none is given, the only key, or the one that has to sign.
    ///
    /// - Parameter accounts: the accounts that have to sign; called only if several keys exist.
    static func names(
        _ given: [String], in vault: Vault, for accounts: () throws(Failure) -> [AccountID]
    ) throws(Failure) -> [KeyName] {
        guard given.isEmpty else { return try checked(given) }
        let keys: [ListedKey]
        do { keys = try vault.list() } catch { throw Failure(error) }
        switch KeyChoice(among: keys, for: keys.count > 1 ? try accounts() : []) {
        case .only(let name):
            Console.say("key       \(name.text), the only one")
            return [name]
        case .owner(let name):
            Console.say("key       \(name.text), which has to sign")
            return [name]
        case .ambiguous(let names):
            throw Failure(
                .usage, "--key is missing: it could be \(names.map(\.text).joined(separator: ", "))",
                hint: "--key NAME says which key is to sign")
        case .none:
            throw Failure(
                .usage, "--key is missing, and the vault has no key", hint: "coldstar-sign key new NAME makes one")
        }
    }

    private static func checked(_ given: [String]) throws(Failure) -> [KeyName] {
        var names: [KeyName] = []
        for text in given {
            let name = try Keys.name(text)
            guard !names.contains(name) else { throw Failure(.usage, "--key \(name.text) is there twice") }
            names.append(name)
        }
        return names
    }
}

extension Examined {
    /// The accounts that have to sign, the payer first; for a login or message, the requested signers.
    var accountsToSign: [AccountID] {
        let asked = request?.signers ?? []
        guard case .envelope(let envelope, _, _) = subject else { return asked }
        return envelope.accountsToSign + asked
    }
}

extension ReviewInput {
    /// The accounts that have to sign, according to the transaction.
    var accountsToSign: [AccountID] {
        guard case .envelope(let envelope, _, _) = subject else { return [] }
        return envelope.accountsToSign
    }
}

extension TransactionEnvelope {
    fileprivate var accountsToSign: [AccountID] {
        [feeSource.account] + innermost.requiredThresholds.map(\.account)
    }
}
