// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import SodiumKit

/// The cost of guessing the PIN.
struct SealOptions: ParsableArguments {
    enum Level: String, ExpressibleByArgument, CaseIterable {
        case moderate, sensitive, measured
    }

    @Option(
        help:
            "Cost of each guess: moderate, sensitive, or measured: about a second on this machine (default: moderate, or unchanged)."
    )
    var level: Level?

    /// - Parameter usual: the parameters if no level was given.
    func parameters(usual: PasswordHash.Parameters = .moderate) throws(Failure) -> PasswordHash.Parameters {
        switch level {
        case nil: return usual
        case .moderate: return .moderate
        case .sensitive: return .sensitive
        case .measured:
            do { return try .measured() } catch { throw Failure(.refused, error.message) }
        }
    }
}

/// The BIP-39 passphrase, which belongs to the mnemonic and is not the PIN.
struct PassphraseOptions: ParsableArguments {
    @Flag(help: "The words have a BIP-39 passphrase; ask for it.")
    var passphrase = false

    @Option(help: "Read the BIP-39 passphrase from this file descriptor, one line.")
    var passphraseFd: Int32?

    /// Reads the passphrase; nil if the mnemonic has none.
    func read(new isNew: Bool = false) throws(Failure) -> SecretBytes? {
        if let passphraseFd { return try SecretLine.read(descriptor: passphraseFd, option: "--passphrase-fd") }
        guard passphrase else { return nil }
        let prompt = "BIP-39 passphrase: "
        return isNew
            ? try SecretLine.askTwice(prompt, again: "the passphrase again: ") : try SecretLine.ask(prompt)
    }
}
