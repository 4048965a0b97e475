// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import SafeFiles
package import Stellar

/// An error of the vault. No error helps someone who guesses a PIN, and none contains a secret.
package enum VaultError: Error, Hashable {
    /// The text is not a valid key name.
    case invalidName(String)
    /// No key has this name.
    case noSuchKey(KeyName, closest: KeyName? = nil)
    /// A key with this name already exists; it was not changed.
    case nameInUse(KeyName)
    /// The key file is malformed.
    case damaged(KeyName, reason: String)
    /// The file contains another key: it was renamed or replaced.
    case misplaced(KeyName, found: KeyName)
    /// The file was written by a later release.
    case unsupportedVersion(KeyName, found: UInt64, newest: UInt64)
    /// The file uses a feature that this release does not support.
    case unsupportedFeature(KeyName, feature: String)
    /// The PIN or the second factor is wrong, or the file was altered; these cannot be distinguished.
    case cannotOpen(KeyName, hasSecondFactor: Bool = false)
    /// A second factor is required and missing, or given but not used.
    case secondFactor(KeyName, wanted: Bool)
    /// The key's secret does not support the operation, or the text entered is not a secret.
    case secret(SecretError)
    /// The key is bound to this chain, and a key of Stellar is needed.
    case otherChain(KeyName, Chain)
    /// The new PIN is too easy to guess.
    case weakPIN(PINWeakness)
    /// Guarded memory or Argon2id parameters.
    case sodium(SodiumError)
    /// Book, policy, journal or seals contradict each other.
    case state(StateError)
    /// A file could not be read, written or removed.
    case file(FileError)
}

extension VaultError: Fault {
    package var kind: FaultKind {
        switch self {
        case .invalidName: .usage
        case .noSuchKey: .noInput
        case .nameInUse: .cannotCreate
        case .damaged, .misplaced, .unsupportedVersion, .unsupportedFeature: .badInput
        case .cannotOpen, .secondFactor, .otherChain, .weakPIN: .refused
        case .secret(let error): error.kind
        case .sodium(let error): error.kind
        case .state(let error): error.kind
        case .file(let error): error.kind
        }
    }

    package var codes: [FailureCode] {
        switch self {
        case .cannotOpen: [.wrongPIN]
        case .weakPIN: [.weakPIN]
        default: []
        }
    }

    package var hint: Wording? {
        switch self {
        case .noSuchKey(_, let closest):
            "\(closest.map { "did you mean \($0.text)? " } ?? "")this shows the keys: \(step: .sign(.listKeys))"
        case .nameInUse(let name):
            "choose another name; if its PIN is lost and you have its words, first remove it: \(step: .sign(.removeKey(key: name.text)))"
        case .cannotOpen(let name, let hasSecondFactor): Self.wayOut(name, hasSecondFactor)
        case .damaged, .misplaced: "restore the file from a backup"
        case .otherChain: "this shows which key is of which chain: \(step: .sign(.listKeys))"
        case .secondFactor: "\(field: .secondFactor, "FILE") names it"
        case .weakPIN: "a PIN of at least 6 digits, or better a passphrase"
        case .state(let error): error.hint
        case .invalidName, .unsupportedVersion, .unsupportedFeature, .secret, .sodium, .file: nil
        }
    }
}

extension VaultError {
    /// What to do about a key that does not open.
    private static func wayOut(_ name: KeyName, _ hasSecondFactor: Bool) -> Wording {
        let factor: Wording = hasSecondFactor ? "check that \(field: .secondFactor) names the unchanged file; " : ""
        return factor
            + "a lost PIN cannot be recovered: import the words under another name (\(step: .sign(.importKey))); a damaged file comes back from a backup, which opens with the PIN of its day"
    }

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .invalidName(let text):
            "\"\(TerminalText.escape(text.prefix(64).description))\" is not a key name: 1 to 64 of A-Z a-z 0-9 _ -, not beginning with -"
        case .noSuchKey(let name, _): "there is no key \(name.text)"
        case .nameInUse(let name): "a key \(name.text) exists already"
        case .damaged(let name, let reason): "the file of key \(name.text) is damaged: \(reason)"
        case .misplaced(let name, let found): "the file of key \(name.text) contains the key \(found.text)"
        case .unsupportedVersion(let name, let found, let newest):
            "the file of key \(name.text) has version \(found); this release reads up to \(newest)"
        case .unsupportedFeature(let name, let feature):
            "the file of key \(name.text) was written by a later release: it has \(feature)"
        case .cannotOpen(let name, false): "wrong PIN for key \(name.text), or its file is damaged"
        case .cannotOpen(let name, true): "wrong PIN or second factor for key \(name.text), or its file is damaged"
        case .secondFactor(let name, true): "the key \(name.text) needs its second factor in addition to the PIN"
        case .secondFactor(let name, false): "the key \(name.text) has no second factor"
        case .secret(let error): error.message
        case .otherChain(let name, let chain): "\(name.text) is a key of \(chain.title): it signs nothing of Stellar"
        case .weakPIN(let weakness): weakness.message
        case .sodium(let error): error.message
        case .state(let error): error.message
        case .file(let error): error.message
        }
    }
}

/// Why an opened key did not sign.
package enum KeyUseError: Error, Hashable {
    /// The key is bound to another chain than what should be signed.
    case otherChain(KeyName, Chain, asked: Chain)
    /// The message is for another address of the chain; the key has this one.
    case otherAddress(KeyName, String)
    /// The bytes must not be signed as a message.
    case dangerous(String)
    /// A length that is not signed, or a signature that does not verify.
    case sodium(SodiumError)

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .otherChain(let name, let chain, let asked):
            "\(name.text) is a key of \(chain.title): it signs nothing of \(asked.title)"
        case .otherAddress(let name, let address):
            "the message is for another address than that of \(name.text), \(address)"
        case .dangerous(let reason): "the message is never signed: \(reason)"
        case .sodium(let error): error.message
        }
    }
}

extension KeyUseError: Fault {
    package var kind: FaultKind { .refused }

    package var hint: Wording? {
        switch self {
        case .otherChain: "this shows which key is of which chain: \(step: .sign(.listKeys))"
        case .otherAddress, .dangerous, .sodium: nil
        }
    }
}

extension VaultError {
    /// The error of a key's secret. A secret that gives no key, or another, cannot be told from a wrong PIN.
    init(_ error: SecretError, of name: KeyName) {
        switch error {
        case .sodium(.cannotOpen), .invalidPrivateKey, .noSuchChild: self = .cannotOpen(name)
        case .sodium(let error): self = .sodium(error)
        default: self = .secret(error)
        }
    }
}
