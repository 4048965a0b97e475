// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import Handoff
import Review
package import Stellar
package import Vault

/// Creates and changes the keys of a vault. PINs and secrets come from the front end, and are erased with its values.
package struct KeyStore: Sendable {
    package let vault: Vault

    package init(_ vault: Vault) { self.vault = vault }

    /// The secret in an identity file of stellar-cli: a secret key, or an account of a mnemonic.
    ///
    /// - Parameters:
    ///   - origin: where the content came from, escaped.
    ///   - account: the account that the user named; nil for the one that the file names, or else 0.
    /// - Throws: `.badInput` for a file without a secret, and for one that names another account; `.refused` without
    ///   locked memory.
    package static func secret(
        inIdentity content: borrowing SecretBytes, origin: String, chain: Chain = .stellar, account: UInt32?,
        passphrase: borrowing SecretBytes?
    ) throws(Failure) -> KeySecret {
        let named = try IdentityFile.account(in: content, origin: origin)
        guard account == nil || named == nil || account == named else {
            throw Failure(
                .badInput, .account, "\(origin) is of account \(named ?? 0) (its hd_path), not \(account ?? 0)")
        }
        return try secret(
            in: IdentityFile.secret(in: content, origin: origin), chain: chain, account: account ?? named ?? 0,
            passphrase: passphrase)
    }

    /// The secret in text that the user entered: a secret key, or the account of a mnemonic.
    ///
    /// - Throws: `.badInput` for anything else, `.refused` without locked memory.
    package static func secret(
        in text: borrowing SecretBytes, chain: Chain = .stellar, account: UInt32, passphrase: borrowing SecretBytes?
    ) throws(Failure) -> KeySecret {
        do { return try KeySecret(reading: text, chain: chain, account: account, passphrase: passphrase) } catch {
            throw Failure(error)
        }
    }

    /// Rejects a name in use, and a chain that this program was built without, before anything is asked for.
    package func checkIsFree(_ name: KeyName, for chain: Chain? = nil) throws(Failure) {
        do { try vault.checkIsFree(name) } catch { throw Failure(error) }
        if let chain, !KeySecret.supports(chain) { throw Failure(SecretError.unsupportedChain(chain)) }
    }

    package func info(_ name: KeyName) throws(Failure) -> KeyInfo {
        try vault.key(name)
    }

    /// Stores a secret as a key. Secret and PIN have been erased when this returns.
    ///
    /// - Parameters:
    ///   - parameters: the cost of each guess of the PIN.
    ///   - kind: where the secret came from, for the journal.
    /// - Throws: `.refused` for a weak PIN, `.cannotCreate` for a name in use.
    package func create(
        _ name: KeyName, _ secret: consuming KeySecret, pin: consuming SecretBytes, now: Timestamp,
        parameters: PasswordHash.Parameters, secondFactor: consuming SecretBytes?, as kind: KeyEvent.Kind
    ) throws(Failure) -> StoredKey {
        do {
            let created = try vault.create(
                name, secret: secret, pin: pin, created: now, parameters: parameters, secondFactor: secondFactor,
                as: kind)
            return StoredKey(created, pin)
        } catch {
            throw Failure(error)
        }
    }

    /// Stores another account of a key's mnemonic as a key of its own, under the same PIN and second factor.
    ///
    /// - Parameter chain: the new key's chain; nil for that of the key.
    /// - Throws: `VaultError.cannotOpen` for a wrong PIN, and the vault's other errors.
    package func derive(
        _ newName: KeyName, _ chain: Chain? = nil, account: UInt32, of key: KeyInfo, pin: borrowing SecretBytes,
        secondFactor: borrowing SecretBytes?, now: Timestamp
    ) throws(VaultError) -> StoredKey {
        let secret = try vault.secret(key.name, chain: chain, account: account, pin: pin, secondFactor: secondFactor)
        let created = try vault.create(
            newName, secret: secret, pin: pin, created: now, parameters: key.parameters, secondFactor: secondFactor,
            as: .created)
        return StoredKey(created, pin)
    }

    /// Opens a key before it is removed. A wrong PIN is not counted.
    package func unlock(
        _ name: KeyName, pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes?
    ) throws(Failure) -> UnlockedKey {
        do { return try vault.unlock(name, pin: pin, secondFactor: secondFactor) } catch { throw Failure(error) }
    }

    /// Deletes a key's file. A damaged file can be deleted too, so its content is not read.
    package func remove(_ name: KeyName) throws(Failure) {
        do { try vault.remove(name) } catch { throw Failure(error) }
    }

    /// The sealed backup of a key: one line of text.
    package func backup(_ name: KeyName) throws(Failure) -> String {
        do { return String(decoding: try vault.backup(name).dropLast(), as: UTF8.self) } catch { throw Failure(error) }
    }

    /// Restores a key from its sealed backup.
    ///
    /// - Parameters:
    ///   - origin: where the backup came from, escaped.
    ///   - argument: as the user named it.
    /// - Throws: `.badInput` for anything but the backup of this key, `.refused` for a wrong PIN.
    package func restore(
        _ name: KeyName, from bytes: [UInt8], origin: String, argument: String,
        pin: borrowing SecretBytes, secondFactor: borrowing SecretBytes?, now: Timestamp
    ) throws(Failure) -> KeyInfo {
        let newline = UInt8(ascii: "\n")
        do {
            return try vault.restore(
                name, from: bytes.last == newline ? bytes : bytes + [newline], pin: pin, secondFactor: secondFactor,
                at: now)
        } catch .damaged(_, let reason) {
            throw Failure(.badInput, "\(origin) is not a key backup, or is damaged: \(reason)")
        } catch .misplaced(_, let found) {
            throw Failure(
                .badInput, "this is the backup of the key \(found.text): a key keeps its name",
                hint: "use \(step: .sign(.restoreKey(key: found.text, from: argument)))")
        } catch {
            throw Failure(error)
        }
    }
}

