// SPDX-License-Identifier: Apache-2.0

package import Faults
package import SodiumKit

/// An identity file of stellar-cli: TOML with `secret_key = "S..."` or `seed_phrase = "..."`.
package enum IdentityFile {
    private static let names = ["secret_key", "seed_phrase"]

    /// The secret, in guarded memory.
    ///
    /// - Parameter origin: where the content came from, escaped.
    /// - Throws: `.badInput` for a file without a secret, `.refused` without locked memory.
    package static func secret(in content: borrowing SecretBytes, origin: String) throws(Failure) -> SecretBytes {
        let place = content.withBytes { content in names.lazy.compactMap { value(of: $0, in: content) }.first }
        guard let place else {
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
            throw Failure(.refused, error.message)
        }
    }

    /// The range of the quoted text after a name at the start of a line.
    private static func value(of name: String, in content: UnsafeRawBufferPointer) -> Range<Int>? {
        var start = 0
        while start < content.count {
            let end = content[start...].firstIndex(of: UInt8(ascii: "\n")) ?? content.count
            if let found = value(of: name, in: content, line: start..<end) { return found }
            start = end + 1
        }
        return nil
    }

    private static func value(of name: String, in content: UnsafeRawBufferPointer, line: Range<Int>) -> Range<Int>? {
        var place = line.lowerBound
        func skipBlanks() {
            while place < line.upperBound, content[place] == 0x20 || content[place] == 0x09 { place += 1 }
        }
        skipBlanks()
        guard content[place..<line.upperBound].starts(with: name.utf8) else { return nil }
        place += name.utf8.count
        skipBlanks()
        guard place < line.upperBound, content[place] == UInt8(ascii: "=") else { return nil }
        place += 1
        skipBlanks()
        guard place < line.upperBound, content[place] == UInt8(ascii: "\"") || content[place] == UInt8(ascii: "'"),
            let end = content[(place + 1)..<line.upperBound].firstIndex(of: content[place])
        else { return nil }
        return place + 1..<end
    }
}
