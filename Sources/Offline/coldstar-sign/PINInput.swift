// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Signing
import SodiumKit
import Vault

/// The source of the PIN: an inherited descriptor, or the terminal.
struct PINInput: ParsableArguments {
    @Option(help: "Read the PIN from this file descriptor, one line, instead of the terminal.")
    var pinFd: Int32?

    @Option(help: "The file that is the key's second factor besides the PIN.", completion: .file())
    var secondFactor: String?

    /// Rejects a descriptor that is not open before the review is shown.
    func validate() throws {
        guard let pinFd, !SecretLine.isOpen(pinFd) else { return }
        throw ValidationError("--pin-fd: descriptor \(pinFd) is not open")
    }

    /// The second factor; nil if none was named.
    func factor() throws(Failure) -> SecretBytes? { try Self.factor(secondFactor, .secondFactor) }

    static func factor(_ path: String?, _ field: FieldID) throws(Failure) -> SecretBytes? {
        guard let path else { return nil }
        let content = try SecretFile.read(path)
        try SecondFactor.check(content, field)
        return content
    }

    /// Opens a key with its PIN.
    ///
    /// - Throws: the errors of `opening`.
    func unlock(_ name: KeyName, in vault: Vault) throws(Failure) -> UnlockedKey {
        try opening(name, in: vault) { pin, factor in
            try vault.unlock(name, pin: pin, secondFactor: factor)
        }
    }

    /// Runs a body that needs the right PIN. Wrong PINs are counted; after several, the next one is accepted only after a wait.
    ///
    /// On the terminal, a wrong PIN may be corrected.
    ///
    /// - Throws: `.refused` for a wrong PIN from a descriptor, and for the third on the terminal.
    func opening<R: ~Copyable>(
        _ name: KeyName, in vault: Vault,
        _ body: (borrowing SecretBytes, borrowing SecretBytes?) throws -> R
    ) throws(Failure) -> R {
        var entry = try PINEntry(
            for: name, in: vault, tries: pinFd == nil ? PINEntry.mostTries : 1, hasSecondFactor: secondFactor != nil)
        if let note = entry.note { Console.say(note) }
        let factor = entry.key.hasSecondFactor ? try factor() : nil
        var reader = try PINReader(descriptor: pinFd, option: "--pin-fd")
        while true {
            let pin = try reader.read(PINEntry.question(name), after: entry.pause(now: NowOption.clock()))
            if let effort = entry.effort { TransientLine.announce(effort) }
            let outcome = try entry.attempt(pin, clock: NowOption.clock) { pin in try body(pin, factor) }
            switch consume outcome {
            case .opened(let result, let note):
                if let note { Console.say(Wording(note)) }
                return result
            case .wrong(let message): reader.say(message)
            }
        }
    }

    /// Reads the PIN of an existing key without counting it as a try.
    func existing(_ name: KeyName) throws(Failure) -> SecretBytes {
        if let pinFd { return try PINReader.read(descriptor: pinFd, option: "--pin-fd") }
        let pin = try SecretLine.ask(PINEntry.question(name))
        guard pin.count > 0 else { throw PINEntry.empty }
        return pin
    }

    /// Reads a new PIN, on the terminal twice.
    func new(_ name: KeyName) throws(Failure) -> SecretBytes {
        try Self.new(name, descriptor: pinFd, option: "--pin-fd")
    }

    static func new(_ name: KeyName, descriptor: Int32?, option: String) throws(Failure) -> SecretBytes {
        if let descriptor { return try SecretLine.read(descriptor: descriptor, option: option) }
        // A weak one is rejected before it is typed again.
        return try SecretLine.askTwice(PINEntry.newQuestion(name), check: PINEntry.checkNew)
    }
}
