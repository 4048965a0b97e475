// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Synchronization
import Vault

/// The signer's journal, as anyone with write access to the vault may leave it.
enum Journals {
    /// One per process: fuzzers run side by side.
    private static let folder = "/tmp/coldstar-fuzz-\(UInt64.random(in: 0 ... .max))"

    /// Tests run side by side in one process.
    private static let turn = Mutex(())

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        try turn.withLock { (_) throws(BrokenPromise) in try read(input) }
    }

    private static func read(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        do {
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(input, to: folder + "/journal", replacing: true)
        } catch {
            throw BrokenPromise("the journal could not be written: \(error.message)")
        }
        let journal = SignerJournal(folder: folder)
        let history = try? journal.history()
        var lines = 0
        let isVisited = (try? journal.visit { (number, _) in lines = number }) != nil
        try BrokenPromise.unless(isVisited == (history != nil), "a journal reads in one way and not in the other")
        guard let history else { return false }
        try BrokenPromise.unless(
            lines == history.entries, "a journal has \(lines) lines and \(history.entries) entries")
        return history.entries > 0
    }
}
