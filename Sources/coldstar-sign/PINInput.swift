// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import SodiumKit
import Stellar
import Vault

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the PIN comes from: a descriptor that was handed over, or the terminal.
struct PINInput: ParsableArguments {
    @Option(help: "Read the PIN from this file descriptor, one line, instead of the terminal.")
    var pinFd: Int32?

    @Option(help: "The file that is the key's second factor besides the PIN.")
    var secondFactor: String?

    /// The fewest bytes of a second factor.
    private static let fewestBytes = 32

    /// The second factor; nil when none was named.
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

    /// Opens a key; after wrong PINs only when it has been waited for long enough.
    func unlock(_ name: KeyName, in vault: Vault) throws(Failure) -> UnlockedKey {
        try opening(name, in: vault) { pin, factor in
            try vault.unlock(name, pin: pin, secondFactor: factor)
        }
    }

    /// Does something with a PIN that has to be right, and counts the wrong ones.
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
            Console.say("the key \(name.text) has no second factor: what --second-factor names is not used for it")
        }
        let factor = info.hasSecondFactor ? try factor() : nil
        var tries = PINTries(folder: vault.folder, key: name)
        let wait = tries.wait(now: NowOption.clock())
        if wait > 0 {
            Console.say("\(tries.failed) wrong PINs were entered for \(name.text): wait \(wait) s")
            sleep(UInt32(wait))
        }
        let pin = try existing(name.text)
        do {
            let result = try body(pin, factor)
            if tries.failed > 0 {
                Console.say(
                    "before this \(tries.failed) wrong PIN\(tries.failed == 1 ? " was" : "s were") entered for \(name.text)"
                )
            }
            tries.succeed()
            return result
        } catch {
            if case VaultError.cannotOpen = error { tries.fail(now: NowOption.clock()) }
            throw Failure(state: error)
        }
    }

    /// The PIN of a key that is there.
    func existing(_ name: String) throws(Failure) -> SecretBytes {
        let typed =
            if let pinFd { try SecretLine.read(descriptor: pinFd, option: "--pin-fd") } else {
                try SecretLine.ask("PIN or passphrase of \(name): ")
            }
        // No key has this one: it is a slip, and no guess.
        guard typed.count > 0 else {
            throw Failure(.badInput, pinFd == nil ? "nothing was entered" : "--pin-fd: the line is empty")
        }
        return typed
    }

    /// Finds a descriptor that is not there before anybody has read a review.
    func validate() throws {
        guard let pinFd, fcntl(pinFd, F_GETFD) < 0 else { return }
        throw ValidationError("--pin-fd: descriptor \(pinFd) is not open")
    }

    /// A PIN to be set: on the terminal it is asked twice.
    func new(_ name: String) throws(Failure) -> SecretBytes {
        try Self.new(name, descriptor: pinFd, option: "--pin-fd")
    }

    static func new(_ name: String, descriptor: Int32?, option: String) throws(Failure) -> SecretBytes {
        if let descriptor { return try SecretLine.read(descriptor: descriptor, option: option) }
        let first = try SecretLine.ask("new PIN (at least 6 digits) or passphrase for \(name): ")
        // Nobody types a second time what cannot be.
        do { try PINPolicy.check(first) } catch { throw Failure(VaultError.weakPIN(error)) }
        let second = try SecretLine.ask("the same again: ")
        guard first.equals(second) else { throw Failure(.refused, "the two entries differ; nothing was changed") }
        return first
    }
}
