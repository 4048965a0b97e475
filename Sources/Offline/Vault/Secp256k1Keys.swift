// SPDX-License-Identifier: Apache-2.0

#if EIP155
    import Crypto
    import Secp256k1Kit

    /// Derivation of secp256k1 keys, for eip155 networks.
    ///
    /// - Source: BIP-32.
    enum BIP32 {
        /// Returns the 32-byte private key at a path.
        ///
        /// - Parameters:
        ///   - seed: the BIP-39 seed; 64 bytes, or from 16 on in BIP-32's own vectors.
        ///   - path: the highest bit of a step marks it as hardened.
        /// - Throws: `.noSuchChild` if a step gives no key, with a probability of 2⁻¹²⁷: BIP-32 goes on with the next
        ///   index then.
        static func key(from seed: borrowing SecretBytes, path: [UInt32]) throws(SecretError) -> SecretBytes {
            var node = try guarded { () throws(SodiumError) in try KeyNode(seed: seed, label: "Bitcoin seed") }
            _ = try publicKey(of: node)
            for step in path { node = try child(of: node, step) }
            return try guarded { () throws(SodiumError) in try node.key() }
        }

        private static func child(of node: borrowing KeyNode, _ step: UInt32) throws(SecretError) -> KeyNode {
            let isHardened = step >= ChainPath.hardened
            let publicKey = isHardened ? [] : try publicKey(of: node)
            let halves = try guarded { () throws(SodiumError) in
                isHardened ? try node.hardened(step) : try node.plain(step, publicKey: publicKey)
            }
            let key = try guarded { () throws(SodiumError) in try node.key() }
            let number = try guarded { () throws(SodiumError) in try halves.prefix(KeyNode.keyLength) }
            let sum = try derived { () throws(Secp256k1Error) in try Secp256k1.sum(of: key, and: number) }
            return try guarded { () throws(SodiumError) in try KeyNode(key: sum, chainCode: halves) }
        }

        private static func publicKey(of node: borrowing KeyNode) throws(SecretError) -> [UInt8] {
            let key = try guarded { () throws(SodiumError) in try node.key() }
            return try derived { () throws(Secp256k1Error) in try Secp256k1.compressedPublicKey(of: key) }
        }

        private static func derived<R: ~Copyable>(_ body: () throws(Secp256k1Error) -> R) throws(SecretError) -> R {
            do throws(Secp256k1Error) { return try body() } catch {
                throw error == .invalidKey ? .noSuchChild : .sodium(error.sodium)
            }
        }
    }

    extension Secp256k1Error {
        /// The error of libsodium that says the same, so that keys of all chains fail alike.
        var sodium: SodiumError {
            switch self {
            case .sodium(let error): error
            case .wrongLength(let found, let expected): .wrongLength(found: found, expected: expected)
            case .outOfMemory: .outOfMemory(bytes: 4096)
            case .invalidKey, .faultySignature: .cannotOpen
            }
        }
    }
#endif
