// SPDX-License-Identifier: Apache-2.0

import CLISupport
import SafeFiles
import Vault

extension Failure {
    /// What a complaint of the vault means for the user.
    init(_ error: VaultError) {
        switch error {
        case .invalidName: self.init(.usage, error.message)
        case .noSuchKey: self.init(.noInput, error.message, hint: "coldstar-sign key list shows the keys")
        case .nameInUse: self.init(.cannotCreate, error.message, hint: "choose another name")
        case .damaged, .misplaced: self.init(.badInput, error.message, hint: "restore the file from a backup")
        case .unsupportedVersion, .unsupportedFeature: self.init(.badInput, error.message)
        case .cannotOpen: self.init(.refused, error.message)
        case .weakPIN: self.init(.refused, error.message, hint: "a PIN of at least 6 digits, or better a passphrase")
        case .sodium: self.init(.refused, error.message)
        case .file(let file): self.init(file)
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
        case .entryTooLarge: self.init(.bug, error.message)
        case .brokenChain, .damaged, .lineTooLong, .unreadableEnd, .shortened:
            self.init(
                .refused, error.message,
                hint: "the journal was changed or damaged; keep a copy, and look what was signed before you go on")
        }
    }
}
