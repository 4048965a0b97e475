// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Stellar
package import Vault

/// How a new key, or one with a new PIN, is sealed. Each is asked for when its turn comes, in the order of the
/// requirements.
package protocol NewSealSource {
    /// A new PIN.
    func newPIN(of key: KeyName) throws(Failure) -> SecretBytes
    /// The cost of each guess.
    ///
    /// - Parameter usual: the cost if the user chose none.
    func parameters(usual: PasswordHash.Parameters) throws(Failure) -> PasswordHash.Parameters
    /// The file that is needed besides the PIN; nil for none.
    ///
    /// - Parameter old: whether the key has needed one until now; false for a new key.
    func newFactor(ofOneWith old: Bool) throws(Failure) -> SecretBytes?
}

// The jobs that make and change keys.
extension KeyStore {
    /// Stores an existing secret as a key.
    ///
    /// - Parameter secret: reads the secret, once the name is known to be free.
    /// - Throws: `.cannotCreate` for a name in use, `.refused` for a weak PIN; the errors of `secret`.
    package func importKey(
        _ name: KeyName, chain: Chain = .stellar, now: Timestamp, sealedBy seal: some NewSealSource,
        secret: () throws(Failure) -> KeySecret
    ) throws(Failure) -> StoredKey {
        try checkIsFree(name, for: chain)
        return try store(name, try secret(), now: now, sealedBy: seal)
    }

    /// Makes a key from a new mnemonic.
    ///
    /// - Parameters:
    ///   - draw: draws the mnemonic, once the name is known to be free.
    ///   - passphrase: the BIP-39 passphrase; nil for none.
    ///   - show: is handed the words, once the key is on the disk, so that words on paper always belong to an existing
    ///     key.
    /// - Throws: as `importKey` does; what `show` throws leaves the key in the vault.
    package func makeKey(
        _ name: KeyName, chain: Chain = .stellar, now: Timestamp, sealedBy seal: some NewSealSource,
        draw: () throws(Failure) -> Mnemonic, passphrase: () throws(Failure) -> SecretBytes? = { nil },
        show: (consuming SecretBytes, StoredKey) throws(Failure) -> Void
    ) throws(Failure) -> StoredKey {
        try checkIsFree(name, for: chain)
        let words: SecretBytes
        do { words = try draw().text() } catch { throw Failure(any: error) }
        let secret = try Self.secret(in: words, chain: chain, account: 0, passphrase: try passphrase())
        let stored = try store(name, secret, now: now, sealedBy: seal)
        try show(words, stored)
        return stored
    }

    private func store(
        _ name: KeyName, _ secret: consuming KeySecret, now: Timestamp, sealedBy seal: some NewSealSource
    ) throws(Failure) -> StoredKey {
        let pin = try seal.newPIN(of: name)
        let parameters = try seal.parameters(usual: .moderate)
        return try create(
            name, secret, pin: pin, now: now, parameters: parameters, secondFactor: try seal.newFactor(ofOneWith: false)
        )
    }

    /// Stores another account of a key's words as a key of its own, under the same PIN and second factor.
    ///
    /// - Parameter chain: nil for that of the key.
    package func deriveKey(
        _ newName: KeyName, from name: KeyName, chain: Chain?, account: UInt32, now: Timestamp, pin: some PINSource
    ) throws(Failure) -> StoredKey {
        try checkIsFree(newName, for: chain)
        let info = try info(name)
        return try pin.opening(info, in: vault) { pin, factor in
            try derive(newName, chain, account: account, of: info, pin: pin, secondFactor: factor, now: now)
        }
    }

    /// Seals a key under another PIN, which is asked for once the old one has opened the key. Unless the user chooses
    /// another, the cost of a guess stays.
    package func changePIN(
        of name: KeyName, pin: some PINSource, sealedBy seal: some NewSealSource
    ) throws(Failure) -> StoredKey {
        let info = try info(name)
        let parameters = try seal.parameters(usual: info.parameters)
        return try pin.opening(info, in: vault) { old, factor in
            try check(name, pin: old, secondFactor: factor)
            let new = try seal.newPIN(of: name)
            return try changePIN(
                name, from: old, to: new, parameters: parameters, secondFactor: factor,
                newSecondFactor: try seal.newFactor(ofOneWith: info.hasSecondFactor))
        }
    }

