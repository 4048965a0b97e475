// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Review
import Signing
import Stellar
import Terminal
import Vault

@main
struct ColdstarSign: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-sign",
        abstract: "Keeps keys sealed with a PIN, shows what would be signed, and signs; contains no network code.",
        discussion:
            "Meant for a machine that never sees a network. Requests come in and signatures go out as files or QR codes.",
        version: Program.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Every day",
                subcommands: [
                    Sign.self, Inspect.self, QR.self, Keys.self, BookCommand.self, PolicyCommand.self,
                    JournalCommand.self,
                ]),
            CommandGroup(name: "Unattended, and without a key", subcommands: [Watch.self, Attach.self, Verify.self]),
            CommandGroup(
                name: "The vault", subcommands: [BackupVault.self, RestoreVault.self, SheetCommand.self, Doctor.self]),
        ])

    static func main() {
        Program.main(
            Self.self, libraries: LinkedLibrary.curves + [LinkedLibrary("libseccomp", version: SeccompLibrary.version)],
            start: start, prepare: Confinement.prepare, guidance: guidance)
    }

    private static func guidance() throws(Failure) -> [String]? {
        guard let vault = try? CompletionLine(CommandLine.arguments).home.vault() else { return nil }
        try Confinement.narrow(AllowedAccess(vault, .folder) + AllowedAccess(".", .folder))
        return SignerNextStep(vault: vault, files: HandoffFolder.guess()).lines(of: vault)
    }

    /// Refuses to run in the offline bundle if another library is loaded into the process: it could change the clock or
    /// read the PIN.
    private static func start() throws(Failure) {
        #if os(Linux)
            if Preload.isForbidden, let found = Preload.found() ?? Preload.foreignObject() {
                throw Failure(
                    .refused, "another library is loaded into this program: \(found)",
                    hint: "unset LD_PRELOAD and LD_AUDIT, and empty /etc/ld.so.preload")
            }
        #endif
        try Confinement.start()
    }
}

/// Shell completion for the signer. Like any command, it first restricts itself to the files it reads: the vault.
enum Completion {
    /// Completes key names.
    static var keys: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let folder = enter(line), let keys = try? Vault(folder: folder).list() else { return [] }
            return line.offer(keys.map(\.name.text))
        }
    }

    /// Completes contact names from the book.
    static var contacts: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let folder = enter(line), let context = try? VaultContext(Vault(folder: folder)) else { return [] }
            return line.offer(context.book.contacts.map(\.name))
        }
    }

    /// Restricts file access to the vault and returns its folder; nil if that fails.
    private static func enter(_ line: CompletionLine) -> String? {
        guard let folder = try? line.home.vault(), (try? Confinement.narrow(to: AllowedAccess(folder, .folder))) != nil
        else {
            return nil
        }
        return folder
    }
}

extension SignerNextStep {
    /// At most five lines: the state, and the commands that follow from it.
    ///
    /// - Parameter vault: its folder.
    func lines(of vault: String) -> [String] {
        let all = "  coldstar-sign --help            lists all commands"
        switch self {
        case .makeKey:
            return [
                "There is no key in \(TerminalText.escape(vault)) yet.",
                "  coldstar-sign key new NAME      makes one: have paper ready for its words",
                "  coldstar-sign key import NAME   takes the words or secret key that you have",
                "  coldstar-sign restore FILE      restores a whole vault from its backup", all,
            ]
        case .examine(let reason):
            return [
                "The vault needs attention: \(reason)",
                "  coldstar-sign doctor            shows what is wrong with it",
                "  coldstar-sign restore FILE      restores a whole vault from its backup", all,
            ]
        case .awaitRequest(let keys, let untried, let hasAnswered):
            return [
                Self.text(of: keys),
                hasAnswered
                    ? "Every request in this folder has an answer, perhaps of another key."
                    : "No request waits in this folder: carry one here from the online machine.",
                hasAnswered
                    ? "  coldstar-sign sign .            signs what this key has not signed yet"
                    : "  coldstar-sign sign FILE         shows it, asks, and signs it",
                Self.text(ofUntried: untried), all,
            ].compactMap(\.self)
        case .sign(let keys, let requests, let untried):
            let which =
                requests.count == 1
                ? "A request waits in this folder for a signature:"
                : "\(requests.count) requests wait in this folder for a signature; the first:"
            return [
                Self.text(of: keys), which,
                "  coldstar-sign sign \(ShellWord.quoted(requests[0]))", Self.text(ofUntried: untried), all,
            ].compactMap(\.self)
        }
    }

    private static func text(of keys: [KeyInfo]) -> String {
        guard keys.count > 1 else {
            return keys.map { "Key \($0.name.text): \($0.identity.text)" }.joined()
        }
        let names = keys.prefix(2).map(\.name.text).joined(separator: ", ")
        return "\(keys.count) keys: \(names)\(keys.count > 2 ? ", ..." : ""); coldstar-sign key list shows all"
    }

    private static func text(ofUntried name: KeyName?) -> String? {
        name.map { "  coldstar-sign key drill \($0.text)   tests your backup: it was never tried" }
    }
}
