// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import Stellar
package import StellarXDR

/// The secret of a hash(x) signer, in guarded memory until the user agrees to make it public.
package struct Preimage: ~Copyable {
    private let bytes: SecretBytes
    /// SHA-256 of the preimage.
    package let hash: Hash

    /// - Parameter digits: hexadecimal, two digits per byte.
    /// - Throws: `.badInput` unless it is 1 to 64 bytes, `.refused` without locked memory.
    package init(digits: consuming SecretBytes) throws(Failure) {
        let count = digits.count / 2
        guard digits.count % 2 == 0, (1...64).contains(count), digits.withBytes({ $0.allSatisfy(Self.isDigit) }) else {
            throw Failure(.badInput, "a preimage is 1 to 64 bytes in hexadecimal digits")
        }
        do throws(SodiumError) {
            let bytes = try SecretBytes(count: count) { (bytes) throws(SodiumError) in
                digits.withBytes { digits in
                    for index in 0..<count {
                        bytes[index] = Self.value(digits[index * 2]) << 4 | Self.value(digits[index * 2 + 1])
                    }
                }
            }
            guard let hash = Hash(bytes.withBytes { SHA256.hash($0) }) else {
                preconditionFailure("SHA-256 has 32 bytes")
            }
            self.bytes = bytes
            self.hash = hash
        } catch {
            throw Failure(.refused, Wording(error.message))
        }
    }

    /// The signature for the envelope. It contains the preimage, which is public from here on.
    package borrowing func signature() -> DecoratedSignature {
        guard let signature = Opaque<64>(bytes.withBytes { Array($0) }) else {
            preconditionFailure("a preimage has at most 64 bytes")
        }
        return DecoratedSignature(hint: SignerKey.hashX(hash).hint, signature: signature)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// The value of a hexadecimal digit.
    private static func value(_ byte: UInt8) -> UInt8 { byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57 }
}
