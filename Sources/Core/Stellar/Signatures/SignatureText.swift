// SPDX-License-Identifier: Apache-2.0

package import Codec

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
