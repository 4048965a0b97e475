// SPDX-License-Identifier: Apache-2.0

package import Faults
package import SodiumKit

/// The content of a file that a key requires besides its PIN.
package enum SecondFactor {
    /// The minimum size in bytes: what cannot be guessed.
    private static let fewestBytes = 32

    /// - Parameter option: the option that names the file.
    /// - Throws: `.badInput` for a file that is too short.
    package static func check(_ content: borrowing SecretBytes, _ option: String) throws(Failure) {
        guard content.count >= fewestBytes else {
            throw Failure(.badInput, "\(option): a second factor has at least \(fewestBytes) bytes")
        }
    }
}
