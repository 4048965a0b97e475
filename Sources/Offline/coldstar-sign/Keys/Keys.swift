// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Review
import Shell
import SodiumKit
import Stellar
import TextCodec
import Vault

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, import, list, show, check, export, back up and remove keys.",
        subcommands: [
            KeyNew.self, KeyImport.self, KeyDerive.self, KeyList.self, KeyShow.self, KeyDrill.self, KeyChangePIN.self,
            KeyExport.self, KeyBackup.self, KeyRestore.self, KeyRemove.self,
        ])

    /// Stores a key and estimates the strength of its PIN. Secret and PIN have been erased when this returns.
    static func create(
        _ name: KeyName, _ secret: consuming KeySecret, pin: consuming SecretBytes, in vault: Vault, now: Timestamp,
        parameters: PasswordHash.Parameters, secondFactor: consuming SecretBytes?
    ) throws(VaultError) -> (CreatedKey, PINStrength) {
        let created = try vault.create(
            name, secret: secret, pin: pin, created: now, parameters: parameters, secondFactor: secondFactor)
        return (created, PINStrength(of: pin, guess: created.sealing, parameters: created.info.parameters))
    }

    /// Prints the key, its account and the strength of its PIN.
    static func report(_ created: CreatedKey, _ strength: PINStrength) {
        Console.say("key       \(created.info.name.text)")
        Console.say("account   \(created.info.publicKey.address)")
        for line in strength.text { Console.say("PIN       \(line)") }
    }

    /// The JSON document about a key, for `list` and `show`.
    ///
    /// - Parameter state: the vault, which records the last drill; nil if it cannot be read.
    static func document(_ info: KeyInfo, in state: VaultState?) -> JSON {
        [
            "name": .string(info.name.text), "public_key": .string(info.publicKey.address),
            "kind": .string(info.kind.rawValue), "account_index": info.account.map { .integer($0) } ?? .null,
            "fingerprint": info.fingerprint.map { .string(Hex.encode($0)) } ?? .null,
            "second_factor": .bool(info.hasSecondFactor), "created": .string(info.created.rfc3339),
            "drilled": state?.seal(info.name)?.drilled.map { .string($0.rfc3339) } ?? .null,
            "argon2id": [
                "passes": .integer(info.parameters.passes), "memory_bytes": .integer(info.parameters.memory),
            ],
        ]
    }

    /// Parses the number of an account of a mnemonic.
    static func account(_ text: String) throws(Failure) -> UInt32 {
        let number = try Arguments.number(text, "--account", as: UInt32.self)
        guard number < 1 << 31 else { throw Failure(.badInput, "--account: must be a number below 2147483648") }
        return number
    }

    static func name(_ text: String) throws(Failure) -> KeyName {
        try check(text, "the name of the key")
        do { return try KeyName(text) } catch { throw Failure(error) }
    }

    /// Rejects a secret key entered in place of a name, a likely mistake with `key import`, without storing or repeating it.
    static func check(_ name: String, _ what: String) throws(Failure) {
        guard MessageLook(Array(name.utf8)) == .secret else { return }
        throw Failure(
            .usage, "\(what) is \(MessageLook.secret.rawValue), which is not repeated here",
            hint: "it may be in the shell's history; coldstar-sign key import NAME asks for the secret")
    }
}
