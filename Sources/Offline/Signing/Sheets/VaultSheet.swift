// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import Vault

extension Sheet {
    /// The sheet of a backup of a whole vault: the keys in it, its number of entries and its digest, and how to restore
    /// it.
    ///
    /// - Parameters:
    ///   - made: what was backed up.
    ///   - file: the name of the backup file.
    ///   - bytes: its content.
    package init(of made: BackupJob.Outcome, in file: String, _ bytes: [UInt8]) {
        let shown = TerminalText.escape(file)
        var parts: [Part] = [
            .fact("made", "\(made.backup.time.utc)"), .fact("file", "\(shown), \(bytes.count) bytes"),
            .digest("its SHA-256", SHA256.hash(bytes)),
            .fact("journal", "\(made.journal.entries) entries"), .digest("digest", made.journal.digest),
            .heading("What you need"),
            .text(
                "No PIN is needed to restore the vault. Each of its keys then needs its PIN or passphrase, which do not belong on this sheet."
            ),
            .heading("To restore the vault, on a machine without one"), .command(.sign(.restoreVault(from: file))),
            .text(
                "It has to print the number of entries and the digest above. Then prove with the PIN of each key that nothing is missing: \(step: .sign(.verifyJournal))"
            ),
            .text(
                "The restored vault does not know what was signed after the backup was made: compare the sequence numbers with the ledger before you sign."
            ),
            .heading(made.keys.count == 1 ? "The key in it" : "The \(made.keys.count) keys in it"),
        ]
        for key in made.keys {
            var notes: [Wording] = ["created \(key.created.utc)" + (key.source.map { ", from \($0.meaning)" } ?? "")]
            if key.hasSecondFactor { notes.append("needs its second factor, a file of its own, besides the PIN") }
            parts.append(.address(name: key.name.text, key.identity.text, notes: notes))
        }
        parts += [
            .heading("Fill in by hand"),
            .blanks(["the file is at", "and at", "checked on", "by", "checked on", "by"]),
        ]
        self.init("Backup of a vault", parts)
    }
}
