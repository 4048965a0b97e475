// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import SodiumKit
import Stellar
import Vault

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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

    /// How often the PIN is asked for on the terminal before the command fails.
    private static let mostTries = 3

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
        let info: KeyInfo
        do { info = try vault.info(name) } catch { throw Failure(error) }
        guard !info.hasSecondFactor || secondFactor != nil else {
            throw Failure(VaultError.secondFactor(name, wanted: true))
        }
        if !info.hasSecondFactor, secondFactor != nil {
            Console.say("the key \(name.text) has no second factor: --second-factor is not used for it")
        }
        let factor = info.hasSecondFactor ? try factor() : nil
        if pinFd != nil {
            let pin = try given(name, in: vault)
            switch try attempt(name, in: vault, pin, factor, body) {
            case .done(let result): return result
            case .wrong(let failure): throw failure
            }
        }
        var prompt = try SecretPrompt()
        var left = Self.mostTries
        while true {
            let pin = try asked(name, in: vault, on: &prompt)
            left -= 1
            // No key has an empty PIN, so an empty line is not counted as a wrong one.
            guard pin.count > 0 else {
                guard left > 0 else { throw Self.empty }
                prompt.say("\(Self.empty.message); \(left) \(left == 1 ? "try" : "tries") left")
                continue
            }
            switch try attempt(name, in: vault, pin, factor, body) {
            case .done(let result): return result
            case .wrong(let failure):
                guard left > 0 else { throw failure }
                prompt.say("\(failure.message); \(left) \(left == 1 ? "try" : "tries") left")
            }
        }
    }

    private enum Attempt<R: ~Copyable>: ~Copyable {
        case done(R)
        case wrong(Failure)
    }

    private func attempt<R: ~Copyable>(
        _ name: KeyName, in vault: Vault, _ pin: borrowing SecretBytes, _ factor: borrowing SecretBytes?,
        _ body: (borrowing SecretBytes, borrowing SecretBytes?) throws -> R
    ) throws(Failure) -> Attempt<R> {
        var tries = PINTries(folder: vault.folder, key: name)
        do {
            let result = try body(pin, factor)
            if tries.failed > 0 {
                Console.say(
                    "before this \(tries.failed) wrong PIN\(tries.failed == 1 ? " was" : "s were") entered for \(name.text)"
                )
            }
            tries.succeed()
            return .done(result)
        } catch {
            guard case VaultError.cannotOpen = error else { throw Failure(any: error) }
            tries.fail(now: NowOption.clock())
            return .wrong(Failure(any: error))
        }
    }

    /// The PIN from the descriptor, once the wait after wrong ones is over.
    private func given(_ name: KeyName, in vault: Vault) throws(Failure) -> SecretBytes {
        let (wait, reason) = pause(name, in: vault)
        if wait > 0 {
            // An error message rather than a note, because a program that waits for minutes without a message seems to hang.
            Console.tell("\(reason): wait \(wait) s")
            sleep(UInt32(wait))
        }
        return try existing(name.text)
    }

    /// The PIN from the terminal, once the wait after wrong ones is over.
    private func asked(_ name: KeyName, in vault: Vault, on prompt: inout SecretPrompt) throws(Failure) -> SecretBytes {
        let (wait, reason) = pause(name, in: vault)
        if wait > 0 { try prompt.wait(wait, reason) }
        return try prompt.ask(Self.question(name.text))
    }

    /// Seconds until the next PIN is taken, and why.
    private func pause(_ name: KeyName, in vault: Vault) -> (seconds: UInt64, reason: String) {
        let tries = PINTries(folder: vault.folder, key: name)
        let count = "\(tries.failed) wrong PIN\(tries.failed == 1 ? " was" : "s were") entered"
        return (tries.wait(now: NowOption.clock()), "\(count) for \(name.text)")
    }

    private static func question(_ name: String) -> String { "PIN or passphrase of \(name): " }

    private static let empty = Failure(.badInput, "nothing was entered")

    /// Reads the PIN of an existing key without counting it as a try.
    func existing(_ name: String) throws(Failure) -> SecretBytes {
        guard let pinFd else {
            let pin = try SecretLine.ask(Self.question(name))
            guard pin.count > 0 else { throw Self.empty }
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
