// SPDX-License-Identifier: Apache-2.0

/// The maximum size of a message in parts, for reading and writing, by its type. Bounds the memory of a reader.
package struct URLimits: Hashable, Sendable {
    package let fragments: Int
    /// Bytes of the message.
    package let message: Int

    /// Enough for every transaction that fits a ledger's limits, and little enough for any machine.
    package static let usual = URLimits(fragments: 1024, message: 1 << 16)
    /// Hundreds of requests; a loop with its mixed parts is at most the 4,096 pictures that the scanner takes.
    package static let batch = URLimits(fragments: 2048, message: 1 << 19)

    /// The limits of messages of a type.
    package static func of(_ type: String) -> URLimits { type == BatchResource.type ? batch : usual }
}
