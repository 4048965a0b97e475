// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Stellar
import Testing

@testable import Crypto
@testable import Vault

extension PasswordHash.Parameters {
    /// The cheapest parameters of Argon2id, for tests that seal or open hundreds of times.
    static let cheap = PasswordHash.Parameters(passes: 1, memory: 8192)
}

extension PasswordHash.Limits {
    /// Accepts cheap parameters; no program can make such limits.
    static let test = PasswordHash.Limits(floor: .cheap, ceiling: .init(passes: 2, memory: 1 << 20))
}

// Conversions that the library omits on purpose; test data needs no protection.
extension SecretBytes {
    init(_ text: String) throws(SodiumError) { try self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) throws(SodiumError) {
        try self.init(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }

    var exposed: [UInt8] { withBytes { Array($0) } }
    var text: String { String(decoding: exposed, as: UTF8.self) }
}

/// Writes unsigned lines, as earlier releases did.
extension SignerJournal {
    func record(_ intents: [SigningIntent], after history: SignerHistory) throws(SignerJournalError) {
        try record(unsigned: intents.map { .intent($0) }, after: history)
    }

    func record(_ intent: SigningIntent, after history: SignerHistory) throws(SignerJournalError) {
        try record([intent], after: history)
    }

    func record(_ outcome: SigningOutcome) throws(SignerJournalError) { try record(unsigned: [.outcome(outcome)]) }

    func record(_ outcomes: [SigningOutcome]) throws(SignerJournalError) {
        try record(unsigned: outcomes.map { .outcome($0) })
    }

    func record(_ change: ListChange) throws(SignerJournalError) { try record(unsigned: [.change(change)]) }
}

/// A vector file of this target.
func vector(_ name: String) throws -> JSON {
    let folder = String(#filePath.reversed().drop { $0 != "/" }.reversed())
    return try JSON(parsing: try SafeFiles.read(folder + "Vectors/" + name, limit: 1 << 22))
}

/// The permission bits of a file, with setuid, setgid and sticky bits.
func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode & 0o7777
}

extension Vault {
    /// The time of what tests do with keys.
    static let someTime = Timestamp(1_750_000_000)

    /// Opens a key and seals it under another PIN.
    func changePIN(
        _ name: KeyName, from pin: borrowing SecretBytes, to newPIN: borrowing SecretBytes,
        parameters: PasswordHash.Parameters, secondFactor: borrowing SecretBytes? = nil,
        newSecondFactor: borrowing SecretBytes? = nil
    ) throws(VaultError) -> CreatedKey {
        try changePIN(
            of: try opened(name, pin: pin, secondFactor: secondFactor), to: newPIN, at: Self.someTime,
            parameters: parameters, newSecondFactor: newSecondFactor)
    }

    func restore(
        _ name: KeyName, from bytes: [UInt8], pin: borrowing SecretBytes
    ) throws(VaultError) -> KeyInfo { try restore(name, from: bytes, pin: pin, at: Self.someTime) }
}