extension StoredKey {
    init(_ created: CreatedKey, _ pin: borrowing SecretBytes) {
        self.init(
            info: created.info,
            strength: PINStrength(of: pin, guess: created.sealing, parameters: created.info.parameters))
    }
}

/// The number of an account of a mnemonic.
package struct AccountNumber: TextValue, Hashable {
    package let number: UInt32

    package init(text: String) throws(Failure) {
        number = try UInt32.read(text)
        guard number < 1 << 31 else { throw Failure(.badInput, "must be a number below 2147483648") }
    }
}

/// A key that was written to the vault, and how well its PIN protects it.
package struct StoredKey: Hashable, Sendable {
    package let info: KeyInfo
    package let strength: PINStrength

    /// Lines for the user.
    package var lines: [String] {
        ["key       \(info.name.text)"] + info.identityLines + strength.text.map { "PIN       \($0)" }
    }
}

extension Vault {
    /// All keys, sorted by name; a damaged one is listed with its error.
    package func keys() throws(Failure) -> [ListedKey] {
        do { return try list() } catch { throw Failure(error) }
    }

    /// The public part of a key's file.
    package func key(_ name: KeyName) throws(Failure) -> KeyInfo {
        do { return try info(name) } catch { throw Failure(error) }
    }
}

extension KeyName {
    /// A key name as the user typed it.
    ///
    /// - Throws: `.usage` for a secret key in the place of the name, `.badInput` for anything else that is not a name.
    package init(typed text: String) throws(Failure) {
        try SecretInPlaceOfName.check(text, "the name of the key")
        do { self = try KeyName(text) } catch { throw Failure(error) }
    }
}

/// A secret typed where a name belongs, a likely mistake with `key import`.
package enum SecretInPlaceOfName {
    /// Rejects a secret without storing or repeating it.
    package static func check(_ text: String, _ what: String) throws(Failure) {
        guard MessageKind(Array(text.utf8)) == .secret else { return }
        throw Failure(
            .usage, "\(what) is \(MessageKind.secret.rawValue), which is not repeated here",
            hint: "it may be in the shell's history; this asks for the secret: \(step: .sign(.importKey))")
    }
}
