// SPDX-License-Identifier: Apache-2.0

import Crypto
import SafeFiles
package import Stellar

/// What was done with a key: a line of the journal that is there to be read. No rule depends on it, so an unproven one
/// blocks nothing.
///
/// The line is written before the act, and stays if the act fails.
package struct KeyEvent: Hashable, Sendable {
    /// What was done; its raw value is written to the journal.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Made on this machine, or derived from the words of another key.
        case created
        /// From words or a secret that were typed or read.
        case imported
        /// From a sealed backup, or from shares.
        case restored
        case pinChanged = "pin-changed"
        /// The secret was printed.
        case exported
        /// Shares of the secret were printed.
        case shared
        /// The sealed file was printed.
        case backedUp = "backed-up"
        /// The words or the secret on paper were compared with the key.
        case drilled
        case removed
    }

    package let time: Timestamp
    package let kind: Kind
    package let key: KeyName
    /// The account or address; nil if the key's file could not be read. Of an unproven line anyone can have written it.
    package let address: String?

    package init(_ kind: Kind, of key: KeyName, address: String?, at time: Timestamp) {
        self.time = time
        self.kind = kind
        self.key = key
        self.address = address
    }

    package init(_ kind: Kind, of key: KeyInfo, at time: Timestamp) {
        self.init(kind, of: key.name, address: key.identity.text, at: time)
    }
}

extension Vault {
    /// Writes a line about a key that was opened, and lets its seal cover it.
    ///
    /// - Throws: `.state` for a vault that contradicts itself or the key; nothing was written then.
    package func note(_ kind: KeyEvent.Kind, by key: borrowing UnlockedKey, at time: Timestamp) throws(VaultError) {
        try noting { lock throws in
            let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
            _ = try state.verify(key)
            try state.note(kind, by: key, at: time, holding: lock)
        }
    }

    /// Writes a line about a key that was not opened. It is unproven.
    ///
    /// - Throws: `.state`, `.file`.
    package func note(unproven kind: KeyEvent.Kind, of name: KeyName, at time: Timestamp) throws(VaultError) {
        try noting { _ throws in
            let address = try? info(name).identity.text
            try SignerJournal(folder: folder).record(unsigned: [
                .key(KeyEvent(kind, of: name, address: address, at: time))
            ])
        }
    }

    func noting(_ body: (borrowing VaultLock) throws -> Void) throws(VaultError) {
        do { try body(try VaultLock(folder: folder)) } catch let error as StateError {
            throw .state(error)
        } catch let error as SignerJournalError {
            throw .state(.journal(error))
        } catch let error as VaultError {
            throw error
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .sodium(.cannotOpen)
        }
    }
}

extension VaultState {
    /// Writes a line about a key that was opened and verified, and lets its seal cover it.
    ///
    /// - Parameter change: a change to the seal that does not follow from this state.
    package func note(
        _ kind: KeyEvent.Kind, by key: borrowing UnlockedKey, at time: Timestamp, holding lock: borrowing VaultLock,
        changing change: KeySeal.Change? = nil
    ) throws(StateError) {
        try noting(.key(KeyEvent(kind, of: key.info, at: time)), by: key.record, holding: lock)
            .reseal(key.record, holding: lock, changing: change)
    }

    /// The state after a line that no rule depends on.
    func noting(
        _ entry: JournalEntry, by key: borrowing RecordKey, holding lock: borrowing VaultLock
    ) throws(StateError) -> VaultState {
        do throws(SignerJournalError) { try SignerJournal(folder: folder).record([entry], by: key) } catch {
            throw .journal(error)
        }
        return try refreshed(holding: lock)
    }

    /// The lines on which no rule depends and that no key of this vault has signed.
    package func unprovenLinesForReading() throws(StateError) -> [(line: Int, entry: JournalEntry)] {
        var found: [(Int, JournalEntry)] = []
        do {
            _ = try SignerJournal(folder: folder).read { (line) throws(SignerJournalError) in
                guard line.entry.isForReading else { return }
                let own = line.writer.flatMap { seals[$0]?.seal.recordKey }
                if own.map(line.isSigned(by:)) != true { found.append((line.number, line.entry)) }
            }
        } catch {
            throw .journal(error)
        }
        return found
    }
}
