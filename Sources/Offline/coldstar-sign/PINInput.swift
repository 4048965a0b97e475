// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Platform
import Shell
import Signing
import SodiumKit
import Stellar
import Vault

/// The source of the PIN: an inherited descriptor, or the terminal.
struct PINInput: ParsableArguments {
    @Option(help: "Read the PIN from this file descriptor, one line, instead of the terminal.")
    var pinFd: Int32?

    @Option(help: "The file that is the key's second factor besides the PIN.", completion: .file())
    var secondFactor: String?

    /// Minimum size of a second factor in bytes.
    private static let fewestBytes = 32

    /// The second factor; nil if none was named.
    func factor() throws(Failure) -> SecretBytes? {
        guard let secondFactor else { return nil }
        return try Self.factor(secondFactor, "--second-factor")
    }

    static func factor(_ path: String, _ option: String) throws(Failure) -> SecretBytes {
        let bytes = try SecretFile.read(path)
        guard bytes.count >= fewestBytes else {
            throw Failure(.badInput, "\(option): a second factor has at least \(fewestBytes) bytes")
        }
        return bytes
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
    /// On the terminal, a wrong PIN may be corrected. Input between prompts is not echoed.
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
        var prompt = pinFd == nil ? try SecretPrompt() : nil
        while true {
            let pin = try given(entry, on: &prompt)
            let outcome = try entry.attempt(pin, clock: NowOption.clock) { pin in try body(pin, factor) }
            switch consume outcome {
            case .opened(let result, let note):
                if let note { Console.say(note) }
                return result
            case .wrong(let message): prompt?.say(message)
            }
        }
    }

    /// The PIN from the terminal or the descriptor, once the wait after wrong ones is over.
    private func given(_ entry: PINEntry, on prompt: inout SecretPrompt?) throws(Failure) -> SecretBytes {
        let name = entry.key.name.text
        let (wait, reason) = entry.pause(now: NowOption.clock())
        guard pinFd == nil else {
            if wait > 0 {
                // An error message rather than a note: a program that waits for minutes without a message seems to hang.
                Console.tell("\(reason): wait \(wait) s")
                sleep(UInt32(wait))
            }
            return try existing(name)
        }
        if wait > 0 { try prompt?.wait(wait, reason) }
        guard let pin = try prompt?.ask(Self.question(name)) else { throw PINEntry.empty }
        return pin
    }

    private static func question(_ name: String) -> String { "PIN or passphrase of \(name): " }

    /// Reads the PIN of an existing key without counting it as a try.
    func existing(_ name: String) throws(Failure) -> SecretBytes {
        guard let pinFd else {
            let pin = try SecretLine.ask(Self.question(name))
            guard pin.count > 0 else { throw PINEntry.empty }
            return pin
        }
        let pin = try SecretLine.read(descriptor: pinFd, option: "--pin-fd")
        guard pin.count > 0 else { throw Failure(.badInput, "--pin-fd: the line is empty") }
        return pin
    }

    /// Rejects a descriptor that is not open before the review is shown.
    func validate() throws {
        guard let pinFd, fcntl(pinFd, F_GETFD) < 0 else { return }
        throw ValidationError("--pin-fd: descriptor \(pinFd) is not open")
    }

    /// Reads a new PIN, on the terminal twice.
    func new(_ name: String) throws(Failure) -> SecretBytes {
        try Self.new(name, descriptor: pinFd, option: "--pin-fd")
    }

    static func new(_ name: String, descriptor: Int32?, option: String) throws(Failure) -> SecretBytes {
        if let descriptor { return try SecretLine.read(descriptor: descriptor, option: option) }
        return try SecretLine.askTwice("new PIN (at least 6 digits) or passphrase for \(name): ") {
            pin throws(Failure) in
            // Rejected before it is typed again.
            do throws(PINWeakness) { try PINPolicy.check(pin) } catch { throw Failure(VaultError.weakPIN(error)) }
        }
    }
}
