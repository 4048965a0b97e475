// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Crypto
import Terminal

/// The option for the source of the profile's PIN.
package struct ProfilePIN: ParsableArguments {
    @Option(help: "Read the PIN of the profile from this file descriptor, one line, instead of the terminal.")
    package var pinFd: Int32?

    /// The minimum length of a PIN, in bytes.
    private static let fewest = 6

    package init() {}

    package func existing() throws(Failure) -> SecretBytes {
        if let pinFd { return try SecretLine.read(descriptor: pinFd, option: "--pin-fd") }
        return try SecretLine.ask("PIN of the profile: ")
    }

    /// Reads a new PIN; on the terminal, it must be typed twice.
    package func new() throws(Failure) -> SecretBytes {
        let first =
            if let pinFd { try SecretLine.read(descriptor: pinFd, option: "--pin-fd") } else {
                try SecretLine.askTwice("new PIN for the profile: ")
            }
        guard first.count >= Self.fewest else {
            throw Failure(.refused, "a PIN has at least \(Self.fewest) characters")
        }
        return first
    }
}
