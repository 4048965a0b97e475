// SPDX-License-Identifier: Apache-2.0

import SodiumKit

/// Derives the key of one account of a mnemonic: m/44'/148'/account'.
///
/// - Source: SEP-5; SLIP-10 for ed25519, where every step is hardened.
enum AccountPath {
    private static let label: StaticString = "ed25519 seed"
    private static let purpose: UInt32 = 44
    private static let stellar: UInt32 = 148
    /// Number of accounts. The highest bit of a step marks it as hardened, so account indexes are below this.
    static let accounts: UInt32 = 1 << 31

    /// Returns the 32-byte ed25519 seed.
    ///
    /// - Parameter seed: the 64-byte BIP-39 seed.
    /// - Parameter account: below 2³¹.
    static func seed(from seed: borrowing SecretBytes, account: UInt32) throws(SodiumError) -> SecretBytes {
        precondition(account < accounts, "an account index has 31 bits")
        let label = UnsafeRawBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount)
        var node = try seed.withBytes { (seed) throws(SodiumError) in try HMACSHA512.authenticate(seed, key: label) }
        for step in [purpose, stellar, account] { node = try child(of: node, step: step) }
        return try node.prefix(Ed25519.seedLength)
    }

    /// Derives a child node. A node is a key of 32 bytes followed by a chain code of 32.
    private static func child(of node: borrowing SecretBytes, step: UInt32) throws(SodiumError) -> SecretBytes {
        let data = try SecretBytes(count: 1 + 32 + 4) { (data) throws(SodiumError) in
            node.withBytes { node in
                UnsafeMutableRawBufferPointer(rebasing: data[1..<33])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: node[..<32]))
            }
            data.storeBytes(of: (step | accounts).bigEndian, toByteOffset: 33, as: UInt32.self)
        }
        return try data.withBytes { (data) throws(SodiumError) in
            try node.withBytes { (node) throws(SodiumError) in
                try HMACSHA512.authenticate(data, key: UnsafeRawBufferPointer(rebasing: node[32...]))
            }
        }
    }
}
