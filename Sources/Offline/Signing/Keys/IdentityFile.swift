// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

/// An identity file of stellar-cli: TOML with `secret_key = "S..."`, or `seed_phrase = "..."` and perhaps `hd_path =
/// N`; or a key file of stc without a passphrase, which has nothing but `S...`.
///
/// - Source: stellar-cli; stc `PrivateKey.Save`, which encrypts with OpenPGP if there is a passphrase.
package enum IdentityFile {
    /// The secret, in guarded memory.
    ///
    /// - Parameter origin: where the content came from, escaped.
    /// - Throws: `.badInput` for a file without a secret, and for an encrypted one; `.refused` without locked memory.
    package static func secret(in content: borrowing SecretBytes, origin: String) throws(Failure) -> SecretBytes {
        let place = content.withBytes { content in
            text(of: "secret_key", in: content) ?? text(of: "seed_phrase", in: content) ?? onlyKey(in: content)
        }
        guard let place else {
            guard !content.withBytes({ $0.starts(with: Array("-----BEGIN PGP MESSAGE-----".utf8)) }) else {
                throw Failure(
                    .badInput, "\(origin) is encrypted with OpenPGP, as stc keeps keys",
                    hint:
                        "decrypt it with gpg, and pass what that prints on: \(step: .sign(.importKey)), \(field: FieldID("secret-fd"))"
                )
            }
            throw Failure(
                .badInput, "\(origin) has neither secret_key nor seed_phrase",
                hint: "an identity with its secret in the system keyring, or with only a public key, cannot be imported"
            )
        }
        do {
            return try content.withBytes { (content) throws(SodiumError) in
                try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: content[place]))
            }
        } catch {
            throw Failure(.refused, Wording(error.message))
        }
    }

    /// The account of the mnemonic, N of m/44'/148'/N', for which stellar-cli keeps this identity; nil if the file does
    /// not say, or has a secret key, which is of one account.
    ///
    /// - Parameter origin: where the content came from, escaped.
    /// - Throws: `.badInput` for an `hd_path` that is not a number of an account, and for two.
    package static func account(in content: borrowing SecretBytes, origin: String) throws(Failure) -> UInt32? {
        try content.withBytes { (content) throws(Failure) -> UInt32? in
            let values = values(of: "hd_path", in: content)
            guard let value = values.first, text(of: "secret_key", in: content) == nil else { return nil }
            guard values.count == 1 else { throw Failure(.badInput, "\(origin) has hd_path twice") }
            guard let number = number(content[value]), number < 1 << 31 else {
                throw Failure(.badInput, "\(origin): hd_path is not a whole number below 2147483648")
            }
            return number
        }
    }

    /// The range of a name's quoted text.
    private static func text(of name: String, in content: UnsafeRawBufferPointer) -> Range<Int>? {
        values(of: name, in: content).lazy.compactMap { value -> Range<Int>? in
            guard let mark = value.first, isQuote(content[mark]),
                let end = content[(mark + 1)..<value.upperBound].firstIndex(of: content[mark])
            else { return nil }
            return mark + 1..<end
        }.first
    }

    /// The range of the only word, if that may be a secret key.
    private static func onlyKey(in content: UnsafeRawBufferPointer) -> Range<Int>? {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || isBlank($0) }
        guard let start = content.firstIndex(where: { !isSpace($0) }), content[start] == UInt8(ascii: "S") else {
            return nil
        }
        let end = content[start...].firstIndex(where: isSpace) ?? content.count
        return content[end...].allSatisfy(isSpace) ? start..<end : nil
    }

    /// Decimal digits, between which TOML allows underscores, before blanks and a comment.
    private static func number(_ value: Slice<UnsafeRawBufferPointer>) -> UInt32? {
        let digits = value.prefix { !isBlank($0) && $0 != UInt8(ascii: "#") }
        guard value[digits.endIndex...].first(where: { !isBlank($0) }) ?? UInt8(ascii: "#") == UInt8(ascii: "#") else {
            return nil
        }
        let parts = digits.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        return UInt32(String(decoding: parts.joined(), as: UTF8.self))
    }

    /// The ranges of what follows a name, bare or quoted, and an equals sign at the start of a line.
    private static func values(of name: String, in content: UnsafeRawBufferPointer) -> [Range<Int>] {
        var (start, found): (Int, [Range<Int>]) = (0, [])
        while start < content.count {
            let end = content[start...].firstIndex(of: UInt8(ascii: "\n")) ?? content.count
            if let place = value(of: name, in: content[start..<end]) { found.append(place..<end) }
            start = end + 1
        }
        return found
    }

    private static func value(of name: String, in line: Slice<UnsafeRawBufferPointer>) -> Int? {
        var rest = line.drop(while: isBlank)
        let mark = rest.first.flatMap { isQuote($0) ? $0 : nil }
        if mark != nil { rest = rest.dropFirst() }
        guard rest.starts(with: name.utf8) else { return nil }
        rest = rest.dropFirst(name.utf8.count)
        if let mark {
            guard rest.first == mark else { return nil }
            rest = rest.dropFirst()
        }
        rest = rest.drop(while: isBlank)
        guard rest.first == UInt8(ascii: "=") else { return nil }
        return rest.dropFirst().drop(while: isBlank).startIndex
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
