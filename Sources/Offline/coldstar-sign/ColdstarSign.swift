// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Terminal

@main
struct ColdstarSign: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-sign",
        abstract: "Keeps keys sealed with a PIN, shows what would be signed, and signs; contains no network code.",
        discussion:
            "Meant for a machine that never sees a network. Requests come in and signatures go out as files or QR codes.",
        version: Program.version,
        subcommands: [
            Keys.self, Inspect.self, Sign.self, Attach.self, Verify.self, QR.self, BookCommand.self, PolicyCommand.self,
            JournalCommand.self, BackupVault.self, RestoreVault.self, Doctor.self,
        ])

    static func main() {
        Program.main(
            Self.self, libraries: LinkedLibrary.curves + [LinkedLibrary("libseccomp", version: SeccompLibrary.version)],
            start: start, prepare: Confinement.prepare, guidance: guidance)
    }

    private static func guidance() throws(Failure) -> [String]? {
        guard let vault = try? CompletionLine([]).home.vault() else { return nil }
        try Confinement.narrow(Reach(vault, .folder) + Reach(".", .folder))
        return SignerNextStep(vault: vault, files: HandoffFolder.guess()).lines
    }

    /// Refuses to run in the offline bundle if another library is loaded into the process: it could change the clock or read the PIN.
    private static func start() throws(Failure) {
        #if COLDSTAR_BUNDLE && os(Linux)
            if let found = Preload.found() ?? Preload.foreignObject() {
                throw Failure(
                    .refused, "another library is loaded into this program: \(found)",
                    hint: "unset LD_PRELOAD and LD_AUDIT, and empty /etc/ld.so.preload")
            }
        #endif
        try Confinement.start()
    }
}
