// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import StellarXDR

/// An Ed25519 signature as text: base64, or hexadecimal digits as SEP-53 and explorers show it.
package enum SignatureText {
    /// The bytes in a signature.
    private static let size = 64

    /// The 64 bytes. No text is valid in both forms: 128 characters of base64 are 96 bytes.
    package static func decode(_ text: String) throws(SignatureTextError) -> [UInt8] {
        if text.utf8.count == 2 * size, let bytes = try? Hex.decode(text) { return bytes }
        let bytes: [UInt8]
        do throws(Base64Error) { bytes = try Base64.decode(text) } catch { throw .base64(error) }
        guard bytes.count == size else { throw .wrongLength(bytes.count) }
        return bytes
    }
}

/// Why a text is not a signature.
package enum SignatureTextError: Error, Hashable {
    /// Neither 128 hexadecimal digits nor base64.
    case base64(Base64Error)
    /// Base64 of another number of bytes than 64.
    case wrongLength(Int)

    package var message: String {
        let forms = "a signature is 64 bytes, in base64 or as 128 hexadecimal digits"
        return switch self {
        case .base64(let error): "\(forms); this text: \(error.message)"
        case .wrongLength(let count): "\(forms); this is base64 of \(count) bytes"
        }
    }
}

/// A message that a key signs, which can never pass for a transaction.
///
/// - Source: SEP-53.
package enum StellarMessage {
    private static let prefix = Array("Stellar Signed Message:\n".utf8)

    /// The hash to sign: one SHA-256 over the prefix and the message's raw bytes.
    package static func hash(of message: [UInt8]) -> TransactionHash {
        TransactionHash(Hash(sha256: prefix + message))
    }

    /// Whether `signature` is the key's valid signature of the message.
    package static func verify(_ signature: [UInt8], message: [UInt8], by key: AccountID) -> Bool {
        Ed25519.verify(signature, message: hash(of: message).bytes, publicKey: key.key.bytes)
    }
}

/// Why a signature cannot be added to an envelope.
package enum SignatureError: Error, Hashable {
    /// There are already 20 signatures, the network's maximum.
    case tooMany
    /// It was not made by that key over that hash.
    case doesNotVerify

    package var message: String {
        switch self {
        case .tooMany: "the envelope already has 20 signatures, the most that the network takes"
        case .doesNotVerify: "the signature was not made by this key for this transaction"
        }
    }
}
