// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Crypto
import Signing
import Stellar
import Terminal
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

extension PINInput: PINSource {
    // On the terminal a wrong PIN may be corrected.
    var tries: Int { pinFd == nil ? PINEntry.mostTries : 1 }
    var hasSecondFactor: Bool { secondFactor != nil }

    func entering<Result: ~Copyable>(
        _ body: ((PINQuestion) throws(Failure) -> SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var reader = try PINReader(descriptor: pinFd, option: "--pin-fd")
        return try body { question throws(Failure) in
            if let correction = question.correction { reader.say(correction) }
            return try reader.read(question.prompt, after: question.pause)
        }
    }

    func hear(_ event: PINEvent) {
        switch event {
        case .note(let text): Console.say(text)
        case .effort(let text): TransientLine.announce(text)
        }
    }

    func clock() -> Timestamp { NowOption.clock() }
}
