// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import SodiumKit

/// Where the PIN comes from: a descriptor that was handed over, or the terminal.
struct PINInput: ParsableArguments {
    @Option(help: "Read the PIN from this file descriptor, one line, instead of the terminal.")
    var pinFd: Int32?

    /// The PIN of a key that is there.
    func existing(_ name: String) throws(Failure) -> SecretBytes {
        if let pinFd { return try SecretLine.read(descriptor: pinFd, option: "--pin-fd") }
        return try SecretLine.ask("PIN or passphrase of \(name): ")
    }

    /// A PIN to be set: on the terminal it is asked twice.
    func new(_ name: String) throws(Failure) -> SecretBytes {
        try Self.new(name, descriptor: pinFd, option: "--pin-fd")
    }

    static func new(_ name: String, descriptor: Int32?, option: String) throws(Failure) -> SecretBytes {
        if let descriptor { return try SecretLine.read(descriptor: descriptor, option: option) }
        let first = try SecretLine.ask("new PIN (at least 6 digits) or passphrase for \(name): ")
        let second = try SecretLine.ask("the same again: ")
        guard first.equals(second) else { throw Failure(.refused, "the two entries differ; nothing was changed") }
        return first
    }
}
