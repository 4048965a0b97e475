// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Stellar
package import Vault

/// How a new key, or one with a new PIN, is sealed. Each is asked for when its turn comes, in the order of the
/// requirements.
package protocol NewSealSource {
    /// Whether a person is asked for the PIN, and only after the old one has opened the key.
    var asksForPIN: Bool { get }
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
    /// - Parameters:
    ///   - kind: where the secret comes from, for the journal.
    ///   - secret: reads the secret, once the name is known to be free.
    /// - Throws: `.cannotCreate` for a name in use, `.refused` for a weak PIN; the errors of `secret`.
    package func importKey(
        _ name: KeyName, chain: Chain = .stellar, now: Timestamp, sealedBy seal: some NewSealSource,
        as kind: KeyEvent.Kind = .imported, secret: () throws(Failure) -> KeySecret
    ) throws(Failure) -> StoredKey {
        try checkIsFree(name, for: chain)
        let factor = try seal.newFactor(ofOneWith: false)
        return try store(name, try secret(), factor, now: now, sealedBy: seal, as: kind)
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
        let factor = try seal.newFactor(ofOneWith: false)
        let words: SecretBytes
        let source: EntropySource?
        do {
            let mnemonic = try draw()
            source = mnemonic.source
            words = try mnemonic.text()
        } catch {
            throw Failure(any: error)
        }
        var secret = try Self.secret(in: words, chain: chain, account: 0, passphrase: try passphrase())
        secret.source = source
        let stored = try store(name, secret, factor, now: now, sealedBy: seal, as: .created)
        try show(words, stored)
        return stored
    }

    /// - Parameter factor: read before the secret, so that a missing file does not cost what was typed.
    private func store(
        _ name: KeyName, _ secret: consuming KeySecret, _ factor: consuming SecretBytes?, now: Timestamp,
        sealedBy seal: some NewSealSource, as kind: KeyEvent.Kind
    ) throws(Failure) -> StoredKey {
        let pin = try seal.newPIN(of: name)
        let parameters = try seal.parameters(usual: .moderate)
        return try create(name, secret, pin: pin, now: now, parameters: parameters, secondFactor: factor, as: kind)
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

    /// Seals a key under another PIN. Unless the user chooses another, the cost of a guess stays.
    ///
    /// What can be checked without the old PIN is checked before that is tried: the second factor, and a new PIN that
    /// no one is asked for. A person is asked for it once the old one has opened the key.
    package func changePIN(
        of name: KeyName, pin: some PINSource, sealedBy seal: some NewSealSource
    ) throws(Failure) -> StoredKey {
        let info = try info(name)
        let parameters = try seal.parameters(usual: info.parameters)
        let newFactor = try seal.newFactor(ofOneWith: info.hasSecondFactor)
        guard seal.asksForPIN else {
            let new = try seal.newPIN(of: name)
            try PINEntry.checkNew(new)
            return try pin.opening(info, in: vault) { old, factor in
                let opened = try open(info, old, factor, telling: pin)
                return try self.seal(opened, under: new, parameters, newFactor, telling: pin)
            }
        }
        return try pin.opening(info, in: vault) { old, factor in
            let opened = try open(info, old, factor, telling: pin)
            let new = try seal.newPIN(of: name)
            return try self.seal(opened, under: new, parameters, newFactor, telling: pin)
        }
    }

    private func open(
        _ info: KeyInfo, _ old: borrowing SecretBytes, _ factor: borrowing SecretBytes?, telling pin: some PINSource
    ) throws(VaultError) -> Vault.OpenedFile {
        pin.hear(.effort("opening \(info.name.text) with its old PIN"))
        return try vault.opened(info.name, pin: old, secondFactor: factor)
    }

    private func seal(
        _ opened: borrowing Vault.OpenedFile, under new: borrowing SecretBytes, _ parameters: PasswordHash.Parameters,
        _ factor: borrowing SecretBytes?, telling pin: some PINSource
    ) throws(VaultError) -> StoredKey {
        pin.hear(.effort("sealing \(opened.info.name.text) under its new PIN"))
        let changed = try vault.changePIN(
            of: opened, to: new, at: pin.clock(), parameters: parameters, newSecondFactor: factor)
        return StoredKey(changed, new)
    }

    /// Restores a key from its sealed backup, after its PIN has opened it. A wrong PIN is not counted.
    ///
    /// - Parameters:
    ///   - origin: where the backup came from, escaped.
    ///   - argument: as the user named it.
    ///   - now: the time for the journal.
    ///   - pin: the PIN, asked for once the name is known to be free.
    package func restoreKey(
        _ name: KeyName, from bytes: [UInt8], origin: String, argument: String, now: Timestamp,
        pin: () throws(Failure) -> SecretBytes, factor: () throws(Failure) -> SecretBytes?
    ) throws(Failure) -> KeyInfo {
        try checkIsFree(name)
        let second = try factor()
        let typed = try pin()
        return try restore(
            name, from: bytes, origin: origin, argument: argument, pin: typed, secondFactor: second, now: now)
    }

    /// A key's secret as text, once the user has typed the key's name. The journal gets a line about it before; if it
    /// cannot, that is said, and the secret is given all the same: a copy of the key's file gives it anywhere.
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
        let now = pin.clock()
        var fault: VaultError?
        let text = try pin.opening(info, in: vault) { pin, factor in
            try vault.secretText(name, pin: pin, secondFactor: factor) { key in
                do throws(VaultError) { try vault.note(.exported, by: key, at: now) } catch { fault = error }
            }
        }
        if let fault { frontEnd.hear(.warning(Self.unnoted(fault))) }
        return text
    }

    static func unnoted(_ error: VaultError) -> Wording {
        "this could not be written to the journal: \(error.message)"
    }

    /// The sealed backup of a key: one line of text. The journal gets an unproven line about it, as no PIN is needed.
    package func backUpKey(
        _ name: KeyName, at time: Timestamp, telling frontEnd: some SignerFrontEnd
    ) throws(Failure) -> String {
        let text = try backup(name)
        noteUnproven(.backedUp, of: name, at: time, telling: frontEnd)
        return text
    }

    private func noteUnproven(
        _ kind: KeyEvent.Kind, of name: KeyName, at time: Timestamp, telling frontEnd: some SignerFrontEnd
    ) {
        do throws(VaultError) { try vault.note(unproven: kind, of: name, at: time) } catch {
            frontEnd.hear(.warning(Self.unnoted(error)))
        }
    }

    /// Deletes a key's file, once the user has typed the key's name. A damaged file can be deleted too. The journal
    /// gets a line about it, which is proven if the PIN was given.
    ///
    /// - Parameters:
    ///   - time: the time for the journal.
    ///   - isConfirmed: whether no one is asked.
    ///   - proof: opens the key before anything is asked; nil if no PIN was given.
    /// - Throws: `.refused` if it is not confirmed; the errors of `proof`.
    package func removeKey(
        _ name: KeyName, at time: Timestamp, isConfirmed: Bool, at frontEnd: some SignerFrontEnd,
        proof: (KeyStore) throws(Failure) -> UnlockedKey?
    ) throws(Failure) {
        let opened = try proof(self)
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
        noteRemoval(of: name, opened, at: time, telling: frontEnd)
        try remove(name)
    }

    private func noteRemoval(
        of name: KeyName, _ opened: borrowing UnlockedKey?, at time: Timestamp, telling frontEnd: some SignerFrontEnd
    ) {
        switch opened {
        case .none:
            // A name that is none is the error of the removal.
            guard vault.has(name) else { return }
            noteUnproven(.removed, of: name, at: time, telling: frontEnd)
        case .some(let key):
            do throws(VaultError) { try vault.note(.removed, by: key, at: time) } catch {
                frontEnd.hear(.warning(Self.unnoted(error)))
            }
        }
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
