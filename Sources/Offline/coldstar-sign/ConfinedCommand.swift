// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import SafeFiles
import Signing
import Terminal

/// A command that declares, before it runs, the files and descriptors that it needs; it cannot access anything else.
protocol ConfinedCommand: ParsableCommand {
    var reach: AllowedAccess { get throws(Failure) }
}

extension Confinement {
    /// The first step, run when the signer starts.
    static func start() throws(Failure) {
        do { try begin() } catch { throw Failure(error) }
    }

    /// The second step, run when the arguments have been parsed.
    static func prepare(_ command: any ParsableCommand) throws(Failure) {
        guard let confined = command as? any ConfinedCommand else {
            // Help, which reads nothing but the keys of who pages through it.
            return try narrow(.terminal)
        }
        // The pager reads keys.
        try narrow(try confined.reach + (command is any PagedCommand ? .terminal : AllowedAccess()))
    }

    static func narrow(_ reach: AllowedAccess) throws(Failure) {
        do { try narrow(to: reach) } catch { throw Failure(error) }
    }
}

extension Failure {
    init(_ error: ConfineError) {
        self.init(
            .refused, "cannot enter the sandbox: \(error.message)",
            hint: "run it on a Linux kernel with seccomp, outside sandboxes that forbid it")
    }
}

// File access that options require. Access to anything else fails with "Permission denied".

extension HomeOptions {
    /// Access for reading the vault.
    var toRead: AllowedAccess { get throws(Failure) { AllowedAccess(try vault(), .folder) } }

    /// Access for changing the vault.
    var toKeep: AllowedAccess { get throws(Failure) { AllowedAccess(try vault(), .keep) } }

    /// Access for changing the vault, which is created if necessary.
    var toMake: AllowedAccess { get throws(Failure) { AllowedAccess(try Self.made(try vault()), .keep) } }

    /// Access for restoring the vault: to the folder around it, which is created if necessary.
    var toRestore: AllowedAccess { get throws(Failure) { AllowedAccess(try Self.made(try folder()), .keepFolders) } }

    private static func made(_ folder: String) throws(Failure) -> String {
        do { try SafeFiles.createFolder(folder) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        return folder
    }
}

extension TransactionInput {
    /// The files that TX arguments name; of a folder, its content.
    static func reach(_ arguments: [String]) -> AllowedAccess {
        arguments.reduce(AllowedAccess()) { $0 + AllowedAccess($1, HandoffFolder.isFolder($1) ? .folder : .file) }
    }
}

extension TransactionArgument {
    var reach: AllowedAccess { TransactionInput.reach(transaction.map { [$0] } ?? []) }
}

extension OutputOptions {
    var reach: AllowedAccess {
        guard let path else { return AllowedAccess() }
        // An existing signature is read for comparison.
        return isFolder ? .newFolder(path) + AllowedAccess(path, .keep) : .output(path)
    }
}

extension PictureOptions {
    var reach: AllowedAccess {
        [png, svg, html].compactMap { $0 }.filter { $0 != "-" }.reduce(frames.map { .newFolder($0) } ?? AllowedAccess())
        {
            $0 + .output($1)
        }
    }
}

extension QROptions {
    var reach: AllowedAccess { qr ? pictures.reach + .terminal : pictures.reach }
}

extension PINInput {
    var reach: AllowedAccess { .terminal + AllowedAccess(descriptor: pinFd) + AllowedAccess(file: secondFactor) }
}

extension PassphraseOptions {
    var reach: AllowedAccess { AllowedAccess(descriptor: passphraseFd) }
}

extension ListEditor {
    /// Access for changing book and policy in the vault.
    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) + .clock } }
}

extension AllowedAccess {
    /// Access for reading the machine's clocks.
    static let clock = AllowedAccess(KernelClock.bootPath, .file)

    /// Access for reading a file; no access for nil.
    init(file: String?) { self = file.map { AllowedAccess($0, .file) } ?? AllowedAccess() }
}
