// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Stellar
import StellarXDR
package import Vault

extension KeyInfo {
    /// The JSON document about a key.
    ///
    /// - Parameter state: the vault, which records the last drill; nil if it cannot be read.
    package func document(in state: VaultState?) -> JSON {
        var members: [(String, JSON)] = [("name", .string(name.text))]
        members += identityMembers
        members += [
            ("kind", .string(kind.rawValue)), ("account_index", account.map { .integer($0) } ?? .null),
            ("fingerprint", fingerprint.map { .string(Hex.encode($0)) } ?? .null),
            ("entropy", source.map { .string($0.text) } ?? .null),
            ("rolls", source?.rolls.map { .integer($0) } ?? .null),
        ]
        members += [
            ("second_factor", .bool(hasSecondFactor)), ("created", .string(created.rfc3339)),
            ("drilled", state?.seal(name)?.drilled.map { .string($0.rfc3339) } ?? .null),
            ("argon2id", ["passes": .integer(parameters.passes), "memory_bytes": .integer(parameters.memory)]),
        ]
        return .object(JSONObject(members + (address == nil ? [] : [("path", path.map(JSON.string) ?? .null)])))
    }

    /// What a JSON document says of the key's identity: the account on Stellar, or chain and address.
    package var identityMembers: [(String, JSON)] {
        switch identity {
        case .stellar(let key): [("public_key", .string(key.address))]
        case .other(let address):
            [("chain", .string(address.chain.rawValue)), ("address", .string(address.text))]
        }
    }

    /// The key's identity for the user: the account on Stellar, or chain and address.
    package var identityLines: [String] {
        switch identity {
        case .stellar(let key): ["account   \(key.address)"]
        case .other(let address):
            ["chain     \(address.chain.title) (\(address.chain.rawValue))", "address   \(address.text)"]
        }
    }

    /// Lines for the user.
    ///
    /// - Parameter state: as above.
    package func lines(in state: VaultState?) -> [Wording] {
        let words = kind == .bip39Seed ? "words, stored as their seed" : "a mnemonic"
        var origin = path.map { "\(words), \($0)" } ?? "an imported secret key"
        if let fingerprint { origin += ", fingerprint \(Hex.encode(fingerprint))" }
        let drilled = state?.seal(name)?.drilled
        var lines: [Wording] = ["name      \(name.text)"]
        lines += identityLines.map { Wording($0) }
        lines.append("from      \(origin)")
        if let source { lines.append("made      from \(source.meaning)") }
        lines += [
            "created   \(created.utc)",
            "sealed    Argon2id, \(parameters.text)\(hasSecondFactor ? ", and a second factor" : "")",
            "backup    " + (drilled.map { "tried at \($0.utc)" } ?? "never tried: \(step: .sign(.drillKey(key: nil)))"),
        ]
        return lines
    }

    /// Compares an account or address, typed or scanned, with the key's.
    ///
    /// - Throws: `.badInput` for another one, with the first character that differs.
    package func check(isAccount text: String) throws(Failure) {
        let typed = text.filter { $0 != " " }
        let address = identity.text
        let what = publicKey == nil ? "address" : "account"
        guard typed != address else { return }
        let place = zip(typed, address).enumerated().first { $1.0 != $1.1 }?.offset ?? min(typed.count, address.count)
        throw Failure(
            .badInput, "this is not the \(what) of \(name.text): they differ at character \(place + 1)",
            hint: "the key's \(what) is \(address)")
    }
}

extension EntropySource {
    /// What the words were made from, for the user.
    package var meaning: String {
        switch self {
        case .generator: "the machine's random generator"
        case .rolls(let count): "\(count) dice rolls and the machine's random generator"
        }
    }
}

extension KeyIdentity {
    /// An account of Stellar, or an address of another chain, as the user typed it.
    ///
    /// - Throws: `.badInput` for anything else.
    package init(typed text: String, on chain: Chain) throws(Failure) {
        let typed = text.filter { $0 != " " }
        guard chain == .stellar else {
            guard let address = ChainAddress(typed, chain: chain) else {
                throw Failure(.badInput, "this is not an address of \(chain.title)")
            }
            self = .other(address)
            return
        }
        guard let key = try? PublicKey(address: typed) else {
            throw Failure(.badInput, "this is not an account (G...)")
        }
        self = .stellar(key)
    }
}

extension ListedKey {
    /// Whether the key's file can be read.
    package var isReadable: Bool { (try? info.get()) != nil }

    /// A line for the user: name and address, the chain unless it is Stellar; or the error of a damaged file.
    package var line: String {
        switch info {
        case .success(let info):
            "\(name.text)  \(info.identity.text)" + (info.address == nil ? "" : "  \(info.chain.rawValue)")
        case .failure(let error): "\(name.text)  \(error.message)"
        }
    }

    /// The JSON document about a key in a list; a damaged one is there with its error.
    ///
    /// - Parameter state: as above.
    package func document(in state: VaultState?) -> JSON {
        switch info {
        case .success(let info): info.document(in: state)
        case .failure(let error): ["name": .string(name.text), "error": .string(error.message)]
        }
    }
}

extension Chain {
    /// Asks for the secret of an existing key.
    package var secretQuestion: String { "\(secretKey) or mnemonic" }

    /// Asks for the secret of a key that is in the vault, from its backup.
    package var backupQuestion: String { "the words, or \(self == .stellar ? "S..." : secretKey)" }

    private var secretKey: String {
        switch self {
        case .stellar: "secret key (S...)"
        case .solana: "keypair (base58)"
        case .eip155: "private key (64 hex digits)"
        }
    }
}

/// How much each guess of a PIN costs, as a user chooses it.
package enum SealLevel: String, CaseIterable, Sendable {
    case moderate, sensitive
    /// About a second on this machine.
    case measured

    /// The parameters of Argon2id.
    ///
    /// - Throws: `.refused` if this machine has too little memory to measure with.
    package func parameters() throws(Failure) -> PasswordHash.Parameters {
        switch self {
        case .moderate: return .moderate
        case .sensitive: return .sensitive
        case .measured:
            do { return try .measured() } catch { throw Failure(.refused, Wording(error.message)) }
        }
    }
}

/// The content of a file that a key requires besides its PIN.
package enum SecondFactor {
    /// The minimum size in bytes: what cannot be guessed.
    private static let fewestBytes = 32

    /// - Parameter field: the input that names the file.
    /// - Throws: `.badInput` for a file that is too short.
    package static func check(_ content: borrowing SecretBytes, _ field: FieldID) throws(Failure) {
        guard content.count >= fewestBytes else {
            throw Failure(.badInput, field, "a second factor has at least \(fewestBytes) bytes")
        }
    }
}
