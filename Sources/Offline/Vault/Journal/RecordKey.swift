// SPDX-License-Identifier: Apache-2.0

package import SodiumKit

/// What keeps one key's record: it signs journal lines and authenticates the key's seal, and cannot sign for the account.
///
/// Small enough to outlive the unlocked key: "delivered" is written when the PIN and the seed are gone from memory.
package struct RecordKey: ~Copyable, Sendable {
    package let name: KeyName
    /// The public half of the key's list key, 32 bytes.
    let listKey: [UInt8]
    private let seed: SecretBytes
    private let lines: Ed25519.SecretKey
    private let seals: SecretBytes

    /// - Parameters:
    ///   - seed: of the record key, 32 bytes.
    ///   - seals: the secret of the seal's authenticator.
    init(
        name: KeyName, listKey: [UInt8], seed: consuming SecretBytes, seals: consuming SecretBytes
    ) throws(SodiumError) {
        self.name = name
        self.listKey = listKey
        self.lines = try Ed25519.SecretKey(seed: seed)
        self.seed = seed
        self.seals = seals
    }

    /// The public half, 32 bytes.
    package var publicKey: [UInt8] { lines.publicKey }

    /// This key's name and public half, for other keys to accept.
    package var identity: AcceptedKey { AcceptedKey(name: name, recordKey: publicKey) }

    package borrowing func copy() throws(SodiumError) -> RecordKey {
        try RecordKey(name: name, listKey: listKey, seed: try seed.copy(), seals: try seals.copy())
    }

    /// The signature over a journal line, 64 bytes.
    func signature(line: [UInt8]) throws(SodiumError) -> [UInt8] { try UnlockedKey.sign(line, with: lines) }

    /// The authenticator of the key's seal, 64 bytes.
    func authenticate(_ bytes: [UInt8]) throws(SodiumError) -> [UInt8] {
        let code = try UnlockedKey.authenticate(bytes, with: seals)
        return code.withBytes { Array($0) }
    }
}
