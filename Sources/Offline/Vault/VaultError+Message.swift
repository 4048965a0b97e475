// SPDX-License-Identifier: Apache-2.0

import Chains
import SafeFiles
import SodiumKit
import TextCodec

extension VaultError {
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
        case .cannotOpen(let name): "wrong PIN for key \(name.text), or its file is damaged"
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
