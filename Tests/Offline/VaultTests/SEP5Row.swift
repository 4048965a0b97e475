// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

/// One row of `sep5.json`.
struct SEP5Row: CustomTestStringConvertible, Sendable {
    let mnemonic: String
    let language: String
    let passphrase: String
    let seed: String
    let accounts: [Account]
    let error: String
    let sameAs: String

    struct Account: Sendable {
        let index: UInt32
        let address: String
        let secret: String
    }

    var testDescription: String { mnemonic.prefix(40) + (passphrase.isEmpty ? "" : " + passphrase") }

    static func all(_ section: String) -> [SEP5Row] {
        do {
            return try vector("sep5.json").array(section).map(SEP5Row.init)
        } catch {
            preconditionFailure("sep5.json does not read: \(error)")
        }
    }

    /// English mnemonics with a passphrase that is its own normal form.
    static let english = all("valid").filter { $0.language == "english" && $0.passphrase.utf8.allSatisfy { $0 < 0x80 } }

    private init(_ row: JSON) throws {
        mnemonic = try row.string("mnemonic")
        language = row["language"]?.asString ?? ""
        passphrase = row["passphrase"]?.asString ?? ""
        seed = row["bip39_seed_hex"]?.asString ?? ""
        error = row["error"]?.asString ?? ""
        sameAs = row["same_as"]?.asString ?? ""
        accounts = try (row["accounts"]?.asArray ?? []).map {
            Account(index: try $0.integer("index"), address: try $0.string("public"), secret: try $0.string("secret"))
        }
    }
}
