// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import Vault

/// Makes a backup of a whole vault.
package enum BackupJob {
    package struct Outcome: Sendable {
        package let backup: VaultBackup
        /// The journal as it is in the backup.
        package let journal: VaultBackup.Journal
        package let keys: [KeyInfo]
        /// The names of files in the vault's folder that are not part of a vault.
        package let leftOut: [String]
    }

    /// The backup, which contains a line of the journal about itself: it is written before. If it cannot be written,
    /// that is said, and the backup is made all the same.
    ///
    /// - Throws: `.noInput` without a vault, `.refused` and `.badInput` for one that cannot sign.
    package static func run(
        of vault: Vault, at time: Timestamp, telling frontEnd: some SignerFrontEnd
    ) throws(Failure) -> Outcome {
        do throws(BackupError) { try VaultBackup.check(vault.folder) } catch { throw Failure(error) }
        do throws(VaultError) { try vault.note(unproven: VaultEvent(.backedUp, at: time)) } catch {
            frontEnd.hear(.warning(KeyStore.unnoted(error)))
        }
        do throws(BackupError) {
            let (backup, journal, keys, leftOut) = try VaultBackup.make(of: vault.folder, time: time)
            return Outcome(backup: backup, journal: journal, keys: keys, leftOut: leftOut)
        } catch {
            throw Failure(error)
        }
    }
}

/// The journal's state in a backup. Noted on paper, it shows later whether a journal was put back to an earlier state.
package struct BackupReport: Hashable, Sendable {
    private let journal: VaultBackup.Journal

    package init(_ journal: VaultBackup.Journal) { self.journal = journal }

    /// Lines for the user.
    package var lines: [Wording] {
        let last = journal.latest.map { ", the last at \($0.utc)" } ?? ""
        return ["entries   \(journal.entries)\(last)", "digest    \(Hex.encode(journal.digest))"]
    }

    package var document: JSON {
        [
            "entries": .integer(journal.entries),
            "latest": journal.latest.map { .string($0.rfc3339) } ?? .null,
            "digest": .string(Hex.encode(journal.digest)),
        ]
    }

    /// Lines about a vault that was restored from this backup.
    ///
    /// - Parameter time: when the backup was made.
    package func lines(restored keys: [KeyInfo], of time: Timestamp) -> [Wording] {
        keys.map { Wording("key       \($0.name.text), \($0.identity.text)") } + lines + [
            "backup    of \(time.utc); entry \(journal.entries + 1) of the journal here says that it was restored",
            """
            This vault does not know what was signed after the backup was made: it cannot warn of sequence numbers used since (W-SEQUSED), \
            and a policy does not count payments made since. Check the ledger before you sign.
            """,
            "proven    no: run \(step: .sign(.verifyJournal)), which needs its PIN",
        ]
    }

    package func document(restored keys: [KeyInfo], of time: Timestamp) -> JSON {
        [
            "made": .string(time.rfc3339),
            "keys": .array(
                keys.map { .object(JSONObject([("name", .string($0.name.text))] + $0.identityMembers)) }),
            "journal": document,
        ]
    }

    /// Lines about a backup that was made.
    ///
    /// - Parameters:
    ///   - count: the number of files in it.
    ///   - place: where it was written, escaped.
    ///   - leftOut: other files in the vault's folder.
    package func lines(made count: Int, at place: String, leftOut: [String]) -> [Wording] {
        let others = leftOut.map { Wording("left out  \(TerminalText.escape($0)), which is not part of a vault") }
        return ["backup    \(count) files, written to \(place)"] + lines + others
    }

    /// - Parameter file: as the user named it.
    package func document(made count: Int, at file: String, leftOut: [String]) -> JSON {
        [
            "file": .string(file), "files": .integer(count), "journal": document,
            "left_out": .array(leftOut.map(JSON.string)),
        ]
    }
}
