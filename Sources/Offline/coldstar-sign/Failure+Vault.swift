// SPDX-License-Identifier: Apache-2.0

import CLISupport
import SafeFiles
import SodiumKit
import Vault

extension Failure {
    /// Converts an error of the vault to an exit code, message and hint.
    init(_ error: VaultError) {
        switch error {
        case .invalidName: self.init(.usage, error.message)
        case .noSuchKey(_, let closest):
            let question = closest.map { "did you mean \($0.text)? " } ?? ""
            self.init(.noInput, error.message, hint: question + "coldstar-sign key list shows the keys")
        case .nameInUse: self.init(.cannotCreate, error.message, hint: "choose another name")
        case .damaged, .misplaced: self.init(.badInput, error.message, hint: "restore the file from a backup")
        case .unsupportedVersion, .unsupportedFeature: self.init(.badInput, error.message)
        case .cannotOpen: self.init(.refused, error.message)
        case .secondFactor: self.init(.refused, error.message, hint: "--second-factor FILE names it")
        case .secret(let secret): self.init(.badInput, secret.message)
        case .weakPIN: self.init(.refused, error.message, hint: "a PIN of at least 6 digits, or better a passphrase")
        case .sodium: self.init(.refused, error.message)
        case .state(let state): self.init(state)
        case .file(let file): self.init(file)
        }
    }

    /// Converts any error that a command encounters between the vault and its result.
    init(state error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as VaultError: self.init(error)
        case let error as StateError: self.init(error)
        case let error as JournalError: self.init(error)
        case let error as FileError: self.init(error)
        case let error as SecretError: self.init(.badInput, error.message)
        case let error as SodiumError: self.init(.refused, error.message)
        default: self.init(.bug, "an error that no command expected")
        }
    }

    init(_ error: StateError) {
        switch error {
        case .journal(let journal): self.init(journal)
        case .file(let file): self.init(file)
        case .damaged, .unsupportedVersion:
            self.init(.badInput, error.message, hint: "restore the whole vault from a backup")
        case .rolledBack, .missingSeal:
            self.init(
                .refused, error.message,
                hint: "an older file was put back: look for the newer one, or see docs, \"Backups\"")
        case .unsealed(let key):
            self.init(
                .refused, error.message,
                hint:
                    "restore the whole vault from a backup; or at a terminal: coldstar-sign book accept --key \(key.text)"
            )
        case .otherOwner:
            self.init(
                .refused, error.message,
                hint: "if you changed the owner: coldstar-sign book accept --key NAME; if not, restore your book")
        case .unknownOwner:
            self.init(
                .refused, error.message,
                hint: "is it yours? coldstar-sign book show; then book accept --key NAME, or take the file away")
        case .changedMeanwhile:
            self.init(.refused, error.message, hint: "look at it again: run the same command")
        case .foreignLine(_, let key):
            self.init(
                .refused, error.message,
                hint:
                    "find out who can write to the vault; then coldstar-sign journal accept --key \(key.text) shows the lines, and from then on they can only add findings"
            )
        case .forgedSeal: self.init(.refused, error.message, hint: "restore the whole vault from a backup")
        }
    }

    init(_ error: FileError) {
        switch error {
        case .notFound, .cannotRead: self.init(.noInput, error.message)
        case .cannotWrite, .exists: self.init(.cannotCreate, error.message)
        case .tooLarge, .notRegular: self.init(.badInput, error.message)
        }
    }

    init(_ error: JournalError) {
        switch error {
        case .file(let file): self.init(file)
        case .changedMeanwhile:
            self.init(.refused, error.message, hint: "look at the review again: run the same command")
        case .entryTooLarge, .cannotSign: self.init(.bug, error.message)
        case .brokenChain, .damaged, .lineTooLong, .unreadableEnd, .shortened:
            self.init(
                .refused, error.message,
                hint: "the journal was changed or damaged; keep a copy, and look what was signed before you go on")
        }
    }
}