    /// Restores a key from its sealed backup, after its PIN has opened it. A wrong PIN is not counted.
    ///
    /// - Parameters:
    ///   - origin: where the backup came from, escaped.
    ///   - argument: as the user named it.
    ///   - pin: the PIN, asked for once the name is known to be free.
    package func restoreKey(
        _ name: KeyName, from bytes: [UInt8], origin: String, argument: String,
        pin: () throws(Failure) -> SecretBytes, factor: () throws(Failure) -> SecretBytes?
    ) throws(Failure) -> KeyInfo {
        try checkIsFree(name)
        let typed = try pin()
        return try restore(
            name, from: bytes, origin: origin, argument: argument, pin: typed, secondFactor: try factor())
    }

    /// A key's secret as text, once the user has typed the key's name.
    ///
    /// - Parameter isConfirmed: whether no one is asked.
    /// - Throws: `.refused` if it is not confirmed, and for a wrong PIN.
    package func exportSecret(
        of name: KeyName, isConfirmed: Bool, at frontEnd: some SignerFrontEnd, pin: some PINSource
    ) throws(Failure) -> SecretBytes {
        let info = try info(name)
        if !isConfirmed {
            let question = Confirmation(
                "to print the secret of \(name.text) in plain text, type its name: ", value: name.text)
            guard let typed = try frontEnd.ask(question, below: nil) else { throw Confirmation.unanswerable }
            guard question.accepts(typed) else { throw Failure(.refused, "nothing was exported") }
        }
        return try pin.opening(info, in: vault) { pin, factor in
            try vault.secretText(name, pin: pin, secondFactor: factor)
        }
    }

    /// Deletes a key's file, once the user has typed the key's name. A damaged file can be deleted too.
    ///
    /// - Parameters:
    ///   - isConfirmed: whether no one is asked.
    ///   - proof: checks that a PIN opens the key, before anything is asked.
    /// - Throws: `.refused` if it is not confirmed; the errors of `proof`.
    package func removeKey(
        _ name: KeyName, isConfirmed: Bool, at frontEnd: some SignerFrontEnd,
        proof: (KeyStore) throws(Failure) -> Void
    ) throws(Failure) {
        try proof(self)
        if !isConfirmed {
            let question = Confirmation(
                "to delete the key \(name.text) permanently, type its name: ", value: name.text)
            guard let typed = try frontEnd.ask(question, below: nil) else {
                throw Failure(
                    .refused, "cannot ask for confirmation: not a terminal",
                    hint: "use \(field: .yes) to delete the key without asking")
            }
            guard question.accepts(typed) else { throw Failure(.refused, "the key was not deleted") }
        }
        try remove(name)
    }
}

extension KeyStore {
    /// Compares the words on paper with a key, and records in its seal that they were tried.
    ///
    /// - Parameters:
    ///   - read: reads the words or the secret of the key.
    ///   - passphrase: the BIP-39 passphrase; nil for none.
    /// - Returns: the key, and the recorded time.
    /// - Throws: `.badInput` for another secret, `.refused` for a wrong PIN.
    package func drillBackup(
        of name: KeyName, at time: () throws(Failure) -> GivenTime, machine: any MachineClock,
        pin: some PINSource, reading read: (KeyInfo) throws(Failure) -> SecretBytes,
        passphrase: () throws(Failure) -> SecretBytes?
    ) throws(Failure) -> (key: KeyInfo, time: Timestamp) {
        let drill = try BackupDrill(of: name, in: vault)
        let text = try read(drill.key)
        try drill.check(text, passphrase: try passphrase())
        let recorded = try drill.record(at: try time(), machine: machine) { key throws(Failure) in
            try pin.unlock(key, in: vault)
        }
        return (drill.key, recorded)
    }
}
