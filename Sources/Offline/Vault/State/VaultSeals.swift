// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles
package import Stellar

/// Seals of keys that are created, restored or sealed under another PIN.
extension Vault {
    /// Stores a key that is new in this vault: first a line of the journal, then its seal, which covers the key file
    /// and the journal, then the file, so that no interruption leaves a key without a seal. The seal does not cover an
    /// existing book: the user confirms its owner at the first signature, or with `book accept`.
    ///
    /// - Throws: `.nameInUse`, `.state`, `.file`; the key is not stored then.
    func keep(
        _ file: KeyFile, secret: borrowing KeySecret, as kind: KeyEvent.Kind, at time: Timestamp
    ) throws(VaultError) {
        let key = try unlocked(file, secret)
        let leftover = VaultState.path(folder, file.info.name)
        do {
            // If several programs store a key under one name, the first to get the lock succeeds.
            let lock = try VaultLock(folder: folder)
            try checkIsFree(file.info.name)
            // The seal of a removed key of this name.
            if SafeFiles.exists(leftover) { try SafeFiles.remove(leftover) }
            let event = JournalEntry.key(KeyEvent(kind, of: file.info, at: time))
            try VaultState(folder: folder, for: [file.info.name], holding: lock)
                .noting(event, by: key.record, holding: lock)
                .reseal(key.record, holding: lock, changing: .keyFiles([SHA256.hash(file.bytes)]))
            try write(file)
        } catch let error as StateError {
            throw .state(error)
        } catch let error as VaultError {
            throw error
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .cannotOpen(file.info.name)
        }
    }

    /// Replaces the file of a key. The seal first names both files, then only the new one, so that after an
    /// interruption the remaining file is one that the seal names.
    func exchange(
        _ old: KeyFile, for new: KeyFile, secret: borrowing KeySecret, at time: Timestamp
    ) throws(VaultError) {
        let key = try unlocked(new, secret)
        let digests = [SHA256.hash(old.bytes), SHA256.hash(new.bytes)]
        do {
            let lock = try VaultLock(folder: folder)
            var state = try VaultState(folder: folder, for: [new.info.name], holding: lock)
            _ = try state.verify(key)
            state = try state.noting(.key(KeyEvent(.pinChanged, of: new.info, at: time)), by: key.record, holding: lock)
            try state.reseal(key.record, holding: lock, changing: .keyFiles(digests))
            try write(new, replacing: true)
            try state.reseal(key.record, holding: lock, changing: .keyFiles([digests[1]]))
        } catch let error as StateError {
            throw .state(error)
        } catch let error as VaultError {
            throw error
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .cannotOpen(new.info.name)
        }
    }
}

/// The wall clock and the boot-time clock, read together.
package struct ClockReading: Hashable, Sendable {
    package let wall: Timestamp
    /// Identifier of the boot: 32 hex digits.
    package let boot: String
    /// Seconds since boot, including time asleep.
    package let sinceBoot: UInt64

    /// Maximum number of seconds by which the wall clock may be ahead of the boot-time clock; beyond this it counts as
    /// changed.
    package static let tolerance: UInt64 = 300

    /// - Parameter boot: as Linux writes it, dashes included; the result is nil unless it has 32 hex digits.
    package init?(wall: Timestamp, boot: String, sinceBoot: UInt64) {
        let digits = boot.filter { $0 != "-" }
        guard digits.utf8.count == 32, (try? Hex.decode(digits)) != nil else { return nil }
        self.wall = wall
        self.boot = digits.lowercased()
        self.sinceBoot = sinceBoot
    }

    /// The current time, at most `tolerance` seconds ahead of this reading plus the time that has passed since; beyond
    /// that, and if the wall clock is behind, this reading plus the time that has passed. Returns `wall` after a
    /// reboot.
    ///
    /// - Parameter now: nil if the system does not provide it.
    package func time(at now: ClockReading?, wall: Timestamp) -> Timestamp {
        guard let now, now.boot == boot, now.sinceBoot >= sinceBoot else { return wall }
        let (passed, isTooMuch) = self.wall.seconds.addingReportingOverflow(now.sinceBoot - sinceBoot)
        guard !isTooMuch else { return wall }
        let expected = Timestamp(passed)
        if wall < expected { return expected }
        return wall.seconds - expected.seconds > Self.tolerance ? expected : wall
    }

    var json: JSON {
        ["wall": .integer(wall.seconds), "boot": .string(boot), "since_boot": .integer(sinceBoot)]
    }

    init(_ fields: JSON) throws(JSONError) {
        guard
            let reading = ClockReading(
                wall: Timestamp(try fields.integer("wall")), boot: try fields.string("boot"),
                sinceBoot: try fields.integer("since_boot"))
        else { throw .wrongType(field: "boot", expected: "32 hex digits") }
        self = reading
    }
}
