// SPDX-License-Identifier: Apache-2.0

/// Who signed the book.
package struct BookOwner: Hashable, Sendable {
    /// The key's name, as the book has it.
    package let name: String
    /// The public key that verifies the book, 32 bytes.
    package let listKey: [UInt8]

    package init(name: String, listKey: [UInt8]) {
        self.name = name
        self.listKey = listKey
    }
}
