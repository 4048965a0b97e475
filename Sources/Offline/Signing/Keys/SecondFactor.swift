// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

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
