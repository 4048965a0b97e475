// SPDX-License-Identifier: Apache-2.0

/// A signature that came back, as its envelope has it. Whose it is, whoever reads it finds out: the journal verifies nothing.
package struct RecordedSignature: Hashable, Sendable {
    /// The hash that it was made for; inside a fee bump that of the transaction inside.
    package var hash: String
    /// The last four bytes of the key, 8 hexadecimal digits in lower case.
    package var hint: String
    /// Base64.
    package var signature: String

    package init(hash: String, hint: String, signature: String) {
        self.hash = hash
        self.hint = hint
        self.signature = signature
    }
}
